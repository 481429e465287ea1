//! Where a word leads: a host, a file, or nobody knows.

use std::net::{IpAddr, Ipv6Addr};
use url::{Host, Url};

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

/// Longest word that is read, in bytes.
pub const MAX_BYTES: usize = 8192;

/// Reads a URL as curl and wget take it: without a scheme it is `http://`.
///
/// What readers of URLs disagree on (user-info with `\`, blanks, control characters, curl's `{a,b}` and `[1-3]`, other
/// schemes) is unknown.
pub fn parse_url(text: &str) -> Destination {
    if is_doubtful(text) || text.starts_with('/') {
        return Destination::Unknown;
    }
    match scheme(text) {
        Some((scheme, _)) => parse_with_scheme(text, &scheme),
        // curl mends `http:/host`; what stands before a colon is a host only if a port stands behind.
        None if !authority(text).rsplit_once(':').is_none_or(|(_, port)| is_port(port)) => Destination::Unknown,
        None => parse_with_scheme(&format!("http://{text}"), "http").without_scheme(),
    }
}

/// Reads a git remote or scp/rsync operand: URL, `host:path`, or a local path.
///
/// git-clone(1): `host:path` only if no slash comes before the first colon; `ext::` and other helpers run programs and are
/// unknown. A one-letter host is a drive on Windows, and is unknown.
pub fn parse_remote(text: &str) -> Destination {
    if text.is_empty() || text.starts_with('-') || text.chars().any(|c| c.is_control()) || text.len() > MAX_BYTES {
        return Destination::Unknown;
    }
    if let Some((scheme, rest)) = scheme(text)
        && rest.starts_with("//")
    {
        return if is_doubtful(text) { Destination::Unknown } else { parse_with_scheme(text, &scheme) };
    }
    let before_slash = text.split('/').next().unwrap_or_default();
    if before_slash.contains("::") && !before_slash.contains('[') {
        return Destination::Unknown;
    }
    if !before_slash.contains(':') {
        return Destination::File(text.to_owned());
    }
    let authority = match text.find(']') {
        // `user@[::1]:path`
        Some(close) if before_slash.contains('[') => text.get(..=close).unwrap_or_default(),
        _ => before_slash.split(':').next().unwrap_or_default(),
    };
    if authority.len() < 2 {
        return Destination::Unknown;
    }
    match parse_host(authority) {
        Destination::Host { host, port: _, scheme: _ } => Destination::Host { host, port: Some(22), scheme: None },
        other => other,
    }
}

/// Reads a word that may be any of these: a URL, `host:port`, `user@host:path`, `host:path`, a bare host.
pub fn parse_word(text: &str) -> Destination {
    let host = text.split('/').next().unwrap_or_default();
    let port = host.rsplit_once(':').map(|(_, port)| port);
    let is_remote = match port {
        _ if scheme(text).is_some() => false,
        Some(port) => port.is_empty() || !port.chars().all(|c| c.is_ascii_digit()),
        None => host.contains('@') && text.contains(':'),
    };
    if is_remote { parse_remote(text) } else { parse_url(text) }
}

/// Reads a bare host as ssh, ping and nc take it: `user@host`, `host`, an address. An alias of `~/.ssh/config` looks like a name.
pub fn parse_host(text: &str) -> Destination {
    let host = text.rsplit_once('@').map_or(text, |(_, host)| host);
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let (unscoped, zone) = bare.split_once('%').unwrap_or((bare, ""));
    if let (Ok(address), true) = (unscoped.parse::<Ipv6Addr>(), zone.chars().all(|c| c.is_ascii_alphanumeric())) {
        return Destination::Host { host: HostName::Address(plain(IpAddr::V6(address))), port: None, scheme: None };
    }
    if is_doubtful(text)
        || bare.contains(':')
        || host.is_empty()
        || host.starts_with('-')
        || host.contains(['/', '?', '#'])
    {
        return Destination::Unknown;
    }
    match parse_with_scheme(&format!("http://{host}/"), "http") {
        Destination::Host { host, port: _, scheme: _ } => Destination::Host { host, port: None, scheme: None },
        Destination::File(_) | Destination::Nowhere | Destination::Unknown => Destination::Unknown,
    }
}

fn is_port(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit()) || text.ends_with(']')
}

impl Destination {
    fn without_scheme(self) -> Self {
        match self {
            Self::Host { host, port, scheme: _ } => Self::Host { host, port, scheme: None },
            other @ (Self::File(_) | Self::Nowhere | Self::Unknown) => other,
        }
    }
}

