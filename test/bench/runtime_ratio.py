#!/usr/bin/python3
"""Compares libfx-runtime with Python's torch.fx and with the eager program, all measured in this run.

usage: runtime_ratio.py BENCHMARK [--quick] [--check]

BENCHMARK is fx-runtime-benchmark. Prints for every row the processor time a node, ours and Python's, and the ratio;
then what a node costs over the same eager loop, and how a node's time grows from 1,000 to 100,000 nodes. Times are
the best of twenty rounds, of three with --quick, in which the rows take turns, so that a slow second of the machine
is not one row's. Marks what misses its limit; with --check, exits 1 then.
"""

import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# How often faster than torch.fx a row must be.
FASTER = {"trace_resnet18_as_torchfx": 30, "transform_resnet18": 30}
# Nanoseconds a node over the eager loop, in a chain of 1,000 additions of one element.
OVER_EAGER = {"run_plan": 100, "run_interpreter": 275}
GROWTH = 1.5


def ours(benchmark, quick):
    """Nanoseconds a node."""
    command = [benchmark, "--benchmark_format=json", f"--benchmark_min_time={0.05 if quick else 0.1}",
               f"--benchmark_repetitions={3 if quick else 20}", "--benchmark_enable_random_interleaving"]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    times = {}
    for row in json.loads(output)["benchmarks"]:
        if row["run_type"] == "aggregate":
            continue
        if "error_occurred" in row:
            sys.exit(f"{row['name']}: {row['error_message']}")
        time = 1e9 / row["items_per_second"]
        times[row["run_name"]] = min(time, times.get(row["run_name"], time))
    return times


def theirs(quick):
    command = ["/usr/bin/python3", str(HERE / "torchfx_runtime.py"), *(["1000"] if quick else [])]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    return json.loads(output)


def main():
    quick = "--quick" in sys.argv
    mine, python = ours(sys.argv[1], quick), theirs(quick)
    missed = 0

    def mark(is_missed, text):
        nonlocal missed
        missed += is_missed
        return f"  {text}" if is_missed else ""

    print(f"{'row':28}{'ours ns':>11}{'torch.fx ns':>13}{'ratio':>9}")
    for row, own in mine.items():
        peer = python.get(row.removesuffix("_as_torchfx"))
        if peer is not None:
            limit = FASTER.get(row, 0)
            print(f"{row:28}{own:11.1f}{peer:13.1f}{peer / own:9.1f}{mark(peer / own < limit, f'< {limit}')}")
    print(f"\n{'over the eager loop':28}{'ours ns':>11}{'torch.fx ns':>13}")
    for row, limit in OVER_EAGER.items():
        own, peer = (times[f"{row}/1000"] - times["run_eager/1000"] for times in (mine, python))
        print(f"{row:28}{own:11.1f}{peer:13.1f}{mark(own > limit, f'> {limit}')}")
    print(f"\n{'growth of a node':28}{'1,000':>11}{'100,000':>13}{'growth':>9}")
    for row in dict.fromkeys(name.split("/")[0] for name in mine if "/" in name):
        small, large = mine[f"{row}/1000"], mine[f"{row}/100000"]
        # The memory of 100,000 tensors costs the eager loop, too: what it pays is not the graph's.
        eager = mine["run_eager/100000"] - mine["run_eager/1000"] if row.startswith("run_") else 0
        growth = (large - eager) / small
        print(f"{row:28}{small:11.1f}{large:13.1f}{growth:9.2f}{mark(growth > GROWTH, f'> {GROWTH}')}")
    print(f"\n{missed} limits missed")
    return 1 if missed and "--check" in sys.argv else 0


sys.exit(main())
