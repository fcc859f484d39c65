#!/usr/bin/python3
"""Measures Python's torch.fx: the rows of RuntimeBenchmark.cpp, CPU time a node in nanoseconds, as JSON.

usage: torchfx_runtime.py [nodes ...]

The best of up to ten rounds. ResNet-18 is torchvision's.
"""

import json
import operator
import sys
import time

import torch
import torch.fx
import torchvision
from torch.fx.experimental.const_fold import split_const_subgraphs
from torch.fx.passes.shape_prop import ShapeProp


class Chain(torch.nn.Module):
    def __init__(self, length):
        super().__init__()
        self.length = length

    def forward(self, x):
        value = x
        for _ in range(self.length):
            value = value + x
        return value


def constants(size):
    """What tracing Constants of RuntimeBenchmark.cpp gives: torch.fx runs what uses no input while it traces."""
    root, graph = torch.nn.Module(), torch.fx.Graph()
    root.register_buffer("weight", torch.ones(1))
    x = value = graph.placeholder("x")
    weight = constant = graph.get_attr("weight")
    for i in range(size // 2):
        constant = graph.create_node("call_function", operator.add, (constant, weight), {}, f"c{i}v")
        value = graph.create_node("call_function", operator.add, (value, x), {}, f"v{i}v")
    graph.output(graph.call_function(operator.add, (value, constant)))
    return torch.fx.GraphModule(root, graph)


def fold(module):
    folded = split_const_subgraphs(module)
    folded.run_folding()
    assert folded.const_subgraph_module is not None


def best(work, nodes):
    times = []
    started = time.process_time()
    while len(times) < 2 or (len(times) < 50 and time.process_time() - started < 3):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times) * 1e9 / nodes


def main():
    torch.set_num_threads(1)
    sizes = [int(size) for size in sys.argv[1:]] or [1000, 4000, 10000]
    sys.setrecursionlimit(1000000)
    results = {}
    resnet = torchvision.models.resnet18().eval()
    traced = torch.fx.symbolic_trace(resnet)
    nodes = len(traced.graph.nodes)
    results["trace_resnet18"] = best(lambda: torch.fx.symbolic_trace(resnet), nodes)
    results["transform_resnet18"] = best(lambda: torch.fx.Transformer(traced).transform(), nodes)
    x = torch.ones(1)
    with torch.no_grad():
        for size in sizes:
            chain = Chain(size)
            traced = torch.fx.symbolic_trace(chain)
            results[f"trace_chain/{size}"] = best(lambda: torch.fx.symbolic_trace(chain), size)
            results[f"transform_chain/{size}"] = best(lambda: torch.fx.Transformer(traced).transform(), size)
            results[f"run_eager/{size}"] = best(lambda: chain(x), size)
            if size <= 1000:  # Python's compiler needs gigabytes for the code of 100,000
                results[f"run_plan/{size}"] = best(lambda: traced(x), size)
            results[f"shape_prop/{size}"] = best(lambda: ShapeProp(traced).propagate(x), size)
            with_constants, half = constants(size), Chain(size // 2)
            results[f"const_fold/{size}"] = best(lambda: fold(with_constants), size)
            results[f"run_constants/{size}"] = best(lambda: half(x), size)
            results[f"run_interpreter/{size}"] = best(lambda: torch.fx.Interpreter(traced).run(x), size)
    json.dump(results, sys.stdout)


main()
