//! Special names of awk: files that are streams or sockets, variables that reach out of the program.

use super::super::{Act, Code, Name, Reading};

/// Text of a string token, if every implementation reads its escapes alike.
pub(super) fn unescape(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.push(match c {
            '\\' => match chars.next()? {
                'n' => '\n',
                't' => '\t',
                c @ ('"' | '\\') => c,
                _ => return None,
            },
            c => c,
        });
    }
    Some(plain)
}

/// Opens a file to read.
pub(super) fn reads(reading: &mut Reading, name: Name, certain: bool) {
    if name != Name::Known("-".to_owned()) {
        socket(reading, &name, certain);
        reading.push(Act::Reads(name), certain);
    }
}

/// Opens a file to write.
pub(super) fn writes(reading: &mut Reading, name: Name, certain: bool) {
    socket(reading, &name, certain);
    reading.push(Act::Writes(name), certain);
}

/// Starts a command with one pipe.
pub(super) fn runs(reading: &mut Reading, command: Name, certain: bool) {
    // Empty text is the usual way to flush all output.
    if !matches!(&command, Name::Known(text) if text.trim().is_empty()) {
        reading.push(Act::Runs(Code::Shell(command)), certain);
    }
}

/// Starts a command with two pipes, or opens a socket.
pub(super) fn converses(reading: &mut Reading, command: Name, certain: bool) {
    match &command {
        Name::Known(text) if text.starts_with("/inet") => socket(reading, &command, certain),
        Name::Known(_) => runs(reading, command, certain),
        Name::Unknown => {
            socket(reading, &command, certain);
            runs(reading, command, certain);
        }
    }
}

/// gawk opens `/inet/tcp/LOCAL/HOST/REMOTE` and its kin wherever it opens a file.
fn socket(reading: &mut Reading, name: &Name, certain: bool) {
    match name {
        Name::Unknown => reading.push(Act::Contacts(Name::Unknown), false),
        Name::Known(text) if text.starts_with("/inet") => {
            let parts: Vec<&str> = text.split('/').collect();
            let host = match parts.as_slice() {
                ["", "inet" | "inet4" | "inet6", "tcp" | "udp", _, host, _] if !host.is_empty() => {
                    Name::Known((*host).to_owned())
                }
                _ => Name::Unknown,
            };
            reading.push(Act::Contacts(host), certain);
        }
        Name::Known(_) => {}
    }
}
