//! The protocols in which agents and other hosts hand over calls, one file each: text → [`Call`](crate::effects::Call),
//! decision → text. Pure; reading standard input and looking at the machine is the command line's business.

pub mod claude_code;
mod facts;
mod json;
pub mod stream;

pub use facts::{HostFacts, split_facts};
pub use json::parse as parse_json;
