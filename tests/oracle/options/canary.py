#!/usr/bin/env python3
"""Runs what is allowed and looks at what it does.

    canary.py POLICYC [PROGRAM…]
    canary.py POLICYC --calls FILE

For each declared program that is installed, lines are made of each declared option (with a value where it takes one), with and
without operands; or the calls of a list, a line each, are taken as they are (what they start is then not looked at). POLICYC, the built program, decides them under the profile `strict`; whatever it allows is run in a throw-away
directory under strace inside bubblewrap: the rest of the file system read-only, no network, no other processes. A file that is
opened for writing, made, renamed or removed, a socket that is connected, or a program that is started, contradicts the
declaration and is printed with the line.

Needs bwrap and strace. Exit status: 0 nothing contradicts, 1 something does.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import check

# Started by design: what a wrapper or a reader of compressed files runs belongs to the system.
HELPERS = {
    *("gzip", "bzip2", "xz", "zstd", "sh", "bash", "dash", "sed", "grep", "cat", "egrep", "fgrep", "zgrep", "expr", "ls", "uname", "basename"),
    *("lessecho", "lesspipe", "git", "locale", "sort", "mktemp", "rm", "cmp", "diff", "groff", "nroff", "preconv", "tbl", "troff", "grotty", "man", "apropos", "whatis", "col", "dpkg-query", "dpkg-deb", "node", "jq"),
}
VALUE = "1"
WRITES = re.compile(
    r'(?:openat\([^"]*"(?P<path>[^"]+)", O_(?:WRONLY|RDWR)|'
    r'(?:mkdir|unlink|rmdir|rename|link|symlink|chmod|chown|truncate|utimensat|mknod)\w*\((?:[^"]*)"(?P<other>[^"]+)")[^\n]*= (?!-1)'
)
CONNECT = re.compile(r"connect\(\d+, \{sa_family=AF_INET6?, [^\n]*")
EXEC = re.compile(r'execve\("([^"]+)"[^\n]*= 0')
QUIET = re.compile(r"^(/dev/(null|tty|full)|/proc/|/sys/)")


def lines(name, declaration, prefix=()):
    """The lines of one program or subcommand."""
    head = [name, *prefix]
    operands = ([], ["a.txt", "b.txt"]) if name != "git" else ([], ["HEAD"])
    for spelling, arity in sorted(declaration.options.items()):
        if spelling.endswith("=") or spelling.startswith("+"):
            continue
        spelling = spelling.replace("-NUM", "-5")
        glued = f"{spelling}={VALUE}" if spelling.startswith("--") else f"{spelling}{VALUE}"
        given = {check.FLAG: [spelling], check.REQUIRED: [spelling, VALUE], check.OPTIONAL: [glued]}[arity]
        for words in operands:
            yield head + given + words
    for words in operands:
        yield head + words


def listed(path):
    """The lines of a list of calls, each for bash."""
    for line in pathlib.Path(path).read_text().splitlines():
        if line and not line.startswith("# "):
            yield ["bash", "-c", line.replace("⏎", "\n")]


def command(words):
    """The command line that some words are."""
    return words[2] if len(words) == 3 and words[:2] == ["bash", "-c"] else " ".join(words)


def allowed(policyc, candidates):
    """Those that the profile allows."""
    calls = "\n".join(json.dumps({"tool": "Bash", "input": {"command": command(words)}}) for words in candidates)
    run = subprocess.run(
        [policyc, "decide", "--jsonl", "--profile", "strict", "--cwd", "/tmp/scratch", "--workspace", "/tmp/scratch"],
        input=calls, capture_output=True, text=True,
    )
    return [words for words, answer in zip(candidates, run.stdout.splitlines()) if json.loads(answer).get("decision") == "allow"]


def run(words, scratch):
    """What a line does in the throw-away directory: findings as text."""
    trace = scratch / "trace"
    here = scratch / "w"
    shutil.rmtree(here, ignore_errors=True)
    (here / "d").mkdir(parents=True)
    for file in ("a.txt", "b.txt", "c.txt", "x", "1", "d/e.txt"):
        (here / file).write_text("one 1\ntwo 2\n")
    if words[0] in ("git", "bash"):
        shutil.copytree(scratch / "repository", here, dirs_exist_ok=True)
    trace.write_text("")
    sandbox = [
        *("bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--dir", "/tmp/home", "--setenv", "HOME", "/tmp/home", "--bind", str(here), "/tmp/scratch"),
        *("--bind", str(trace), "/tmp/trace", "--unshare-net", "--unshare-pid", "--die-with-parent", "--chdir", "/tmp/scratch"),
    ]
    watched = "openat,mkdir,mkdirat,unlink,unlinkat,rmdir,rename,renameat,renameat2,link,linkat,symlink,symlinkat,chmod,fchmodat,chown,truncate,utimensat,mknod,connect,execve"
    try:
        subprocess.run(
            [*sandbox, "strace", "-f", "-qq", "-o", "/tmp/trace", "-e", "trace=" + watched, "--", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=2,
        )
    except subprocess.TimeoutExpired:
        pass
    text = trace.read_text(errors="replace")
    found = []
    for match in WRITES.finditer(text):
        path = match["path"] or match["other"]
        temporary = path.startswith("/tmp") and not path.startswith(("/tmp/scratch", "/tmp/home"))
        if not QUIET.match(path) and not (words[0] in ("git", "bash") and ".git/index" in path) and not temporary:
            found.append("writes " + path)
    found += ["connects " + match[0][:80] for match in CONNECT.finditer(text)]
    for program in EXEC.findall(text)[1:] if words[0] != "bash" else ():
        own = words[0] == "git" and "/git-core/" in program
        if not own and pathlib.Path(program).name not in HELPERS | {words[0]}:
            found.append("runs " + program)
    return sorted(set(found))


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    policyc, names = sys.argv[1], sys.argv[2:]
    declared, _ = check.declarations()
    contradictions = ran = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        repository = scratch / "repository"
        repository.mkdir()
        for step in (["init", "-q"], ["config", "user.name", "n"], ["config", "user.email", "n@example.com"]):
            subprocess.run(["git", *step], cwd=repository, check=True)
        (repository / "a.txt").write_text("one\n")
        subprocess.run(["git", "add", "."], cwd=repository, check=True)
        subprocess.run(["git", "commit", "-qm", "first"], cwd=repository, check=True)
        candidates = list(listed(names[1])) if names[:1] == ["--calls"] else []
        for name, declaration in sorted(declared.items()) if not candidates else ():
            if shutil.which(name) is None or (names and name not in names) or "/" in name:
                continue
            if declaration.dialect == "find":
                continue
            if declaration.subs:
                for sub, inner in sorted(declaration.subs.items()):
                    candidates += lines(name, inner, (sub,))
            else:
                candidates += lines(name, declaration)
        for words in allowed(policyc, candidates):
            ran += 1
            found = run(words, scratch)
            if found:
                contradictions += 1
                print(f"{command(words)}: {'; '.join(found[:3])}", flush=True)
    print(f"{len(candidates)} lines, {ran} allowed and run, {contradictions} contradict", file=sys.stderr)
    sys.exit(1 if contradictions else 0)


if __name__ == "__main__":
    main()
