"""Whether CONTRIBUTING's tour names every library and every recipe.

usage: check-tour.py ROOT PAGE
"""
import pathlib
import sys

root, page = map(pathlib.Path, sys.argv[1:])
text = page.read_text()
wanted = [f"`lib/{folder.name}/" for folder in sorted((root / "lib").iterdir()) if folder.is_dir()]
wanted += [f"(docs/recipes/{recipe.name})" for recipe in sorted((root / "docs/recipes").glob("*.md"))]
missing = [name for name in wanted if name not in text]
print(f"{len(wanted)} libraries and recipes, {len(missing)} not in the tour", *missing)
sys.exit(bool(missing))
