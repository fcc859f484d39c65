#!/usr/bin/env python3
"""Holds include/fx/IR/ElementTypes.def and MemoryLayouts.def against the installed Python torch.

usage: check-element-types.py [FOLDER]

FOLDER: where the tables are, instead of include/fx/IR. Names, aliases, conversions, sizes and kinds are
compared; the numbers are, with LibTorch's headers, when runtime/kernels/ElementTypes.cpp is compiled. Exit
code 1 when a row says another thing than torch, or torch has what no row says.
"""

import pathlib
import re
import sys
import warnings

warnings.simplefilter("ignore")
import torch  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "include/fx/IR"


def rows(text, macro):
    """The columns of each row, without quotes."""
    for row in re.findall(rf"^{macro}\((.*)\)$", text, re.M):
        yield [column.strip().strip('"') for column in row.split(",")]


def of_torch(kind):
    """Python's names of the values of a type, by value; an alias stands behind its name."""
    names = {}
    for name in dir(torch):
        value = getattr(torch, name)
        if isinstance(value, kind):
            names.setdefault(value, []).append(name)
    return {value: sorted(names[value], key=lambda name: f"torch.{name}" != str(value)) for value in names}


def conversions():
    """The type that each method without operands converts any numbers to, which stay what they are."""
    found = {}
    for name in dir(torch.Tensor):
        if name.startswith("_") or name == "dequantize":
            continue
        try:
            results = [getattr(torch.tensor([0, 7], dtype=of), name)() for of in (torch.int64, torch.float32)]
            expected = torch.tensor([0, 7]).to(results[0].dtype).to(torch.complex128)
            kept = all(torch.equal(result.to(torch.complex128), expected) for result in results)
            if kept and results[0].dtype == results[1].dtype:
                found[name] = results[0].dtype
        except Exception:  # not without operands, or not of these
            continue
    return found


def kind_of(dtype):
    if dtype is torch.bool:
        return "Bool"
    if dtype.is_complex or dtype.is_floating_point:
        return "Complex" if dtype.is_complex else "Floating"
    if "bits" in str(dtype):
        return "Bits"
    return "Quantized" if "qint" in str(dtype) or "quint" in str(dtype) else "Integral"


def compare(what, said, expected):
    """The differences of two dictionaries, as messages."""
    for name in sorted(said.keys() | expected.keys()):
        if said.get(name) != expected.get(name):
            yield f"{what} {name}: the table says {said.get(name)}, torch {expected.get(name)}"


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    text = (folder / "ElementTypes.def").read_text()
    types = list(rows(text, "FX_ELEMENT_TYPE"))
    later = {row[0]: row[1:3] for row in rows(text, "FX_LATER_ELEMENT_TYPE")}
    layouts = (folder / "MemoryLayouts.def").read_text()
    problems = []
    facts = {
        names[0]: [names[1] if len(names) > 1 else "", kind_of(dtype), str(torch.empty(0, dtype=dtype).element_size())]
        for dtype, names in of_torch(torch.dtype).items()
    }
    problems += compare(
        "kind and bytes of", {name: later[name] for name in later.keys() & facts.keys()},
        {name: facts.pop(name)[1:] for name in later.keys() & facts.keys()},
    )
    problems += compare("alias, kind and bytes of", {row[0]: [row[1], row[3], row[4]] for row in types}, facts)
    problems += compare(
        "conversion", {row[2]: row[0] for row in types if row[2]},
        {method: str(dtype).removeprefix("torch.") for method, dtype in conversions().items()},
    )
    for macro, kind in ("FX_LAYOUT", torch.layout), ("FX_MEMORY_FORMAT", torch.memory_format):
        known_later = {row[0] for row in rows(layouts, "FX_LATER_LAYOUT")}
        named = {names[0]: True for names in of_torch(kind).values() if names[0] not in known_later}
        problems += compare(macro, {row[0]: True for row in rows(layouts, macro)}, named)
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
