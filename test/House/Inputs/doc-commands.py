"""A page's blocks below `<!-- docs/examples: ARGUMENTS -->` are what the tool prints there, and those
below `<!-- docs/examples/FILE -->` are that file.

usage: doc-commands.py SOURCE_DIR TOOL PAGE
"""
import pathlib
import re
import shlex
import subprocess
import sys

source, tool, page = sys.argv[1:]
docs = pathlib.Path(source, "docs")
text = (docs / page).read_text()
found = re.findall(r"^<!-- docs/examples(: .*|/.*) -->\n((?:(?:    .*)?\n)+)", text, re.M)
assert len(found) >= 3, f"{len(found)} blocks"
for what, block in found:
    shown = re.sub(r"^    ", "", block, flags=re.M).strip("\n")
    if what.startswith("/"):
        actual = (docs / "examples" / what[1:]).read_text()
    else:
        done = subprocess.run([tool, *shlex.split(what[2:]), "--"], cwd=docs / "examples",
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        actual = done.stdout
    assert shown == actual.strip("\n"), f"{what}\n--- shown\n{shown}\n--- actual\n{actual}"
