#!/usr/bin/python3
"""Compares the names of forward's parameters in C++'s headers with those of Python's torch.nn.

    python_forwards.py <ForwardNames.def> <LibTorch.json>

Every row that is missing, and every one that says what is not so, is printed.
"""
import inspect
import json
import re
import sys

import torch

table, libtorch = sys.argv[1:]
rows = {tuple(row) for row in re.findall(r'^FX_FORWARD_NAME\("(\w+)", "(\w+)", "(\w+)"\)', open(table).read(), re.M)}
count, needed = 0, set()
for name, module in json.load(open(libtorch))["modules"].items():
    cls = getattr(torch.nn, name, None)
    # A container's forward is a template, or there is none.
    if cls is None or not module["parameters"]:
        continue
    python = list(inspect.signature(cls.forward).parameters)[1:]
    for (_, cpp, _), other in zip(module["parameters"], python, strict=False):
        count += 1
        if cpp != other:
            needed.add((name, cpp, other))
for text, wrong in (("missing", needed - rows), ("not so", rows - needed)):
    for row in sorted(wrong):
        print(f"{text}: FX_FORWARD_NAME" + str(row).replace("'", '"'))
print(f"{count} parameters of forward, {len(needed)} with another name in Python")
sys.exit(needed != rows)
