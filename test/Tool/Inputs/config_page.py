"""The tables of docs/Configuration.md and the tool know the same keys and kinds.

usage: config_page.py TOOL PAGE SOURCE FOLDER

Writes a .fx-clang for each row: with a value of its kind, which is read, and with one of another kind,
which is an error at its place. Prints the number of keys.
"""

import pathlib
import re
import subprocess
import sys

tool, page, source, folder = sys.argv[1], *map(pathlib.Path, sys.argv[2:])
GOOD = {"Std": "c++20", "Mode": "eval", "Input": "['x=2x3']", "Assume": "['depth=4']",
        "File": "'*.cpp'", "Root": "'Net()'", "Class": "Net", "Method": "forward",
        "Rules": "[inference]", "Flags": "[-DA]", "Models": "[{Class: Net}]"}


def messages(text):
    config = folder / "page.yaml"
    config.write_text(text)
    ran = subprocess.run(
        [tool, "--config-file", config, "--verify-diagnostics", source, "--"],
        capture_output=True, text=True)
    return [line for line in ran.stderr.splitlines() if "config-without-meaning" in line]


known = 0
for key, kind in re.findall(r"^\| `(\w+)` \| (.*?) \|", page.read_text(), re.M):
    begin = "Models: [{Class: Net, " if key in ("Class", "File", "Root") else ""
    end = "}]" if begin else ""
    begin = begin.replace("Class: Net, ", "") if key == "Class" else begin
    good = messages(f"{begin}{key}: {GOOD.get(key, '[Net]')}{end}\n")
    wrong = messages(f"{begin}{key}: {'{}' if kind == 'text' else '{a: b}'}{end}\n")
    if good or len(wrong) != 1 or not re.search(r"page\.yaml:1:\d+: error: ", wrong[0]):
        print(key, good, wrong)
    else:
        known += 1
print(known, "keys")
