//! One line of a host set.

use super::{Destination, HostName, parse_host};
use crate::paths::Membership;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// A host pattern as a policy writes it. Serialised as its text.
///
/// `example.com` that name alone; `*.example.com` names below it; `host:443` with a port; an address or `10.0.0.0/8`; the words
/// `loopback`, `private`, `linklocal`, `metadata`; `*` every host.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct HostPattern {
    text: String,
    what: What,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Every,
    Name(String),
    /// Names that end with this, which begins with a dot.
    Below(String),
    Network(IpAddr, u8),
    Class(Class),
}

/// Ranges by what they are for (IANA special-purpose address registries).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// 127/8, `::1`, the unspecified address, `localhost` and names below it (RFC 6761).
    Loopback,
    /// RFC 1918, RFC 6598 (shared), `fc00::/7`.
    Private,
    /// 169.254/16, `fe80::/10`.
    LinkLocal,
    /// Where clouds tell a machine its secrets: 169.254.169.254, 169.254.170.2 and .23 (AWS ECS, EKS), `fd00:ec2::254`
    /// and `fd00:ec2::23` (AWS), 100.100.100.200 (Alibaba), 192.0.0.192 (Oracle), 168.63.129.16 (Azure),
    /// `metadata.google.internal`.
    Metadata,
}

/// Why a literal is no host pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPatternError {
    /// What is wrong, for a person.
    pub message: String,
    /// Byte offset into the literal.
    pub offset: usize,
    /// A literal to write instead, where one can be made.
    pub suggestion: Option<String>,
}

impl HostPattern {
    /// Reads a literal.
    ///
    /// # Errors
    /// When it is none of the forms.
    pub fn parse(text: &str) -> Result<Self, HostPatternError> {
        let error = |message: &str, offset, suggestion: Option<String>| {
            Err(HostPatternError { message: message.to_owned(), offset, suggestion })
        };
        if let Some((scheme, rest)) = text.split_once("://") {
            let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
            return error(
                "a host, not a URL",
                scheme.len(),
                Some(host.to_owned()).filter(|host| Self::parse(host).is_ok()),
            );
        }
        if let Some((base, bits)) = text.split_once('/') {
            let Some(IpAddr::V4(_) | IpAddr::V6(_)) = base.parse::<IpAddr>().ok() else {
                return error(
                    "a host has no path; a network is written `10.0.0.0/8`",
                    base.len(),
                    Some(base.to_owned()).filter(|base| Self::parse(base).is_ok()),
                );
            };
            let network = base
                .parse::<IpAddr>()
                .ok()
                .zip(bits.parse::<u8>().ok().filter(|_| bits.chars().all(|c| c.is_ascii_digit())));
            return match network {
                Some((base, bits)) if bits <= width(base) && masked(base, bits) == base => {
                    Ok(Self { text: text.to_owned(), what: What::Network(base, bits), port: None })
                }
                Some((base, bits)) if bits <= width(base) => {
                    error("bits are set below the network's mask", 0, Some(format!("{}/{bits}", masked(base, bits))))
                }
                Some(_) | None => error("not a mask of that address family", base.len() + 1, None),
            };
        }
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !host.contains(':') || host.ends_with(']') => match port.parse::<u16>() {
                Ok(port) if port > 0 => (host, Some(port)),
                Ok(_) | Err(_) => return error("a port is a number from 1 to 65535", host.len() + 1, None),
            },
            _ => (text, None),
        };
        let what = match host {
            "*" => What::Every,
            "loopback" => What::Class(Class::Loopback),
            "private" => What::Class(Class::Private),
            "linklocal" => What::Class(Class::LinkLocal),
            "metadata" => What::Class(Class::Metadata),
            _ => {
                let (below, name) = host.strip_prefix("*.").map_or((false, host), |name| (true, name));
                if let Some(star) = name.find('*') {
                    return error("`*` stands only for whole labels at the beginning: `*.example.com`", star, None);
                }
                if name.contains('@') {
                    return error("a host has no user", 0, name.rsplit_once('@').map(|(_, host)| host.to_owned()));
                }
                match parse_host(name) {
                    Destination::Host { host: HostName::Name(name), .. } if below => What::Below(format!(".{name}")),
                    Destination::Host { host: HostName::Name(name), .. } => What::Name(name),
                    Destination::Host { host: HostName::Address(address), .. } if !below => {
                        What::Network(address, width(address))
                    }
                    Destination::Host { .. } | Destination::File(_) | Destination::Nowhere | Destination::Unknown => {
                        return error("not a host name or address", 0, None);
                    }
                }
            }
        };
        Ok(Self { text: text.to_owned(), what, port })
    }

    /// The literal as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// By spelling, and by the address a name may resolve to.
    pub(super) fn judge(&self, host: &HostName, port: Option<u16>) -> (Membership, Membership) {
        let port = match (self.port, port) {
            (None, _) => Membership::Yes,
            (Some(own), Some(port)) if own == port => Membership::Yes,
            (Some(_), Some(_)) => Membership::No,
            (Some(_), None) => Membership::Maybe,
        };
        let yes_if = |holds: bool| if holds { Membership::Yes } else { Membership::No };
        let (written, resolved) = match (&self.what, host) {
            (What::Every, _) => (Membership::Yes, Membership::Yes),
            (What::Name(own), HostName::Name(name)) => (yes_if(own == name), yes_if(own == name)),
            (What::Below(own), HostName::Name(name)) => (yes_if(name.ends_with(own)), yes_if(name.ends_with(own))),
            // An address may be that of any name.
            (What::Name(_) | What::Below(_), HostName::Address(_)) => (Membership::No, Membership::No),
            (What::Network(base, bits), HostName::Address(address)) => {
                let inside = yes_if(width(*base) == width(*address) && masked(*address, *bits) == *base);
                (inside, inside)
            }
            (What::Class(class), HostName::Address(address)) => {
                (yes_if(class.holds(*address)), yes_if(class.holds(*address)))
            }
            (What::Network(..), HostName::Name(name)) => (Membership::No, by_resolving(name, self.holds_loopback())),
            (What::Class(class), HostName::Name(name)) => match yes_if(class.names(name)) {
                Membership::Yes => (Membership::Yes, Membership::Yes),
                Membership::No | Membership::Maybe => (Membership::No, by_resolving(name, *class == Class::Loopback)),
            },
        };
        (both(written, port), both(resolved, port))
    }

    fn holds_loopback(&self) -> bool {
        let loopbacks = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        matches!(&self.what, What::Network(base, bits)
            if loopbacks.iter().any(|address| width(*address) == width(*base) && masked(*address, *bits) == *base))
    }
}

