//! What outlasts a session: grants in a file.
//!
//! With `cli` the only room that touches the machine, and apart from it so that a host that embeds the library has it too.

mod grants;
mod lock;

pub use grants::{GrantFile, MAX_BYTES, Problem};
