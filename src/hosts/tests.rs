//! Spellings of hosts, each with a near one that leads elsewhere.

use super::*;
use crate::paths::Membership;

fn name(text: &str) -> Destination {
    Destination::Host { host: HostName::Name(text.into()), port: None, scheme: None }
}

fn of(destination: Destination) -> String {
    match destination {
        Destination::Host { host: HostName::Name(name), port, .. } => format!("{name}:{}", port.unwrap_or(0)),
        Destination::Host { host: HostName::Address(address), port, .. } => format!("{address}:{}", port.unwrap_or(0)),
        Destination::File(path) => format!("file {path}"),
        Destination::Nowhere => "nowhere".into(),
        Destination::Unknown => "unknown".into(),
    }
}

#[test]
fn urls() {
    for (text, want) in [
        ("https://Example.COM/x", "example.com:443"),
        ("example.com", "example.com:80"),
        ("example.com:8080/x", "example.com:8080"),
        ("localhost:3000", "localhost:3000"),
        ("https://example.com./", "example.com:443"),
        ("https://example.com:80/", "example.com:80"),
        ("https://user:pw@example.com/", "example.com:443"),
        ("https://good.com@evil.com/", "evil.com:443"),
        ("https://a@good.com@evil.com/", "unknown"),
        ("https://good.com\\@evil.com/", "unknown"),
        ("https://good.com#@evil.com/", "good.com:443"),
        ("https://ex\u{e4}mple.com/", "xn--exmple-cua.com:443"),
        ("https://\u{ff45}xample.com/", "example.com:443"),
        ("https://example\u{3002}com/", "example.com:443"),
        ("http://127.0.0.1/", "127.0.0.1:80"),
        ("http://0x7f.1/", "127.0.0.1:80"),
        ("http://2130706433/", "127.0.0.1:80"),
        ("http://0177.0.0.1/", "127.0.0.1:80"),
        ("http://127.1/", "127.0.0.1:80"),
        ("http://[::1]:8080/", "::1:8080"),
        ("http://[::ffff:169.254.169.254]/", "169.254.169.254:80"),
        ("http://[64:ff9b::a9fe:a9fe]/", "169.254.169.254:80"),
        ("http://{a,b}.com/", "unknown"),
        ("http://h[1-3].com/", "unknown"),
        ("http://a.com/[1-3]?q={x}|y z", "a.com:80"),
        ("http:/evil.com/", "unknown"),
        ("http:evil.com", "unknown"),
        ("http:///evil.com/", "evil.com:80"),
        ("[::1]:80/x", "::1:80"),
        ("[::1]/x", "::1:80"),
        ("http://[v1.x]/", "unknown"),
        ("http://a b.com/", "unknown"),
        ("http://a%2ecom/", "unknown"),
        ("", "unknown"),
        ("-x", "unknown"),
        ("ftp://h/x", "h:21"),
        ("ws://h/x", "h:80"),
        ("gopher://h/x", "unknown"),
        ("file:///etc/passwd", "file /etc/passwd"),
        ("FILE:/etc/pass%77d", "file /etc/passwd"),
        ("file://localhost/etc/x", "file /etc/x"),
        ("file://host/etc/x", "unknown"),
        ("data:text/plain,x", "nowhere"),
        ("javascript:alert(1)", "unknown"),
    ] {
        assert_eq!(of(parse_url(text)), want, "{text}");
    }
}

#[test]
fn remotes() {
    for (text, want) in [
        ("git@github.com:a/b.git", "github.com:22"),
        ("github.com:a/b.git", "github.com:22"),
        ("ssh://git@github.com/a", "github.com:22"),
        ("ssh://git@github.com:443/a", "github.com:443"),
        ("ssh://-oProxyCommand=x/a", "unknown"),
        ("-oProxyCommand=x", "unknown"),
        ("https://github.com/a", "github.com:443"),
        ("git://h/x", "h:9418"),
        ("../other", "file ../other"),
        ("/srv/a:b", "file /srv/a:b"),
        ("./a:b", "file ./a:b"),
        ("origin", "file origin"),
        ("file:///srv/a", "file /srv/a"),
        ("ext::sh -c x", "unknown"),
        ("host::module", "unknown"),
        ("user@[::1]:path", "::1:22"),
        ("c:path", "unknown"),
    ] {
        assert_eq!(of(parse_remote(text)), want, "{text}");
    }
}

#[test]
fn bare_hosts() {
    for (text, want) in [
        ("Example.com", "example.com:0"),
        ("u@h", "h:0"),
        ("::1", "::1:0"),
        ("fe80::1%eth0", "fe80::1:0"),
        ("0x7f.1", "127.0.0.1:0"),
        ("h:22", "unknown"),
        ("h/x", "unknown"),
        ("-h", "unknown"),
        ("u@-h", "unknown"),
    ] {
        assert_eq!(of(parse_host(text)), want, "{text}");
    }
}

#[test]
fn words_of_any_kind() {
    for (text, want) in [
        ("localhost:3000/x", "localhost:3000"),
        ("git@github.com:a/b", "github.com:22"),
        ("github.com:a/b", "github.com:22"),
        ("https://h:8443/x", "h:8443"),
        ("ssh://git@h/x", "h:22"),
        ("example.com", "example.com:80"),
        ("u@h", "h:80"),
        ("file:///x", "file /x"),
        ("-h", "unknown"),
    ] {
        assert_eq!(of(parse_word(text)), want, "{text}");
    }
}

