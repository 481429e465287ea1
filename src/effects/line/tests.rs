use crate::effects::{Bases, Call, Host, Index, Reading, Standing, Unit, UnitKind};
use crate::table::{Anchor, Argument, Base, FORMAT, Place, Table, Tool, ToolEffect};

mod helper;
mod rules;
mod bash;
