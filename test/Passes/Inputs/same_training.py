"""Runs two models with the same weights in training: python same_training.py FOLDER m.A n.B 2,3,8,8"""
import importlib
import sys

import torch

folder, first, second, shape = sys.argv[1:5]
sys.path.insert(0, folder)


def make(name):
    module, cls = name.split(".")
    return getattr(importlib.import_module(module), cls)()


torch.manual_seed(1)
a, b = make(first), make(second)
b.load_state_dict(a.state_dict())
a.train(), b.train()
x = torch.randn(*map(int, shape.split(",")))
torch.manual_seed(2)
expected = a(x)
torch.manual_seed(2)
assert torch.equal(expected, b(x))
for name, value in a.state_dict().items():
    assert torch.equal(value, b.state_dict()[name]), name
print("outputs and statistics agree in training")
