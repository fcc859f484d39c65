#!/usr/bin/python3
"""Traces models, regenerates C++, and runs each beside its original (see README.md).

usage: run.py --tool FX-CLANG-TRACE [CASES...]

CASES are files of a model each, or folders of them; all of cases/ when none are named. Outcomes:

  equal      nothing differs
  refused    the tool says an error and writes nothing
  said       something differs, and the tool printed a remark
  wrong      something differs, and the tool said nothing
  compile    the regenerated C++ does not compile
  crash      the tool or the program ends by a signal, or takes more than --seconds
  bad case   the original does not compile

Exit code 0 when each case has the outcome that its EXPECT line names, or the one that its KNOWN
line admits.
"""
from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMPILER = "clang++-22"
FLAGS = ["-std=c++17", "-O0", "-w", "-isystem", "/usr/include/torch/csrc/api/include"]
LINK = ["-fuse-ld=lld", "-Wl,--allow-shlib-undefined", "-ltorch", "-ltorch_cpu", "-lc10"]
CASES_IN_A_PROGRAM = 7  # most of a compilation goes to LibTorch's templates, which they share
OUTCOMES = ("equal", "refused", "said", "wrong", "compile", "crash", "bad case")
MAIN = """
static void go(const char* name, int (*run)()) {
  std::cout << "CASE " << name << std::endl;
  pid_t child = fork();
  if (child == 0) {
    int bad = run();
    std::cout << "BAD " << bad << std::endl;
    _exit(0);
  }
  int status = 0;
  for (int i = 0; i < SECONDS * 10; ++i) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (status) std::cout << "STATUS " << status << std::endl;
      return;
    }
    usleep(100000);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  std::cout << "STATUS takes too long" << std::endl;
}

int main() {
"""


def lines_of(word: str, text: str) -> list[str]:
    """What stands behind `// WORD:` in the file, one entry a line."""
    return re.findall(rf"^// {word}: *(.*?) *$", text, re.M)


class Case:
    """A model with what its first lines say, and later its outcome."""

    def __init__(self, path: Path):
        self.path = path.resolve()
        self.text = path.read_text()
        self.identifier = re.sub(r"\W", "_", path.stem)
        self.root = (lines_of("ROOT", self.text) or ["Net"])[0]
        self.inputs = lines_of("INPUT", self.text)
        self.options = [word for line in lines_of("ARGS", self.text) for word in shlex.split(line)]
        self.family = (lines_of("FAMILY", self.text) or [path.resolve().parent.name])[0]
        self.trains = not re.search(r"^// NOTRAIN$", self.text, re.M)
        self.known = (lines_of("KNOWN", self.text) or [None])[0]
        expected = lines_of("EXPECT", self.text)
        if len(expected) != 1 or not lines_of("AIM", self.text):
            raise SystemExit(f"{path}: a case needs one line '// EXPECT:' and a line '// AIM:'")
        self.expected = [self.expectation(part) for part in expected[0].split(" or ")]
        self.header = ""  # the regenerated C++
        self.message = ""  # what the tool said
        self.outcome: str | None = None
        self.detail = ""

    def expectation(self, text: str) -> tuple[str, str]:
        outcome, _, message = (part.strip() for part in text.partition(":"))
        if outcome not in OUTCOMES[:3]:
            raise SystemExit(f"{self.path}: EXPECT names {outcome!r}; right are {OUTCOMES[:3]}")
        return outcome, message

    def is_right(self) -> bool:
        return any(
            outcome == self.outcome and text in self.message for outcome, text in self.expected
        )

    def complaint(self) -> str | None:
        """What is wrong with the outcome, or None."""
        if self.is_right():
            return "is right now: remove KNOWN (run.py --remove-known does)" if self.known else None
        if self.outcome == self.known:
            return None
        wanted = " or ".join(": ".join(filter(None, part)) for part in self.expected)
        return f"{self.outcome}, expected {wanted}"

    def reason(self) -> str:
        """The line that tells most about the outcome."""
        for line in (self.detail or self.message).splitlines():
            if "error" in line or line.startswith(("DIFF", "STATUS")):
                return line.split("error: ")[-1]
        return ""


def trace(case: Case, tool: str, seconds: int):
    """Sets the outcome when the tool refuses, and the regenerated C++ when it does not."""
    command = [tool, "--emit=cpp", f"--root={case.root}", *case.options, str(case.path), "--"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, errors="replace"
        )
    except subprocess.TimeoutExpired:
        case.outcome, case.message = "crash", f"error: takes more than {seconds} s"
        return
    case.message, case.header = done.stderr, done.stdout
    if done.returncode == 1 and "error: " in done.stderr:
        case.outcome = "refused"
    elif done.returncode:
        case.outcome = "crash"


