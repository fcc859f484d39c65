"""usage: check-links.py ROOT: every relative link in the Markdown pages leads to a file."""

import pathlib
import re
import sys

CODE = re.compile(r"^```.*?^```$|^    .*?$|`[^`\n]*`", re.M | re.S)

root = pathlib.Path(sys.argv[1])
broken = 0
for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]:
    prose = CODE.sub("", page.read_text())
    for link in re.findall(r"\]\(([^)#\s]+)", prose):
        if "://" not in link and not (page.parent / link).exists():
            print(f"{page}: no such file: {link}")
            broken += 1
sys.exit(1 if broken else 0)
