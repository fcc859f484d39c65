#!/usr/bin/python3
"""How long a trace takes, against the Python process that imports torch and traces the same model.

usage: bench.py TOOL [--check]

Warm: the precompiled LibTorch header is in the cache. Cold: the cache is empty. All times are wall
time of whole processes, measured in this run; --check fails when a limit is exceeded.
"""
from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = [("docs/examples/lenet", "LeNet", "LeNet"),
          ("test/EndToEnd/Models/resnet50", "ResNet<Bottleneck>({3, 4, 6, 3}, 10)", "ResNet50")]
WARM_RUNS, COLD_RUNS, PYTHON_RUNS = 20, 3, 5
WARM_LIMIT, COLD_LIMIT, RATIO_LIMIT = 0.15, 4.0, 8.0


@dataclass
class Times:
    model: str
    warm: float
    cold: float
    python: float

    @property
    def ratio(self) -> float:
        return self.python / self.warm

    def exceeded(self) -> list[str]:
        return [f"{self.model}: {what}" for what, bad in [
            (f"warm {self.warm:.3f} s, limit {WARM_LIMIT} s", self.warm > WARM_LIMIT),
            (f"cold {self.cold:.2f} s, limit {COLD_LIMIT} s", self.cold > COLD_LIMIT),
            (f"{self.ratio:.1f} times faster, limit {RATIO_LIMIT:.0f}", self.ratio < RATIO_LIMIT),
        ] if bad]


def seconds(command: list[str], **more) -> float:
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)
    taken = time.perf_counter() - begin
    if done.returncode:
        sys.exit(f"bench: {command[0]} failed\n{done.stderr}")
    return taken


def measure(tool: str, path: str, root: str, name: str) -> Times:
    source = REPOSITORY / path

    def trace(cache: str) -> float:
        return seconds([tool, f"--cache-dir={cache}", "--emit=fx", f"--root={root}", f"{source}.cpp", "--"])

    cold = []
    for _ in range(COLD_RUNS):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(trace(cache))
    with tempfile.TemporaryDirectory() as cache:
        trace(cache)
        warm = [trace(cache) for _ in range(WARM_RUNS)]
    script = (f"import torch, torch.fx; from {source.name} import {name}; "
              f"print(torch.fx.symbolic_trace({name}().eval()).graph)")
    environment = {**os.environ, "PYTHONPATH": str(source.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    python = [seconds([sys.executable, "-c", script], env=environment) for _ in range(PYTHON_RUNS)]
    return Times(source.name, *(statistics.median(times) for times in (warm, cold, python)))


def arguments(description: str) -> argparse.ArgumentParser:
    """A parser of what every measurement of the tool takes."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("tool", nargs="?",
                        default=str(REPOSITORY / "build/release/tool/fx-clang-trace/fx-clang-trace"))
    parser.add_argument("--check", action="store_true", help="exit code 1 when a limit is exceeded")
    return parser


def exit_code(options: argparse.Namespace, exceeded: list[str]) -> int:
    """With --check, says which limits were exceeded and fails if any was."""
    for line in exceeded if options.check else []:
        print(line, file=sys.stderr)
    return int(options.check and bool(exceeded))


def main() -> int:
    options = arguments(__doc__).parse_args()
    print(f"median of {WARM_RUNS} warm, {COLD_RUNS} cold and {PYTHON_RUNS} Python runs, in seconds")
    print(f"{'model':<12}{'warm':>8}{'cold':>8}{'Python':>9}{'Python/warm':>13}")
    exceeded = []
    for model in MODELS:
        times = measure(options.tool, *model)
        print(f"{times.model:<12}{times.warm:>8.3f}{times.cold:>8.2f}{times.python:>9.2f}"
              f"{times.ratio:>12.1f}x", flush=True)
        exceeded += times.exceeded()
    return exit_code(options, exceeded)


if __name__ == "__main__":
    sys.exit(main())