/// `localhost` resolves to this machine (RFC 6761); where another name leads is not known.
fn by_resolving(name: &str, holds_loopback: bool) -> Membership {
    if Class::Loopback.names(name) && !holds_loopback { Membership::No } else { Membership::Maybe }
}

fn both(a: Membership, b: Membership) -> Membership {
    match (a, b) {
        (Membership::No, _) | (_, Membership::No) => Membership::No,
        (Membership::Yes, Membership::Yes) => Membership::Yes,
        (Membership::Yes | Membership::Maybe, Membership::Maybe) | (Membership::Maybe, Membership::Yes) => {
            Membership::Maybe
        }
    }
}

impl Class {
    fn holds(self, address: IpAddr) -> bool {
        match (self, address) {
            (Self::Loopback, IpAddr::V4(v4)) => v4.is_loopback() || v4.octets()[0] == 0,
            (Self::Loopback, IpAddr::V6(v6)) => v6.is_loopback() || v6.is_unspecified(),
            (Self::Private, IpAddr::V4(v4)) => {
                v4.is_private() || masked(address, 10) == IpAddr::V4(Ipv4Addr::new(100, 64, 0, 0))
            }
            (Self::Private, IpAddr::V6(v6)) => v6.is_unique_local(),
            (Self::LinkLocal, IpAddr::V4(v4)) => v4.is_link_local(),
            (Self::LinkLocal, IpAddr::V6(v6)) => v6.is_unicast_link_local(),
            (Self::Metadata, IpAddr::V4(v4)) => [
                [169, 254, 169, 254],
                [169, 254, 170, 2],
                [169, 254, 170, 23],
                [100, 100, 100, 200],
                [192, 0, 0, 192],
                [168, 63, 129, 16],
            ]
            .contains(&v4.octets()),
            (Self::Metadata, IpAddr::V6(v6)) => {
                [0x254, 0x23].map(|last| Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, last)).contains(&v6)
            }
        }
    }

    /// Names that stand for the class whatever resolves them.
    fn names(self, name: &str) -> bool {
        match self {
            Self::Loopback => {
                ["localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"].contains(&name)
                    || name.ends_with(".localhost")
            }
            Self::Metadata => {
                ["metadata.google.internal", "metadata", "instance-data", "instance-data.ec2.internal"].contains(&name)
            }
            Self::Private | Self::LinkLocal => false,
        }
    }
}

fn width(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// The first `bits` of an address, the others zero.
fn masked(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(v4) => {
            IpAddr::V4((u32::from(v4) & u32::MAX.checked_shl(32 - u32::from(bits.min(32))).unwrap_or(0)).into())
        }
        IpAddr::V6(v6) => {
            IpAddr::V6((u128::from(v6) & u128::MAX.checked_shl(128 - u32::from(bits.min(128))).unwrap_or(0)).into())
        }
    }
}

impl fmt::Display for HostPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HostPatternError {}

impl TryFrom<String> for HostPattern {
    type Error = HostPatternError;

    fn try_from(text: String) -> Result<Self, HostPatternError> {
        Self::parse(&text)
    }
}

impl From<HostPattern> for String {
    fn from(pattern: HostPattern) -> Self {
        pattern.text
    }
}
