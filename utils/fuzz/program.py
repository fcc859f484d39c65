"""Traces models, and builds and runs programs of many models each: originals beside what was regenerated."""

import collections
import concurrent.futures
import fcntl
import os
import pathlib
import re
import shlex
import subprocess

from model import HEADERS

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-std=c++17", "-O0", "-w", "-isystem", "/usr/include/torch/csrc/api/include"]
PRECOMPILE = ["-fpch-instantiate-templates"]
LINK = ["-fuse-ld=lld", "-Wl,--allow-shlib-undefined", "-ltorch", "-ltorch_cpu", "-lc10"]
TRACE_LIMIT = 30  # seconds
# A remark about these is no excuse for a difference: it only says what --input was asked for.
HARMLESS = re.compile(r"remark: .*(for the inputs of --input|of --input)")


class Case:
    """A model's text on its way: traced, compiled, compared."""

    def __init__(self, name, text, model=None, python=False):
        self.name = name
        self.model = model
        self.text = text
        self.python = python
        self.root = re.search(r"^// ROOT: *(.+?) *$", text, re.M)[1]
        self.inputs = re.findall(r"^// INPUT: *(.+?) *$", text, re.M)
        self.arguments = [word for line in re.findall(r"^// ARGS: *(.+?) *$", text, re.M) for word in shlex.split(line)]
        self.outcome = None
        self.message = ""
        self.detail = ""
        self.header = ""
        self.python_text = ""

    @property
    def failed(self):
        return self.outcome in ("wrong", "compile", "crash")

    @property
    def refusal(self):
        """The first error without its place and its names: refusals of one kind have the same."""
        line = next((line for line in self.message.splitlines() if "error: " in line), self.message.strip()[:100])
        return re.sub(r"'[^']*'", "'...'", line.split("error: ", 1)[-1])[:110]

    @property
    def difference(self):
        """What differs first, without numbers: failures of one kind have the same."""
        lines = [line for line in self.detail.splitlines() if line.startswith(("DIFF", "STATUS")) or "error:" in line or "Error" in line]
        return lines[0][:200] if lines else self.detail[:200]

    @property
    def kind(self):
        return self.outcome, re.sub(r"[\d.]+", "N", self.difference.split("error:")[-1])[:60] if self.outcome == "compile" else ""


