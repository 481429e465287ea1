use crate::effects::{Bases, Call, Host, Index, Reading, ShellKind, Standing, Unit, UnitKind};
use crate::table::Table;

mod helper;
mod programs;
mod properties;
mod rules;
mod bash;
mod corpus;
