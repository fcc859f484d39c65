"""same_numbers.py FOLDER BEFORE AFTER SHAPE: two generated models, the same weights and input."""
import importlib
import sys

import torch

folder, before, after, shape = sys.argv[1:]
sys.path.insert(0, folder)
torch.manual_seed(0)


def load(name):
    module, class_name = name.split(".")
    return getattr(importlib.import_module(module), class_name)().eval()


one, two = load(before), load(after)
state = {
    key: value if not value.is_floating_point() else torch.rand_like(value) + 0.5
    for key, value in one.state_dict().items()
}
one.load_state_dict(state)
two.load_state_dict(state)
x = torch.randn([int(size) for size in shape.split(",")])
difference = (one(x) - two(x)).abs().max().item()
if not difference <= 1e-4:
    sys.exit(f"the models differ by {difference}")