/// Things that one reader of URLs takes for one host and another for another. After the host nothing changes it.
fn is_doubtful(text: &str) -> bool {
    text.is_empty()
        || text.len() > MAX_BYTES
        || text.starts_with('-')
        || text.chars().any(char::is_control)
        || is_doubtful_authority(authority(text))
}

fn is_doubtful_authority(authority: &str) -> bool {
    // One `@` at most; a bracket only around an IPv6 address, since curl expands `[1-3]`; no escape in a host.
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let inside = host.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let is_address =
        inside.is_some_and(|(address, after)| address.contains(':') && (after.is_empty() || after.starts_with(':')));
    authority.chars().any(|c| c.is_whitespace() || matches!(c, '\\' | '{' | '}' | '`' | '|' | '^' | '<' | '>' | '"'))
        || authority.matches('@').count() > 1
        || (host.contains('%') && inside.is_none())
        || (authority.contains(['[', ']']) && !is_address)
}

/// What stands between `//` (or the beginning) and the path.
fn authority(text: &str) -> &str {
    let rest = text
        .split_once("//")
        .filter(|(before, _)| before.is_empty() || before.ends_with(':'))
        .map_or(text, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// The scheme in lower case and what follows its colon.
fn scheme(text: &str) -> Option<(String, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut chars = scheme.chars();
    let is_scheme = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let lower = scheme.to_ascii_lowercase();
    let stands_alone = matches!(lower.as_str(), "data" | "file" | "mailto" | "about" | "javascript" | "blob");
    (is_scheme && (rest.starts_with("//") || stands_alone)).then_some((lower, rest))
}

fn parse_with_scheme(text: &str, scheme: &str) -> Destination {
    let port = match scheme {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        "ftp" => 21,
        "ftps" => 990,
        "ssh" | "git+ssh" | "ssh+git" | "scp" | "sftp" | "rsync+ssh" => 22,
        "git" => 9418,
        "rsync" => 873,
        "telnet" => 23,
        "ldap" => 389,
        "ldaps" => 636,
        "smb" => 445,
        "redis" => 6379,
        "postgres" | "postgresql" => 5432,
        "mysql" => 3306,
        "mongodb" => 27017,
        "data" | "about" => return Destination::Nowhere,
        "file" => return file(text),
        _ => return Destination::Unknown,
    };
    // Only `http` and the like have their hosts mapped and numbers read; the programs behind the others do the same by
    // getaddrinfo, so they are read alike.
    let Some((_, rest)) = text.split_once("://") else { return Destination::Unknown };
    let Ok(url) = Url::parse(&format!("http://{rest}")) else { return Destination::Unknown };
    let written = url.port().or_else(|| has_port(rest).then_some(80));
    let host = match url.host() {
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            if name.is_empty() || name.starts_with('-') {
                return Destination::Unknown;
            }
            HostName::Name(name.to_owned())
        }
        Some(Host::Ipv4(address)) => HostName::Address(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => HostName::Address(plain(IpAddr::V6(address))),
        None => return Destination::Unknown,
    };
    Destination::Host { host, port: Some(written.unwrap_or(port)), scheme: Some(scheme.to_owned()) }
}

/// Is a port written, even the one that the parser drops as `http`'s own?
fn has_port(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    host.rsplit_once(':').is_some_and(|(_, port)| port.trim_start_matches('0') == "80")
}

/// A `file:` URL: its path, if it names this machine.
fn file(text: &str) -> Destination {
    let Ok(url) = Url::parse(text) else { return Destination::Unknown };
    if url.host_str().is_some_and(|host| !host.is_empty() && host != "localhost" && host != "127.0.0.1") {
        return Destination::Unknown;
    }
    match percent_decoded(url.path()) {
        Some(path) if !path.is_empty() => Destination::File(path),
        Some(_) | None => Destination::Unknown,
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            let (high, low) = (digit(rest.next()?)?, digit(rest.next()?)?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// An IPv4 address that an IPv6 one carries (`::ffff:a.b.c.d`, `::a.b.c.d`, NAT64, 6to4) is that IPv4 address.
fn plain(address: IpAddr) -> IpAddr {
    let IpAddr::V6(v6) = address else { return address };
    if v6.is_loopback() || v6.is_unspecified() {
        return address;
    }
    if let Some(v4) = v6.to_ipv4_mapped() {
        return IpAddr::V4(v4);
    }
    let [a, b, c, d, e, f, high, low] = v6.segments();
    let join = |high: u16, low: u16| IpAddr::V4((u32::from(high) << 16 | u32::from(low)).into());
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0] => join(high, low),
        // RFC 6052, RFC 3056.
        [0x64, 0xff9b, 0, 0, 0, 0] => join(high, low),
        [0x2002, ..] => join(b, c),
        _ => address,
    }
}
