#!/usr/bin/python3
"""Compares libfx-runtime with Python's torch.fx and with the eager program, all measured in this run.

usage: runtime_ratio.py BENCHMARK [--quick] [--check]

BENCHMARK is fx-runtime-benchmark. Prints for every row the processor time a node, ours and Python's, and the ratio;
then what a node costs over the same eager loop; the passes that run operators, less the time of these by themselves,
at 1,000, 4,000 and 10,000 nodes, and the slope of a line through the logarithms of time and nodes up to 100,000; and
how a node's time grows from 1,000 to 100,000 nodes. Times are the best of twenty rounds, of three with --quick, in
which the rows take turns, so that a slow second of the machine is not one row's. Marks what misses its limit; with
--check, exits 1 then.
"""

import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
# How often faster than torch.fx a row must be.
FASTER = {"trace_resnet18_as_torchfx": 30, "transform_resnet18": 30}
# Nanoseconds a node over the eager loop, in a chain of 1,000 additions of one element.
OVER_EAGER = {"run_plan": 100, "run_interpreter": 275}
GROWTH = 1.5
# The rows of passes that run operators: Python's, and the operators by themselves, ours and Python's.
PASSES = {"shape_prop": ("shape_prop", "run_eager", "run_eager"),
          "shape_prop_pass": ("shape_prop", "run_eager_on_meta", "run_eager"),
          "const_fold": ("const_fold", "run_constants", "run_constants")}
PASS_FASTER, EXPONENT = 10, 1.1
SIZES, LARGEST = (1000, 4000, 10000), 100000


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
    command = ["/usr/bin/python3", str(HERE / "torchfx_runtime.py"), *(["1000", "4000"] if quick else [])]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    return json.loads(output)


def exponent_of(times):
    """The slope of the line that fits log(time of a graph) best, of times a node."""
    points = [(math.log(nodes), math.log(time * nodes)) for nodes, time in times.items()]
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def compare_passes(mine, python, mark):
    print(f"\n{'pass less its operators':28}{'nodes':>9}{'ours ns':>11}{'torch.fx ns':>13}{'ratio':>9}")
    exponents = {}
    for row, (peer_row, operators, peer_operators) in PASSES.items():
        own = {nodes: mine[f"{row}/{nodes}"] - mine[f"{operators}/{nodes}"] for nodes in (*SIZES, LARGEST)}
        sizes = [nodes for nodes in SIZES if f"{peer_row}/{nodes}" in python]
        for nodes in sizes:
            peer = python[f"{peer_row}/{nodes}"] - python[f"{peer_operators}/{nodes}"]
            text = mark(peer / own[nodes] < PASS_FASTER and nodes == sizes[-1], f"< {PASS_FASTER}")
            print(f"{row:28}{nodes:9}{own[nodes]:11.1f}{peer:13.1f}{peer / own[nodes]:9.1f}{text}")
        exponents[row] = exponent_of(own)
    print(f"\n{'growth exponent':28}")
    for row, exponent in exponents.items():
        print(f"{row:28}{exponent:9.2f}{mark(exponent > EXPONENT, f'> {EXPONENT}')}")


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
        if peer is not None and row.split("/")[0] not in PASSES:
            limit = FASTER.get(row, 0)
            print(f"{row:28}{own:11.1f}{peer:13.1f}{peer / own:9.1f}{mark(peer / own < limit, f'< {limit}')}")
    print(f"\n{'over the eager loop':28}{'ours ns':>11}{'torch.fx ns':>13}")
    for row, limit in OVER_EAGER.items():
        own, peer = (times[f"{row}/1000"] - times["run_eager/1000"] for times in (mine, python))
        print(f"{row:28}{own:11.1f}{peer:13.1f}{mark(own > limit, f'> {limit}')}")
    compare_passes(mine, python, mark)
    print(f"\n{'growth of a node':28}{'1,000':>11}{'100,000':>13}{'growth':>9}")
    by_themselves = {"run_eager_on_meta", "run_constants"}
    for row in dict.fromkeys(name.split("/")[0] for name in mine if "/" in name):
        if row in PASSES or row in by_themselves:
            continue
        small, large = mine[f"{row}/1000"], mine[f"{row}/100000"]
        # The memory of 100,000 tensors costs the eager loop, too: what it pays is not the graph's.
        eager = mine["run_eager/100000"] - mine["run_eager/1000"] if row.startswith("run_") else 0
        growth = (large - eager) / small
        print(f"{row:28}{small:11.1f}{large:13.1f}{growth:9.2f}{mark(growth > GROWTH, f'> {GROWTH}')}")
    print(f"\n{missed} limits missed")
    return 1 if missed and "--check" in sys.argv else 0


sys.exit(main())
