"""as_archive.py SOURCE CLASS OUTPUT [name=value,value...]: TorchScript of fx-opt as an archive, for torch.jit.load.

The tensors named are attributes that are in no state, as buffers that are not saved are.
"""
import sys
import zipfile
from typing import Optional

import torch

source, name, output = sys.argv[1:4]
module = type(name, (torch.nn.Module,), {"__module__": "__main__"})()
for attribute in sys.argv[4:]:
    key, values = attribute.split("=")
    tensor = torch.tensor([float(value) for value in values.split(",")])
    setattr(module, key, torch.jit.Attribute(tensor, Optional[torch.Tensor]))
torch.jit.save(torch.jit.script(module), output + ".plain")
with zipfile.ZipFile(output + ".plain") as plain, zipfile.ZipFile(output, "w") as made:
    for item in plain.namelist():
        if item.endswith("code/__torch__.py"):
            made.writestr(item, open(source).read())
        elif "debug_pkl" not in item:
            made.writestr(item, plain.read(item))
