#!/usr/bin/python3
"""Compiles what --emit=cpp prints with several compilers: without a warning, or this fails.

usage: compiles.py [--tool FX_CLANG_TRACE] --work-dir DIR --headers DIR --cxx COMPILER [--cxx COMPILER ...] FILE...

Each FILE is a model with a `// ROOT: EXPRESSION` line, or "EXPRESSION@FILE", or such a header (.h);
with --runs, it is a test whose RUN lines name models. All headers become one file for each compiler, each header in a
namespace of its own, behind LibTorch's headers, which are precompiled in the folder --headers.
"""
from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import prove  # noqa: E402

WARNINGS = ["-Wall", "-Wextra", "-Werror"]


def models(path: str, runs: bool) -> list[list[str]]:
    """The arguments of the tool, but for --emit and -o, for each model that `path` names."""
    if not runs:
        root, at, file = path.rpartition("@")
        root = root if at else prove.Model(Path(path)).root
        return [["--root=" + root, file or path, "--", "-std=c++17"]]
    found = []
    for line in re.findall(r"^(?://|#)? *RUN: (.*)$", Path(path).read_text(), re.M):
        call = re.search(r"(?:^|[ %])fx-clang-trace ([^|>&]*)", line)
        if not call or line.startswith("not ") or " -- " not in call[1] + " ":
            continue
        call = call[1].replace("%s", path).replace("%S", str(Path(path).parent))
        found.append([word for word in shlex.split(call)
                      if not re.match(r"--(emit|print|passes|keep-going)|-o$|%t", word)])
    return found


def in_namespace(number: int, name: str, header: str) -> str:
    body = re.sub(r"^#(include|pragma).*\n", "", header, flags=re.M)
    return f'namespace model_{number} {{\n#line 1 "{name}"\n{body}}} // namespace\n'


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool")
    parser.add_argument("--cxx", required=True, action="append")
    parser.add_argument("--work-dir", required=True, type=Path)
    parser.add_argument("--headers", required=True, type=Path)
    parser.add_argument("--runs", action="store_true")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    options.work_dir.mkdir(parents=True, exist_ok=True)
    includes: dict[str, None] = {"#include <torch/torch.h>": None}
    bodies = []

    def add(name: str, header: str) -> None:
        includes.update(dict.fromkeys(re.findall(r"^#include .*$", header, re.M)))
        bodies.append(in_namespace(len(bodies), name.replace('"', "'"), header))

    for file in options.files:
        if file.endswith(".h"):
            add(file, Path(file).read_text())
            continue
        for arguments in models(file, options.runs):
            done = subprocess.run([options.tool, "--emit=cpp", *arguments], capture_output=True,
                                  text=True)
            if done.returncode:
                if options.runs:
                    print("no C++:", shlex.join(arguments), done.stderr.splitlines()[:1])
                    continue
                raise SystemExit(done.stderr)
            add(shlex.join(arguments), done.stdout)
    source = options.work_dir / "all.cpp"
    source.write_text("\n".join(includes) + "\n" + "\n".join(bodies))
    failed = False
    for cxx in options.cxx:
        headers = prove.precompiled_header(cxx, options.headers)
        done = subprocess.run([cxx, *prove.COMPILE_FLAGS, *WARNINGS, *headers, "-c", str(source),
                               "-o", "/dev/null"], capture_output=True, text=True)
        failed |= done.returncode != 0
        print(f"{Path(cxx).name}: {len(bodies)} models,",
              "warnings" if done.returncode else "no warning")
        sys.stderr.write(done.stdout + done.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
