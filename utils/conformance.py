#!/usr/bin/python3
"""Runs the execution tests of other C++ projects through fx-clang-trace --root=main.

usage: conformance.py [SUITE...] [options]     (./dev conformance builds the tool first)

SUITE is g++, libstdc++ or c (GCC's, from the Debian package gcc-12-source), or libc++ (LLVM's, from
the Debian source package llvm-toolchain-14); g++ and libstdc++ when none is given. The first run
fetches the package into $XDG_CACHE_HOME/fx-clang/conformance; nothing of it enters the tree.

A test is taken when it says that it is to be run, Clang compiles it, and the program ends with 0;
that is found out once and kept. Its main() is then traced: a failed check is made a throw.

  right     main was run to its end, and returns 0; said beside it: in how many of these tests a
            condition was not known and, by the tool's remark, taken to be what the program needs
  refused   an error that says what the tool does not do, or an answer with the remark that a call
            stays opaque: counted by message
  wrong     the tool says that a check fails or the program ends: the program does not
  node      main returned another number, or a value that is not known: as bad as wrong
  crash     a signal, or an exit code other than 0 and 1
  hang      more than --limit seconds

Half of the tests, by a hash of their names, is --part=open: to work on. The other half is held
back, to see whether that work is general. Exit code 1 when anything is wrong, node, crash or hang,
but for what test/Conformance/known-wrong.txt lists, and when an entry of that list is right or
refused by now; 2 when the tests cannot be run; 77, as of tests that are skipped, when apt does not
have them.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import dataclasses
import fcntl
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOOL = ROOT / "build/release/tool/fx-clang-trace/fx-clang-trace"
KNOWN_WRONG = ROOT / "test/Conformance/known-wrong.txt"
COMPILER = "clang++-22"

OUTCOMES = ("right", "refused", "wrong", "node", "crash", "hang")
DEFECTS = ("wrong", "node", "crash", "hang")
NOT_NATIVE = "not native"

# A failed check has to be something that the tool says: a throw, and no call of the C library, nor
# the report that libstdc++'s tests print. <cstdlib> comes first, because it undoes the macros.
GUARD = """{include}
extern "C" {{ inline void fx_test_abort() {{ throw 42; }} }}
namespace std {{ using ::fx_test_abort; }}
#define abort fx_test_abort
#define __builtin_abort fx_test_abort
#define __builtin_trap fx_test_abort
"""
VERIFY = """#pragma once
#include <ext/throw_allocator.h>
#define VERIFY(...) do { if (!(__VA_ARGS__)) throw 43; } while (0)
"""


class Problem(Exception):
    """What keeps the tests from being run at all."""

    exit_code = 2


class NotFetched(Problem):
    """apt does not have the tests."""

    exit_code = 77


# --- the suites


@dataclasses.dataclass
class Suite:
    package: str  # a key of PACKAGES
    folder: str  # below the top folder of the package's sources
    suffix: str
    runs: str | None = None  # what a test says that is to be run; None: each is
    chapters: str | None = None  # the folders that are taken; None: all
    support: str | None = None  # headers that the tests share, below the top folder
    hooks: bool = False  # testsuite_hooks.h is replaced by VERIFY
    as_cpp: bool = False  # the tests are C


SUITES = {
    "g++": Suite("gcc", "gcc/testsuite/g++.dg", ".C", runs=r"dg-do\s+run"),
    "libstdc++": Suite(
        "gcc",
        "libstdc++-v3/testsuite",
        ".cc",
        runs=r"dg-do\s+run",
        chapters=r"20_util|21_strings|23_containers|24_iterators|25_algorithms|26_numerics",
        support="libstdc++-v3/testsuite/util",
        hooks=True,
    ),
    "c": Suite("gcc", "gcc/testsuite/gcc.c-torture/execute", ".c", as_cpp=True),
    "libc++": Suite(
        "llvm",
        "libcxx/test/std",
        ".pass.cpp",
        chapters="algorithms|containers|iterators|language.support|numerics|strings|utilities",
        support="libcxx/test/support",
    ),
}


@dataclasses.dataclass
class Test:
    suite: str
    name: str
    path: pathlib.Path
    text: str
    flags: list[str]


def part_of(name):
    return "open" if hashlib.sha1(name.encode()).digest()[0] % 2 == 0 else "held"


def standard_of(suite, text):
    """The newest of C++17 and C++20 that a test is written for."""
    if suite == "libc++":  # "// UNSUPPORTED: c++03, c++11, c++14, c++17"
        unsupported = " ".join(re.findall(r"^// UNSUPPORTED: (.*)$", text, re.M))
        return "-std=c++20" if "c++17" in unsupported else "-std=c++17"
    wanted = re.search(
        r"(?:target\s+|std=(?:gnu|c)\+\+)(?:c\+\+)?(11|14|17|20|23|2a|2b)", text
    )
    return "-std=c++20" if wanted and wanted[1] in ("20", "23", "2a", "2b") else "-std=c++17"


def tests_of(name, top):
    """All tests of a suite whose sources are below the folder `top`."""
    suite = SUITES[name]
    root = top / suite.folder
    if not root.is_dir():
        raise Problem(f"{top} has no folder {suite.folder}")
    for path in sorted(root.rglob("*" + suite.suffix)):
        test = str(path.relative_to(root))
        if suite.chapters and not re.search(rf"(^|/)({suite.chapters})/", test):
            continue
        text = path.read_text(errors="replace")
        if suite.runs and not re.search(suite.runs, text):
            continue
        flags = [standard_of(name, text), "-w", f"-I{path.parent}"]
        if suite.support:
            flags.append(f"-I{top / suite.support}")
        yield Test(name, test, path, text, flags)


# --- what is fetched


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-5:]
        title = f"{' '.join(map(str, command))} failed"
        if command[0] == "apt-get":
            last.append("has `apt-get update` been run on this machine?")
            raise NotFetched("\n  ".join([title, *last]))
        raise Problem("\n  ".join([title, *last]))
    return done.stdout


APT = ["-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3"]


def unpack(archive, into, folders):
    wanted = [f"*/{folder}/*" for folder in folders]
    run(["tar", "-C", into, "-xf", archive, "--wildcards", *wanted])


def folders_of(package):
    """The folders that the suites of a package need, none of them in another."""
    suites = [suite for suite in SUITES.values() if suite.package == package]
    folders = {suite.folder for suite in suites} | {s.support for s in suites if s.support}
    inner = {f for f in folders for other in folders if f.startswith(other + "/")}
    return sorted(folders - inner)


def fetch_gcc(work, into):
    """A binary package that holds GCC's source: no line of deb-src is needed."""
    run(["apt-get", *APT, "download", "gcc-12-source"], cwd=work)
    run(["dpkg", "-x", next(work.glob("*.deb")), work / "unpacked"])
    archive = next((work / "unpacked/usr/src/gcc-12").glob("gcc-12.*.tar.*"))
    unpack(archive, into, folders_of("gcc"))


