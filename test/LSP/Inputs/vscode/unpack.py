"""Unpacks the VS Code extension and says what is in it; fails where it lacks what its package.json
names, or was made of other sources than the present ones.

usage: unpack.py SOURCES WORK TARGET, where WORK has the package and what it was made of"""
import json
import pathlib
import sys
import zipfile

sources, work, target = map(pathlib.Path, sys.argv[1:])
for source in sorted(sources.rglob("*")):
    used = work / source.relative_to(sources)
    if source.is_file() and not (used.is_file() and used.read_bytes() == source.read_bytes()):
        sys.exit(f"{source} is newer than the package: run editors/vscode/package.sh")

with zipfile.ZipFile(work / "fx-clang.vsix") as package:
    package.extractall(target)
extension = target / "extension"
about = json.loads((extension / "package.json").read_text())
named = [("main", about["main"])]
named += [("grammar", grammar["path"]) for grammar in about["contributes"]["grammars"]]
named += [("language", language["configuration"]) for language in about["contributes"]["languages"]]
for what, name in named:
    if not (extension / name).is_file():
        sys.exit(f"the package lacks {name}")
    print(f"{what}: {name}")
for file in sorted(extension.rglob("*")):
    if file.is_file():
        print("holds", file.relative_to(extension))
