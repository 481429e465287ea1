//! Embeds `rules/**/*.policy`, so that `use std/…` needs no file at run time.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn collect(dir: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "policy") {
            out.push(path);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("rules");
    println!("cargo:rerun-if-changed=rules");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut text = String::from("/// Name without extension, text.\npub const FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root)?.with_extension("").to_string_lossy().replace('\\', "/");
        writeln!(text, "    ({name:?}, include_str!({:?})),", file.display().to_string())?;
    }
    text.push_str("];\n");
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("rules.rs"), text)?;
    Ok(())
}