class Workshop:
    """A folder for programs, one that keeps the precompiled header, and the number of processes to run at once."""

    def __init__(self, tool, folder, kept, jobs, batch=12, cxx="clang++-22", python="/usr/bin/python3"):
        self.tool = shlex.split(str(tool))
        self.folder = pathlib.Path(folder)
        self.pch = pathlib.Path(kept) / "fuzz.pch"
        self.jobs = jobs
        self.batch = batch
        self.cxx = cxx
        self.python = python
        self.programs = 0
        self.ignored = ()  # beginnings of differences that do not count
        self.folder.mkdir(parents=True, exist_ok=True)
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)

    def precompile(self):
        header = self.pch.with_name("fuzz-pch.h")
        comparison = HERE.parents[1] / "runtime" / "verify"
        parts = [comparison / "LibTorchLayers.h", comparison / "Values.h", comparison / "Comparison.h", HERE / "compare.h"]
        includes = "".join(f"#include <{name}>\n" for name in HEADERS)
        text = parts[0].read_text() + includes + "".join(part.read_text() for part in parts[1:])
        rows = (HERE.parents[1] / "include/fx/IR/ElementTypes.def").read_text()
        text = text.replace('#include "../../include/fx/IR/ElementTypes.def"\n', rows)
        text = re.sub(r'^#(pragma once|include ".*")\n', "", text, flags=re.M)
        with open(self.pch.with_name("fuzz-pch.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if self.pch.exists() and header.read_text() == text:
                return
            header.write_text(text)
            command = [self.cxx, *FLAGS, *PRECOMPILE, "-x", "c++-header", str(header), "-o", f"{self.pch}.new"]
            subprocess.run(command, check=True)
            os.replace(f"{self.pch}.new", self.pch)

    # --- tracing

    def trace(self, case):
        path = self.folder / f"{case.name}.cpp"
        write_files(path, case.text)
        for language in ("cpp", "python") if case.python else ("cpp",):
            command = [*self.tool, f"--emit={language}", f"--root={case.root}", *case.arguments, str(path), "--"]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=TRACE_LIMIT, errors="replace")
            except subprocess.TimeoutExpired:
                case.outcome, case.detail = "crash", f"the tool took more than {TRACE_LIMIT} s"
                return
            if language == "python":
                case.python_text = done.stdout if done.returncode == 0 else ""
                if done.returncode not in (0, 1):
                    case.outcome, case.detail = "crash", "STATUS of the tool with --emit=python: " + done.stderr[-300:]
                return
            case.message, case.header = done.stderr, done.stdout
            if done.returncode == 1 and done.stderr.strip():
                case.outcome = "refused"
                return
            if done.returncode:
                case.outcome, case.detail = "crash", f"STATUS {done.returncode} of the tool: {done.stderr[-300:]}"
                return

    # --- comparing

    def compare(self, cases):
        """Sets the outcome of each case that was traced."""
        todo = [case for case in cases if case.outcome is None]
        batches = [todo[start : start + self.batch] for start in range(0, len(todo), self.batch)]
        list(self.pool.map(self.compare_batch, batches))

    def run(self, cases):
        list(self.pool.map(self.trace, cases))
        self.compare(cases)
        return cases

    def next_tag(self):
        self.programs += 1
        return f"program{self.programs}"

    def compare_batch(self, cases):
        body = "".join(self.code_of(case) for case in cases)
        runs = "".join(f'  fuzz::go("{case.name}", run_{case.name});\n' for case in cases)
        said, errors = self.execute(body, runs)
        if errors is not None:
            if len(cases) > 1:
                # The errors tell which models do not compile; the others go once more, together.
                guilty = {case for case in cases if re.search(rf"\b(regenerated_)?{case.name}\.(h|cpp)?\b", errors)}
                if not guilty:
                    guilty = set(cases)
                for case in cases:
                    if case in guilty:
                        self.compare_batch([case])
                rest = [case for case in cases if case not in guilty]
                if rest:
                    self.compare_batch(rest)
                return
            lines = [line for line in errors.splitlines() if "error:" in line]
            own = any(line.startswith("regenerated_") for line in lines)
            cases[0].outcome = "compile" if own or "undefined" in errors else "bad model"
            cases[0].detail = "\n".join(lines[:4]) or errors[-500:]
            return
        for case in cases:
            lines = said[case.name]
            if any(line.startswith("DIFF") for line in lines) and not self.is_steady(case):
                case.outcome, case.detail = "bad model", "the original differs from itself"
                continue
            lines = [line for line in lines if not any(line.startswith(f"DIFF {check}") for check in self.ignored)]
            case.detail = "\n".join(line for line in lines if not line.startswith(("NOTE", "BAD")))[:1500]
            if any(line.startswith("STATUS") for line in lines) or not lines:
                case.outcome = "crash"
            elif any(line.startswith("DIFF") for line in lines):
                case.outcome = "said" if excuses(case.message) else "wrong"
            else:
                case.outcome = "equal"
        self.compare_python([case for case in cases if case.python_text and case.outcome == "equal"])

    def is_steady(self, case):
        """Whether the original does the same when it is run beside itself."""
        twin = Case(case.name, case.text)
        twin.header = case.text
        said, errors = self.execute(self.code_of(twin, made(case)), f'  fuzz::go("{case.name}", run_{case.name});\n')
        return errors is not None or not any(line.startswith("DIFF") for line in said[case.name])

    def code_of(self, case, regenerated=None):
        regenerated = regenerated or f"{class_of(case.header)}()"
        body = re.sub(r"^#(include|pragma).*\n", "", case.header, flags=re.M)
        inputs = f"auto fuzz_inputs() {{ return std::make_tuple({', '.join(case.inputs)}); }}"
        path = f'"{self.folder / case.name}.answers"' if case.python_text else "nullptr"
        return f"""namespace original_{case.name} {{
#include "{self.folder / case.name}.cpp"
auto fuzz_make() {{ return [] {{ return {made(case)}; }}; }}
{inputs}
}}
namespace regenerated_{case.name} {{
#line 1 "regenerated_{case.name}.h"
{body}
auto fuzz_make() {{ return [] {{ return {regenerated}; }}; }}
{inputs}
}}
#line 1 "glue_{case.name}"
int run_{case.name}() {{
  torch::manual_seed(0);
  auto a = fuzz::hold(original_{case.name}::fuzz_make());
  torch::manual_seed(0);
  auto b = fuzz::hold(regenerated_{case.name}::fuzz_make());
  int bad = fuzz::initial(*a, *b);
  fuzz::stir(*a);
  bad += fuzz::copy_state(*a, *b);
  return bad + fuzz::pair(*a, *b, original_{case.name}::fuzz_inputs, regenerated_{case.name}::fuzz_inputs, {path});
}}
"""

    def execute(self, body, runs):
        """Compiles and runs a program; gives the lines that each case printed, or the compiler's errors."""
        tag = self.next_tag()
        source, program = self.folder / f"{tag}.cpp", self.folder / tag
        source.write_text(body + "int main() {\n  torch::set_num_threads(1);\n" + runs + "}\n")
        command = [self.cxx, *FLAGS, "-ferror-limit=0", "-include-pch", str(self.pch), str(source), "-o", str(program), *LINK]
        built = subprocess.run(command, capture_output=True, text=True, errors="replace")
        if "precompiled header" in built.stderr and "fatal error" in built.stderr:
            raise RuntimeError(built.stderr)  # no model's fault
        if built.returncode:
            return None, built.stderr
        done = subprocess.run([str(program)], capture_output=True, text=True, errors="replace", env={**os.environ, "OMP_NUM_THREADS": "1"})
        program.unlink()
        source.unlink()
        said = collections.defaultdict(list)
        current = None
        for line in done.stdout.splitlines():
            if line.startswith("CASE "):
                current = line[5:]
            elif current:
                said[current].append(line)
        return said, None

    def compare_python(self, cases):
        if not cases:
            return
        for case in cases:
            (self.folder / f"{case.name}.py").write_text(case.python_text)
        command = [self.python, str(HERE / "run_python.py"), str(self.folder), *(case.name for case in cases)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env={**os.environ, "OMP_NUM_THREADS": "1"})
        for case in cases:
            lines = [line.split(" ", 2)[2] for line in done.stdout.splitlines() if line.startswith(f"DIFF {case.name} ")]
            if f"DONE {case.name}" not in done.stdout.splitlines():
                lines.append("STATUS the Python process ended: " + done.stderr[-300:])
            if lines:
                case.detail = "DIFF in Python: " + "\n".join(lines)
                case.outcome = "said" if excuses(case.message) else "wrong"

    # --- does it matter?

    def tells_apart(self, groups):
        """For each group of a model's text and variants of it (without something): for each variant whether the
        original's outputs differ, or None where it does not compile."""
        tag = self.next_tag()
        body, runs = [], []
        for at, texts in enumerate(groups):
            for index, text in enumerate(texts):
                case = Case(f"{tag}_{at}_{index}", text)
                text = re.sub(r"^#include.*\n", "", text, flags=re.M)
                body.append(f"""#line 1 "variant_{at}_{index}_"
namespace variant_{at}_{index} {{
{text}
auto fuzz_make() {{ return [] {{ return {made(case)}; }}; }}
auto fuzz_inputs() {{ return std::make_tuple({", ".join(case.inputs)}); }}
}}
""")
                if index:
                    one, other = f"variant_{at}_0", f"variant_{at}_{index}"
                    body.append(f"""int run_{at}_{index}() {{
  auto a = fuzz::hold({one}::fuzz_make());
  auto b = fuzz::hold({other}::fuzz_make());
  std::cout << (fuzz::differ(*a, *b, {one}::fuzz_inputs, {other}::fuzz_inputs) ? "APART" : "SAME") << std::endl;
  return 0;
}}
""")
                    runs.append(f'  fuzz::go("{at}_{index}", run_{at}_{index});\n')
        said, errors = self.execute("".join(body), "".join(runs))
        if errors is None:
            answers = {"APART": True, "SAME": False}
            said = {name: next((answers[line] for line in lines if line in answers), None) for name, lines in said.items()}
            return [[said.get(f"{at}_{index}") for index in range(1, len(texts))] for at, texts in enumerate(groups)]
        guilty = {(int(at), int(index)) for at, index in re.findall(r"variant_(\d+)_(\d+)_:\d+:\d+: error", errors)}
        if not guilty:  # the linker's
            return [self.tells_apart([texts])[0] for texts in groups] if len(groups) > 1 else [[None] * (len(groups[0]) - 1)]
        kept = [[i for i in range(len(texts)) if (at, i) not in guilty and (at, 0) not in guilty] for at, texts in enumerate(groups)]
        again = [at for at, indices in enumerate(kept) if len(indices) > 1]
        found = self.tells_apart([[groups[at][i] for i in kept[at]] for at in again]) if again else []
        answers = [[None] * (len(texts) - 1) for texts in groups]
        for at, row in zip(again, found):
            for index, answer in zip(kept[at][1:], row):
                answers[at][index - 1] = answer
        return answers


def made(case):
    """The expression that makes a case's model."""
    return case.root + "()" if re.fullmatch(r"[\w:]+", case.root) else case.root


def excuses(message):
    return any("remark:" in line and not HARMLESS.search(line) for line in message.splitlines())


def class_of(header):
    named = re.findall(r"^TORCH_MODULE\((\w+)\)", header, re.M)
    named = named or re.findall(r"^(?:struct|class) (\w+)[^;{]*?: (?:public )?torch::nn::", header, re.M)
    return named[-1] if named else None


def write_files(path, text):
    """Writes a model; what stands between `// FILE` and `// END` into a file of its own, which the model includes."""
    parts = re.split(r"^// FILE\n(.*?)^// END\n", text, flags=re.M | re.S)
    for index in range(1, len(parts), 2):
        other = path.with_name(f"{path.stem}_{index}.inc")
        other.write_text(parts[index])
        parts[index] = f'#include "{other.name}"\n'
    path.write_text("".join(parts))