def fetch_llvm(work, into):
    """A source package. Most systems list none: apt gets a list of its own, of their mirror."""
    binary = run(["apt-get", *APT, "download", "--print-uris", "libc++-14-dev"])
    mirror = binary.strip().lstrip("'").split("/pool/")[0]
    system = pathlib.Path("/etc/os-release").read_text()
    release = re.search(r"^VERSION_CODENAME=(\w+)$", system, re.M)[1]
    (work / "sources.list").write_text(f"deb-src {mirror} {release} main\n")
    (work / "lists/partial").mkdir(parents=True)
    places = {"etc::sourcelist": work / "sources.list", "etc::sourceparts": "/dev/null",
              "state::lists": work / "lists", "cache": work}  # fmt: skip
    options = [*APT, *(f"-oDir::{name}={value}" for name, value in places.items())]
    run(["apt-get", *options, "update"], cwd=work)
    run(["apt-get", *options, "source", "--download-only", "llvm-toolchain-14"], cwd=work)
    unpack(next(work.glob("*.orig.tar.*")), into, folders_of("llvm"))


PACKAGES = {"gcc": fetch_gcc, "llvm": fetch_llvm}


def cache_folder():
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(home) / "fx-clang" / "conformance"


@contextlib.contextmanager
def locked(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def sources_of(package, cache):
    """The top folder of a package's sources, which are fetched when they are not there."""
    folder = cache / package
    with locked(cache):
        if not folder.is_dir():
            say(f"Fetch the tests of {package} into {folder}")
            with tempfile.TemporaryDirectory(dir=cache) as work:
                into = pathlib.Path(work) / "sources"
                into.mkdir()
                PACKAGES[package](pathlib.Path(work), into)
                into.rename(folder)
    return top_folder(folder)


def top_folder(folder):
    tops = [path for path in folder.iterdir() if path.is_dir()]
    if len(tops) != 1:
        raise Problem(f"{folder} has {len(tops)} folders, and not the one of a package's sources")
    return tops[0]


# --- which programs are right on this machine


def limit_resources():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Natives:
    """Which tests compile and end with 0, by their sources, their flags and the compiler."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "native.json" if folder else None
        self.new = {}
        self.old = self.read()
        # Says which version it is and which libstdc++ it takes.
        version = subprocess.run([COMPILER, "-v"], capture_output=True, text=True, check=True)
        self.compiler = version.stderr

    def read(self):
        if self.file and self.file.exists():
            return json.loads(self.file.read_text())
        return {}

    def write(self):
        if not self.file or not self.new:
            return
        with locked(self.folder):
            fresh = self.file.with_suffix(".new")
            fresh.write_text(json.dumps({**self.read(), **self.new}))
            fresh.rename(self.file)

    def has(self, test, work):
        key = hashlib.sha1("\0".join([self.compiler, *test.flags, test.name, test.text]).encode())
        key = key.hexdigest()
        if key not in self.old:
            answer = self.find(test, work)
            if answer is None:  # a busy machine, perhaps: asked again another time
                return False
            self.new[key] = self.old[key] = answer
        return self.old[key]

    @staticmethod
    def find(test, work):
        program = str(work / "program")
        compile_it = [COMPILER, *test.flags, "-x", "c++", str(test.path), "-o", program]
        options = {"capture_output": True, "stdin": subprocess.DEVNULL, "cwd": work}
        try:
            if subprocess.run(compile_it, timeout=180, **options).returncode:
                return False
        except subprocess.TimeoutExpired:
            return None
        try:
            ended = subprocess.run([program], timeout=30, preexec_fn=limit_resources, **options)
            return ended.returncode == 0
        except subprocess.TimeoutExpired:
            return False


# --- the judgement


@dataclasses.dataclass
class Answer:
    test: str
    outcome: str
    detail: str = ""  # of a refusal: its kind, in which names are left out
    message: str = ""  # whole, with its place
    on_trust: int = 0  # checks that the tool could not look into, and took to hold
    known: bool = False


def kind_of(message):
    return re.sub(r"'[^']*'", "'...'", message)[:110]


def judge(name, returncode, out, err):
    """What the tool's exit code and its two texts mean, of a program that ends with 0."""
    if returncode not in (0, 1):
        return Answer(name, "crash", f"exit code {returncode}", err[-400:])
    ran = Answer(name, "right", on_trust=err.count("otherwise the program ends here"))
    if opaque := re.search(r"^.*stays one opaque call", err, re.M):
        ran = Answer(name, "refused", "right, but a call stays opaque", opaque[0])
    if returncode == 0:
        value = re.search(r"^ *return (.*)$", out, re.M)
        if value and value[1].strip() == "0":
            return ran
        return Answer(name, "node", f"main returns {value[1].strip()}" if value else "no return")
    lines = [line for line in err.splitlines() if " error: " in line]
    line = lines[0] if lines else err.strip().splitlines()[0] if err.strip() else "no message"
    message = line.split(" error: ", 1)[-1]
    if "returns nothing" in message:  # main without a return: it was run to its end
        return ran
    if re.search(r"throws here|program ends here", message):
        return Answer(name, "wrong", message, line)
    return Answer(name, "refused", kind_of(message), line)


def run_test(test, tool, natives, folder, limit):
    work = pathlib.Path(tempfile.mkdtemp(dir=folder))
    try:
        suite = SUITES[test.suite]
        if suite.as_cpp:
            test.path = work / (test.path.stem + ".cpp")
            test.path.write_text(test.text)
        if not natives.has(test, work):
            return Answer(test.name, NOT_NATIVE)
        include = "#include <cstdlib>" if "#include" in test.text else ""
        (work / "guard.h").write_text(GUARD.format(include=include))
        flags = list(test.flags)
        if suite.hooks:
            (work / "testsuite_hooks.h").write_text(VERIFY)
            flags.insert(0, f"-I{work}")
        guard = ["-include", str(work / "guard.h")]
        command = [tool, "--root=main", str(test.path), "--", *flags, *guard]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=limit, cwd=work,
                stdin=subprocess.DEVNULL, preexec_fn=limit_resources,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Answer(test.name, "hang", f"more than {limit:g} s")
        return judge(test.name, done.returncode, done.stdout, done.stderr)
    finally:
        shutil.rmtree(work, ignore_errors=True)


# --- the list of what is known to be wrong


def read_known(file, suite):
    """Line numbers by the test's name."""
    known = {}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        text = line.split("#")[0].split()
        if not text:
            continue
        if len(text) != 2 or text[0] not in SUITES:
            raise Problem(f"{file}:{number}: a line is a suite and a test's name")
        if text[0] == suite:
            known[text[1]] = number
    return known


def compare_with_known(file, suite, known, names, answers):
    """Marks what is listed; gives the list's errors."""
    errors = [
        f"{file}:{number}: error: {suite} has no test {name}: remove this line"
        for name, number in known.items()
        if name not in names
    ]
    for answer in answers:
        if answer.test not in known:
            continue
        if answer.outcome in ("wrong", "node"):
            answer.known = True
        elif answer.outcome in ("right", "refused"):
            errors.append(f"{file}:{known[answer.test]}: error: {suite} {answer.test} is "
                          f"{answer.outcome} now: remove this line")  # fmt: skip
    return errors


# --- command line


def say(text):
    print(f"-- {text}", file=sys.stderr, flush=True)


def share(count, total):
    return f"{count} ({100 * count / total:.1f} %)" if total else str(count)


def print_answers(answers, top):
    kinds = collections.Counter(a.detail for a in answers if a.outcome == "refused").most_common()
    for kind, count in kinds[:top]:
        print(f"{count:6} {kind}")
    if len(kinds) > top:
        print(f"{sum(count for _, count in kinds[top:]):6} of {len(kinds) - top} other kinds")
    for answer in answers:
        if answer.outcome in DEFECTS:
            known = " (known)" if answer.known else ""
            print(f"{answer.outcome}{known}: {answer.test}: {answer.detail}")


def run_suite(name, arguments):
    """Prints what came of a suite, and gives its answers and whether something is wrong."""
    top = (top_folder(arguments.sources) if arguments.sources else
           sources_of(SUITES[name].package, arguments.cache))  # fmt: skip
    tests = list(tests_of(name, top))
    names = {test.name for test in tests}
    tests = [
        test
        for test in tests
        if arguments.part in ("all", part_of(test.name)) and arguments.only in test.name
    ]
    random.Random(arguments.seed).shuffle(tests)
    tests = tests[: arguments.sample]
    natives = Natives(arguments.cache)
    tool = os.path.abspath(arguments.tool)
    with tempfile.TemporaryDirectory() as folder:
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            answers = list(
                pool.map(lambda t: run_test(t, tool, natives, folder, arguments.limit), tests)
            )
    natives.write()
    known = read_known(arguments.known, name)
    errors = compare_with_known(arguments.known, name, known, names, answers)
    print_answers(answers, arguments.kinds)
    for error in errors:
        print(error)
    counts = collections.Counter(answer.outcome for answer in answers)
    native = len(answers) - counts[NOT_NATIVE]
    listed = sum(answer.known for answer in answers)
    trusted = sum(answer.on_trust > 0 for answer in answers)
    right = f"{share(counts['right'], native)} right"
    if trusted:
        right += f" ({trusted} of them with a check taken to hold)"
    others = [f"{counts[key]} {key}" for key in OUTCOMES[1:]]
    print(f"{name}: {native} of {len(answers)} native: {', '.join([right, *others])}"
          + (f"; {listed} known to be wrong" if listed else ""), flush=True)  # fmt: skip
    bad = errors or any(a.outcome in DEFECTS and not a.known for a in answers)
    return answers, bool(bad)


def parse_arguments():
    parser = argparse.ArgumentParser(
        prog="conformance.py",
        description=__doc__,
        usage=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("suites", nargs="*", metavar="SUITE", help=", ".join(SUITES))
    add("--sample", type=int, metavar="N", help="only N tests of each suite, drawn by --seed")
    add("--seed", type=int, default=1)
    add("--part", choices=("open", "held", "all"), default="open")
    add("--only", default="", metavar="TEXT", help="only tests whose names contain TEXT")
    add("--kinds", type=int, default=40, metavar="N", help="how many kinds of refusal are shown")
    add("--json", type=pathlib.Path, metavar="FILE", help="write each test's answer")
    add("--jobs", "-j", type=int, default=os.cpu_count())
    add("--limit", type=float, default=60, metavar="SECONDS", help="a longer trace is a hang")
    add("--tool", default=str(TOOL), help="fx-clang-trace")
    add("--known", type=pathlib.Path, default=KNOWN_WRONG, help="the list of what is known wrong")
    add("--cache", type=pathlib.Path, default=cache_folder(), help="where the tests are kept")
    add("--sources", type=pathlib.Path, help="tests that are unpacked already; nothing is fetched")
    arguments = parser.parse_args()
    for suite in arguments.suites:
        if suite not in SUITES:
            parser.error(f"no suite '{suite}': there are {', '.join(SUITES)}")
    return arguments


def main():
    arguments = parse_arguments()
    written = {}
    any_bad = False
    try:
        for name in arguments.suites or ("g++", "libstdc++"):
            answers, bad = run_suite(name, arguments)
            any_bad |= bad
            written[name] = [dataclasses.asdict(answer) for answer in answers]
    except Problem as problem:
        print(f"conformance: error: {problem}", file=sys.stderr)
        return problem.exit_code
    if arguments.json:
        arguments.json.write_text(json.dumps(written, indent=1))
    return 1 if any_bad else 0


if __name__ == "__main__":
    sys.exit(main())
