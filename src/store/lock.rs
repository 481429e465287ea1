//! One writer at a time, between threads and between processes.

use std::fs::File;
use std::io;
use std::path::Path;

/// A lock on the file beside the store; let go when it is dropped, or when the process dies.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Waits for the lock.
    ///
    /// # Errors
    /// The lock file cannot be made, or is no plain file.
    pub fn take(path: &Path) -> io::Result<Lock> {
        let mut options = super::grants::private();
        let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("the lock is no plain file"));
        }
        file.lock()?;
        Ok(Lock(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file lets go of it in any case.
        let _ = self.0.unlock();
    }
}
