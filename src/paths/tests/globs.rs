use super::*;
use PathGlobErrorKind as Kind;

#[test]
fn literals_that_are_refused() {
    for (text, kind, offset, suggestion) in [
        ("", Kind::Empty, 0, None),
        ("src/**", Kind::Relative, 0, Some("{workspace}/src/**")),
        ("./src", Kind::Relative, 0, Some("{workspace}/src")),
        ("*.rs", Kind::Relative, 0, Some("{workspace}/*.rs")),
        ("../x", Kind::DotDot, 0, None),
        ("/a/../b", Kind::DotDot, 3, None),
        ("~/..", Kind::DotDot, 2, None),
        ("/a/./b", Kind::NotNormal, 1, Some("/a/b")),
        ("/a//b", Kind::NotNormal, 1, Some("/a/b")),
        ("/a/", Kind::NotNormal, 1, Some("/a")),
        ("//a", Kind::NotNormal, 0, Some("/a")),
        ("~/", Kind::NotNormal, 1, Some("~")),
        ("~root/x", Kind::OtherHome, 0, None),
        ("C:/x", Kind::OnlyWindows, 0, None),
        (r"\\host\x", Kind::NeverKnown, 0, None),
        (r"~\x", Kind::OnlyWindows, 1, Some("~/x")),
        ("/a**", Kind::GluedDoubleStar, 1, Some("/a*")),
        ("/a/[x", Kind::BadClass, 3, None),
        ("/a/[z-a]", Kind::BadClass, 3, None),
        ("/a/{b}", Kind::BadBraces, 3, None),
        ("/a/b}", Kind::BadBraces, 4, None),
        ("/a/{b,c", Kind::BadBraces, 3, None),
        ("{work space}/x", Kind::BadBraces, 0, None),
        ("{tmp}x", Kind::BadBraces, 0, None),
        ("/a\nb", Kind::Control, 2, None),
    ] {
        let error = PathGlob::parse(text, None).expect_err(text);
        assert_eq!((error.kind, error.suggestion.as_deref()), (kind, suggestion), "{text}");
        assert!(error.offset.abs_diff(offset) <= 2, "{text}: {}", error.offset);
        if let Some(suggestion) = suggestion {
            assert!(PathGlob::parse(suggestion, None).is_ok(), "{suggestion}");
        }
    }
    assert_eq!(PathGlob::parse(&format!("/{}", "a".repeat(511)), None).map(|_| ()), Ok(()));
    assert_eq!(PathGlob::parse(&format!("/{}", "a".repeat(512)), None).unwrap_err().kind, Kind::TooLong);
    let groups = |count: usize| format!("/{}", "{a,b}".repeat(count));
    assert!(PathGlob::parse(&groups(6), None).is_ok());
    assert_eq!(PathGlob::parse(&groups(7), None).unwrap_err().kind, Kind::TooLong);
    let nested = |depth: usize| format!("/{}a{}", "{b,".repeat(depth), "}".repeat(depth));
    assert!(PathGlob::parse(&nested(8), None).is_ok());
    assert_eq!(PathGlob::parse(&nested(20), None).unwrap_err().kind, Kind::BadBraces);
}

#[test]
fn literals_that_are_taken() {
    for (text, anchor) in [
        ("/", Anchor::Root),
        ("/etc/**", Anchor::Root),
        ("~", Anchor::Home),
        ("~/.ssh/**", Anchor::Home),
        ("{workspace}", Anchor::Workspace),
        ("{workspace}/**", Anchor::Workspace),
        ("{cwd}/x", Anchor::Cwd),
        ("{tmp}/**", Anchor::Tmp),
        ("{agent_home}/**", Anchor::Fact("agent_home".into())),
        ("**", Anchor::Anywhere),
        ("**/*.pem", Anchor::Anywhere),
        ("/a/{b,c}", Anchor::Root),
        ("/a/[]x]", Anchor::Root),
    ] {
        let glob = PathGlob::parse(text, None).expect(text);
        assert_eq!((glob.anchor(), glob.text()), (&anchor, text));
    }
    let windows = PathGlob::parse(r"C:\Users\**", Some(Os::Windows)).unwrap();
    assert_eq!(windows.anchor(), &Anchor::Drive('c'));
    assert_eq!(PathGlob::parse("C:x", Some(Os::Windows)).unwrap_err().kind, Kind::NeverKnown);
    assert_eq!(PathGlob::parse(r"C:\a\f:s", Some(Os::Windows)).unwrap_err().kind, Kind::NeverKnown);
}
