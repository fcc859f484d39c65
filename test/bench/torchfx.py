#!/usr/bin/python3
"""Measures Python's torch.fx: the rows of GraphBenchmark.cpp, CPU time a node in nanoseconds, as JSON.

usage: torchfx.py [row ...] [nodes ...]

The best of up to five rounds. Sizes of which a row takes more than 120 seconds, and those above, are
left out; so are those of which it would take all memory.
"""

import copy
import gc
import json
import operator
import signal
import sys
import time

import torch
import torch.fx
from torch.fx.experimental.normalize import NormalizeArgs
from torch.fx.experimental.optimization import fuse
from torch.fx.passes import reinplace
from torch.fx.passes.dialect.common.cse_pass import CSEPass
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupport
from torch.fx.passes.split_module import split_module

MIXED = [operator.add, operator.sub, operator.mul, torch.relu, torch.neg,
         torch.sigmoid, torch.tanh, torch.exp, torch.sin, torch.cos]


def chain(nodes, call):
    graph = torch.fx.Graph()
    x = last = graph.placeholder("x")
    for i in range(nodes - 2):
        last = call(graph, i, last, x)
    graph.output(last)
    return graph


def named(nodes):
    return chain(nodes, lambda g, i, p, x: g.create_node("call_function", operator.add, (p, x), {}, f"n{i}v"))


def same(nodes):
    return chain(nodes, lambda g, i, p, x: g.call_function(operator.add, (p, x)))


def mixed(nodes):
    return chain(nodes, lambda g, i, p, x: g.call_function(MIXED[i % 10], (p, x) if i % 10 < 3 else (p,)))


def unique(graph, function, args, i, tag):
    return graph.create_node("call_function", function, args, {}, f"{tag}{i}v")


