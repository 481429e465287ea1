//! Arrows between the rooms of `src/` point one way: a room uses those below it and no other (`ARCHITECTURE.md`).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// From the bottom up; rooms of one line do not know each other, but for those named in [`BESIDE`].
const FLOORS: &[&[&str]] = &[
    &["source"],
    &["table"],
    &["paths", "shell", "patch", "argv", "rules"],
    &["hosts"],
    &["effects", "syntax"],
    &["check", "decide"],
    &["analysis", "compile"],
    &["session", "lint"],
    &["agents", "store"],
    &["cli"],
];

/// What one room knows of another on its own floor.
const BESIDE: &[(&str, &str)] = &[];

/// The Rust files below a directory that are part of the program; tests may look up.
fn sources(below: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match (path.is_dir(), name.as_str()) {
            (true, "tests") | (false, "tests.rs" | "testing.rs") => {}
            (true, _) => sources(&path, found),
            (false, _) => found.push(path),
        }
    }
}

#[test]
fn arrows_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let floors: BTreeMap<&str, usize> =
        FLOORS.iter().enumerate().flat_map(|(floor, rooms)| rooms.iter().map(move |room| (*room, floor))).collect();
    let mut files = Vec::new();
    sources(&root, &mut files);
    let (mut upward, mut uses) = (Vec::new(), 0);
    for file in files {
        let inside = file.strip_prefix(&root).unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if ["lib", "main"].contains(&room) {
            continue;
        }
        let own = *floors.get(room).unwrap_or_else(|| panic!("the room `{room}` stands on no floor"));
        for (line, text) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            let code = text.split("//").next().unwrap();
            for used in code.split("crate::").skip(1) {
                let used: String = used.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let Some(floor) = floors.get(used.as_str()) else { continue };
                uses += 1;
                if used != room && *floor >= own && !BESIDE.contains(&(room, used.as_str())) {
                    upward.push(format!("{}:{}: `{room}` uses `{used}`", inside.display(), line + 1));
                }
            }
        }
    }
    assert!(uses > 300, "only {uses} uses were found");
    assert!(upward.is_empty(), "{}", upward.join("\n"));
}
