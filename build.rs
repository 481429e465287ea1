//! Embeds `rules/**/*.policy`, so that `use std/…` needs no file at run time, and what the compiler made of the profiles
//! (`rules/built.bin`), as long as it was made of the same texts.

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

/// A number that changes with the texts (FNV-1a).
fn stamp(mut stamp: u64, bytes: &[u8]) -> u64 {
    for byte in bytes {
        stamp = (stamp ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    stamp
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("rules");
    println!("cargo:rerun-if-changed=rules");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut own = 0xcbf2_9ce4_8422_2325;
    let mut text = String::from("/// Name without extension, text.\npub const FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        println!("cargo:rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root)?.with_extension("").to_string_lossy().replace('\\', "/");
        writeln!(text, "    ({name:?}, include_str!({:?})),", file.display().to_string())?;
        own = stamp(stamp(own, name.as_bytes()), &std::fs::read(file)?);
    }
    text.push_str("];\n");
    writeln!(text, "/// Changes with the texts; `rules/built.bin` begins with that of the texts that it was made of.")?;
    writeln!(text, "pub const STAMP: [u8; 8] = {:?};", own.to_le_bytes())?;
    let built = root.join("built.bin");
    let in_step = std::fs::read(&built).is_ok_and(|bytes| bytes.starts_with(&own.to_le_bytes()));
    let bytes =
        if in_step { format!("Some(include_bytes!({:?}))", built.display().to_string()) } else { "None".to_owned() };
    writeln!(text, "const BUILT: Option<&[u8]> = {bytes};")?;
    std::fs::write(PathBuf::from(std::env::var("OUT_DIR")?).join("rules.rs"), text)?;
    Ok(())
}
