"""Follows a recipe of docs/recipes in a copy of the tree, from its first line to the passing test.

usage: follow_recipe.py SOURCE_FOLDER BUILD_FOLDER RECIPE WORK_FOLDER

Blocks of ```sh are run line by line, blocks of ```diff are applied. `./dev build` compiles what the
recipe touched, read in the place of the tree's files, and links it with the libraries of BUILD_FOLDER;
`./dev test FILE` does that and runs the test. A recipe that does not end in a test is wrong. At last
the files that it touched are listed.
"""

import filecmp
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

source, build, recipe, work = (pathlib.Path(word).resolve() for word in sys.argv[1:])
CORE = max((path.name for path in (build / "lib").glob("libfx-core.so*")), key=len)
COPIED = ["docs", "include", "lib", "runtime", "utils", "tool", "CHANGELOG.md", "README.md"]
# Each row of a table of messages is an object of its own (include/fx/Support/Messages.h): a new one
# changes the code that names it, and the tables, and no other.
TABLE = re.compile(r"(lib/\w+)/(Diagnostics|MissingFeatures)\.def")
LEFT_OUT = shutil.ignore_patterns("corpus", "__pycache__", "EndToEnd", "Soundness", "bench")


def run(command, **more):
    done = subprocess.run(command, text=True, capture_output=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{recipe.name}: this fails: {command}\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_tree():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for name in COPIED:
        if (source / name).is_dir():
            shutil.copytree(source / name, work / name, ignore=LEFT_OUT)
        else:
            shutil.copy(source / name, work / name)
    shutil.copytree(source / "test", work / "test", ignore=LEFT_OUT)
    tests = work / "build/test"
    tests.mkdir(parents=True)
    # Headers of LibTorch are precompiled once for all tests.
    (tests / "cache").symlink_to(build / "test/cache")
    (work / "build/lib").mkdir()
    for path in [build / "lib/fx-clang", *(build / "lib").glob("libfx-core.so*")]:
        (work / "build/lib" / path.name).symlink_to(path)
    site = (build / "test/lit.site.cfg.py").read_text()
    places = {str(build): str(work / "build"), str(source): str(work)}
    site = re.sub("|".join(map(re.escape, places)), lambda match: places[match[0]], site)
    (tests / "lit.site.cfg.py").write_text(site)
    for tool in ("fx-opt", "fx-clang-trace"):
        (work / "build/tool" / tool).mkdir(parents=True)
        # A copy: it finds libfx-core.so beside itself.
        shutil.copy(build / "tool" / tool / tool, work / "build/tool" / tool / tool)


def touched():
    """The files of the copy that differ from the tree's, or are not in it."""
    found = []
    for path in sorted(p for name in [*COPIED, "test"] for p in [work / name, *(work / name).rglob("*")]):
        origin = source / path.relative_to(work)
        if path.is_file() and "__pycache__" not in path.parts:
            # A copy has the time of its origin, and is read only when it has another.
            if not origin.exists() or not filecmp.cmp(path, origin):
                found.append(path.relative_to(work))
    return found


def without_precompiled(words):
    first = words.index("-include-pch") - 1
    return words[:first] + words[first + 8:]


def write_overlay(files):
    """What the compiler reads in the place of the tree's files, so that what is precompiled stays what it was."""
    roots = [{"type": "file", "name": str(source / file), "external-contents": str(work / file)} for file in files]
    overlay = work / "build/overlay.json"
    overlay.write_text(json.dumps({"version": 0, "use-external-names": False, "roots": roots}))
    return overlay


def including(file):
    """A source that reads a new one in its place in the tree, where the compiler's driver sees none."""
    stub = work / "build" / file.name
    stub.write_text(f'#include "{source / file}"\n')
    return stub


class Builder:
    def __init__(self):
        self.commands = json.loads((build / "compile_commands.json").read_text())
        self.built = {}  # text of a file when it was compiled
        self.objects = {}  # by library: what stands in the place of an object of the build, or beside it

    def users(self, header):
        """The sources of our libraries that include a file."""
        lists = run(["ninja", "-C", str(build), "-t", "deps"]).split("\n\n")
        wanted = str(source / header)
        for deps in lists:
            if str(header) not in deps:
                continue
            names = [line.strip() for line in deps.splitlines()[1:]]
            if any(os.path.normpath(build / name) == wanted for name in names):
                first = next((n for n in names if n.endswith(".cpp")), None)
                if first and "/lib/" in first:
                    yield pathlib.Path(first).relative_to(source)

    def compile(self, file, overlay):
        """Compiles a source as its neighbours are: (name of the library, object in the build, new object)."""
        known = next((c for c in self.commands if c["file"] == str(source / file)), None)
        folder = pathlib.Path(*file.parts[:2])
        like = known or next(c for c in self.commands
                             if c["file"].startswith(str(source / folder) + "/"))
        library = re.search(r" -o \S*CMakeFiles/(\w+)\.dir", like["command"])[1]
        output = work / "build" / (str(file).replace("/", "_") + ".o")
        words = [*shlex.split(like["command"]), "-ivfsoverlay", str(overlay)]
        old = words[words.index("-o") + 1] if known else None
        words[words.index("-o") + 1] = str(output)
        words[words.index("-c") + 1] = str(source / file if known else including(file))
        if "-include-pch" in words:
            # It holds unless the recipe touches a header in it.
            done = subprocess.run(words, cwd=like["directory"], capture_output=True, check=False)
            if done.returncode == 0:
                return library, old, output
            words = without_precompiled(words)
        run(words, cwd=like["directory"])
        return library, old, output

    def build(self):
        others = touched()
        changed = [f for f in others if self.built.get(f) != (work / f).read_bytes()]
        overlay = write_overlay(others)
        files = {f for f in changed if f.suffix == ".cpp" and f.parts[0] == "lib"}
        for file in changed:
            if table := TABLE.fullmatch(str(file)):
                files |= {pathlib.Path(table[1], "Messages.cpp"),
                          pathlib.Path("lib/Driver/AllMessages.cpp")}
            elif file.suffix in (".def", ".h"):
                files |= set(self.users(file))
        outputs = set()
        for file in sorted(files):
            library, old, new = self.compile(file, overlay)
            archive = f"lib/lib{library}.a"
            output = archive if (build / archive).exists() else f"lib/{CORE}"
            self.objects.setdefault(output, {})[old or str(file)] = str(new)
            outputs.add(output)
        for output in sorted(outputs):
            self.link_library(output)
        # The shared library is found when a tool starts.
        if any(output.endswith(".a") for output in outputs):
            self.link_tool("fx-clang-trace")
        for file in changed:
            self.built[file] = (work / file).read_bytes()

    def link_library(self, output):
        """The library with other objects in it."""
        words = link_command(output)
        changed = self.objects[output]
        members = [w for w in words if w.endswith(".cpp.o") and w not in changed]
        members += changed.values()
        target = work / "build" / output
        target.unlink(missing_ok=True)
        if output.endswith(".a"):
            run(["ar", "qc", str(target), *members], cwd=build)
            return
        rest = [str(target) if w == output else w for w in words if not w.endswith(".cpp.o")]
        run(" ".join([*rest, *members]), shell=True, cwd=build)
        for link in target.parent.glob("libfx-core.so*"):
            if link != target:
                link.unlink()
                link.symlink_to(target.name)

    def link_tool(self, tool):
        words = link_command(f"tool/{tool}/{tool}")
        target = work / "build/tool" / tool / tool
        target.unlink()
        here = {f"lib/{path.name}": str(path) for path in (work / "build/lib").iterdir()}
        words = [str(target) if w == f"tool/{tool}/{tool}" else here.get(w, w) for w in words]
        run(" ".join(words), shell=True, cwd=build)


def link_command(output):
    lines = run(["ninja", "-C", str(build), "-t", "commands", output]).splitlines()
    line = next(line for line in reversed(lines) if ".cpp.o" in line and " -c " not in line)
    return line.removeprefix(": && ").removesuffix(" && :").split()


def main():
    copy_tree()
    builder, ends_in_test = Builder(), False
    for kind, text in re.findall(r"^```(sh|diff)\n(.*?)^```$", recipe.read_text(), re.M | re.S):
        if kind == "diff":
            run(["patch", "-p1", "-s", "--no-backup-if-mismatch"], cwd=work, input=text)
            continue
        for line in text.splitlines():
            ends_in_test = line.startswith("./dev test ")
            if line.startswith("./dev "):
                builder.build()
            if ends_in_test:
                test = line.removeprefix("./dev test test/")
                lit = [sys.executable, shutil.which("lit") or "/usr/lib/llvm-22/bin/lit"]
                run([*lit, "-v", str(work / "build/test" / test)])
            elif not line.startswith("./dev "):
                run(line.replace("build/release/", "build/"), shell=True, cwd=work)
    if not ends_in_test:
        sys.exit(f"{recipe.name}: the last command is no ./dev test")
    files = touched()
    print(f"{recipe.name}: passed; it touches {len(files)} files")
    for file in files:
        print(" ", file)


if __name__ == "__main__":
    main()
