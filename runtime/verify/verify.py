"""What --verify --emit=python runs: the regenerated Python on what the original did in C++.

usage: verify.py TOLERANCE FOLDER CLASS ARGUMENTS [other-precision] MODE...

FOLDER has regenerated.py, and what the C++ program saved (Verification.h): weights.pt, and
tensors.pickle and texts.pickle with all that was seen of the original, such as "eval 0/output 0".
ARGUMENTS is a Python expression over the list `t` of the inputs' tensors. The module is called as the
original was: twice in each MODE, its state kept from call to call, from the same weights, inputs
and seeds. Exit code: 0 all agrees, 1 something differs, 2 something was raised.
"""
import importlib.util
import pathlib
import sys

import torch

TOLERANCE = float(sys.argv[1])
OTHER_PRECISION = "other-precision" in sys.argv  # one may be float32, and the other bfloat16
CALLS = 2


def load(path):
    spec = importlib.util.spec_from_file_location("regenerated", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def flatten(value):
    """The tensors and numbers of a value in order, as the C++ program flattens its own."""
    if value is None or isinstance(value, torch.Tensor):
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
    if tensor is None:
        return "undefined"
    sizes = "x".join(map(str, tensor.shape)) or "scalar"
    return f"{sizes}:{str(tensor.dtype).removeprefix('torch.')}"


def is_real(tensor):
    return tensor.is_floating_point() or tensor.is_complex()


def difference(a, b):
    """(absolute, relative to the largest value of the first); NaNs must stand at the same places."""
    if a is None or b is None:
        return (0.0, 0.0) if a is b else (float("inf"), float("inf"))
    same_type = a.dtype == b.dtype or (OTHER_PRECISION and a.is_floating_point() and b.is_floating_point())
    if a.shape != b.shape or not same_type:
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


class Report:
    """Prints what differs, and the outputs of each mode."""

    def __init__(self, mode):
        self.mode = mode
        self.agrees = True
        self.outputs = {}

    def compare(self, call, what, expected, got, scale=1):
        figures = difference(expected, got)
        if min(figures) <= scale * TOLERANCE:
            if what.startswith("output") and figures >= self.outputs.get(what, ((0, 0),))[0]:
                self.outputs[what] = figures, shape(expected)
        elif shape(expected) != shape(got):
            self.differs(call, what, f"{shape(expected)} in C++, {shape(got)} in Python")
        else:
            absolute, relative = figures
            self.differs(call, what, f"{shape(expected)}, largest difference {absolute:.3g} absolute, "
                                     f"{relative:.3g} relative")

    def differs(self, call, what, how):
        self.agrees = False
        second = ", second call" if call else ""
        print(f"python {self.mode}{second}: {what}: {how}: DIFFERENT")

    def end(self):
        for what, ((absolute, relative), of) in self.outputs.items():
            print(f"python {self.mode}: {what}: {of}, largest difference {absolute:.3g} absolute, "
                  f"{relative:.3g} relative")


class Original:
    """What the C++ program saved."""

    def __init__(self, folder):
        self.tensors = torch.load(folder / "tensors.pickle", weights_only=False)
        self.texts = torch.load(folder / "texts.pickle", weights_only=False)

    def tensor(self, key):
        """Nothing where the original has an undefined tensor."""
        return self.tensors.get(key)

    def text(self, key, otherwise):
        return self.texts[key].removeprefix("text ") if key in self.texts else otherwise

    def has(self, key):
        return key in self.tensors or key in self.texts

    def some(self, prefix):
        """The tensors `prefix 0`, `prefix 1`, ..."""
        found = []
        while self.has(f"{prefix}{len(found)}"):
            found.append(self.tensor(f"{prefix}{len(found)}"))
        return found


def gradients(module, outputs, inputs):
    """Of the sum of all squares of the outputs, by name."""
    parts = [torch.view_as_real(o) if o.is_complex() else o for o in outputs
             if o is not None and o.requires_grad and is_real(o)]
    if not parts:
        return {}
    module.zero_grad(set_to_none=True)
    try:
        sum((part * part).sum().double() for part in parts).backward()
    except RuntimeError:
        return None
    named = {f"gradient of input {i}": leaf.grad for i, leaf in enumerate(inputs)}
    named.update({f"gradient of '{name}'": p.grad for name, p in module.named_parameters()})
    module.zero_grad(set_to_none=True)
    return named


def copies(original, scale):
    """The inputs, and those of them that get a gradient."""
    leaves, given = [], []
    for value in original.some("inputs/"):
        if value is not None:
            value = value.detach().clone()
            if is_real(value):
                value.mul_(scale)
                if original.texts["gradients"] == "yes":
                    leaves.append(value.requires_grad_())
                    value = value.clone()
        given.append(value)
    return given, leaves


def compare_call(report, original, module, arguments, section, call, count):
    # A number of the inputs is in the expression; of the tensors it is the value.
    tensors, leaves = copies(original, 1 - 0.125 * count)
    torch.manual_seed(100 + count)
    threw = ""
    outputs = []
    try:
        with torch.set_grad_enabled(original.texts["grad mode"] == "yes"):
            outputs = flatten(module(*eval(arguments, {"t": tensors})))
    except Exception as error:
        threw = f"{type(error).__name__}: {(str(error).strip().splitlines() or [''])[0]}"
    if bool(threw) != bool(original.texts[f"{section}/threw"]):
        if threw:
            report.differs(call, "exceptions", f"nothing is thrown in C++, {threw} is raised in Python")
        else:
            report.differs(call, "exceptions", f"{original.texts[f'{section}/threw']} is thrown in C++, "
                                               "nothing is raised in Python")
        return
    state = torch.get_rng_state()
    if not threw:
        expected = original.some(f"{section}/output ")
        # None is an undefined tensor, or an empty optional, of which C++ saves nothing.
        if len(expected) < len(outputs):
            outputs = [output for output in outputs if output is not None]
        if len(expected) != len(outputs):
            report.differs(call, "outputs", f"{len(expected)} in C++, {len(outputs)} in Python")
        for i, (a, b) in enumerate(zip(expected, outputs)):
            what = f"output {i}" if len(expected) > 1 else "output"
            report.compare(call, what, a, b)
            flag = original.text(f"{section}/output {i} requires a gradient", "no")
            if a is not None and b is not None and (flag == "yes") != b.requires_grad:
                report.differs(call, f"{what} requires a gradient",
                               f"{flag} in C++, {'yes' if b.requires_grad else 'no'} in Python")
        got = gradients(module, outputs, leaves)
        for name, value in (got or {}).items():
            if original.has(f"{section}/{name}"):
                report.compare(call, name, original.tensor(f"{section}/{name}"), value, 10)
        if got is None and not original.has(f"{section}/gradients"):
            report.differs(call, "gradients", "backward throws in Python only")
    for i, tensor in enumerate(tensors):
        report.compare(call, f"input {i} afterwards", original.tensor(f"{section}/input {i} afterwards"), tensor)
    for kind, named in (("buffer", module.named_buffers()), ("parameter", module.named_parameters())):
        for name, value in named:
            if original.has(f"{section}/{kind} '{name}'"):
                report.compare(call, f"{kind} '{name}'", original.tensor(f"{section}/{kind} '{name}'"), value)
    if not torch.equal(state, original.tensor(f"{section}/random generator")):
        report.differs(call, "random generator", "another number of values was drawn, or another generator seeded")


def set_state(module, original, section):
    with torch.no_grad():
        for name, value in [*module.named_parameters(), *module.named_buffers()]:
            if (kept := original.tensor(f"{section}/state/{name}")) is not None:
                value.copy_(kept)


def verify(folder, name, arguments, modes):
    source = load(folder / "regenerated.py")
    torch.manual_seed(0)
    module = getattr(source, name)()
    if list(module.state_dict()):
        source.load_weights(module, str(folder / "weights.pt"))
    original = Original(folder)
    agrees = True
    for place, mode in enumerate(modes):
        module.train(mode == "train")
        report = Report(mode)
        for call in range(CALLS):
            section = f"{mode} {call}"
            compare_call(report, original, module, arguments, section, call, place * CALLS + call)
            if not report.agrees:
                set_state(module, original, f"{mode} {CALLS - 1}")
                break
        report.end()
        agrees &= report.agrees
    return agrees


def main():
    folder, name, arguments, *modes = [word for word in sys.argv[2:] if word != "other-precision"]
    try:
        return 0 if verify(pathlib.Path(folder), name, arguments, modes) else 1
    except Exception as error:
        lines = str(error).strip().splitlines()
        print(f"raised: {type(error).__name__}: {lines[0] if lines else ''}")
        return 2


sys.exit(main())
