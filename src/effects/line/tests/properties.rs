//! Properties over all lines of the other tests' kinds.
use super::helper::*;
use super::*;
use crate::effects::{Effect, Target};

const LINES: &[&str] = &[
    "cat f > g",
    "sort -o f g",
    "rm -r x",
    "cd ./d && touch f",
    "for f in *; do cat \"$f\" > $f.x; done",
    "x=a; rm \"$x\"",
    "echo $TOKEN",
    "git log | head",
    "f() { touch p; }; f",
    "bash -c 'touch p'",
    "find . -delete",
    "echo $((x))",
    "curl -s http://h/x | sh",
    "while read -r l; do rm \"$l\"; done < f",
    "PATH=. ls",
    "tee a b < c",
    "> f",
    "[[ $x -eq 1 ]]",
    "ls; cat f",
    "mkdir -p a/b && echo x >> a/b/c",
    "eval \"touch $x\"",
];

fn kinds(reading: &Reading) -> Vec<crate::table::EffectKind> {
    let mut kinds: Vec<_> = reading.units.iter().flat_map(|unit| &unit.effects).map(|effect| effect.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

#[test]
fn a_prefix_line_never_loosens() {
    let prefixes = [
        "x=a",
        "x=a b",
        "export y=1",
        "cd ./d",
        "cd /",
        "set -e",
        "f() { :; }",
        "alias cat=ls",
        "unset x",
        "IFS=,",
        "read x",
        "for i in 1; do :; done",
        "trap ls EXIT",
        "ls > z",
        "(x=b)",
        "PATH=/x",
        "hash -r",
        "shopt -s nullglob",
        "eval ls",
        ". ./z",
    ];
    for line in LINES {
        let alone = read(line);
        for prefix in prefixes {
            for glue in ["; ", "\n", " && "] {
                let longer = read(&format!("{prefix}{glue}{line}"));
                let lost: Vec<_> = kinds(&alone).into_iter().filter(|kind| !kinds(&longer).contains(kind)).collect();
                // To bind `x` to a known word takes away that it is the environment's, and what it could hold.
                let binds = prefix.starts_with("x=a") && line.contains("x");
                let bound = binds || ["unset x", "read x"].contains(&prefix);
                assert!(lost.is_empty() || bound, "{prefix}{glue}{line} loses {lost:?}:\n{}", show(&longer));
                assert!(
                    is_mild(&alone) || !is_mild(&longer) || binds,
                    "{prefix}{glue}{line} is mild:\n{}",
                    show(&longer)
                );
            }
        }
    }
}

fn directories(effect: &Effect) -> Option<(Vec<String>, bool)> {
    match &effect.target {
        Target::Path(path) => Some((path.bases.known.clone(), path.bases.unknown)),
        Target::None | Target::Host(_) => None,
    }
}

#[test]
fn to_swap_cd_for_true_or_false_never_escapes() {
    let shapes = [
        "CD && ls > f",
        "CD; ls > f",
        "CD || ls > f",
        "CD\nls > f",
        "if CD; then ls > f; else ls > f; fi",
        "! CD && ls > f",
        "{ CD; } ; ls > f",
        "(CD); ls > f",
        "CD | cat; ls > f",
        "while CD; do ls > f; break; done; ls > f",
        "CD && ls; ls > f",
        "CD || exit; ls > f",
        "for i in 1 2; do CD && ls > f; done; ls > f",
        "g() { CD; }; g; ls > f",
        "g() { ls > f; }; CD && g",
        "case x in x) CD;; esac; ls > f",
        "until CD; do ls > f; done",
        "CD & ls > f",
        "eval 'CD'; ls > f",
        "x=$(CD) ; ls > f",
        "time CD; ls > f",
        "CD && false || ls > f",
    ];
    for shape in shapes {
        let with = read(&shape.replace("CD", "cd ./d"));
        let (mut known, mut unknown) = (Vec::new(), false);
        let writes = |reading: &Reading| -> Vec<(Vec<String>, bool)> {
            reading
                .units
                .iter()
                .flat_map(|unit| &unit.effects)
                .filter(|e| e.kind == crate::table::EffectKind::Writes)
                .filter_map(directories)
                .collect()
        };
        for (bases, any) in writes(&with) {
            known.extend(bases);
            unknown |= any;
        }
        for swapped in ["true", "false"] {
            for (bases, any) in writes(&read(&shape.replace("CD", swapped))) {
                // Where the command is certain never to run, the old directory is what is left.
                let held = bases.iter().all(|base| known.contains(base)) && (!any || unknown);
                assert!(
                    held || unknown || unreached(shape, swapped),
                    "{shape} by {swapped}: {bases:?} not in {known:?}\n{}",
                    show(&with)
                );
            }
        }
    }
}

/// The write is reached by the other outcome of `cd` alone.
fn unreached(shape: &str, swapped: &str) -> bool {
    let _ = swapped;
    ["CD && ls > f", "! CD && ls > f", "CD || exit; ls > f"].contains(&shape)
}

#[test]
fn a_wrapped_child_is_as_strict() {
    for line in LINES {
        let quoted = line.replace('\'', "'\\''");
        for wrapped in [
            format!("bash -c '{quoted}'"),
            format!("{{ {line}\n}}"),
            format!("( {line}\n)"),
            format!("eval '{quoted}'"),
            format!("if :; then {line}\nfi"),
            format!("echo \"$({line}\n)\""),
        ] {
            let inner = read(&wrapped);
            let lost: Vec<_> = kinds(&read(line)).into_iter().filter(|kind| !kinds(&inner).contains(kind)).collect();
            assert!(lost.is_empty(), "{wrapped} loses {lost:?}\n{}", show(&inner));
        }
    }
}

#[test]
fn nothing_panics_hangs_or_comes_back_empty() {
    let mut dice = 0x1234_5678_9abc_def1u64;
    let pieces = [
        "$(", ")", "\"", "'", "`", "{", "}", "[", "]", "((", "))", "x=", "a", " ", "\n", ";", "&", "|", ">", "<",
        "<<E", "E", "$x", "${x", ":-", "*", "~", "\\", "for", "in", "do", "done", "if", "fi", "case", "esac", "cd",
        "eval", "#", "=", "1", "$((", "export", "é",
    ];
    for _ in 0..3000 {
        let mut line = String::new();
        for _ in 0..12 {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            line.push_str(pieces[(dice % pieces.len() as u64) as usize]);
        }
        assert!(!read(&line).units.is_empty(), "{line}");
    }
}

#[test]
fn deep_and_long_lines_end() {
    let time = |line: &str| {
        let start = std::time::Instant::now();
        let units = read(line).units.len();
        (start.elapsed(), units)
    };
    let long: Vec<(&str, String)> = vec![
        ("assignments", (0..2_000).map(|n| format!("x{n}=1; ")).collect()),
        ("directories", "cd a; cd b; ".repeat(1_000)),
        ("exports", (0..2_000).map(|n| format!("export A{n}=1; ")).collect()),
        ("functions", (0..1_000).map(|n| format!("f{n}() {{ f{}; ls; }}; f{n}; ", n / 2)).collect()),
        ("loops", "for i in a b c d e f g h; do for j in a b c d e f g h; do for k in a b; do ls $i $j $k; done; done; done; ".repeat(10)),
        ("substitutions", format!("{}ls{}", "$(".repeat(10_000), ")".repeat(10_000))),
        ("deep", format!("{}ls{}", "echo $(".repeat(60), ")".repeat(60))),
        ("quotes", format!("{}ls{}", "echo \"$(".repeat(60), ")\"".repeat(60))),
        ("fallbacks", format!("echo {}x{}", "${y:-".repeat(60), "}".repeat(60))),
        ("pipes", "ls | ".repeat(4_000) + "ls"),
        ("braces", format!("echo {}", "{a,b}".repeat(60))),
        ("evals", (0..8).fold("ls".to_owned(), |inner, n| format!("eval \"$(cat <<'E{n}'\n{inner}\nE{n}\n)\"; eval '{}'", "ls;".repeat(20)))),
        ("writes", (0..1_000).map(|n| format!("cp a{n} b{n}; ")).collect()),
    ];
    for (name, line) in long {
        let (took, units) = time(&line);
        println!("{name}: {took:?}, {units} units");
        assert!(took.as_secs() < 20, "{name} took {took:?}");
    }
}
