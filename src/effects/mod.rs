//! (being laid)

pub mod small;
