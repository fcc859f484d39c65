"""compare.py EXPECTED RESULTS...: files of tensors that C++'s or Python's torch.save wrote."""
import sys

import torch


def tensors(path):
    try:
        return list(torch.jit.load(path).state_dict().values())
    except RuntimeError:
        return torch.load(path)


expected = tensors(sys.argv[1])
for path in sys.argv[2:]:
    found = tensors(path)
    assert len(found) == len(expected) > 0, path
    for a, b in zip(found, expected):
        assert torch.equal(a, b), path
    print(len(found), "results are equal")
