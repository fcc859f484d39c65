#!/usr/bin/python3
"""Runs clang-tidy over sources, and remembers which had nothing to complain of.

usage: lint.py BUILD PLUGIN --jobs N FILE...

A source is read again when its text, that of a header that it includes, its compile command, a .clang-tidy, clang-tidy
or PLUGIN has changed since: the key of what is remembered is the hash of these. Headers of the system count by size
and time. Kept in $XDG_CACHE_HOME/fx-clang/lint, for every checkout of this user; what no run of the last 60 days asked
for goes. Exit code 1: clang-tidy has complaints, which are printed.
"""

import argparse
import concurrent.futures
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TIDY = "clang-tidy-22"
NOISE = re.compile(r"^(\d+ warnings? (generated|treated as errors?)|Suppressed|\[\d+/\d+\] \(\d+/\d+\) Processing file)")
DAYS = 60


class Hashes:
    """Of files, each read once."""

    def __init__(self):
        self.known = {}

    def of(self, name):
        if name not in self.known:
            path = Path(name)
            try:
                if path.resolve().is_relative_to(ROOT):
                    # CMake writes the path of the checkout into what it generates.
                    text = path.read_bytes().replace(str(ROOT).encode(), b"")
                    self.known[name] = hashlib.sha256(text).hexdigest()
                else:
                    status = path.stat()
                    self.known[name] = f"{status.st_size} {status.st_mtime_ns}"
            except OSError:
                self.known[name] = None
        return self.known[name]


def included(build):
    """By source: what it includes, as the build noted it. A source that was not built since it changed has none."""
    text = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in text.split("\n\n"):
        head, *files = block.strip().splitlines() or [""]
        if head.endswith("(VALID)"):
            found[head.split(":", 1)[0]] = [str(build / name.strip()) for name in files]
    return found


def tools(plugin):
    """What all sources are read with."""
    version = subprocess.run([TIDY, "--version"], capture_output=True, text=True, check=True).stdout
    configurations = sorted(ROOT.glob(".clang-tidy")) + sorted((ROOT / "lib").rglob(".clang-tidy"))
    return [version, hashlib.sha256(plugin.read_bytes()).hexdigest(),
            *(f"{path.relative_to(ROOT)} {path.read_text()}" for path in configurations)]


def key_of(command, files, common, hashes):
    """None: it is not known what the source depends on."""
    if files is None or any(hashes.of(name) is None for name in files):
        return None
    key = hashlib.sha256()
    for part in [*common, command["file"], command["command"]]:
        key.update(part.replace(str(ROOT), "").encode() + b"\0")
    for name in sorted(files):
        # What is precompiled has the time in it; its headers are among the files.
        if not name.endswith(".pch"):
            key.update(f"{name.replace(str(ROOT), '')} {hashes.of(name)}\0".encode())
    return key.hexdigest()


def lint(name, arguments):
    done = subprocess.run([TIDY, "-p", str(arguments.build), f"--load={arguments.plugin}", "--quiet",
                           "--warnings-as-errors=*", name],
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          check=False)
    text = "\n".join(line for line in done.stdout.splitlines() if not NOISE.match(line))
    return done.returncode == 0, text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=lambda text: Path(text).resolve())
    parser.add_argument("plugin", type=lambda text: Path(text).resolve())
    parser.add_argument("files", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fx-clang/lint"
    cache.mkdir(parents=True, exist_ok=True)
    commands = {command["file"]: command for command in json.loads((arguments.build / "compile_commands.json").read_text())}
    dependencies, common, hashes = included(arguments.build), tools(arguments.plugin), Hashes()

    def key_now(name, hashes=None):
        command = commands.get(str((ROOT / name).resolve()))
        if command is None:
            return None
        words = shlex.split(command["command"])
        output = words[words.index("-o") + 1] if "-o" in words else ""
        return key_of(command, dependencies.get(output), common, hashes or Hashes())

    todo, clean = [], 0
    for name in arguments.files:
        key = key_now(name, hashes)
        if key is not None and (cache / key).exists():
            os.utime(cache / key)
            clean += 1
        else:
            todo.append((name, key))
    if clean:
        print(f"-- Lint: {clean} of {len(arguments.files)} files are as they were when they were clean", file=sys.stderr)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = {pool.submit(lint, name, arguments): (name, key) for name, key in todo}
        for job in concurrent.futures.as_completed(jobs):
            is_clean, text = job.result()
            failed += not is_clean
            if text:
                print(text, flush=True)
            name, key = jobs[job]
            # What changed while it was read is not what the key says.
            if is_clean and key is not None and key == key_now(name):
                (cache / key).touch()
    for entry in cache.iterdir():
        if entry.stat().st_mtime < time.time() - DAYS * 86400:
            entry.unlink(missing_ok=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
