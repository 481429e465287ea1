//! The corpus, and seeded mutations of it.

#![allow(dead_code, reason = "shared by several tests, each of which uses a part")]

use std::path::PathBuf;

/// A small deterministic generator (xorshift64*).
pub struct Random(u64);

/// What is inserted: the characters that decide how a text is cut, and some that do not.
const PIECES: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n",
    "\t",
    ";",
    ";;",
    ";&",
    "&",
    "&&",
    "|",
    "||",
    "|&",
    "(",
    ")",
    "((",
    "))",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    "<",
    ">",
    ">>",
    "<<",
    "<<-",
    "<<<",
    "<>",
    ">|",
    "&>",
    "&>>",
    ">&",
    "<&",
    ">&-",
    "2>&1",
    "$",
    "$(",
    "${",
    "$((",
    "`",
    "'",
    "\"",
    "$'",
    "$\"",
    "\\",
    "\\\n",
    "#",
    " #",
    "!",
    " ! ",
    "*",
    "?",
    "~",
    "=",
    "+=",
    ":",
    ",",
    "..",
    "{a,b}",
    "{1..3}",
    "a=(",
    "=(",
    "-",
    "@",
    "%",
    "if ",
    "then ",
    "else ",
    "elif ",
    "fi",
    "for ",
    "in ",
    "do ",
    "done",
    "case ",
    "esac",
    "while ",
    "until ",
    "select ",
    "function ",
    "time ",
    "coproc ",
    "EOF",
    "EOF\n",
    "<<EOF\n",
    "<<'EOF'\n",
    "$x",
    "${x}",
    "${x:-",
    "${x//",
    "${#x}",
    "${!x}",
    "x",
    "1",
    "0",
    "é",
    "<(",
    ">(",
    "@(",
    "!(",
    "f()",
    "()",
    "[1]=",
    "{fd}>",
    "declare ",
    "local ",
    "eval ",
    "\r",
    "=~ ",
    "== ",
    "-f ",
];

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { (self.next() >> 11) as usize % limit }
    }

    fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

/// A file or the folder of the corpus.
pub fn corpus_path(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/shell")).join(name)
}

/// All commands of the corpus.
pub fn corpus() -> Vec<String> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(corpus_path("")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut commands = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "jsonl")) {
        let text = std::fs::read_to_string(file).unwrap();
        commands.extend(text.lines().map(|line| serde_json::from_str::<String>(line).unwrap()));
    }
    commands
}

/// A number from the environment.
pub fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|value| value.parse().unwrap())
}

/// Pieces in any order: what no corpus holds.
fn soup(random: &mut Random) -> String {
    let mut text = String::new();
    for _ in 0..2 + random.below(14) {
        text.push_str(PIECES[random.below(PIECES.len())]);
        if random.below(3) == 0 {
            text.push_str([" ", "\n", "a", "; ", " b "][random.below(5)]);
        }
    }
    text
}

/// A text of the corpus with one to four changes; one in six is made of pieces alone.
pub fn mutate(random: &mut Random, corpus: &[String]) -> String {
    if random.below(6) == 0 {
        return soup(random);
    }
    let mut text = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(4) {
        let (a, b) = (random.boundary(&text), random.boundary(&text));
        let (start, end) = (a.min(b), a.max(b));
        match random.below(8) {
            0..=2 => text.insert_str(start, PIECES[random.below(PIECES.len())]),
            3 => drop(text.drain(start..text.ceil_boundary(start + 1 + random.below(3)))),
            4 => {
                let end = text.ceil_boundary(start + 1);
                text.replace_range(start..end, PIECES[random.below(PIECES.len())]);
            }
            5 if end - start < 60 => {
                let copy = text[start..end].to_owned();
                let at = random.boundary(&text);
                text.insert_str(at, &copy);
            }
            6 if end - start < 30 => drop(text.drain(start..end)),
            7 => {
                let other = &corpus[random.below(corpus.len())];
                let (c, d) = (random.boundary(other), random.boundary(other));
                let piece = &other[c.min(d)..c.max(d)];
                if piece.len() < 80 {
                    text.insert_str(start, piece);
                }
            }
            _ => {}
        }
    }
    text.retain(|char| char != '\0');
    text
}

trait Boundary {
    fn ceil_boundary(&self, at: usize) -> usize;
}

impl Boundary for String {
    fn ceil_boundary(&self, at: usize) -> usize {
        (at..self.len()).find(|at| self.is_char_boundary(*at)).unwrap_or(self.len())
    }
}
