#!/usr/bin/python3
"""Writes a model that calls every operator of LibTorch whose schema tells how to call it.

    operators.py <output.cpp> <cxx> <work folder of prove.py> [<cases.inc>]

Every schema is tried in Python with a few kinds of tensors, and with arguments that follow from
types and names, first those that have no default, then all. What runs and gives the same twice is
written in C++, as a method or a function; what C++ does not compile is left out. The cases are the
same calls, each a function of its own, for operators_live.cpp.
"""
from __future__ import annotations

import collections
import re
import subprocess
import sys
import warnings
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
import prove

warnings.simplefilter("ignore")
# What `self`, the other tensors, and those called index are: specs of prove.py's INPUT lines.
KINDS = [
    ("3x3", "3x3", "3x3:int64<3"),
    ("3x3:int64<5", "3x3:int64<5", "3x3:int64<3"),
    ("3", "3", "3:int64<3"),
    ("3x3", "3", "3:int64<3"),
    ("3x3", "3x3:int64<3", "3:int64<3"),
    ("2x4x6x6", "4x4x3x3", "2x4x3x3:int64<36"),
    ("2x3x3", "2x3x3", "2x3x3:int64<3"),
    ("2x4x6", "4x4x3", "2x4x3:int64<6"),
]
NAMED = {  # int, by the parameter's name; else 1
    "dim": 0, "dim0": 0, "dim1": 1, "dim2": 1, "axis": 0, "axis0": 0, "axis1": 1, "start_dim": 0,
    "k": 2, "chunks": 2, "repeats": 2, "split_size": 2, "sections": 3, "source": 0, "destination": 1,
    "reduction": 1, "num_classes": 6, "N": 3, "upscale_factor": 2, "downscale_factor": 2,
    "start": 0, "end": 2, "diagonal": 1, "offset": 1, "minlength": 7, "groups": 1, "bins": 4,
}
NAMED_LISTS = {  # int[], by the parameter's name; else twos
    "dim": [0, 1], "dims": [0, 1], "stride": [1, 1], "padding": [1, 1], "dilation": [1, 1],
    "size": [3, 3], "shape": [3, 3], "output_padding": [0, 0], "shifts": [1, 2], "pad": [1, 1],
}
TEXTS = {"rounding_mode": "floor", "reduce": "sum", "ord": "fro", "UPLO": "U", "indexing": "ij"}

# Of backends and other layouts, and recurrent cells with lists of weights: some of them crash on
# what they are not made for.
OF_OTHERS = re.compile(r"backward|quant|cudnn|miopen|mkldnn|fbgemm|sparse|csr|coo|fake_|mps|"
                       r"values|crow|ccol|nested|vulkan|slow_conv|thnn|lstm|gru|rnn|xnnpack|segment|"
                       r"record_stream|set_")
# Functions of C++'s that Python does not have: the tracer refuses them, see operators-that-python-lacks.cpp.
IN_CPP_ALONE = {
    "alias", "align_tensors", "copy", "embedding_renorm", "lift", "lift_fresh", "lift_fresh_copy",
    "log_sigmoid_forward", "multilabel_margin_loss_forward", "nonzero_numpy", "random", "resize",
    "resize_as", "rrelu_with_noise_functional", "set", "slice", "unique_dim", "unique_consecutive", "unique_dim_consecutive", "zero",
}
LEFT_OUT = {
    "cdist",  # compute_mode is text in Python: refused, see test/CodeGen/python-takes-text.cpp
    "histogramdd",  # LibTorch 1.13 reads past the end of bins before it counts them
    "linalg_lstsq",  # LibTorch 2.6 hands gelsy pivots that it never set: the same twice by chance
    "random_",  # by chance, even when it is always 0
    "slice_copy", "slice_scatter",  # Python 1.13's bindings fail with their own defaults
    # Attributes in Python: torch.fx makes their nodes at the first use, here the return statement.
    "data", "mH", "mT", "matrix_H", "numpy_T",
}


class Skip(Exception):
    """A parameter for which there is no value."""


