//! The protocols in which agents and other hosts hand over calls, one file each: text → [`Call`](crate::effects::Call),
//! decision → text; and their own rule files, on the way into a policy. Pure; reading standard input and looking at the machine is
//! the command line's business.

pub mod claude_code;
pub mod codex;
pub mod copilot;
pub mod cursor;
mod facts;
pub mod gemini;
mod hook;
mod json;
pub mod opencode;
pub mod permissions;
pub mod rules;
mod setup;
pub mod stream;

pub use facts::{HostFacts, split_facts};
pub use hook::{Agent, Event};
pub use json::parse as parse_json;
pub use setup::Setup;