def dead(nodes):
    def pair(graph, i, p, x):
        unique(graph, operator.mul, (p, x), i, "d")
        return unique(graph, operator.add, (p, x), i, "n")
    return chain((nodes - 2) // 2 + 2, pair)


def duplicates(nodes):
    def three(graph, i, p, x):
        a = unique(graph, torch.add, (p, x), i, "a")
        return unique(graph, torch.mul, (a, unique(graph, torch.add, (p, x), i, "b")), i, "m")
    return chain((nodes - 2) // 3 + 2, three)


def pairs(nodes):
    def three(graph, i, p, x):
        a = unique(graph, operator.add, (p, x), i, "a")
        return unique(graph, torch.neg, (unique(graph, torch.relu, (a,), i, "r"),), i, "g")
    return chain((nodes - 2) // 3 + 2, three)


def mixed_named(nodes):
    return chain(nodes, lambda g, i, p, x: unique(g, MIXED[i % 10], (p, x) if i % 10 < 3 else (p,), i, "n"))


def fan(nodes):
    graph = torch.fx.Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    for i in range(nodes - 3):
        unique(graph, operator.neg, (x,), i, "n")
    graph.output(y)
    return graph


def in_place(nodes):
    aten = torch.ops.aten
    return module(chain(nodes, lambda g, i, p, x: unique(
        g, aten.clone.default if i == 0 else aten.add.Tensor, (p,) if i == 0 else (p, 1), i, "n")))


def layers(nodes):
    pairs = (nodes - 2) // 2
    return torch.nn.Sequential(*(layer for _ in range(pairs) for layer in (
        torch.nn.Conv2d(1, 1, 1), torch.nn.BatchNorm2d(1)))).eval()


def module(graph):
    return torch.fx.GraphModule({}, graph)


def consume(graph):
    for _ in graph.nodes:
        pass


def walk(graph):
    for node in graph.nodes:
        for _ in node.all_input_nodes:
            pass
        for _ in node.users:
            pass


def replace_chain(graph):
    nodes = list(graph.nodes)
    for node in nodes[1:-1]:
        node.replace_all_uses_with(nodes[0])


def replace_fan(graph):
    nodes = list(graph.nodes)
    nodes[0].replace_all_uses_with(nodes[1])


def replace_input(graph):
    nodes = list(graph.nodes)
    for i in range(2, len(nodes) - 1):
        nodes[i].replace_input_with(nodes[i - 1], nodes[0])


def insert(graph):
    nodes = list(graph.nodes)
    with graph.inserting_before(nodes[1]):
        for i in range(len(nodes)):
            unique(graph, torch.neg, (nodes[0],), i, "i")


def erase(graph):
    for node in reversed(graph.nodes):
        graph.erase_node(node)


def rewrite(gm):
    torch.fx.replace_pattern(gm, lambda x, y: torch.relu(x + y), lambda x, y: x * y)


def partition(gm):
    class Support(OperatorSupport):
        def is_node_supported(self, submodules, node):
            return node.op == "call_function" and int("".join(c for c in node.name if c.isdigit())) % 4 != 0
    CapabilityBasedPartitioner(gm, Support()).propose_partitions()


def fuse_partitions(gm):
    class Support(OperatorSupport):
        def is_node_supported(self, submodules, node):
            return node.op == "call_function" and node.target in MIXED[3:]
    partitioner = CapabilityBasedPartitioner(gm, Support(), allows_single_node_partition=True)
    partitioner.fuse_partitions(partitioner.propose_partitions())


def split(gm):
    position = {node: i for i, node in enumerate(gm.graph.nodes)}
    split_module(gm, gm, lambda node: position[node] // 10)


def write_in_place(gm):
    """reinplace, less the run on fake tensors with which it begins."""
    propagate = reinplace._FunctionalizationMetadataProp.propagate
    spent = []

    def timed(self, *args):
        before = time.process_time()
        result = propagate(self, *args)
        spent.append(time.process_time() - before)
        return result

    reinplace._FunctionalizationMetadataProp.propagate = timed
    try:
        reinplace.reinplace(gm, torch.ones(2, 3))
    finally:
        reinplace._FunctionalizationMetadataProp.propagate = propagate
    return sum(spent)


# name: (makes what is measured, the work, the most nodes)
ROWS = {
    "build_named": (lambda n: n, named, 10**6),
    "build_same": (lambda n: n, same, 10**4),
    "build_mixed": (lambda n: n, mixed, 10**4),
    "iterate": (named, consume, 10**6),
    "walk_edges": (named, walk, 10**6),
    "replace_all_uses_chain": (named, replace_chain, 10**6),
    "replace_all_uses_fan": (fan, replace_fan, 10**6),
    "replace_input": (named, replace_input, 10**6),
    "insert": (named, insert, 10**6),
    "erase": (named, erase, 10**6),
    "lint": (named, lambda g: g.lint(), 10**6),
    "print": (named, str, 10**6),
    "deepcopy": (named, copy.deepcopy, 10**6),
    "dce": (dead, lambda g: g.eliminate_dead_code(), 10**6),
    "cse": (lambda n: module(duplicates(n)), lambda gm: CSEPass()(gm), 10**6),
    "replace_pattern": (lambda n: module(pairs(n)), rewrite, 10**4),
    "split_module": (lambda n: module(mixed_named(n)), split, 10**4),
    "partition": (lambda n: module(mixed_named(n)), partition, 10**4),
    "normalize": (lambda n: module(mixed_named(n)), lambda gm: NormalizeArgs(gm).transform() and None, 10**4),
    "reinplace": (in_place, write_in_place, 10**4),
    "fuse_partitions": (lambda n: module(mixed_named(n)), fuse_partitions, 10**4),
    "fuse_conv_bn": (layers, lambda m: fuse(m, inplace=True) and None, 10**4),
}
LIMIT = 120  # seconds a round
sys.setrecursionlimit(100000)  # replace_pattern recurses along the graph


class TooLong(Exception):
    pass


def stop(*_):
    raise TooLong()


def measure(make, work, nodes):
    times = []
    started = time.process_time()
    while len(times) < 5 and (not times or time.process_time() - started < 12):
        made = make(nodes)
        gc.collect()
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        before = time.process_time()
        other = work(made)  # seconds that are not the row's
        spent = time.process_time() - before
        signal.setitimer(signal.ITIMER_PROF, 0)
        times.append(spent - (other if isinstance(other, float) else 0))
    return min(times) * 1e9 / nodes


def main():
    signal.signal(signal.SIGPROF, stop)
    sizes = [int(size) for size in sys.argv[1:] if size.isdigit()] or [1000, 4000, 10000]
    wanted = [row for row in sys.argv[1:] if not row.isdigit()] or ROWS
    results = {}
    for name in wanted:
        make, work, most = ROWS.get(name, (None, None, 0))  # parsing, analyses: it has none
        for nodes in sizes:
            if nodes > most:
                break
            try:
                results[f"{name}/{nodes}"] = measure(make, work, nodes)
            except TooLong:
                break
            print(f"{name}/{nodes}", file=sys.stderr)
    json.dump(results, sys.stdout)


main()
