#!/usr/bin/env python3
"""Holds the declarations of rules/std/commands against the programs that are installed here.

    check.py [--list] [--extra] [PROGRAM…]

For each declared program that parses its arguments with getopt, getopt_long or argp, `spy.c` is preloaded and prints the table
the program hands to the parser: every option, documented or not, with its arity. For git, `git SUB --git-completion-helper-all`
names the long options of a subcommand. find is asked by `find -help`, the builtins of bash by `help`. Each option that the program admits must be declared with the same arity, or stand in
`UNDECLARED` below with the reason why it is left out (an option that is not declared makes a call `unknown`).

    --list   prints the table of the named programs as declaration clauses, to write a declaration from
    --extra  also names options that are declared and that the installed program does not have (other versions, BSD)

Exit status: 0 all declared, 1 something differs, 2 usage or a missing compiler.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
COMMANDS = HERE.parents[2] / "rules" / "std" / "commands"

# Options that are left out on purpose: program → spelling → why.
UNDECLARED = {
    "unexpand": {"-,": "obsolete `-1,2`; a cluster with digits would shift no operand, but nobody types it"},
    "chmod": {"-" + c: "a mode that begins with a dash; those that people type are flags" for c in "01234567+=,aguorstwxX"},
    "git branch": {
        option: "takes back what selects listing, which the conditions rest on"
        for option in (
            *("--no-list", "--no-points-at", "--no-show-current", "--no-copy", "--no-delete", "--no-move"),
            *("--no-edit-description", "--no-set-upstream", "--no-set-upstream-to", "--no-unset-upstream"),
        )
    },
    "git tag": {option: "takes back what makes a tag or lists" for option in ("--no-points-at", "--no-annotate", "--no-sign")},
    "git apply": {option: "takes back what keeps the tree as it is" for option in ("--no-stat", "--no-numstat", "--no-summary", "--no-check")},
    "git clean": {"--no-dry-run": "takes back what keeps the tree as it is"},
    "git format-patch": {option: "takes back where the patches go" for option in ("--no-stdout", "--no-output-directory")},
    "make": {"--": "the end of options, in the table for its own sake"},
    "gmake": {"--": "the end of options, in the table for its own sake"},
    "netstat": {"-?": "the reply to a bad option"},
    "systemctl": {"-.": "an easter egg"},
    "env": {"-\t": "admitted and then refused"},
    "flock": {"-?": "the reply to a bad option"},
    "gzip": {"-?": "the same as -h; a shell takes it for a glob"},
    "bc": {"-c": "prints its own code", "--compile": "prints its own code"},
    "kill": {"order": "the builtin takes none after an operand: `kill 1 -0` is a signal to two"},
    "builtin kill": {"-" + c: "`-sigspec` of the synopsis, or `-s` in brackets" for c in "scegi"} | {"order": "as above"},
    "builtin bind": {"-" + c: "binds keys to commands or reads such bindings" for c in "frux"},
    "builtin dirs": {"-N": "a number: -NUM"},
    "builtin compopt": {"-o": "written `-o|+o option` in the synopsis"},
    "find": {"-regextype": "its value is not in the help"},
    "sed": {"-V": "admitted and then refused"},
    "hostname": {"-?": "the reply to a bad option"},
    "pgrep": {"-?": "the reply to a bad option"},
    "pkill": {"-?": "the reply to a bad option"},
}

# Subcommands of git that admit all options of another one and have a use for few of them: only those of their own are asked for.
INHERITED = {"rev-list": ("diff",), "format-patch": ("diff",), "blame": ("diff",), "annotate": ("diff",), "shortlog": ("diff",)}

FLAG, REQUIRED, OPTIONAL = 0, 1, 2
ARITY = {FLAG: "flag", REQUIRED: "value", OPTIONAL: "optional value"}


def tokens(text):
    """The words of a policy file; strings and backquoted text are one token each, comments are gone."""
    pattern = r'#[^\n]*|"(?:\\.|[^"\\])*"|`[^`]*`|[{}(),|;]|\n|[^\s{}(),|;"`]+'
    return [t for t in re.findall(pattern, text) if not t.startswith("#")]


class Declaration:
    """What one `command` (or subcommand, option set) declares: spelling → arity."""

    def __init__(self, names, dialect=""):
        self.names, self.dialect, self.options, self.includes, self.subs = names, dialect, {}, [], {}


def clauses(words):
    """Splits the words of a block into clauses: lists of words, a nested block being a list inside."""
    out, current, i = [], [], 0
    while i < len(words):
        word = words[i]
        if word == "{":
            depth, start = 1, i + 1
            while depth:
                i += 1
                depth += {"{": 1, "}": -1}.get(words[i], 0)
            current.append(words[start:i])
        elif word == "\n":
            if current and current[-1] != "," and not goes_on(words, i):
                out.append(current)
                current = []
        else:
            current.append(word)
        i += 1
    return [c for c in out + [current] if c]


def goes_on(words, newline):
    """Whether the next word continues a `when … { }` chain."""
    rest = [w for w in words[newline : newline + 8] if w != "\n"]
    return bool(rest) and rest[0] == "else"


def read_options(declaration, clause):
    """Enters the spellings of one `flag` or `option` clause."""
    kind, items, item = clause[0], [], []
    for word in clause[1:] + [","]:
        if word == ",":
            items.append(item)
            item = []
        else:
            item.append(word)
    for item in items:
        spellings, i = [], 0
        while i < len(item) and isinstance(item[i], str) and (i == 0 or item[i - 1] == "|"):
            spellings.append(item[i].strip('"'))
            i += 1
            if i < len(item) and item[i] == "|":
                i += 1
            else:
                break
        if not spellings or not (spellings[0][:1] in "-+" or spellings[0].endswith("=")):
            continue
        value = item[i] if i < len(item) else ""
        arity = FLAG if kind == "flag" else OPTIONAL if str(value).startswith("[") else REQUIRED
        for spelling in spellings:
            if spelling.startswith("--[no-]"):
                declaration.options["--" + spelling[7:]] = declaration.options["--no-" + spelling[7:]] = arity
            else:
                declaration.options[spelling] = arity


def read_block(declaration, words):
    """Enters all clauses of a block."""
    for clause in clauses(words):
        if clause[0] in ("flag", "option"):
            read_options(declaration, clause)
        elif clause[0] == "include":
            declaration.includes += [w for w in clause[1:] if w not in (",", "|")]
        elif clause[0] == "dialect":
            declaration.dialect = " ".join(w for w in clause[1:] if isinstance(w, str))
        elif clause[0] == "sub":
            names = [w for w in clause[1:-1] if w not in ",|"]
            sub = Declaration(names, declaration.dialect)
            read_block(sub, clause[-1])
            for name in names:
                declaration.subs[name] = sub


def declarations():
    """The programs and the builtins that std/commands declares, name → Declaration, option sets worked in."""
    programs, builtins, sets = {}, {}, {}
    for path in sorted(COMMANDS.glob("*.policy")):
        for clause in clauses(tokens(path.read_text())):
            if clause[0] not in ("command", "wrapper", "options", "builtin") or not isinstance(clause[-1], list):
                continue
            names = [w.strip('"') for i, w in enumerate(clause[1:-1]) if w not in ",|" and (w != "builtin" or i > 0 or len(clause) == 3)]
            declaration = Declaration(names)
            read_block(declaration, clause[-1])
            if clause[0] == "options":
                sets[names[0]] = declaration
            else:
                if clause[0] == "builtin" or clause[1] == "builtin" and len(clause) > 3:
                    builtins.update((name, declaration) for name in names)
                if clause[0] == "command" or clause[0] == "wrapper" and clause[1] != "builtin":
                    programs.update((name, declaration) for name in names)

    def work_in(declaration, seen):
        for name in declaration.includes:
            if name in sets and name not in seen:
                work_in(sets[name], seen | {name})
                declaration.options = {**sets[name].options, **declaration.options}
                declaration.subs = {**sets[name].subs, **declaration.subs}
        for sub in declaration.subs.values():
            work_in(sub, seen)

    for declaration in [*programs.values(), *builtins.values()]:
        work_in(declaration, frozenset())
    return programs, builtins


def admitted(program, spy):
    """The options a program hands to its parser, spelling → (arity, value seen), and whether it stops at the first operand."""
    path = shutil.which(program)
    if not path or pathlib.Path(path).read_bytes()[:2] == b"#!":
        return None  # absent, or a script: what it starts is another program
    environment = dict(os.environ, LD_PRELOAD=str(spy), LC_ALL="C", TERM="dumb")
    with tempfile.TemporaryDirectory() as scratch:
        try:
            # An option that no program has: were the spy not to end it, the program would stop at the error.
            run = subprocess.run([program, "--=="], env=environment, cwd=scratch, stdin=subprocess.DEVNULL, capture_output=True, timeout=5)
        except (subprocess.TimeoutExpired, OSError):
            return None
    options, in_order = {}, False
    for line in run.stdout.decode(errors="replace").splitlines():
        field = line.split(" ")
        if field[0] == "short" and len(field) == 3 and field[2].isdigit():
            options["-" + field[1]] = (int(field[2]), field[1])
        elif field[0] == "long" and len(field) == 4 and field[2].isdigit():
            number = int(field[3])
            options["--" + field[1]] = (int(field[2]), chr(number) if 32 < number < 127 else field[3])
        elif line == "order +":
            in_order = True
    digits = [f"-{d}" for d in range(10)]
    if all(d in options for d in digits):
        arity = options[digits[0]][0]
        for d in digits:
            del options[d]
        options["-NUM"] = (FLAG if arity == OPTIONAL else arity, "NUM")
    return (options, in_order) if options else None


def git_options(sub):
    """The long options that a git subcommand completes."""
    try:
        run = subprocess.run(["git", sub, "--git-completion-helper-all"], capture_output=True, text=True, timeout=5, cwd=HERE)
    except (subprocess.TimeoutExpired, OSError):
        return {}
    if run.returncode:
        return {}
    found = {}
    for word in run.stdout.split():
        if word.startswith("--") and word != "--":
            name = word.rstrip("=")
            found[name] = REQUIRED if word.endswith("=") else FLAG
    return found


def find_options():
    """The predicates of find with their arity, from its own help."""
    try:
        run = subprocess.run(["find", "-help"], capture_output=True, text=True, timeout=5)
    except (subprocess.TimeoutExpired, OSError):
        return {}
    found = {}
    for line in run.stdout.partition("Positional options")[2].partition("Other common")[0].splitlines():
        words = line.replace("(", " ").split() if line.startswith(" ") else []
        for word, behind in zip(words, [*words[1:], ""]):
            if word.startswith("-") and len(word) > 1:
                found[word] = REQUIRED if behind[:1].isupper() or behind.startswith("[") else FLAG
    return found


def builtin_options():
    """The option letters of each builtin of bash, from the synopsis that `help` prints: `read [-ers] [-a array] …`."""
    try:
        run = subprocess.run(["bash", "-c", "compgen -b | while read -r b; do help -s \"$b\"; done"], capture_output=True, text=True, timeout=20)
    except (subprocess.TimeoutExpired, OSError):
        return {}
    found = {}
    for line in run.stdout.splitlines():
        name, _, synopsis = line.partition(": ")
        options = found.setdefault(name, {})
        for group in re.findall(r"\[(-[^\[\]]*)\]", synopsis):
            for part in re.split(r" or | \| |\|", group):
                letters, _, value = part.strip().partition(" ")
                if re.fullmatch(r"-[A-Za-z@]+", letters):
                    for letter in letters[1:]:
                        options["-" + letter] = REQUIRED if value and len(letters) == 2 else FLAG
    return found


def as_clauses(program, options, in_order):
    """A declaration to start from."""
    groups = {}
    for spelling, (arity, value) in options.items():
        key = (arity, value) if value not in ("0", "1") else (arity, spelling)
        groups.setdefault(key, []).append(spelling)
    lines = {FLAG: [], REQUIRED: [], OPTIONAL: []}
    for (arity, _), spellings in groups.items():
        lines[arity].append("|".join(sorted(spellings, key=len)) + {FLAG: "", REQUIRED: " X", OPTIONAL: " [X]"}[arity])
    print(f"command {program} {{\n  dialect gnu{' in order' if in_order else ''}")
    for arity, word in ((FLAG, "flag   "), (REQUIRED, "option "), (OPTIONAL, "option ")):
        if lines[arity]:
            print(f"  {word} {', '.join(lines[arity])}")
    print("}")


def compare(program, declaration, options, in_order, extra):
    """Prints and counts what differs."""
    wrong = 0
    for spelling, (arity, _) in sorted(options.items()):
        declared = declaration.options.get(spelling)
        if declared is None:
            if spelling not in UNDECLARED.get(program, {}):
                print(f"{program}: {spelling} ({ARITY[arity]}) is not declared")
                wrong += 1
        elif declared != arity and spelling not in UNDECLARED.get(program, {}):
            print(f"{program}: {spelling} takes {ARITY[arity]}, declared as {ARITY[declared]}")
            wrong += 1
    if "order" in UNDECLARED.get(program, {}):
        return wrong
    if in_order and "gnu" in declaration.dialect and "in order" not in declaration.dialect:
        print(f"{program}: stops at the first operand, declared without `in order`")
        wrong += 1
    if not in_order and "gnu in order" in declaration.dialect:
        print(f"{program}: takes options after operands, declared `in order`")
        wrong += 1
    if extra:
        for spelling in sorted(set(declaration.options) - set(options)):
            print(f"{program}: {spelling} is declared, the installed program does not have it")
    return wrong


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--list", action="store_true")
    arguments.add_argument("--extra", action="store_true")
    arguments.add_argument("programs", nargs="*")
    arguments = arguments.parse_args()
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        sys.exit(2)
    with tempfile.TemporaryDirectory() as scratch:
        spy = pathlib.Path(scratch) / "spy.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", spy, HERE / "spy.c"], check=True)
        declared, builtins = declarations()
        wrong = checked = total = 0
        skipped = []
        if not arguments.programs and not arguments.list:
            for name, options in sorted(builtin_options().items()):
                if name not in builtins:
                    print(f"builtin {name} is not declared")
                    wrong += 1
                elif builtins[name].dialect != "words":
                    total += len(options)
                    wrong += compare("builtin " + name, builtins[name], {o: (a, o) for o, a in options.items()}, False, arguments.extra)
            predicates = find_options()
            total += len(predicates)
            wrong += compare("find", declared["find"], {o: (a, o) for o, a in predicates.items()}, False, arguments.extra)
        for program in arguments.programs or sorted(declared):
            if program == "git" and not arguments.list:
                for sub, declaration in sorted(declared["git"].subs.items()):
                    if declaration.dialect == "words":
                        continue
                    options = git_options(sub)
                    for inherited in INHERITED.get(sub, ()):
                        options = {o: a for o, a in options.items() if o not in declared["git"].subs[inherited].options}
                    missing = sorted(o for o in options if o not in declaration.options and o not in UNDECLARED.get("git " + sub, {}))
                    bad = sorted(o for o, a in options.items() if a == REQUIRED and declaration.options.get(o) == FLAG)
                    total += len(options)
                    wrong += len(missing) + len(bad)
                    for option in missing:
                        print(f"git {sub}: {option} is not declared")
                    for option in bad:
                        print(f"git {sub}: {option} takes a value, declared as flag")
                continue
            found = admitted(program, spy)
            if found is None:
                skipped.append(program)
            elif arguments.list:
                as_clauses(program, *found)
            elif program in declared and declared[program].dialect in ("words", "go", "go in order"):
                skipped.append(program)
            elif program in declared:
                checked, total = checked + 1, total + len(found[0])
                wrong += compare(program, declared[program], *found, arguments.extra)
        if not arguments.list:
            print(f"{checked} programs, {total} options, {wrong} differences; not checked: {' '.join(skipped)}", file=sys.stderr)
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
