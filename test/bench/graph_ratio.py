#!/usr/bin/python3
"""Compares our graph with Python's torch.fx, both measured in this run.

usage: graph_ratio.py BENCHMARK [--quick]

BENCHMARK is fx-graph-benchmark. Prints for every row the time a node, ours and Python's, and the ratio,
for 1,000, 10,000 and 100,000 nodes. Then how much longer a node takes in a graph of 1,000,000 nodes than
in a hundred graphs of 10,000, which need as much memory: what size costs; and than in one graph of 10,000,
which fits the processor's cache. Times are the best of three. Marks ratios under 20 and growths over 1.5.
"""

import json
import math
import pathlib
import subprocess
import sys

SIZES = (1000, 10000, 100000)
HERE = pathlib.Path(__file__).parent


def ours(benchmark, quick):
    command = [benchmark, "--benchmark_format=json", f"--benchmark_min_time={0.02 if quick else 0.05}"]
    command += [f"--benchmark_repetitions={1 if quick else 3}"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    times = {}
    for row in json.loads(output)["benchmarks"]:
        if row["run_type"] == "aggregate":
            continue
        name, nodes, graphs = row["name"].removeprefix("row_").split("/")[:3]
        if "error_occurred" in row:
            sys.exit(f"{row['name']}: {row['error_message']}")
        key = name, int(nodes), int(graphs)
        time = row["cpu_time"] * 1e6 / (int(nodes) * int(graphs))
        times[key] = min(time, times.get(key, time))
    return times


def main():
    benchmark, quick = sys.argv[1], "--quick" in sys.argv
    sizes = SIZES[:2] if quick else SIZES
    mine = ours(benchmark, quick)
    command = ["/usr/bin/python3", str(HERE / "torchfx.py"), *map(str, sizes)]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout
    theirs = {}
    for name, nanoseconds in json.loads(text).items():
        row, nodes = name.split("/")
        theirs[row, int(nodes)] = nanoseconds
    slow = 0
    print(f"{'row':24}{'nodes':>9}{'ours ns':>10}{'torch.fx ns':>13}{'ratio':>9}")
    for row, nodes in theirs:
        if (row, nodes, 1) not in mine:
            continue
        own = mine[row, nodes, 1]
        ratio = theirs[row, nodes] / own
        slow += ratio < 20
        mark = "  < 20" if ratio < 20 else ""
        print(f"{row:24}{nodes:9}{own:10.1f}{theirs[row, nodes]:13.1f}{ratio:9.1f}{mark}")
    print(f"\n{'ns a node':24}{'1 x 10,000':>12}{'100 x 10,000':>14}{'1 x 1,000,000':>15}{'growth':>9}{'(cached)':>10}")
    for row in dict.fromkeys(row for row, nodes, _ in mine if nodes == 1000000):
        cached, small, large = mine[row, 10000, 1], mine[row, 10000, 100], mine[row, 1000000, 1]
        mark = "  > 1.5" if large > 1.5 * small else ""
        print(f"{row:24}{cached:12.1f}{small:14.1f}{large:15.1f}{large / small:9.2f}{large / cached:10.2f}{mark}")
    print(f"\n{'growth exponent':24}{'1,000 to 10,000':>18}{'10,000 to 100,000':>20}")
    for row in dict.fromkeys(row for row, _, _ in mine):
        times = [mine[row, nodes, 1] for nodes in sizes]
        exponents = [1 + math.log10(large / small) for small, large in zip(times, times[1:])]
        print(f"{row:24}" + "".join(f"{exponent:19.2f}" for exponent in exponents))
    print(f"\n{slow} ratios under 20")


main()
