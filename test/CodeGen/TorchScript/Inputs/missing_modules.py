"""Which modules of LibTorch's headers the library of TorchScript, and its test, do not have.

usage: missing_modules.py SOURCE_FOLDER LibTorch.json, which utils/read-libtorch wrote
"""
import json
import pathlib
import re
import sys

root, facts = map(pathlib.Path, sys.argv[1:])
headers = set(json.loads(facts.read_text())["modules"])
library = set()
for file in (root / "lib/CodeGen/TorchScript/Modules").glob("*.tsl"):
    for names in re.findall(r"^class (.*):$", file.read_text(), re.M):
        library |= set(names.split(", "))
tested = set(re.findall(r"nn::(\w+) \w+[{;]",
                        (root / "test/CodeGen/TorchScript/Inputs/every_module.cpp").read_text()))
print("not in the library:", *sorted(headers - library))
print("not in every_module.cpp:", *sorted((headers & library) - tested))
