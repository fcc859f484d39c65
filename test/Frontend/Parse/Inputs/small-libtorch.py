"""Lays out the installed LibTorch with a torch/torch.h of a few lines, as much as Inputs/net.cpp needs.

usage: small-libtorch.py FOLDER

What keeps precompiled headers does not ask what is in them: with these a test takes a second in place of
eight for each that is made. The other headers are links to the installed ones.
"""
import pathlib
import sys

HEADERS = {
    "ATen/core/ivalue.h": "#pragma once\n",
    "torch/csrc/api/include/torch/torch.h": """\
#pragma once

#include <ATen/core/ivalue.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace at {
struct Tensor {
  Tensor operator-() const;
};
Tensor relu(const Tensor& self);
} // namespace at

namespace torch {
using at::relu;
using at::Tensor;

namespace nn {
struct Module {};
} // namespace nn
} // namespace torch
"""}


def lay_out(source, target):
    """Links what is in a folder; a folder on the way to a header of ours is a folder here too."""
    target.mkdir(parents=True)
    for entry in source.iterdir():
        name = entry.relative_to(INSTALLED).as_posix()
        if name in HEADERS:
            (target / entry.name).write_text(HEADERS[name])
        elif any(header.startswith(name + "/") for header in HEADERS):
            lay_out(entry, target / entry.name)
        else:
            (target / entry.name).symlink_to(entry)


INSTALLED = pathlib.Path("/usr/include")
for part in ("ATen", "c10", "torch"):
    lay_out(INSTALLED / part, pathlib.Path(sys.argv[1]) / "include" / part)
