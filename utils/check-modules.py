#!/usr/bin/env python3
"""Holds what include/fx/Ops/Modules.def says of tensors that modules register against the installed torch.

usage: check-modules.py [FILE]

FILE: the table, instead of that of this tree. Compared are the role of each tensor and its initial value:
the number that the row says, the tensor that an option gives, or others each time where it says none. Names,
order and sizes are compared with LibTorch's own modules by a unit test. Exit code 1 when a row is wrong.
"""

import pathlib
import re
import sys
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402

TABLE = pathlib.Path(__file__).resolve().parents[1] / "include/fx/Ops/Modules.def"
GIVEN = torch.tensor([2.0, 3.0, 5.0])
NORMALISATION = {"affine": True, "track_running_stats": True}
# What a class of each family is made with: all that it may register is registered then.
ARGUMENTS = {
    "BatchNorm": ((4,), NORMALISATION),
    "Bilinear": ((2, 3, 4), {}),
    "Conv": ((4, 6, 3), {}),
    "ConvTranspose": ((4, 6, 3), {}),
    "Embedding": ((5, 3), {}),
    "EmbeddingBag": ((5, 3), {}),
    "FractionalMaxPool": ((2, 3), {"_random_samples": GIVEN}),
    "GRUCell": ((3, 4), {}),
    "GroupNorm": ((2, 4), {}),
    "InstanceNorm": ((4,), NORMALISATION),
    "LSTM": ((3, 4), {}),
    "LSTMCell": ((3, 4), {}),
    "LayerNorm": ((4,), {}),
    "Linear": ((3, 4), {}),
    "LogitsLoss": ((), {"weight": GIVEN, "pos_weight": GIVEN}),
    "MultiheadAttention": ((8, 2), {"add_bias_kv": True}),
    "PReLU": ((), {}),
    "RNN": ((3, 4), {}),
    "RNNCell": ((3, 4), {}),
    "WeightedLoss": ((), {"weight": GIVEN}),
}


def families(text):
    """(name, lines) of each that registers tensors itself."""
    pattern = r"^FX_MODULE_FAMILY\((\w+),.*?\n\s*FX_REGISTERS\((.*?)\)\)$"
    for name, lines in re.findall(pattern, text, re.M | re.S):
        joined = re.sub(r'"\s*\n\s*"', "", lines)
        tensors = re.findall(r'"(parameter|buffer) (\w+)(?:\[.*?\])?(?: = (\S+?))?(?: if [^"]*)?"', joined)
        if re.search(r'"(parameter|buffer) ', joined):
            yield name, tensors


def problems(name, arguments, role, tensor, initial):
    positional, options = arguments
    made = [getattr(torch.nn, name)(*positional, **options) for _ in range(2)]
    first, second = (getattr(module, tensor) for module in made)
    if first is None:
        return
    if (role == "parameter") != isinstance(first, torch.nn.Parameter):
        yield f"{name}: {tensor} is no {role}"
    if initial is None or initial == "$_weight":  # of an Embedding: drawn where none is given
        if torch.equal(first, second):
            yield f"{name}: {tensor} is the same each time"
    elif initial.startswith("$"):
        expected = options.get(initial[1:], torch.tensor([0.25]))  # PReLU's own
        if not torch.equal(first.detach(), expected):
            yield f"{name}: {tensor} is not {initial}"
    elif not bool((first == float(initial)).all()):
        yield f"{name}: {tensor} does not start as {initial}"


def main():
    text = (pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else TABLE).read_text()
    classes = re.findall(r'^FX_(?:LATER_)?MODULE\("(\w+)", (\w+),', text, re.M)
    found, count = [], 0
    for family, tensors in families(text):
        if family not in ARGUMENTS:
            found.append(f"{family}: say in ARGUMENTS what its classes are made with")
            continue
        for name in (name for name, of in classes if of == family):
            for role, tensor, initial in tensors:
                arguments = ARGUMENTS[family]
                if tensor in ("q_proj_weight", "k_proj_weight", "v_proj_weight"):
                    arguments = ((8, 2), {"kdim": 4})
                count += 1
                found += problems(name, arguments, role, tensor, initial or None)
    print(f"{count} tensors")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
