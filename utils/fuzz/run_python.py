#!/usr/bin/python3
"""Runs regenerated Python modules on the inputs and weights that the C++ program kept, and says what differs.

usage: run_python.py FOLDER NAME...     reads FOLDER/NAME.py and FOLDER/NAME.answers
"""

import importlib.util
import inspect
import pathlib
import sys

import torch


def flat(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [tensor for part in value for tensor in flat(part)]
    if isinstance(value, (bool, int)):
        return [torch.tensor(value)]
    return [torch.tensor(float(value), dtype=torch.float64)]


def differ(a, b):
    if a.numel() == 0 and b is None:
        return None
    if a.shape != b.shape or a.dtype != b.dtype:
        return f"{a.dtype} {list(a.shape)} and {b.dtype} {list(b.shape)}"
    x, y = a.double(), b.detach().double()
    if torch.equal(x, y) or torch.allclose(x, y, rtol=1e-4, atol=1e-4, equal_nan=True):
        return None
    return f"by {(x - y).abs().max().item()}"


def check(folder, name):
    answers = torch.load(folder / f"{name}.answers", weights_only=False)
    specification = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
    module = importlib.util.module_from_spec(specification)
    torch.manual_seed(0)  # as in C++: what is in no state has its initial values
    specification.loader.exec_module(module)
    classes = [c for c in vars(module).values() if inspect.isclass(c) and issubclass(c, torch.nn.Module) and c.__module__ == name]
    model = classes[-1]()
    state = {key[6:]: value[0] for key, value in answers.items() if key.startswith("state ")}
    kept = model.state_dict(keep_vars=True)  # without the buffers that stand for plain members of the original
    own = {key: value for key, value in [*model.named_parameters(), *model.named_buffers()] if key in kept}
    if set(own) != set(state):
        print(f"DIFF {name} state {sorted(set(own) ^ set(state))}")
    with torch.no_grad():
        for key, value in state.items():
            if key in own:
                own[key].copy_(value)
    seed = 1
    for mode in ("eval", "train"):
        model.train(mode == "train")
        for call in range(2):
            tag = f"{mode} {call}"
            inputs = [value.clone() if value.dtype == torch.float32 or value.dim() else value.item() for value in answers["inputs"]]
            torch.manual_seed(seed)
            seed += 1
            try:
                outputs = flat(model(*inputs))
            except Exception as error:  # whatever a generated module throws is an answer
                if f"{tag} threw" not in answers:
                    print(f"DIFF {name} {tag} throws {type(error).__name__} {str(error)[:150]!r}")
                    return
                continue
            if f"{tag} threw" in answers:
                print(f"DIFF {name} {tag} the original throws")
                return
            for kind, got in (("output", outputs), ("input", flat(inputs)), ("buffer", [b for key, b in model.named_buffers() if key in kept])):
                want = answers[f"{tag} {kind}"]
                if len(want) != len(got):
                    print(f"DIFF {name} {tag} {len(want)} {kind}s and {len(got)}")
                    continue
                for index, (a, b) in enumerate(zip(want, got)):
                    if (text := differ(a, b)) and not (kind == "input" and a.dtype == torch.float64):
                        print(f"DIFF {name} {tag} {kind} {index}: {text}")


def main():
    folder = pathlib.Path(sys.argv[1])
    torch.set_num_threads(1)
    for name in sys.argv[2:]:
        try:
            check(folder, name)
        except Exception as error:  # a module that does not load is a finding
            print(f"DIFF {name} {type(error).__name__}: {str(error)[:200]!r}")
        print(f"DONE {name}", flush=True)


if __name__ == "__main__":
    main()
