#!/usr/bin/python3
"""What it costs to keep up with an editor, against a warm trace of one mode in the same run.

usage: editor_ratio.py SERVER BENCHMARK PLUGIN [--edits N] [--check]

Each edit is made in fx-clang-lsp, and the same text traced by fx-trace-benchmark, which keeps what it
read, too. `editor` is the processor time that server and worker take from the edit to the hints and
messages of the new text, `trace` that of the trace, both in milliseconds; the ratio is the median of
the edits' own. `wait` is the time until the hints are there. --check fails when a ratio is over the
limit.
"""
from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import REPOSITORY, exit_code

sys.path.insert(0, str(REPOSITORY / "test/LSP/Inputs"))
from editor import Editor  # noqa: E402

# The file, the class, and what is said of it.
MODELS = [("docs/examples/lenet.cpp", "LeNetImpl", "x=1x1x28x28"),
          ("test/EndToEnd/Models/resnet50.cpp", "ResNet",
           "root=ResNet<Bottleneck>({3, 4, 6, 3}, 10) x=1x3x64x64")]
LIMIT = 1.05
FIRST = 5  # edits that are not counted


def processor_ms(pids: list[int]) -> float:
    """Of all threads of the processes: Linux makes the number of a process a clock of it."""
    return sum(1000 * time.clock_gettime((~pid << 3) | 2) for pid in pids)


def noted(path: str, of: str, note: str) -> str:
    text = (REPOSITORY / path).read_text()
    at = re.search(rf"^(template ?<[^\n]*>\n)?(struct|class) {of}\b", text, re.MULTILINE)
    return text[:at.start()] + f"// fx: {note}\n" + text[at.start():]


def measure(options, path: str, of: str, note: str, folder: Path) -> tuple[list[float], ...]:
    file = folder / Path(path).name
    file.write_text(noted(path, of, note))
    editor = Editor([options.server])
    uri = editor.open(str(file), file.read_text())
    if not editor.hints(uri):
        raise RuntimeError(f"{path}: no hints")
    traced = subprocess.Popen([options.benchmark, options.plugin, str(file)], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE)
    ours, waits, theirs = [], [], []
    for number in range(options.edits + FIRST):
        pids = [editor.server.pid, editor.worker()]
        begin, start = processor_ms(pids), time.monotonic()
        end = len(editor.texts[uri])
        editor.edit(uri, end, end, f"// {number}\n")
        editor.hints(uri)
        waits.append(1000 * (time.monotonic() - start))
        ours.append(processor_ms(pids) - begin)
        text = editor.texts[uri].encode()
        traced.stdin.write(b"%d\n" % len(text) + text)
        traced.stdin.flush()
        theirs.append(float(traced.stdout.readline()))
    editor.close()
    traced.stdin.close()
    traced.wait()
    return ours[FIRST:], waits[FIRST:], theirs[FIRST:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("benchmark")
    parser.add_argument("plugin")
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    print(f"median of {options.edits} edits, in ms")
    print(f"{'model':<12}{'wait':>8}{'editor':>8}{'trace':>8}{'ratio':>7}")
    exceeded = []
    with tempfile.TemporaryDirectory() as folder:
        for path, of, note in MODELS:
            ours, waits, theirs = measure(options, path, of, note, Path(folder))
            ratio = statistics.median(a / b for a, b in zip(ours, theirs))
            name = Path(path).stem
            print(f"{name:<12}{statistics.median(waits):>8.0f}{statistics.median(ours):>8.1f}"
                  f"{statistics.median(theirs):>8.1f}{ratio:>7.2f}", flush=True)
            if ratio > LIMIT:
                exceeded.append(f"{name}: an edit costs {ratio:.2f} warm traces, not {LIMIT}")
    return exit_code(options, exceeded)


if __name__ == "__main__":
    sys.exit(main())
