//! The safe-entry lint over the standard declarations.