def constructed(root: str) -> str:
    return root + "()" if re.fullmatch(r"[\w:]+", root) else root


def class_of(header: str) -> str | None:
    """The name under which a regenerated header gives its model: the last one in it."""
    holders = re.findall(r"^TORCH_MODULE\((\w+)\)", header, re.M)
    classes = re.findall(r"^(?:struct|class) (\w+)[^;{]*?: (?:public )?torch::nn::", header, re.M)
    return (holders or classes or [None])[-1]


def code_of(case: Case, alone: bool) -> str:
    name = case.identifier
    train = "true" if case.trains else "false"
    code = f"""namespace original_{name} {{
#include "{case.path}"
auto make() {{ return [] {{ return {constructed(case.root)}; }}; }}
}}
"""
    makers = f"original_{name}::make()"
    if not alone:
        body = re.sub(r"^#(include|pragma).*\n", "", case.header, flags=re.M)
        code += f"""namespace regenerated_{name} {{
#line 1 "regenerated_{name}.h"
{body}
auto make() {{ return [] {{ return {class_of(case.header)}(); }}; }}
}}
"""
        makers += f", regenerated_{name}::make()"
    return code + f"""static int run_{name}() {{
  torch::manual_seed(5);
  auto inputs = std::make_tuple({", ".join(case.inputs)});
  return soundness::{"run_alone" if alone else "run"}({makers}, inputs, {train});
}}
"""


class Comparer:
    """Compiles programs of several cases and runs them."""

    def __init__(self, kept: Path, work: Path, seconds: int, alone: bool):
        self.work = work
        self.seconds = seconds
        self.alone = alone
        self.header = HERE / "compare.h"
        comparison = HERE.parents[1] / "runtime" / "verify"
        self.layers = comparison / "LibTorchLayers.h"
        self.read = [self.header, self.layers, comparison / "Comparison.h", comparison / "Values.h"]
        self.read.append(HERE.parents[1] / "include" / "fx" / "IR" / "ElementTypes.def")
        self.pch = kept / "compare.pch"

    def precompile(self):
        """LibTorch's headers and the comparison, read once for all programs."""
        newest = max(header.stat().st_mtime for header in self.read)
        if self.pch.exists() and self.pch.stat().st_mtime > newest:
            return
        headers = "algorithm any bitset cstring deque fstream functional iomanip iostream list map"
        headers += " memory mutex numeric queue random set sstream stack thread unordered_map"
        headers += " unordered_set utility variant sys/wait.h unistd.h"
        # It stays: Clang looks for it when it reads what was made of it.
        source = self.pch.with_name("precompiled.h")
        source.write_text(
            f'#include "{self.layers}"\n#include "{self.header}"\n'
            + "".join(f"#include <{header}>\n" for header in headers.split())
        )
        # In the same folder: what is moved from another disk can be read before all of it is there.
        new = self.pch.with_name(f"{os.getpid()}.pch")
        subprocess.run(
            [COMPILER, *FLAGS, "-fpch-instantiate-templates", "-x", "c++-header", str(source)]
            # Another run may write the same file again.
            + ["-Xclang", "-fno-pch-timestamp", "-o", str(new)],
            check=True,
        )
        os.replace(new, self.pch)

    def compare(self, cases: list[Case], tag: str):
        source, program = self.work / f"{tag}.cpp", self.work / tag
        texts = [case.text + "\n" + case.header for case in cases]
        includes = [line for text in texts for line in re.findall(r"^#include <.+>$", text, re.M)]
        main = MAIN.replace("SECONDS", str(self.seconds)) + "".join(
            f'  go("{case.identifier}", run_{case.identifier});\n' for case in cases
        )
        code = "".join(code_of(case, self.alone) for case in cases)
        source.write_text("\n".join(dict.fromkeys(includes)) + "\n" + code + main + "}\n")
        command = [COMPILER, *FLAGS, "-include-pch", str(self.pch), str(source)]
        built = subprocess.run(
            [*command, "-o", str(program), *LINK], capture_output=True, text=True, errors="replace"
        )
        if built.returncode:
            self.blame(cases, tag, built.stderr)
            return
        done = subprocess.run(
            [str(program)],
            capture_output=True,
            text=True,
            errors="replace",
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )
        program.unlink()
        parts = re.split(r"^CASE (.+)\n", done.stdout, flags=re.M)
        said = dict(zip(parts[1::2], parts[2::2]))
        for case in cases:
            self.judge(case, said.get(case.identifier, "STATUS did not run"))

    def blame(self, cases: list[Case], tag: str, errors: str):
        """Which case does not compile: each is tried alone."""
        if len(cases) > 1:
            for index, case in enumerate(cases):
                self.compare([case], f"{tag}_{index}")
            return
        regenerated = re.search(r"^regenerated_\S+ (fatal )?error:", errors, re.M)
        cases[0].outcome = "compile" if regenerated else "bad case"
        cases[0].detail = errors[:3000]

    @staticmethod
    def judge(case: Case, said: str):
        case.detail = said
        if re.search("^STATUS", said, re.M) or not re.search("^BAD", said, re.M):
            case.outcome = "crash"
        elif not re.search("^DIFF", said, re.M):
            case.outcome = "equal"
        else:
            case.outcome = "said" if "remark: " in case.message else "wrong"


