use crate::effects::{Bases, Call, Host, Index, Reading, ShellKind, Standing, Unit, UnitKind};

mod bash;
mod canary;
mod helper;
mod places;
mod programs;
mod properties;
mod rules;
