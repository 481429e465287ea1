//! Paths: what a call may touch, held against path sets. Pure: nothing here asks a file system.
//!
//! The idea on one page:
//!
//! * A call names a [`PathValue`]: one of several [`Place`]s, each a base directory and a [`Text`] that is known, a shell
//!   glob, or unknown. (`cd` may have failed, so a path can have two bases.)
//! * A [`Context`] holds the facts that give those a meaning: operating system, working directory, home, workspace roots,
//!   and the host's [`Views`] of links.
//! * Each path has three views: as written, lexically normalised, links resolved. A [`CompiledSet`] judges each with
//!   [`Membership`] (yes, no, maybe), and [`Judgement`] folds them by the polarity of the question: `only … in` needs every
//!   view ([`Judgement::certainly_in`]), `any … in` needs one ([`Judgement::possibly_in`]), `surely … in` takes the normalised
//!   one ([`Judgement::surely_in`]).
//! * A [`PathSet`] is plain data inside the decision table: globs of our own semantics ([`PathGlob`]), names of other sets,
//!   exceptions.
//!
//! Inside this room every path has one canonical form, whatever the system: it begins with `/`, its separator is `/`, it holds
//! no `//`, `.` or trailing `/`; case and Unicode form are folded where the system folds them; a Windows drive is the first
//! component (`/c:/users`).

mod built;
mod class;
mod context;
mod fold;
mod glob;
mod judge;
mod keys;
mod meet;
mod nfa;
mod part;
mod read;
mod resolve;
mod seen;
mod set;
#[cfg(test)]
mod tests;
mod value;
mod walk;
mod windows;
mod witness;

pub use context::{Context, PathFacts, Resolution, Views, Vouched};
pub use glob::{Anchor, PathGlob, PathGlobError, PathGlobErrorKind};
pub use judge::{Asked, CompiledSet, CompiledSets, Judgement, Membership, may_lie_below};
pub use resolve::{FileKind, FileSystem, FileSystemError, Following, MapResolver, Resolver, resolve};
pub use seen::Seen;
pub use set::{Member, PathSet, PathSets};
pub use value::{Base, PathValue, Place, Text};

use serde::{Deserialize, Serialize};

/// The operating system whose path rules hold. All three are available on every host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Os {
    /// Paths are compared byte for byte.
    Linux,
    /// Case and Unicode form are folded; `/tmp`, `/var`, `/etc` are links into `/private`.
    MacOs,
    /// Drives, both separators, case folded, trailing dots and spaces dropped.
    Windows,
}
