#!/usr/bin/env python3
"""Mutants of the lints, all in one build.

    tests/mutants/mutate.py DIR [FILE…]     instruments the copy of the sources in DIR; DIR/mutants.tsv lists the mutants
    MUTANT=N cargo test --lib lint::        then runs mutant N, and none without that variable

Each mutant changes one place: a comparison or a negation is turned round, `any` becomes `all` and the other way round, a bound moves
by one, or a function returns at once with the plainest value of its type. Tests and what returns text for people are left alone.
"""

import pathlib
import re
import sys

FILES = ["src/lint/**/*.rs"] + [
    f"src/analysis/{name}.rs" for name in ("forms", "goals", "compare", "conditions", "exhaust", "texts", "samples")
]

SWITCH = '''//! The mutant that runs.
use std::sync::LazyLock;
static MUTANT: LazyLock<usize> =
    LazyLock::new(|| std::env::var("MUTANT").ok().and_then(|n| n.parse().ok()).unwrap_or_default());
pub fn on(id: usize) -> bool { *MUTANT == id }
pub fn turned(id: usize, holds: bool) -> bool { holds != on(id) }
pub trait Quantified: Iterator + Sized {
    fn any_of(&mut self, id: usize, f: impl FnMut(Self::Item) -> bool) -> bool { if on(id) { self.all(f) } else { self.any(f) } }
    fn all_of(&mut self, id: usize, f: impl FnMut(Self::Item) -> bool) -> bool { if on(id) { self.any(f) } else { self.all(f) } }
}
impl<I: Iterator> Quantified for I {}
'''

PLAIN = [("bool", "true"), ("bool", "false"), (r"Option<.*>", "None"), (r"Vec<.*>", "Vec::new()"), ("usize", "0"), ("Forms", "Forms::default()")]

COMPARISON = re.compile(r" (==|!=|<=|>=|<|>) ")
# Where an operand of a comparison ends, outside of brackets.
LEFT = re.compile(r"(&&|\|\||=>|\|(?!\|)|[;,{]|\b(?:if|while|return|match|in)\s|(?<![=!<>])=(?![=>]))\s*$")
RIGHT = re.compile(r"\s*(&&|\|\||=>|[;,{}]|\bas\b)|\n\s*\.")


def left_end(text, at):
    """Index at which the operand that ends at `at` begins; None where it does not fit on the line."""
    depth, here = 0, at
    while here > 0:
        char = text[here - 1]
        if char in ")]":
            depth += 1
        elif char in "([":
            if depth == 0:
                return here
            depth -= 1
        elif char == "\n":
            return None
        if depth == 0 and LEFT.search(text[max(0, here - 8):here]):
            return here
        here -= 1
    return None


def right_end(text, at):
    depth, here = 0, at
    while here < len(text):
        char = text[here]
        if char in "([":
            depth += 1
        elif char in ")]":
            if depth == 0:
                return here
            depth -= 1
        elif char == "\n" and depth == 0:
            return here
        if depth == 0 and here > at and RIGHT.match(text[here:here + 8]):
            return here
        here += 1
    return None


def closing(text, at):
    """Index behind the bracket that closes the one before `at`."""
    depth = 1
    while depth and at < len(text):
        depth += (text[at] in "([") - (text[at] in ")]")
        at += 1
    return at


def postfix_end(text, at):
    """End of `name.call(…)…` that begins at `at`."""
    here = at
    while here < len(text):
        if match := re.match(r"[A-Za-z_][\w]*(?:!(?=\())?|::|\.(?=[a-z_0-9])|\?|[*&](?=[a-z(])", text[here:]):
            here += match.end()
        elif text[here] in "([":
            here = closing(text, here + 1)
        else:
            return here
    return here


def mutants(text):
    """(span, replacement with {id}, what) of every place."""
    code = re.sub(r'r#"(?s:.*?)"#|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\u\{\w+\}|\\.|[^\\\n])\'', lambda m: re.sub(r"[^\n]", "_", m[0]), text)
    for match in COMPARISON.finditer(code):
        start, end = left_end(code, match.start()), right_end(code, match.end())
        if start is None or end is None or match[1] == ">" and "fn " in code[code.rfind("\n", 0, start):start]:
            continue
        start += len(code[start:match.start()]) - len(code[start:match.start()].lstrip())
        yield start, end, f"crate::mutants::turned({{id}}, {text[start:end]})", f"turns `{text[start:end]}`"
    for match in re.finditer(r"(?<![\w!=<>])!(?=[a-z(*&])", code):
        end = postfix_end(code, match.end())
        held = text[match.start():end]
        yield match.start(), end, f"crate::mutants::turned({{id}}, {held})", f"turns `{held}`"
    for match in re.finditer(r"\.(any|all)\((?=[^)])", code):
        yield match.start(), match.end(), f".{match[1]}_of({{id}}, ", f"`{match[0]}` the other way"
    for match in re.finditer(r"\.(is_some_and|is_none_or)\(", code):
        other = "is_none_or" if match[1] == "is_some_and" else "is_some_and"
        end = closing(code, match.end())
        name_start = left_end(code, match.start())
        if name_start is None or "\n" in code[name_start:end]:
            continue
        name_start += len(code[name_start:match.start()]) - len(code[name_start:match.start()].lstrip())
        yield name_start, end, f"crate::mutants::turned({{id}}, {text[name_start:end]})", f"turns `{text[name_start:end]}`"
    for match in re.finditer(r"fn (\w+)[^{};]*?-> ([^{;]+?)(?: where[^{]*)? \{\n", code):
        for kind, value in PLAIN:
            if re.fullmatch(kind, match[2].strip()):
                yield match.end(), match.end(), f"if crate::mutants::on({{id}}) {{{{ return {value}; }}}}\n", f"{match[1]} returns {value}"


def main():
    root = pathlib.Path(sys.argv[1])
    wanted = sys.argv[2:] or FILES
    listed, number = [], 0
    for path in sorted(path for glob in wanted for path in root.glob(glob)):
        if "tests" in path.parts or path.name == "tests.rs":
            continue
        text, done, last = path.read_text(), [], len(path.read_text())
        # From the back, and none inside another.
        for start, end, put, what in sorted(mutants(text), key=lambda one: (one[1], one[0]), reverse=True):
            if end > last or start == end and start > last:
                continue
            number += 1
            line = text.count("\n", 0, start) + 1
            listed.append(f"{number}\t{path.relative_to(root)}:{line}\t{' '.join(what.split())}")
            text = text[:start] + put.replace("{{", "\0").replace("}}", "\1").replace("{id}", str(number)).replace("\0", "{").replace("\1", "}") + text[end:]
            last = start
        head = re.search(r"^(?:use|mod|pub mod) ", text, re.M)
        at = head.start() if head else 0
        path.write_text(text[:at] + "#[allow(unused_imports)]\nuse crate::mutants::Quantified as _;\n" + text[at:])
    (root / "src/mutants.rs").write_text(SWITCH)
    library = root / "src/lib.rs"
    library.write_text(library.read_text() + "\n#[allow(missing_docs)]\npub mod mutants;\n")
    (root / "mutants.tsv").write_text("\n".join(listed) + "\n")
    print(f"{number} mutants")


main()
