#!/usr/bin/python3
"""Compares our graph with Python's torch.fx, both measured in this run.

usage: graph_ratio.py BENCHMARK [--quick] [ROW ...]

BENCHMARK is fx-graph-benchmark; without ROWs all are measured. Prints for every row the processor time a node, ours
and Python's, and the ratio, for 1,000, 4,000 and 10,000 nodes, or up to those that Python finishes in 120 seconds.
Then the growth exponent of ours up to 100,000 nodes: the slope of a line through the logarithms of time and nodes,
1 where a node always costs the same. Then how much longer a node takes in a graph of 1,000,000 nodes than in a hundred
graphs of 10,000, which need as much memory; and than in one graph of 10,000, which fits the processor's cache.

Ours and Python's take turns, row by row, in two rounds, of which the best counts: a slow minute of the machine is not
one side's. For the exponent that is not enough, as only short runs find the fast seconds of a machine: each run of ours,
in which all sizes follow one another, gives one, and the middle one counts.

Marks ratios under 20, exponents over 1.1 and growths over 1.5. What a pass misses of the first two is a goal missed:
then the exit code is 1.
"""

import json
import math
import pathlib
import statistics
import subprocess
import sys

SIZES, LARGEST = (1000, 4000, 10000), 100000
HERE = pathlib.Path(__file__).parent
PASSES = {"dce", "cse", "replace_pattern", "split_module", "partition", "fuse_partitions", "normalize", "reinplace",
          "fuse_conv_bn"}
RATIO, EXPONENT, GROWTH = 20, 1.1, 1.5
ROUNDS, RUNS = 2, 3


def run_ours(benchmark, row, sizes, quick):
    """Nanoseconds a node, by nodes and graphs."""
    command = [benchmark, "--benchmark_format=json", f"--benchmark_min_time={0.02 if quick else 0.05}",
               f"--benchmark_repetitions={1 if quick else 3}", f"--benchmark_filter=^row_{row}/({sizes})(/|$)"]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    times = {}
    for result in json.loads(output)["benchmarks"] if output else []:
        if result["run_type"] == "aggregate":
            continue
        if "error_occurred" in result:
            sys.exit(f"{result['name']}: {result['error_message']}")
        nodes, graphs = map(int, result["name"].split("/")[1:3])
        time = result["cpu_time"] * 1e6 / (nodes * graphs)
        times[nodes, graphs] = min(time, times.get((nodes, graphs), time))
    return times


def run_theirs(row):
    """Nanoseconds a node, by nodes; nothing for what it does not finish."""
    command = ["/usr/bin/python3", str(HERE / "torchfx.py"), row, *map(str, SIZES)]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    return {int(name.split("/")[1]): time for name, time in json.loads(output).items()}


def merge(times, others):
    for key, time in others.items():
        times[key] = min(time, times.get(key, time))


def rows_of(benchmark):
    command = [benchmark, "--benchmark_list_tests"]
    names = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    return list(dict.fromkeys(name.removeprefix("row_").split("/")[0] for name in names))


def exponent_of(times):
    """The slope of the line that fits log(time of a graph) best."""
    points = [(math.log(nodes), math.log(time * nodes)) for (nodes, graphs), time in times.items()
              if graphs == 1 and nodes <= LARGEST]
    x, y = (sum(values) / len(points) for values in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def main():
    arguments = sys.argv[1:]
    quick = "--quick" in arguments
    benchmark, *wanted = [argument for argument in arguments if argument != "--quick"]
    mine, theirs, exponents, missed = {}, {}, {}, []

    def mark(row, is_missed, text):
        if is_missed and row in PASSES:
            missed.append(f"{row}: {text}")
        return f"  {text}" if is_missed else ""

    print(f"{'row':24}{'nodes':>9}{'ours ns':>10}{'torch.fx ns':>13}{'ratio':>9}", flush=True)
    for row in wanted or rows_of(benchmark):
        own, peer = mine.setdefault(row, {}), theirs.setdefault(row, {})
        for _ in range(1 if quick else ROUNDS):
            for _ in range(1 if quick else RUNS):
                times = run_ours(benchmark, row, "(1000|4000|10000|100000)/1", quick)
                exponents.setdefault(row, []).append(exponent_of(times))
                merge(own, times)
            merge(peer, run_theirs(row))
        for nodes, time in peer.items():
            ratio = time / own[nodes, 1]
            is_goal = nodes == max(peer)
            text = mark(row, ratio < RATIO and is_goal, f"< {RATIO}")
            print(f"{row:24}{nodes:9}{own[nodes, 1]:10.1f}{time:13.1f}{ratio:9.1f}{text}", flush=True)
    print(f"\n{'growth exponent':24}{'1,000':>9}{'100,000 ns':>12}{'exponent':>10}")
    for row, own in mine.items():
        exponent = statistics.median(exponents[row])
        text = mark(row, exponent > EXPONENT, f"> {EXPONENT}")
        print(f"{row:24}{own[1000, 1]:9.1f}{own[LARGEST, 1]:12.1f}{exponent:10.2f}{text}", flush=True)
    print(f"\n{'ns a node':24}{'1 x 10,000':>12}{'100 x 10,000':>14}{'1 x 1,000,000':>15}{'growth':>9}{'(cached)':>10}")
    for row, own in mine.items():
        own |= run_ours(benchmark, row, "10000/100|1000000/1", quick)
        if (1000000, 1) not in own:
            continue
        cached, small, large = own[10000, 1], own[10000, 100], own[1000000, 1]
        text = f"  > {GROWTH}" if large > GROWTH * small else ""
        print(f"{row:24}{cached:12.1f}{small:14.1f}{large:15.1f}{large / small:9.2f}{large / cached:10.2f}{text}",
              flush=True)
    print(f"\n{len(missed)} goals of passes missed", *missed, sep="\n  ")
    return 1 if missed else 0


sys.exit(main())
