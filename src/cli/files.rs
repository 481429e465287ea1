//! Reading what the command line names.

use super::exit::Failure;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Largest file or standard input that is read, in bytes. Policies and calls are far smaller.
pub const MAX_FILE: u64 = 32 * 1024 * 1024;

/// All of a file, or of standard input for `-`.
///
/// # Errors
/// It is not there, cannot be read, or is too large.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.as_os_str() == "-" {
        return limited(std::io::stdin().lock(), "standard input");
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::io(format!("{name}: {}", in_words(&error))))?;
    if file.metadata().is_ok_and(|data| data.is_dir()) {
        return Err(Failure::io(format!("{name}: it is a directory")));
    }
    limited(file, &name)
}

/// All of a text file.
///
/// # Errors
/// As [`read`], and bytes that are no UTF-8.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::io(format!("{}: it is not UTF-8 (byte {at})", path.display()))
    })
}

fn limited(reader: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    reader
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::io(format!("{name}: {}", in_words(&error))))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::io(format!("{name}: it is larger than {MAX_FILE} bytes")));
    }
    Ok(bytes)
}

/// Writes a file whole or not at all. A link stays a link, and what is there keeps its permissions.
///
/// # Errors
/// It cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{}: {}", path.display(), in_words(&error)));
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = std::fs::metadata(&target).ok();
    if let Some(before) = &before {
        // What cannot be opened for writing is not replaced either, and a device is no file to replace.
        let mut file = std::fs::OpenOptions::new().append(true).open(&target).map_err(failed)?;
        if !before.is_file() {
            return std::io::Write::write_all(&mut file, bytes).map_err(failed);
        }
    }
    let mut beside = target.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let written = std::fs::write(&beside, bytes).and_then(|()| match &before {
        Some(before) => std::fs::set_permissions(&beside, before.permissions()),
        None => Ok(()),
    });
    written.and_then(|()| std::fs::rename(&beside, &target)).map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        failed(error)
    })
}

fn in_words(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}
