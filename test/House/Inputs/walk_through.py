"""Runs the commands of a section of a page as they stand there, and shows each with what it prints.

usage: walk_through.py PAGE SECTION FOLDER TOOL

The commands are the lines of the blocks of ```sh below the heading SECTION, up to the next heading of its
depth; one shell runs all of them in FOLDER, where TOOL is found by its name. The first that fails ends it.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys

page, section, folder, tool = sys.argv[1:]
found = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", pathlib.Path(page).read_text(),
                  re.M | re.S)
if not found:
    sys.exit(f"{page} has no section '{section}'")
lines = [line for block in re.findall(r"^```sh\n(.*?)^```$", found[1], re.M | re.S)
         for line in block.splitlines()]
if not lines:
    sys.exit(f"section '{section}' of {page} has no commands")
# This Python has torch; another may come first.
path = os.pathsep.join([str(pathlib.Path(program).absolute().parent)
                        for program in (tool, sys.executable)] + [os.environ["PATH"]])
script = "".join(f"echo {shlex.quote('$ ' + line)}\n{line}\n" for line in lines)
done = subprocess.run(["bash", "-ec", script], cwd=folder, env={**os.environ, "PATH": path},
                      stderr=subprocess.STDOUT, check=False)
sys.exit(done.returncode)
