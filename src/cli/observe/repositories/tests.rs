#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use super::git_directory;
use std::path::Path;

fn make(root: &Path, directories: &[&str], files: &[(&str, &str)]) {
    for directory in directories {
        std::fs::create_dir_all(root.join(directory)).expect("a scratch directory");
    }
    for (file, text) in files {
        std::fs::write(root.join(file), text).expect("a scratch file");
    }
}

#[test]
fn the_nearest_repository_is_obeyed() {
    let scratch = tempfile::tempdir().unwrap();
    let root = scratch.path().canonicalize().unwrap();
    make(
        &root,
        &[
            "w/.git/modules/sub",
            "w/src/deep",
            "w/nested/.git",
            "w/bare/objects",
            "w/bare/refs",
            "w/sub",
            "w/linked",
            "none",
        ],
        &[("w/bare/HEAD", "ref: x"), ("w/sub/.git", "gitdir: ../.git/modules/sub\n"), ("w/linked/.git", "nonsense")],
    );
    std::os::unix::fs::symlink(root.join("w/nested"), root.join("w/link")).unwrap();
    let found = |directory: &str| {
        let found = git_directory(root.join(directory).to_str().unwrap());
        found.strip_prefix(root.to_str().unwrap()).unwrap_or(&found).to_owned()
    };
    assert_eq!(found("w"), "/w/.git");
    assert_eq!(found("w/src/deep"), "/w/.git");
    assert_eq!(found("w/nested"), "/w/nested/.git");
    assert_eq!(found("w/link"), "/w/nested/.git");
    assert_eq!(found("w/bare"), "/w/bare");
    assert_eq!(found("w/bare/refs"), "/w/bare");
    assert_eq!(found("w/sub"), "/w/.git/modules/sub");
    assert_eq!(found("w/linked"), "/w/linked/.git");
    assert_eq!(found("w/missing"), "/w/.git");
}
