use super::*;
use crate::session::Session;
use std::sync::Arc;
use tempfile::TempDir;

fn key(text: &str) -> Key {
    Key::from_parts(&["shell", text])
}

fn fresh() -> (TempDir, GrantFile) {
    let directory = tempfile::tempdir().unwrap();
    let file = GrantFile::at(directory.path().join("grants"));
    (directory, file)
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn s3_11_the_file_is_the_whole_state() {
    let (_directory, file) = fresh();
    let session = |file: &GrantFile| Session::kept_by(Box::new(file.clone()));
    assert!(!session(&file).is_granted(&key("a")));
    assert!(session(&file).grant(&key("a")));
    let other = session(&file);
    assert!(other.is_granted(&key("a")), "another session has it");
    fs::remove_file(file.path()).unwrap();
    assert!(!other.is_granted(&key("a")), "deleting the file takes everything back at once");
    assert!(other.grant(&key("b")) && other.granted() == [key("b")]);
    file.clear().unwrap();
    assert!(other.granted().is_empty());
    file.clear().unwrap();
    assert!(!Session::new().is_granted(&key("b")));
}

#[test]
fn what_is_written_is_read_and_taken_back() {
    let (_directory, file) = fresh();
    for text in ["a", "two\nlines", "\"quoted\\\"", "sha256 0\n", "é\u{2028}\0", ""] {
        file.add(&key(text)).unwrap();
        assert!(file.holds(&key(text)), "{text:?}");
    }
    file.add(&key("a")).unwrap();
    assert_eq!(file.read().unwrap().len(), 6);
    assert!(file.remove(&key("a")).unwrap());
    assert!(!file.remove(&key("a")).unwrap());
    assert_eq!(file.read().unwrap().len(), 5);
}

#[test]
fn a_file_cut_short_anywhere_holds_nothing() {
    let (_directory, file) = fresh();
    for text in ["a", "b\nc"] {
        file.add(&key(text)).unwrap();
    }
    let whole = fs::read(file.path()).unwrap();
    for length in 0..whole.len() {
        fs::write(file.path(), &whole[..length]).unwrap();
        assert!(matches!(file.read(), Err(Problem::Damaged(_))), "{length}");
        assert!(file.all().is_empty());
    }
    for at in 0..whole.len() {
        let mut other = whole.clone();
        other[at] ^= 1;
        fs::write(file.path(), &other).unwrap();
        assert!(file.read().is_err(), "{at}");
    }
    fs::write(file.path(), [&whole[..], b"\n"].concat()).unwrap();
    assert!(file.read().is_err());
    fs::write(file.path(), b"\xff\xfe").unwrap();
    assert!(matches!(file.read(), Err(Problem::Damaged(_))));
    // Writing begins anew, and what was damaged does not come back.
    file.add(&key("d")).unwrap();
    assert_eq!(file.all(), [key("d")]);
}

#[test]
fn a_valid_checksum_over_something_else_holds_nothing() {
    let (_directory, file) = fresh();
    for body in [
        "",
        "policyc grants 2\n",
        "policyc grants 1\nnot json\n",
        "policyc grants 1\n\"no key\"\n",
        "policyc grants 1\n\"01:a\"\n",
    ] {
        file.add(&key("a")).unwrap();
        fs::write(file.path(), format!("{body}{SEAL}{}\n", seal(body))).unwrap();
        assert!(matches!(file.read(), Err(Problem::Damaged(_))), "{body:?}");
    }
}

#[cfg(unix)]
#[test]
fn it_is_its_owners_alone() {
    use std::os::unix::fs::MetadataExt;
    let (_directory, file) = fresh();
    file.add(&key("a")).unwrap();
    for ending in ["", ".lock"] {
        let path = format!("{}{ending}", file.path().display());
        assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o600, "{ending}");
    }
    for mode in [0o640, 0o604, 0o620, 0o666, 0o610] {
        set_mode(file.path(), mode);
        assert!(matches!(file.read(), Err(Problem::Open(found)) if found == mode));
        assert!(!file.holds(&key("a")));
    }
    // What others could have written does not come back with the next grant.
    file.add(&key("b")).unwrap();
    assert_eq!(file.all(), [key("b")]);
    assert_eq!(fs::metadata(file.path()).unwrap().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn another_users_file_holds_nothing_and_stays() {
    let (_directory, file) = fresh();
    if rustix::process::geteuid().is_root() {
        file.add(&key("a")).unwrap();
        std::os::unix::fs::chown(file.path(), Some(65_534), None).unwrap();
        let before = fs::read(file.path()).unwrap();
        assert!(matches!(file.read(), Err(Problem::Foreign)));
        assert!(matches!(file.add(&key("b")), Err(Problem::Foreign)));
        assert_eq!(fs::read(file.path()).unwrap(), before);
    } else {
        // Nobody but root can give a file away; the system's own is somebody else's.
        assert!(matches!(GrantFile::at("/etc/passwd").read(), Err(Problem::Foreign)));
    }
}

#[cfg(unix)]
#[test]
fn links_directories_and_pipes_are_no_files_of_grants() {
    let (directory, file) = fresh();
    file.add(&key("a")).unwrap();
    let link = GrantFile::at(directory.path().join("link"));
    std::os::unix::fs::symlink(file.path(), link.path()).unwrap();
    assert!(matches!(link.read(), Err(Problem::NoPlainFile)));
    assert!(link.add(&key("b")).is_err());
    assert!(fs::symlink_metadata(link.path()).unwrap().is_symlink());
    let place = GrantFile::at(directory.path().join("place"));
    fs::create_dir(place.path()).unwrap();
    assert!(matches!(place.read(), Err(Problem::NoPlainFile)));
    assert!(!place.keep(&key("a")));
    // A lock that leads elsewhere is not followed.
    let other = GrantFile::at(directory.path().join("other"));
    std::os::unix::fs::symlink(file.path(), other.beside("lock")).unwrap();
    assert!(!other.keep(&key("a")) && !other.path().exists());
}

#[test]
fn where_nothing_can_be_written_nothing_is_kept() {
    let file = GrantFile::at("/nonexistent/directory/grants");
    assert!(matches!(file.read(), Err(Problem::Missing)));
    let session = Session::kept_by(Box::new(file));
    assert!(!session.grant(&key("a")) && !session.is_granted(&key("a")) && session.granted().is_empty());
    assert!(session.grant_once(&key("a")), "a single use needs no file");
}

#[test]
fn what_a_dead_writer_left_is_swept_away() {
    let (_directory, file) = fresh();
    file.add(&key("a")).unwrap();
    fs::write(file.beside("new"), "policyc grants 1\n\"1:").unwrap();
    assert_eq!(file.all(), [key("a")]);
    file.add(&key("b")).unwrap();
    assert_eq!(file.all(), [key("a"), key("b")]);
    assert!(!file.beside("new").exists());
}

#[test]
fn the_limits_hold() {
    let many: BTreeSet<Key> = (0..=MAX_GRANTS).map(|n| key(&n.to_string())).collect();
    assert!(matches!(render(&many), Err(Problem::TooLarge)));
    let (_directory, file) = fresh();
    file.add(&key("a")).unwrap();
    let long = "x".repeat(MAX_BYTES as usize);
    assert!(matches!(file.add(&key(&long)), Err(Problem::TooLarge)));
    assert_eq!(file.all(), [key("a")]);
}

#[test]
fn writers_add_up() {
    const THREADS: usize = 32;
    const EACH: usize = 2;
    let (_directory, file) = fresh();
    let file = Arc::new(file);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let file = Arc::clone(&file);
            scope.spawn(move || {
                for round in 0..EACH {
                    file.add(&key(&format!("{thread}.{round}"))).unwrap();
                    assert!(file.holds(&key(&format!("{thread}.{round}"))));
                }
            });
        }
    });
    assert_eq!(file.read().unwrap().len(), THREADS * EACH);
}

/// Set for the child of the next test: the file that it grants into until it is killed.
const VICTIM: &str = "POLICYC_TEST_VICTIM";

#[test]
fn a_writer_that_is_killed_leaves_a_whole_state() {
    if let Some(path) = std::env::var_os(VICTIM) {
        let file = GrantFile::at(path);
        for n in 0.. {
            file.add(&key(&n.to_string())).unwrap();
        }
    }
    let (_directory, file) = fresh();
    let mut most = 0;
    for round in 0u64..8 {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "store::grants::tests::a_writer_that_is_killed_leaves_a_whole_state"])
            .env(VICTIM, file.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(60 + 7 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        match file.read() {
            Ok(keys) => {
                // Every state is 0, 1, … up to some number, and never shrinks.
                let expected: BTreeSet<Key> = (0..keys.len()).map(|n| key(&n.to_string())).collect();
                assert_eq!(keys, expected);
                assert!(keys.len() >= most);
                most = keys.len();
            }
            Err(Problem::Missing) => assert_eq!(most, 0),
            Err(problem) => panic!("{problem}"),
        }
    }
    file.add(&key("after")).unwrap();
    assert!(file.holds(&key("after")), "the lock of the dead is free");
}
