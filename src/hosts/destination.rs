//! Where a word leads: a host, a file, or nobody knows.

use std::net::IpAddr;

/// A host after URL parsing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostName {
    /// A name in lower case, IDN mapped, without a trailing dot.
    Name(String),
    /// A numeric address, whatever its spelling was; an IPv4 address inside IPv6 is IPv4.
    Address(IpAddr),
}

/// What a URL, remote or host word leads to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Destination {
    /// Contacts a host.
    Host {
        /// Which.
        host: HostName,
        /// Port, the scheme's own where none is written; none where the word does not tell.
        port: Option<u16>,
        /// Scheme in lower case, if one is written.
        scheme: Option<String>,
    },
    /// No contact: the word names a local file (`file:` URL, a git remote that is a path).
    File(String),
    /// No contact and no file (`data:`).
    Nowhere,
    /// Some host, nobody knows which.
    Unknown,
}

/// Reads a URL as curl and wget take it: without a scheme it is `http://`.
pub fn parse_url(_text: &str) -> Destination {
    Destination::Unknown
}

/// Reads a git remote or scp/rsync operand: URL, `host:path`, or a local path.
pub fn parse_remote(_text: &str) -> Destination {
    Destination::Unknown
}

/// Reads a bare host as ssh, ping and nc take it: `user@host`, `host`, an address.
pub fn parse_host(_text: &str) -> Destination {
    Destination::Unknown
}