def filled(argument, kind, scalar):
    """A value for an argument: (what Python gets, what C++ writes)."""
    type_, name = str(argument.type), argument.name
    optional = type_.startswith("Optional[")
    type_ = re.sub(r"^Optional\[(.*)\]$", r"\1", type_)
    # The numbers of a sorter are indices that LibTorch 1.13 does not check: it reads what lies behind.
    if name in ("layout", "device", "pin_memory", "memory_format", "generator", "sorter"):
        raise Skip
    if name == "dtype":  # an int in TorchScript's schemas
        return torch.float64, "torch::kFloat64"
    if type_ == "Tensor":
        spec = kind[0] if name in ("self", "input") else kind[2] if "ind" in name else kind[1]
        key = spec if name in ("self", "input") else spec + " other"
        return ("tensor", key), key
    if type_ == "List[Tensor]":
        return [("tensor", kind[0]), ("tensor", kind[0] + " other")], "list"
    if type_ == "bool":
        return True, "true"
    if type_ == "int":
        value = NAMED.get(name, 1)
        return value, str(value)
    if type_ == "List[int]":
        value = NAMED_LISTS.get(name, [2, 2])
        # A list that is too short is read past its end by some operators of LibTorch 1.13.
        count = argument.N or len(kind[0].partition(":")[0].split("x"))
        value = (value * count)[:count]
        return value, "{" + ", ".join(map(str, value)) + "}"
    if type_ == "float":
        return 0.5, "0.5"
    if type_ == "number":
        scalar += name == "alpha"  # alpha and what it is multiplied with are two things
        return scalar, str(scalar)
    if type_ == "str" and name in TEXTS:
        return TEXTS[name], f'"{TEXTS[name]}"'
    if optional:
        return None, "{}" if type_ == "Tensor" else "c10::nullopt"
    raise Skip


class Call:
    def __init__(self, schema, kind, all_arguments: bool, scalar):
        self.name = schema.name.removeprefix("aten::")
        self.overload, self.kind = schema.overload_name, kind
        given, spelled, keywords = [], [], {}
        last = max((i for i, a in enumerate(schema.arguments)
                    if all_arguments or not a.has_default_value()), default=-1)
        for i, argument in enumerate(schema.arguments[:last + 1]):
            value, text = filled(argument, kind, scalar)
            if argument.has_default_value() and not all_arguments:
                raise Skip  # no C++ without it
            if argument.kwarg_only:
                keywords[argument.name] = value
            else:
                given.append(value)
            spelled.append((text, value))
        self.given, self.keywords, self.spelled = given, keywords, spelled

    def results(self, tensors: dict) -> list:
        def value(item):
            if isinstance(item, list):
                return [value(part) for part in item]
            return tensors[item[1]].clone() if isinstance(item, tuple) else item

        function = getattr(getattr(torch.ops.aten, self.name), self.overload or "default")
        result = function(*map(value, self.given),
                          **{name: value(item) for name, item in self.keywords.items()})
        parts = list(result) if isinstance(result, (list, tuple)) else [result]
        self.is_list = isinstance(result, list)
        if not parts or not all(isinstance(part, torch.Tensor) for part in parts):
            raise Skip
        if any(part.is_complex() or part.is_sparse or part.layout != torch.strided
               or not part.isfinite().all() for part in parts):
            raise Skip
        return parts

    def cpp(self, variable, as_method: bool) -> str:
        """The call; `variable` names the parameter of forward for a tensor."""
        texts = []
        for text, value in self.spelled:
            if isinstance(value, tuple):
                texts.append(variable(value[1]) + ".clone()")
            elif text == "list":
                items = ", ".join(variable(part[1]) for part in value)
                texts.append(f"std::vector<torch::Tensor>{{{items}}}")
            else:
                texts.append(text)
        if as_method:
            return f"{texts[0]}.{self.name}({', '.join(texts[1:])})"
        return f"torch::{self.name}({', '.join(texts)})"


def example(spec: str) -> torch.Tensor:
    shape, _, high = spec.split()[0].partition(":int64<")
    size = [int(n) for n in shape.split("x")]
    return torch.randint(int(high), size) if high else torch.randn(size)


def calls() -> list[Call]:
    found = []
    for schema in sorted(torch._C._jit_get_all_schemas(), key=str):
        name = schema.name.removeprefix("aten::")
        if not schema.name.startswith("aten::") or name.startswith("_") or "empty" in name:
            continue
        if name in IN_CPP_ALONE | LEFT_OUT or OF_OTHERS.search(name):
            continue
        if any(a.is_out for a in schema.arguments):
            continue
        if not any(str(a.type) in ("Tensor", "List[Tensor]") for a in schema.arguments):
            continue
        kinds = KINDS
        for all_arguments in (False, True):
            call = next(tried(schema, all_arguments, kinds), None)
            if call and not any(c.spelled == call.spelled and c.name == name for c in found):
                found.append(call)
            if call:  # what takes these without more takes them with more, as a rule
                kinds = [call.kind, *(kind for kind in KINDS if kind != call.kind)]
    return found


