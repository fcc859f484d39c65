#!/usr/bin/python3
"""How long a warm trace takes, against Clang's own reading of the same file in the same run.

usage: clang_ratio.py TOOL [--rounds N] [--check]

Clang's cost is that of clang++-22 -fsyntax-only -include-pch, where torch/torch.h is precompiled
without the bodies of its functions, as the tool keeps it. All times are wall time of whole
processes; Clang, a trace in evaluation and one in both modes take turns, and the ratio is the median
of the rounds' own. --check fails when a ratio of evaluation is over the limit.
"""
from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench import MODELS, REPOSITORY, arguments, exit_code, seconds

CLANG = "clang++-22"
FLAGS = ["-std=c++17", "-isystem", "/usr/include/torch/csrc/api/include"]
LIMIT = 1.35


def precompiled_header(folder: Path) -> Path:
    header = folder / "header.h"
    header.write_text("#include <torch/torch.h>\n")
    result = folder / "header.pch"
    subprocess.run([CLANG, *FLAGS, "-x", "c++-header", "-Xclang", "-skip-function-bodies", str(header),
                    "-o", str(result)], check=True)
    return result


def measure(tool: str, path: str, root: str, folder: Path, pch: Path,
            rounds: int) -> dict[str, list[float]]:
    source = f"{REPOSITORY / path}.cpp"
    trace = [tool, f"--cache-dir={folder}", "--emit=fx", f"--root={root}", source, "--"]
    commands = {
        "Clang": [CLANG, *FLAGS, "-fsyntax-only", "-include-pch", str(pch), source],
        "evaluation": [*trace[:-2], "--mode=eval", *trace[-2:]],
        "both modes": trace,
    }
    for command in commands.values():  # writes the tool's own precompiled header, too
        seconds(command)
    taken = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            taken[name].append(seconds(command))
    return taken


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    options = parser.parse_args()
    print(f"median of {options.rounds} rounds, in seconds")
    print(f"{'model':<12}{'Clang':>8}{'evaluation':>12}{'ratio':>7}{'both modes':>12}{'ratio':>7}")
    exceeded = []
    with tempfile.TemporaryDirectory() as folder:
        pch = precompiled_header(Path(folder))
        for path, root, _ in MODELS:
            taken = measure(options.tool, path, root, Path(folder), pch, options.rounds)
            row = f"{Path(path).name:<12}{statistics.median(taken['Clang']):>8.3f}"
            for name in ("evaluation", "both modes"):
                ratio = statistics.median(
                    mine / clang for mine, clang in zip(taken[name], taken["Clang"]))
                row += f"{statistics.median(taken[name]):>12.3f}{ratio:>7.2f}"
                if name == "evaluation" and ratio > LIMIT:
                    exceeded.append(f"{Path(path).name}: {ratio:.2f} times Clang, limit {LIMIT}")
            print(row, flush=True)
    return exit_code(options, exceeded)


if __name__ == "__main__":
    sys.exit(main())
