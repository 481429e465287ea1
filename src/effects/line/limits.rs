//! How much of a line is followed. Past a limit the rest is unreadable, and the units before it stay.

/// Bytes of a command line that a tool hands to a shell, and of a text inside it. Linux takes no longer argument
/// (`MAX_ARG_STRLEN`), so `bash -c` never runs a longer one.
pub const MAX_COMMAND: usize = 128 << 10;
/// Units of one call.
pub const MAX_UNITS: usize = 20_000;
/// Wrappers inside wrappers (`env timeout nice …`).
pub const MAX_WRAPPERS: u32 = 16;
/// Shell texts inside shell texts (`bash -c "bash -c …"`).
pub const MAX_NESTED_TEXTS: u32 = 8;
/// Values that a loop's variable takes one by one; with more, it is a shape that covers them all.
pub const MAX_LOOP_VALUES: usize = 8;
/// Times that the body of a loop is walked, over all loops around it.
pub const MAX_LOOP_WALKS: u32 = 32;
/// Effects that calls of functions have from their bodies, in all.
pub const MAX_ADDED_EFFECTS: usize = 64_000;
/// Variables that are followed; with more, none is known.
pub const MAX_NAMES: usize = 256;
/// Directories that a path may start from; with more, it may start anywhere.
pub const MAX_BASES: usize = 8;
/// Bytes of such a directory; a longer one is not followed.
pub const MAX_BASE_LENGTH: usize = 1024;
/// Bindings that steer programs; with more, no later program is understood.
pub const MAX_STEERS: usize = 64;
/// Constructs inside each other, over all texts (the reader bounds one text).
pub const MAX_DEPTH: u32 = 128;