def tried(schema, all_arguments: bool, kinds: list):
    before = []  # an error of LibTorch's costs 10 ms: it looks for the names of all its callers
    for kind in kinds:
        for scalar in (2, 0.5):
            try:
                call = Call(schema, kind, all_arguments, scalar)
                if call.spelled in before:
                    continue
                before.append(call.spelled)
                keys = [v[1] for item in (*call.given, *call.keywords.values())
                        for v in (item if isinstance(item, list) else [item])
                        if isinstance(v, tuple)]
                always = all(gives_the_same(call, keys, seed) for seed in range(0, 16, 2))
            except (Skip, RuntimeError, IndexError, TypeError, ValueError, NotImplementedError,
                    AttributeError):
                continue
            if always:
                yield call


def gives_the_same(call: Call, keys: list[str], seed: int) -> bool:
    """Whether the same tensors give the same twice; how many results there are must not change."""
    torch.manual_seed(seed)
    tensors = {key: example(key) for key in keys}
    first = call.results(tensors)
    torch.manual_seed(seed + 1)
    second = call.results(tensors)
    before, call.count = getattr(call, "count", len(first)), len(first)
    return before == call.count and all(
        a.shape == b.shape and torch.equal(a, b) for a, b in zip(first, second))


def statement(i: int, call: Call, as_method: bool, variable) -> str:
    """Appends the results of a call to `out`."""
    text = call.cpp(variable, as_method)
    if call.is_list:
        return (f"auto r{i} = {text}; "
                f"for (int k = 0; k < {call.count}; ++k) out.push_back(r{i}[k]);")
    if call.count == 1:
        return f"out.push_back({text});"
    parts = [f"out.push_back(std::get<{k}>(r{i}));" for k in range(call.count)]
    return f"auto r{i} = {text}; {' '.join(parts)}"


class Variables(list):
    """The inputs, each for a kind of tensor, in the order of their first use."""

    def __init__(self, spelling: str = "in{}"):
        super().__init__()
        self.spelling = spelling

    def __call__(self, key: str) -> str:
        if key not in self:
            self.append(key)
        return self.spelling.format(self.index(key))


def cases(found: list[tuple[Call, bool]]) -> str:
    rows = []
    for i, (call, as_method) in enumerate(found):
        inputs = Variables("in[{}]")
        text = statement(i, call, as_method, inputs)
        specs = " ".join(key.split()[0] for key in inputs)
        name = call.cpp(inputs, as_method).replace('"', "'")
        rows.append(f'{{"{name}", "{specs}", [](const Tensors& in, Tensors& out) {{ {text} }}}},\n')
    return "".join(rows)


def model(found: list[tuple[Call, bool]]) -> str:
    inputs = Variables()
    lines = [statement(i, call, as_method, inputs) for i, (call, as_method) in enumerate(found)]
    parameters = ", ".join(f"torch::Tensor in{i}" for i in range(len(inputs)))
    head = ["// ROOT: Operators()", *(f"// INPUT: {key.split()[0]}" for key in inputs),
            "#include <torch/torch.h>", "struct Operators : torch::nn::Module {",
            f"std::vector<torch::Tensor> forward({parameters}) {{",
            "std::vector<torch::Tensor> out;"]
    return "\n".join([*head, *lines, "return out;", "}", "};"]) + "\n"


def compiling(found: list[tuple[Call, bool]], output: Path, compiler: list) -> list[tuple[Call, bool]]:
    """Those that C++ takes: what it does not as a method, it may as a function."""
    for turn in range(3):
        text = model(found)
        output.write_text(text)
        done = subprocess.run([*compiler, "-fsyntax-only", "-ferror-limit=0", "-w", str(output)],
                              capture_output=True, text=True)
        wrong = {int(n) for n in re.findall(rf"{output.name}:(\d+):\d+: error", done.stderr)}
        if not wrong:
            return found
        first = text.splitlines().index("std::vector<torch::Tensor> out;") + 2
        kept = [(call, as_method if first + i not in wrong else not as_method)
                for i, (call, as_method) in enumerate(found) if turn == 0 or first + i not in wrong]
        found = kept
    return found


def main() -> None:
    output, cxx, folder, *case_file = sys.argv[1:]
    pch = prove.precompiled_header(cxx, Path(folder))
    found, times = [], collections.Counter()
    for call in calls():
        times[call.name] += 1
        is_method = (len(times) + times[call.name]) % 2 == 0
        found.append((call, is_method and isinstance(call.spelled[0][1], tuple)))
    found = compiling(found, Path(output), [cxx, *prove.COMPILE_FLAGS, *pch])
    for file in case_file:
        Path(file).write_text(cases(found))
    names = {call.name for call, _ in found}
    print(f"{len(found)} calls of {len(names)} operators")


if __name__ == "__main__":
    main()
