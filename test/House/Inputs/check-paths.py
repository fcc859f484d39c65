"""Whether the paths that prose names exist.

usage: check-paths.py ROOT [FILE...]; without files all pages and C++ sources that git tracks, but for
the tests' inputs

Prose is a page, or the comments of a source. In a page a path is text in code font that begins with a
folder of the top level (`lib/Ops/*.def`; braces and stars stand for several), or a name like
`Contracts.h`, which some file of the tree has to have. In a comment there is no code font: a path ends
like a file, and may be spelled as it is included ("fx/IR/Graph.h"). Names in angle brackets stand for
anything, and what blocks of code say is not looked at. Tables that the build makes are named by their
generators. test/fx is a folder of PyTorch's.
"""
import fnmatch
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1])
pages = [pathlib.Path(page) for page in sys.argv[2:]]
tracked = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard"],
                         capture_output=True, text=True, check=True).stdout.splitlines()
sources = ("include/", "lib/", "runtime/", "tool/", "test/unit/")
if not pages:
    pages = [root / path for path in tracked if (root / path).exists() and (path.endswith(".md") or (
        path.startswith(sources) and path.endswith((".h", ".cpp", ".def"))))]
tracked = [path for path in tracked if (root / path).exists()]
folders = {parent.as_posix() for path in tracked for parent in pathlib.PurePath(path).parents}
top = {path.partition("/")[0] for path in tracked if "/" in path}
names = {path.rpartition("/")[2] for path in tracked}
generators = "".join((root / path).read_text() for path in tracked
                     if path.startswith("utils/gen-") or path.endswith((".cmake", "CMakeLists.txt")))


def alternatives(text):
    match = re.search(r"\{([^{}]*)\}", text)
    if not match:
        return [text]
    return [whole for part in match[1].split(",")
            for whole in alternatives(text[: match.start()] + part + text[match.end() :])]


def exists(path):
    path = re.sub(r":\d+$", "", path).rstrip("/")
    path = re.sub(r"<[^>]*>", "*", path)
    return path in folders or any(fnmatch.fnmatchcase(known, path) for known in (*tracked, *folders))


def spans_of_page(text):
    """(line number, path) of what stands in code font outside of blocks of code."""
    text = re.sub(r"^( *)```.*?^ *```$", lambda m: "\n" * m[0].count("\n"), text, flags=re.M | re.S)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("    "):
            yield from ((number, span) for span in re.findall(r"`([^`\s]+)`", line))


def spans_of_source(text):
    """The same of names of files in comments, with the folders that an include leaves out."""
    for number, line in enumerate(text.splitlines(), 1):
        comment = re.search(r"(?:^|\s)//.*", line)
        for span in re.findall(r"[\w*{][\w./*{},-]*\.(?:h|cpp|def|inc|tsl|md|py|test)\b", comment[0] if comment else ""):
            if not span.startswith("test/fx/"):
                yield number, re.sub("^Frontend/", "lib/Frontend/", re.sub("^fx/", "include/fx/", span))


wrong = 0
for page in pages:
    spans = spans_of_page if page.suffix == ".md" else spans_of_source
    for number, span in spans(page.read_text()):
        is_path = "/" in span and span.partition("/")[0] in top
        is_name = re.fullmatch(r"[A-Z]\w+\.(cpp|h|def|inc|tsl|md)", span)
        known = all(map(exists, alternatives(span))) if is_path else span in names or span in generators
        if (is_path or is_name) and not known:
            wrong += 1
            print(f"{page}:{number}: there is no {span}")
print(f"{len(pages)} files, {wrong} paths that do not exist")
sys.exit(bool(wrong))
