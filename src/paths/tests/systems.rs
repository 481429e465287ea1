use super::*;
use Membership::{Maybe, No, Yes};

/// Each row with what says so.
#[test]
fn windows() {
    let naming = "Naming Files, Paths, and Namespaces";
    let formats = "File path formats on Windows systems";
    for (globs, path, want, source) in [
        (&[r"C:\Users\**"][..], r"c:\users\x", Yes, naming),
        (&[r"C:\Users\**"], "C:/USERS/x", Yes, naming),
        (&[r"C:\Users\**"], r"C:\Users2\x", No, naming),
        (&[r"C:\Users\**"], r"D:\Users\x", No, naming),
        (&[r"C:\a\.env"], r"C:\a\.env.", Yes, naming),
        (&[r"C:\a\.env"], r"C:\a\.env. . ", Yes, naming),
        (&[r"C:\a\.env"], r"C:\a \.env", Yes, naming),
        (&["**/.env"], r"C:\a\.ENV", Yes, naming),
        (&["**/.env"], r"C:\a\.env::$DATA", Maybe, "[MS-FSCC] 2.1.5"),
        (&["**/.env"], r"C:\a\x:.env", Maybe, "[MS-FSCC] 2.1.5"),
        (&["**/.git/**"], r"C:\a\.git::$INDEX_ALLOCATION\hooks", Maybe, "CVE-2019-1352"),
        (&["**/.git/**"], r"C:\a\GIT~1\hooks", Maybe, "CVE-2014-9390"),
        (&["{workspace}/**"], r"C:\w\GIT~1\hooks", Yes, "8.3 names stay in their directory"),
        (&["{workspace}/**"], "con", Maybe, naming),
        (&["{workspace}/**"], "con.txt", Maybe, naming),
        (&["{workspace}/**"], "Com1", Maybe, naming),
        (&["{workspace}/**"], "COM¹", Maybe, naming),
        (&["{workspace}/**"], "lpt9.tar.gz", Maybe, naming),
        (&["{workspace}/**"], "aux .x", Maybe, naming),
        (&["{workspace}/**"], "nul.txt", Maybe, naming),
        (&["{workspace}/**"], "CONIN$", Maybe, naming),
        (&["{workspace}/**"], "console", Yes, "near miss"),
        (&["{workspace}/**"], "com10", Yes, "near miss"),
        (&["{workspace}/**"], "x.con", Yes, "near miss"),
        (&["{workspace}/**"], "NUL", No, naming),
        (&["/dev/null"], r"C:\w\nul", Yes, naming),
        (&["/dev/null"], "/dev/null", Yes, "a shell's null device is not on a drive"),
        (&["{workspace}/**"], r"\\?\C:\w\x", Maybe, formats),
        (&["{workspace}/**"], r"\\.\C:\w\x", Maybe, formats),
        (&["{workspace}/**"], r"\\host\share\x", Maybe, formats),
        (&["{workspace}/**"], "//host/share/x", Maybe, formats),
        (&["{workspace}/**"], r"C:x", Maybe, formats),
        (&["{workspace}/**"], r"C:", Maybe, formats),
        (&["{workspace}/**"], r"\w\x", Maybe, formats),
        (&["**/.env"], r"\w\.env", Yes, "whatever the drive"),
        (&["{workspace}/**"], "/c/w/x", Maybe, "a shell on Windows mounts drives as directories"),
        (&["{workspace}/**"], r"a\b", Yes, formats),
        (&["{workspace}/**"], r"a<b", Maybe, naming),
        (&["{workspace}/**"], "...", Maybe, naming),
        (&[r"C:\"], r"C:\", Yes, formats),
        (&["/etc/**"], r"D:\etc\x", Yes, "a rooted glob stands for every drive"),
        (&["/etc/**"], r"D:\x\etc\x", No, "a rooted glob stands for every drive"),
        (&["~/.ssh/**"], r"C:\HOME\u\.SSH\id", Yes, naming),
    ] {
        assert_eq!(ask(Os::Windows, globs, &PathValue::known(path)), want, "{globs:?} {path} ({source})");
    }
    let up = |path: &str| judge_with(facts(Os::Windows), &["{workspace}/**"], &PathValue::known(path)).lexical;
    assert_eq!(up(r"C:\..\w\x"), Yes);
    assert_eq!(up(r"a\..\b"), Yes);
    assert_eq!(up(r"..\b"), No);
    assert_eq!(ask(Os::Windows, &["{workspace}/**"], &PathValue::glob("*.txt")), Yes);
    assert_eq!(ask(Os::Windows, &["{workspace}/**"], &PathValue::glob("C:/*/x")), Maybe);
    assert_eq!(ask(Os::Windows, &["**/.env"], &PathValue::glob(".EN*")), Maybe);
}

#[test]
fn mac_os() {
    for (globs, path, want) in [
        (&["~/.ssh/**"][..], "/HOME/U/.SSH/id", Yes),
        (&["/tmp/**"], "/private/tmp/x", Yes),
        (&["/private/tmp/**"], "/tmp/x", Yes),
        (&["/private/**"], "/etc/hosts", Yes),
        (&["/private/**"], "/usr/x", No),
        (&["/tmp/**"], "/private/tmpx", No),
        (&["/*/hosts"], "/etc/hosts", Yes),
        (&["/*/hosts"], "/private/etc/hosts", Yes),
        (&["/etc/**"], "/System/Volumes/Data/private/etc/x", Yes),
        (&["/Users/**"], "/System/Volumes/Data/Users/x", Yes),
        (&["/Users/**"], "/System/Volumes/Other/Users/x", No),
        (&["**/caf\u{e9}"], "/x/cafe\u{301}", Yes),
        (&["**/cafe\u{301}"], "/x/CAF\u{c9}", Yes),
        (&["**/cafe"], "/x/cafe\u{301}", No),
        (&["**/.git/**"], "/x/.g\u{200c}it/hooks", Maybe),
        (&["**/strasse"], "/x/stra\u{df}e", Maybe),
        (&["**/kube"], "/x/\u{212a}ube", Maybe),
        (&["**/[A-C]x"], "/x/bX", Yes),
        (&["/Users/**"], "/.vol/1/2", Maybe),
        (&["/tmp/[A-Z]*"], "/tmp/ab", Yes),
    ] {
        let judgement = judge_with(facts(Os::MacOs), globs, &PathValue::known(path));
        assert_eq!(judgement.lexical, want, "{globs:?} {path}");
    }
    let up = judge_with(facts(Os::MacOs), &["/private/x"], &PathValue::known("/tmp/../x"));
    assert_eq!(up.lexical, Yes, "`..` leaves the directory that the alias leads to");
    for (globs, pattern, want) in [
        (&["/etc/passwd"][..], "/e*/passwd", Maybe),
        (&["/etc/passwd"], "/[u]*/passwd", No),
        (&["/private/etc/passwd"], "/*/passw?", Maybe),
    ] {
        assert_eq!(judge_with(facts(Os::MacOs), globs, &PathValue::glob(pattern)).lexical, want, "{globs:?} {pattern}");
    }
}

#[test]
fn linux_bytes_and_magic() {
    assert_eq!(linux(&["**/.env"], "/x/.ENV"), No);
    assert_eq!(linux(&["**/caf\u{e9}"], "/x/cafe\u{301}"), No);
    for (path, want) in [
        ("/proc/self/root/etc/x", Maybe),
        ("/proc/1/cwd/x", Maybe),
        ("/proc/thread-self/cwd", Maybe),
        ("/proc/self/task/9/root/x", Maybe),
        ("/proc/self/fd/7", Maybe),
        ("/proc/self/exe", Maybe),
        ("/dev/fd/3", Maybe),
        ("/proc/self/cwd/../x", Maybe),
        ("/dev/fd/../root/x", Maybe),
        ("/proc/self/fd/7/../x", Maybe),
        ("/dev/fd/2/x", Maybe),
        ("/dev/fd/2", No),
        ("/proc/self/fd/1", No),
        ("/proc/cpuinfo", No),
        ("/proc/self/status", No),
        ("/proc/self/fd", No),
    ] {
        let judgement = judge_with(facts(Os::Linux), &["/etc/**"], &PathValue::known(path));
        assert_eq!((judgement.lexical, judgement.resolved), (want, want), "{path}");
        assert!(!path.contains("..") || judgement.possibly_in(), "{path}");
        assert!(path.contains("..") || judgement.written == No, "{path}");
    }
    for (pattern, want) in
        [("/proc/*/root/etc/x", Maybe), ("/p*/self/cwd/x", Maybe), ("/proc/**/x", Maybe), ("/proc/*/status", No)]
    {
        assert_eq!(judge_with(facts(Os::Linux), &["/etc/**"], &PathValue::glob(pattern)).lexical, want, "{pattern}");
    }
    assert_eq!(linux(&["/etc/**"], "a\0b"), Maybe);
    assert_eq!(linux(&["/w/a/b"], "//w///a/./b/"), Yes);
    assert_eq!(linux(&["/w/a/b"], &"a/".repeat(5000)), Maybe);
}
