#!/usr/bin/python3
"""Measures Python's torch.fx: the rows of RuntimeBenchmark.cpp, CPU time a node in nanoseconds, as JSON.

usage: torchfx_runtime.py [nodes ...]

The best of up to ten rounds. ResNet-18 is torchvision's.
"""

import json
import sys
import time

import torch
import torch.fx
import torchvision


class Chain(torch.nn.Module):
    def __init__(self, length):
        super().__init__()
        self.length = length

    def forward(self, x):
        value = x
        for _ in range(self.length):
            value = value + x
        return value


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
    sizes = [int(size) for size in sys.argv[1:]] or [1000, 10000]
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
            results[f"run_interpreter/{size}"] = best(lambda: torch.fx.Interpreter(traced).run(x), size)
    json.dump(results, sys.stdout)


main()
