#!/usr/bin/python3
"""Traces models with two LibTorches' headers: the graphs are the same, or this fails.

usage: two_libtorches.py TOOL DIFFERENCES MODEL... -- COMPILER-OPTIONS

Each MODEL is a file, with a `// ROOT: EXPRESSION` line where it needs one. It is traced as it is, with the installed
LibTorch, and once more with COMPILER-OPTIONS, which name another one. DIFFERENCES says what may differ:

    gone TEXT     # the statements of the model with TEXT are left out for both
    other TEXT    # lines of the graph with TEXT may differ

A row whose TEXT stands in a model, and that changes nothing there, is an error: the difference is no more.
"""
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

OLDER = ["-std=c++17"]


def differences(path: Path) -> list[tuple[str, str]]:
    rows = [line.split("#")[0].strip() for line in path.read_text().splitlines()]
    return [tuple(row.split(" ", 1)) for row in rows if row]


class Model:
    def __init__(self, path: Path, rows: list[tuple[str, str]], work: Path):
        self.name = path.stem
        self.path = path
        source = path.read_text()
        root = re.search(r"^// ROOT: *(.+?) *$", source, re.M)
        self.root = [f"--root={root[1]}"] if root else []
        self.gone = [text for kind, text in rows if kind == "gone" and text in source]
        self.other = [text for kind, text in rows if kind == "other"]
        if self.gone:
            lines = source.splitlines()
            self.path = work / path.name
            self.path.write_text("\n".join(
                "" if any(text in line for text in self.gone) else line for line in lines) + "\n")

    def trace(self, tool: str, options: list[str]) -> list[str] | None:
        done = subprocess.run([tool, str(self.path), *self.root, "--", *options],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{self.name}, with {' '.join(options)}:\n{done.stderr}")
            return None
        return done.stdout.splitlines()

    def compare(self, tool: str, newer: list[str]) -> bool:
        graphs = [self.trace(tool, options) for options in (OLDER, newer)]
        if None in graphs:
            return False
        different = [pair for pair in zip(*graphs) if pair[0] != pair[1]]
        bad = [pair for pair in different if not any(text in pair[0] for text in self.other)]
        for pair in bad:
            print(f"{self.name} differs:\n-{pair[0]}\n+{pair[1]}")
        lengths = [len(graph) for graph in graphs]
        if lengths[0] != lengths[1]:
            print(f"{self.name}: {lengths[0]} lines and {lengths[1]}")
        for text in self.other:
            if any(text in line for line in graphs[0]) and not any(text in a for a, _ in different):
                print(f"{self.name} is the same in both where '{text}' may differ")
                return False
        return not bad and lengths[0] == lengths[1]


def main() -> int:
    split = sys.argv.index("--")
    tool, table, *paths = sys.argv[1:split]
    newer = sys.argv[split + 1:]
    rows = differences(Path(table))
    with tempfile.TemporaryDirectory() as work:
        models = [Model(Path(path), rows, Path(work)) for path in paths]
        same = sum(model.compare(tool, newer) for model in models)
    print(f"{same} of {len(models)} models have the same graph with both")
    return 0 if same == len(models) else 1


if __name__ == "__main__":
    sys.exit(main())