def run(cases: list[Case], arguments: argparse.Namespace, work: Path):
    kept = Path(arguments.work or work).resolve()
    kept.mkdir(parents=True, exist_ok=True)
    comparer = Comparer(kept, work, arguments.seconds, arguments.originals)
    comparer.precompile()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        if not arguments.originals:
            list(pool.map(lambda case: trace(case, arguments.tool, arguments.seconds), cases))
        todo = [case for case in cases if case.outcome is None]
        starts = range(0, len(todo), CASES_IN_A_PROGRAM)
        batches = [(todo[at : at + CASES_IN_A_PROGRAM], f"program{at}") for at in starts]
        list(pool.map(lambda batch: comparer.compare(*batch), batches))


def report(cases: list[Case], arguments: argparse.Namespace) -> int:
    failed = 0
    for case in cases:
        complaint = case.complaint() if not arguments.originals else None
        if arguments.originals and case.outcome != "equal":
            complaint = f"the original: {case.outcome}"
        if complaint and case.known and case.is_right() and arguments.remove_known:
            case.path.write_text(re.sub(r"^// KNOWN:.*\n", "", case.text, flags=re.M))
            print(f"{case.path}: removed KNOWN")
        elif complaint:
            failed += 1
            print(f"{case.path}:1: error: {complaint}")
        if complaint or arguments.verbose:
            print(f"  {case.family}/{case.path.stem}: {case.outcome}: {case.reason()[:200]}")
    counts = collections.Counter(case.outcome for case in cases)
    listed = ", ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    known = sum(case.known is not None and not case.is_right() for case in cases)
    print(f"{len(cases)} cases: {listed}; {known} known, {failed} not as expected")
    if arguments.json:
        told = {
            f"{case.family}/{case.path.stem}": {
                "outcome": case.outcome,
                "reason": case.reason(),
                "detail": case.detail,
                "message": case.message,
            }
            for case in cases
        }
        Path(arguments.json).write_text(json.dumps(told, indent=1) + "\n")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", nargs="*", default=[str(HERE / "cases")])
    parser.add_argument("--tool", default="fx-clang-trace")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=int, default=60, help="limit for each trace and each run")
    parser.add_argument("--work", help="folder that keeps the precompiled header for the next run")
    parser.add_argument("--json", help="file for outcomes and messages")
    parser.add_argument("--family", help="only the cases of this family")
    parser.add_argument("--verbose", "-v", action="store_true", help="a line for each case")
    parser.add_argument(
        "--originals", action="store_true", help="only compile and run the originals, alone"
    )
    parser.add_argument(
        "--remove-known", action="store_true", help="remove KNOWN lines that are no longer true"
    )
    arguments = parser.parse_args()
    paths = []
    for name in map(Path, arguments.cases):
        if not name.exists():
            raise SystemExit(f"run.py: error: no such file or folder: {name}")
        paths += sorted(name.rglob("*.cpp")) if name.is_dir() else [name]
    cases = [Case(path) for path in paths]
    cases = [case for case in cases if arguments.family in (None, case.family)]
    twice = [name for name, n in collections.Counter(c.identifier for c in cases).items() if n > 1]
    if twice:
        raise SystemExit(f"run.py: error: two cases have the name {twice[0]}")
    if not cases:
        raise SystemExit("run.py: error: no cases")
    with tempfile.TemporaryDirectory() as temporary:
        run(cases, arguments, Path(temporary))
    sys.exit(report(cases, arguments))


if __name__ == "__main__":
    main()