fn sets(lines: &[&str]) -> HostSets {
    let mut set = HostSet::default();
    for line in lines {
        let (list, text) = match line.strip_prefix('!') {
            Some(text) => (&mut set.except, text),
            None => (&mut set.members, *line),
        };
        list.push(match text.strip_prefix('@') {
            Some(name) => HostMember::Set(name.into()),
            None => HostMember::Pattern(HostPattern::parse(text).unwrap()),
        });
    }
    HostSets([("s".to_owned(), set)].into())
}

#[test]
fn membership() {
    use Membership::{Maybe, No, Yes};
    for (lines, url, want) in [
        (&["example.com"][..], "https://example.com/", Yes),
        (&["example.com"], "https://www.example.com/", No),
        (&["*.example.com"], "https://www.example.com/", Yes),
        (&["*.example.com"], "https://a.b.example.com/", Yes),
        (&["*.example.com"], "https://example.com/", No),
        (&["*.example.com"], "https://evilexample.com/", No),
        (&["*.example.com"], "https://example.com.evil.com/", No),
        (&["example.com:443"], "https://example.com/", Yes),
        (&["example.com:443"], "http://example.com/", No),
        (&["ex\u{e4}mple.com"], "https://xn--exmple-cua.com/", Yes),
        (&["loopback"], "http://127.8.9.1/", Yes),
        (&["loopback"], "http://0.0.0.0/", Yes),
        (&["loopback"], "http://x.localhost/", Yes),
        (&["loopback"], "http://128.0.0.1/", No),
        (&["private"], "http://172.31.0.1/", Yes),
        (&["private"], "http://172.32.0.1/", No),
        (&["private"], "http://[fd12::1]/", Yes),
        (&["private"], "http://100.64.0.1/", Yes),
        (&["linklocal"], "http://169.254.1.1/", Yes),
        (&["linklocal"], "http://[fe80::1]/", Yes),
        (&["metadata"], "http://169.254.169.254/latest", Yes),
        (&["metadata"], "http://metadata.google.internal/", Yes),
        (&["metadata"], "http://2852039166/", Yes),
        (&["metadata"], "http://169.254.169.253/", No),
        (&["10.0.0.0/8"], "http://10.9.9.9/", Yes),
        (&["10.0.0.0/8"], "http://11.9.9.9/", No),
        (&["fe80::/10"], "http://[fe81::1]/", Yes),
        (&["1.2.3.4"], "http://1.2.3.4/", Yes),
        (&["*"], "http://x/", Yes),
        (&["*", "!private"], "http://10.0.0.1/", No),
        (&["*.example.com"], "http://{a}/", Maybe),
        (&["*"], "http://{a}/", Yes),
        (&["@nobody"], "http://x/", Maybe),
    ] {
        assert_eq!(sets(lines).judge("s", &parse_url(url)).written, want, "{lines:?} {url}");
    }
}

#[test]
fn names_may_resolve_to_anything() {
    let private = sets(&["private"]).judge("s", &name("evil.com"));
    assert!(!private.possibly_in() && !private.certainly_out() && private.surely_out());
    let public = sets(&["*", "!private"]).judge("s", &name("evil.com"));
    assert!(!public.certainly_in() && public.surely_in());
    let trusted = sets(&["*.github.com"]).judge("s", &name("api.github.com"));
    assert!(trusted.certainly_in());
    let own = sets(&["private"]).judge("s", &name("localhost"));
    assert!(own.certainly_out());
    assert!(sets(&["example.com"]).judge("s", &name("other.com")).certainly_out());
}

#[test]
fn patterns_that_are_refused() {
    for (text, suggestion) in [
        ("", None),
        ("https://example.com/x", Some("example.com")),
        ("example.com/x", Some("example.com")),
        ("10.0.0.1/8", Some("10.0.0.0/8")),
        ("10.0.0.0/33", None),
        ("a*.com", None),
        ("*.*.com", None),
        ("example.com:0", None),
        ("example.com:https", None),
        ("u@example.com", Some("example.com")),
        ("*.1.2.3.4", None),
        ("a b", None),
    ] {
        let error = HostPattern::parse(text).expect_err(text);
        assert_eq!(error.suggestion.as_deref(), suggestion, "{text}");
    }
    for text in ["[::1]:80", "::1", "*:443", "loopback", "localhost:3000"] {
        assert_eq!(HostPattern::parse(text).map(String::from), Ok(text.to_owned()));
    }
}

proptest::proptest! {
    /// No text makes a panic.
    #[test]
    fn total(text in proptest::prelude::any::<String>(), host in "[a-z0-9.:@/%\\[\\]#?\\\\-]{0,12}") {
        for text in [text.clone(), host.clone(), format!("http://{host}"), format!("ssh://{host}/x")] {
            let (url, remote, bare) = (parse_url(&text), parse_remote(&text), parse_host(&text));
            let _ = (&url, &remote, &bare, HostPattern::parse(&text));
            sets(&["private", "!loopback"]).judge("s", &url);
        }
    }
}
