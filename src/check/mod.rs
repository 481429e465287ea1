//! Types, polarity, totality (being laid)
