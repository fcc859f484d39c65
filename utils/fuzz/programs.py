#!/usr/bin/python3
"""Draws random C++ programs with Csmith, and compares what the evaluator makes of main with what the compiled one returns.

usage: programs.py --tool TOOL [--count N] [--first I] [--jobs J] [--out DIR]

Needs Debian's packages csmith and libcsmith-dev. Csmith's programs have no undefined behaviour; they compute with
integers, bit-fields, unions, arrays and pointers, and end with a checksum of all globals, which main returns here.
Outcomes:

  equal      the evaluator returns what the compiled program returns
  refused    the tool says an error
  wrong      it returns something else
  crash      the tool ends by a signal, or takes more than a minute
  slow       the compiled program takes more than two seconds: not tried
  bad        the program does not compile

What is wrong or crashes is kept in DIR (default: a new folder below /tmp). Exit code 1 when there is any.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

# -Wno-c++11-narrowing: Csmith's initialisers are C's.
FLAGS = ["-std=c++20", "-w", "-Wno-c++11-narrowing", "-I/usr/include/csmith"]
END = re.compile(r"platform_main_end\(crc32_context \^ 0xFFFFFFFFUL, print_hash_value\);\s*return 0;")
CHECKSUM = "return (int)((crc32_context ^ 0xFFFFFFFFUL) % 251);"


def draw(seed):
    """The text of program number `seed`; its size and its features follow from the seed, too."""
    options = {
        "--seed": seed,
        "--max-funcs": 2 + seed % 4,
        "--max-block-depth": 2 + seed % 2,
        "--max-expr-complexity": 4 + seed % 5,
        "--max-array-len-per-dim": 5,
        "--max-block-size": 3,
    }
    command = ["csmith", "--lang-cpp", "--cpp11", "--no-argc"]
    command += [text for option, value in options.items() for text in (option, str(value))]
    if seed % 3:
        command.append("--no-volatiles")
    if seed % 4 == 0:
        command.append("--packed-struct")
    text, ends = END.subn(CHECKSUM, subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    if ends != 1:
        sys.exit("programs.py: this csmith ends its programs in another way: " + " ".join(command))
    return text


def compare(tool, seed, folder):
    """The outcome, and what is to be said about it."""
    source, program = folder / f"program{seed}.cpp", folder / f"program{seed}"
    source.write_text(draw(seed))
    built = subprocess.run(["clang++-22", *FLAGS, source, "-o", program], capture_output=True, text=True)
    if built.returncode:
        return "bad", built.stderr.splitlines()[0]
    try:
        native = subprocess.run([program], timeout=2, stdout=subprocess.DEVNULL).returncode
    except subprocess.TimeoutExpired:
        return "slow", ""
    finally:
        program.unlink()
    command = [tool, source, "--root=main", "--emit=fx", "--", *FLAGS]
    try:
        traced = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "crash", "took more than a minute"
    if traced.returncode == 1:
        return "refused", "".join(re.findall(r"error: (.*)", traced.stderr)[:1])
    if traced.returncode:
        return "crash", f"exit code {traced.returncode}"
    found = re.search(r"return \(?(-?\d+)", traced.stdout)
    if found and int(found[1]) == native:
        source.unlink()
        return "equal", ""
    return "wrong", f"{native} natively, {found and found[1]} here"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.out or pathlib.Path(tempfile.mkdtemp(prefix="fx-programs-"))
    folder.mkdir(parents=True, exist_ok=True)
    outcomes = collections.Counter()
    seeds = range(arguments.first, arguments.first + arguments.count)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda seed: compare(arguments.tool, seed, folder), seeds)
        for seed, (outcome, reason) in zip(seeds, results):
            outcomes[outcome] += 1
            if outcome not in ("wrong", "crash"):
                (folder / f"program{seed}.cpp").unlink(missing_ok=True)
            if outcome not in ("equal", "slow"):
                print(f"{outcome}: program {seed}: {reason}", flush=True)
    if not any(folder.iterdir()):
        folder.rmdir()
    print(", ".join(f"{number} {outcome}" for outcome, number in outcomes.most_common()))
    return int(bool(outcomes["wrong"] or outcomes["crash"]))


if __name__ == "__main__":
    sys.exit(main())
