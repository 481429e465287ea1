//! Text → syntax tree with comments kept; tree → text (being laid)
