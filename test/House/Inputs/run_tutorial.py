"""Runs the commands of a page in order, and compares what each block of them prints with what the page shows.

usage: run_tutorial.py PAGE FOLDER TOOL

Blocks of ```sh are run in FOLDER, where TOOL is found by its name. A block of ``` behind one is its output; a
line of ... stands for any lines, and ... in a line for any text. Prints how many blocks were run and compared.
"""

import os
import pathlib
import re
import subprocess
import sys

page, folder, tool = sys.argv[1:]
blocks = re.findall(r"^```sh\n(.*?)^```\n(?:\n```\n(.*?)^```$)?", pathlib.Path(page).read_text(), re.M | re.S)
if not blocks:
    sys.exit(f"{page} has no commands")
# This Python has torch; another may come first.
path = os.pathsep.join([str(pathlib.Path(program).absolute().parent) for program in (tool, sys.executable)] +
                       [os.environ["PATH"]])
compared = 0
for commands, shown in blocks:
    done = subprocess.run(["bash", "-ec", commands], cwd=folder, env={**os.environ, "PATH": path}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"{commands}ended with {done.returncode}:\n{done.stdout}")
    if not shown:
        continue
    lines = [r"(?:.*\n)*?" if line.strip() == "..." else
             ".*".join(re.escape(part) for part in line.split("...")) + r"\n" for line in shown.splitlines()]
    if not re.fullmatch("".join(lines), done.stdout):
        sys.exit(f"{commands}printed\n{done.stdout}and the page shows\n{shown}")
    compared += 1
print(f"{len(blocks)} blocks of commands ran, {compared} printed what the page shows")
