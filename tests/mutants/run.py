#!/usr/bin/env python3
"""Runs the mutants of `mutate.py` against tests that are already built, and says which of them no test minds.

    tests/mutants/run.py DIR BINARY ARGUMENT…     DIR/survivors.tsv; with that file there, only what survived is run again
"""

import os
import pathlib
import subprocess
import sys

SECONDS = 120


def minds(number, command, directory):
    """Whether a test fails, or does not end."""
    try:
        ran = subprocess.run(command, cwd=directory, env=os.environ | {"MUTANT": number}, timeout=SECONDS,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return ran.returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main():
    directory, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    if minds("0", command, directory):
        sys.exit("the tests fail without a mutant")
    survivors = directory / "survivors.tsv"
    lines = (survivors if survivors.exists() else directory / "mutants.tsv").read_text().splitlines()
    left = []
    for at, line in enumerate(lines, 1):
        if not minds(line.split("\t")[0], command, directory):
            left.append(line)
        print(f"{at} of {len(lines)}, {len(left)} left", end="\r", flush=True)
    survivors.write_text("".join(line + "\n" for line in left))
    print(f"{len(lines)} mutants, {len(lines) - len(left)} killed, {len(left)} left")


main()
