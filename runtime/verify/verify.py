"""What --verify --emit=python runs: the regenerated Python on what the original computed in C++.

usage: verify.py TOLERANCE {MODE FOLDER ARGUMENTS}...

FOLDER has regenerated.py, and what the C++ program saved: weights.pt, and values.pickle with the
tensors of the inputs, the outputs, the inputs as forward left them, and the buffers after it, each of
two runs with the generator seeded 1 and 2. ARGUMENTS is a Python expression over the list `t` of the
inputs' tensors. Exit code: 0 all agrees, 1 something differs, 2 something was raised.
"""
import importlib.util
import pathlib
import sys

import torch

TOLERANCE = float(sys.argv[1])


def load(path):
    spec = importlib.util.spec_from_file_location("regenerated", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flatten(value):
    """The tensors and numbers of a value in order, as the C++ program flattens its own."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, bool):
        return [torch.tensor(value)]
    if isinstance(value, (int, float)):
        return [torch.tensor(value, dtype=torch.int64 if isinstance(value, int) else torch.float64)]
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return []
    return [leaf for part in value for leaf in flatten(part)]


def shape(tensor):
    sizes = "x".join(map(str, tensor.shape)) or "scalar"
    return f"{sizes}:{str(tensor.dtype).removeprefix('torch.')}"


def difference(a, b):
    """(absolute, relative to the largest value of the first); NaNs must stand at the same places."""
    if a.shape != b.shape or a.dtype != b.dtype:
        return float("inf"), float("inf")
    x, y = (torch.view_as_real(t.detach()) if t.is_complex() else t.detach() for t in (a, b))
    x, y = (t.to_dense().double() if t.is_sparse else t.double() for t in (x, y))
    if x.numel() == 0:
        return 0.0, 0.0
    same = (x == y) | (x.isnan() & y.isnan())
    apart = torch.where(same, torch.zeros_like(x), (x - y).abs())
    if apart.isnan().any():
        return float("inf"), float("inf")
    absolute = apart.max().item()
    largest = torch.where(x.isfinite(), x.abs(), torch.zeros_like(x)).max().item()
    return absolute, 0.0 if absolute == 0 else absolute / largest if largest else float("inf")


def within(figures):
    return min(figures) <= TOLERANCE


class Report:
    def __init__(self, mode):
        self.mode = mode
        self.agrees = True

    def compare(self, what, expected, again, got, got_again, aloud):
        figures = difference(expected, got)
        if within(figures):
            if aloud:
                self.say(f"{what}: {shape(expected)}, largest difference {figures[0]:.3g} absolute, "
                         f"{figures[1]:.3g} relative")
            return
        by_chance = not within(difference(expected, again)) and not within(difference(got, got_again))
        if by_chance and shape(expected) == shape(got):
            # The same generator, but Python may ask it in another order.
            if aloud:
                self.say(f"{what}: {shape(expected)}, random in both")
            return
        self.agrees = False
        if shape(expected) != shape(got):
            self.say(f"{what}: {shape(expected)} in C++, {shape(got)} in Python: DIFFERENT")
        else:
            self.say(f"{what}: {shape(expected)}, largest difference {figures[0]:.3g} absolute, "
                     f"{figures[1]:.3g} relative: DIFFERENT")

    def say(self, text):
        print(f"python {self.mode}: {text}")


def run(module, source, folder, values, arguments, seed):
    """Outputs, inputs afterwards, buffers afterwards."""
    if list(module.state_dict()):
        source.load_weights(module, str(folder / "weights.pt"))
    tensors = [tensor.clone() for tensor in values["inputs"]]
    torch.manual_seed(seed)
    with torch.no_grad():
        outputs = [leaf.clone() for leaf in flatten(module(*eval(arguments, {"t": tensors})))]
    buffers = {name: buffer.clone() for name, buffer in module.named_buffers()}
    return outputs, tensors, buffers


def verify(mode, folder, arguments):
    source = load(folder / "regenerated.py")
    module = source.Regenerated()
    module.train(mode == "train")
    values = torch.load(folder / "values.pickle")
    buffers = torch.load(folder / "buffers.pickle")
    first, second = (run(module, source, folder, values, arguments, seed) for seed in (1, 2))
    report = Report(mode)
    names = ("outputs", "inputs afterwards")
    for place, name in enumerate(names):
        expected, again = values[name], values[name + " again"]
        if len(expected) != len(first[place]):
            report.agrees = False
            report.say(f"{len(expected)} {name} in C++, {len(first[place])} in Python: DIFFERENT")
            continue
        for i, four in enumerate(zip(expected, again, first[place], second[place])):
            one = name.replace("s", "", 1) if place == 0 else f"input {i} afterwards"
            several = place == 0 and len(expected) > 1
            report.compare(f"{one} {i}" if several else one, *four, aloud=place == 0)
    for name, value in first[2].items():
        if name in buffers["first"]:
            report.compare(f"'{name}' afterwards", buffers["first"][name], buffers["again"][name],
                           value, second[2][name], aloud=False)
    return report.agrees


def main():
    agree = True
    for i in range(2, len(sys.argv), 3):
        mode, folder, arguments = sys.argv[i:i + 3]
        try:
            agree &= verify(mode, pathlib.Path(folder), arguments)
        except Exception as error:
            lines = str(error).strip().splitlines()
            print(f"raised: {type(error).__name__}: {lines[0] if lines else ''}")
            return 2
    return 0 if agree else 1


sys.exit(main())
