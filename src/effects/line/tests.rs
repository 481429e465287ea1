use crate::effects::{Bases, Call, Host, Index, Reading, Standing, Unit, UnitKind};
use crate::table::Table;

mod helper;
mod rules;
mod bash;
mod corpus;
