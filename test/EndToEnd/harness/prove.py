#!/usr/bin/python3
"""Proves what fx-clang makes of a LibTorch model: see ../README.md for the seven checks."""
from __future__ import annotations

import argparse
import difflib
import fcntl
import hashlib
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True  # twins are imported from the source tree
HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
LAYERS = REPOSITORY / "runtime/verify/LibTorchLayers.h"
TOLERANCE = 1e-5

COMPILE_FLAGS = ["-std=c++17", "-O0", "-isystem", "/usr/include/torch/csrc/api/include"]
LINK_FLAGS = ["-fuse-ld=lld", "-Wl,--allow-shlib-undefined", "-ltorch", "-ltorch_cpu", "-lc10"]


class Failure(Exception):
    """A check that did not hold; the text says what differs."""


def command(arguments: list[str], what: str) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{what} failed\n{shlex.join(arguments)}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class Model:
    """A C++ file with its ROOT and INPUT comments."""

    def __init__(self, path: Path):
        self.path = path.resolve()
        self.source = path.read_text()
        self.inputs = re.findall(r"^// INPUT: *(.+?) *$", self.source, re.M)
        found = re.search(r"^// ROOT: *(.+?) *$", self.source, re.M)
        if not found:
            raise SystemExit(f"{path}: no line '// ROOT: <C++ expression>'")
        self.root = found[1]
        self.trains = bool(re.search(r"^// TRAINS$", self.source, re.M))

    def whole_source(self) -> str:
        """The text of the file and of the headers beside it that it includes."""
        text, seen = self.source, set()
        while new := set(re.findall(r'^#include "(.+)"$', text, re.M)) - seen:
            seen |= new
            text += "".join((self.path.parent / name).read_text() for name in new)
        return text


def constructed(root: str) -> str:
    """A C++ expression that makes the root: a bare name is a class or a function to call."""
    return root + "()" if re.fullmatch(r"[\w:]+", root) else root


def input_expression(spec: str) -> str:
    """`2x1x28x28` is normal float32, `4x16:int64<100` random integers below 100, `none` undefined."""
    if spec == "none":
        return "torch::Tensor()"
    found = re.fullmatch(r"([\dx]+)(?::int64<(\d+))?", spec)
    if not found:
        raise SystemExit(f"cannot read '// INPUT: {spec}'")
    shape = "{" + found[1].replace("x", ", ") + "}"
    return f"torch::randint({found[2]}, {shape})" if found[2] else f"torch::randn({shape})"


def regenerated_class(header: str) -> str:
    names = re.findall(r"^TORCH_MODULE\((\w+)\)", header, re.M)
    names = names or re.findall(r"^(?:struct|class) (\w+)[^;{]*?: (?:public )?torch::nn::", header, re.M)
    if not names:
        raise Failure("no module class in the regenerated C++")
    return names[-1]


def precompiled_header(cxx: str, folder: Path, flags: list[str] = COMPILE_FLAGS) -> list[str]:
    """The options that give torch/torch.h precompiled: compiled once for all models, also when several
    provers start together. GCC and Clang."""
    version = command([cxx, "--version"], "the compiler")
    key = hashlib.sha1(repr((version, flags, LAYERS.read_text())).encode()).hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    header = folder.resolve() / f"torch-{key}.h"
    if "clang" in version:
        pch = header.with_suffix(".pch")
        making, using = ["-fpch-instantiate-templates"], ["-include-pch", str(pch)]
        include = f'"{LAYERS}"'
    else:
        # Found beside the header that is included.
        pch = header.with_suffix(".h.gch")
        making, using = [], ["-Winvalid-pch", "-include", str(header)]
        include = "<torch/torch.h>"
    with open(folder / f"{pch.name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not pch.exists():
            header.write_text(f"#include {include}\n")
            command([cxx, *flags, *making, "-w", "-x", "c++-header", str(header), "-o",
                     f"{pch}.new"], "precompiling torch/torch.h")
            os.replace(f"{pch}.new", pch)
    return using


class Prover:
    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.model = Model(options.model)
        # One folder per model and set of replacements: tests of one model run side by side.
        replaced = [str(f) for f in (options.replace_cpp, options.replace_python, options.replace_fx,
                                   options.replace_torchscript) if f]
        suffix = "-" + hashlib.sha1("\n".join(replaced).encode()).hexdigest()[:8] if replaced else ""
        self.folder = (options.work_dir / (self.model.path.stem + suffix)).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        for stale in ("values.pickle", "state.pickle", "constructed.pickle", "weights.pt"):
            (self.folder / stale).unlink(missing_ok=True)

    def emit(self, kind: str, replacement: Path | None, suffix: str, *more: str) -> Path:
        """What the tool prints for --emit=<kind>, or the file given in its place."""
        if replacement:
            return replacement.resolve()
        output = self.folder / f"{'sized' if more else 'regenerated'}{suffix}"
        output.unlink(missing_ok=True)
        self.run_tool(kind, output, *more)
        return output

    def run_tool(self, kind: str, output: Path, *more: str, source: Path | None = None):
        cache = [f"--cache-dir={self.options.cache_dir}"] if self.options.cache_dir else []
        command([self.options.tool, *cache, f"--emit={kind}", f"--root={self.model.root}",
                 *more, "-o", str(output), str(source or self.model.path), "--"], f"--emit={kind}")

    def build_and_run(self, header: Path | None) -> str:
        """Runs the original on random inputs and saves weights, inputs and outputs; if there is a
        regenerated header, runs that in the same program and reports the differences."""
        text = header.read_text() if header else ""
        includes = re.findall(r"^#include <.+>$", self.model.whole_source() + text, re.M)
        fill = {
            "INCLUDES": "\n".join(dict.fromkeys(i for i in includes if "torch/torch.h" not in i)),
            "ORIGINAL": str(self.model.path),
            "ORIGINAL_ROOT": constructed(self.model.root),
            "REGENERATED": str(header),
            "REGENERATED_ROOT": regenerated_class(text) + "()" if header else "",
            "ARGUMENTS": ", ".join(f"in[{i}]" for i in range(len(self.model.inputs))),
            "INPUTS": ", ".join(map(input_expression, self.model.inputs)),
            "TRAINS": str(self.model.trains).lower(),
        }
        runner = self.folder / "runner.cpp"
        runner.write_text(re.sub(r"@(\w+)@", lambda m: fill[m[1]],
                                 (HERE / "runner.cpp.in").read_text()))
        program = self.folder / "runner"
        pch = precompiled_header(self.options.cxx, self.options.work_dir)
        messages = command([self.options.cxx, *COMPILE_FLAGS, "-Wall", "-Wextra",
                            *([] if header else ["-DORIGINAL_ONLY"]),
                            *pch, str(runner),
                            "-o", str(program), *LINK_FLAGS],
                           "compiling the regenerated C++ beside the original" if header
                           else "compiling the original")
        done = subprocess.run([program, self.folder], capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"the program ended with {done.returncode}\n{done.stdout}{done.stderr}")
        # -Werror for the regenerated header alone: LibTorch's and the original's are not ours to mend.
        if header and f"{header}:" in messages and "warning:" in messages:
            raise Failure(f"the regenerated C++ compiles with warnings\n{messages}")
        return done.stdout

    def reference(self, name: str):
        """What the original's run saved; runs it alone if (a) did not come so far, or was not asked."""
        import torch
        path = self.folder / name
        if not path.exists():
            self.build_and_run(None)
        return torch.load(path, weights_only=False)

    # (a)
    def same_in_cpp(self) -> str:
        header = self.emit("cpp", self.options.replace_cpp, ".h")
        printed = self.build_and_run(header)
        return judged([float(v) for v in re.findall(r"^difference \d+ (\S+)$", printed, re.M)])

    # (b)
    def same_in_python(self) -> str:
        import torch
        expected = self.reference("state.pickle")
        source = load_source("regenerated", self.python_file())
        module = module_class(source)()
        constructed = self.reference("constructed.pickle")
        for name, value in tensors(module, "_buffers").items():
            if name not in constructed or difference(constructed[name], value) > TOLERANCE:
                raise Failure(f"the buffer {name} is constructed with other values")
        source.load_weights(module, str(self.folder / "weights.pt"))
        # In the order of named_parameters() and named_buffers(): optimizers count on it.
        state = {**tensors(module, "_parameters"), **tensors(module, "_buffers")}
        if list(state) != list(expected):
            raise Failure("other parameters and buffers\n"
                          + diff(list(expected), list(state), "C++", "Python"))
        for name, value in expected.items():
            if not torch.equal(state[name], value):
                raise Failure(f"load_weights leaves {name} with other values")
        return judged(self.run_python(module))

    # (c)
    def same_graph_from_regenerated(self) -> str:
        import torchfx
        module = module_class(load_source("regenerated", self.python_file()))()
        same = self.same_graph(module, "--emit=python")
        # What is mended for buffers, torch.fx's own tracer cannot do.
        own_code = same == "same text" and torchfx.is_own_code(module)
        return "same text and code" if own_code else same

    # (d)
    def same_graph_from_twin(self) -> str:
        twin = module_class(load_source("twin", self.options.twin))()
        twin.load_state_dict(self.reference("state.pickle"))
        figure = judged(self.run_python(twin))
        return f"{self.same_graph(twin, 'the twin')}, {figure}"

    # (e)
    def same_shapes(self) -> str:
        """The shapes and dtypes that --input gives every node, against a run of torch.fx's graph."""
        import torch
        import torchfx
        inputs = [f"--input={re.sub('<.*', '', spec)}" for spec in self.model.inputs]
        text = self.emit("graph", None, ".graph", "--print-meta", "--mode=eval", *inputs).read_text()
        ours = {name: (tuple(map(int, re.findall(r"\d+", shape))), dtype) for name, shape, dtype in
                re.findall(r"^ *%(\w+) : .*tensor_meta: {\"shape\": \((.*?)\), \"dtype\": (torch\.\w+)",
                           text.partition("\ngraph(")[2], re.M)}
        module = module_class(load_source("sized", self.emit("python", None, ".py", *inputs)))()
        theirs = {}

        class Shapes(torch.fx.Interpreter):
            def run_node(self, node):
                result = super().run_node(node)
                if isinstance(result, torch.Tensor) and node.op != "output":
                    theirs[node.name] = (tuple(result.shape), str(result.dtype))
                return result

        given = [None if spec == "none" else value.clone() for spec, value in
                 zip(self.model.inputs, self.reference("values.pickle")["inputs"])]
        with torch.no_grad():
            Shapes(torchfx.traced(module.eval())).run(*given)
        wrong = [f"{name}: {ours[name]} here, {theirs.get(name)} in a run"
                 for name in ours if ours[name] != theirs.get(name)]
        if wrong:
            raise Failure("other shapes\n" + "\n".join(wrong))
        if not ours:
            raise Failure("no shapes")
        return f"{'all' if len(ours) == len(theirs) else f'{len(ours)} of'} {len(theirs)} shapes"

    # (f)
    def same_in_torchscript(self) -> str:
        """The archive of --emit=torchscript, with the original's weights, run by torch.jit."""
        import torch
        expected = self.reference("state.pickle")
        archive = self.folder / "model.ts.pt"
        archive.unlink(missing_ok=True)
        self.run_tool("torchscript", archive, f"--weights={self.folder / 'weights.pt'}",
                      source=self.options.replace_torchscript)
        module = torch.jit.load(str(archive))
        state = module.state_dict()
        if sorted(state) != sorted(expected):
            raise Failure("other parameters and buffers\n"
                          + diff(sorted(expected), sorted(state), "C++", "TorchScript"))
        wrong = [name for name, value in expected.items() if not torch.equal(state[name], value)]
        if wrong:
            raise Failure(f"other values in {', '.join(wrong)}")
        return judged(self.run_python(module), 1e-6)

    # (g)
    def no_more_memory(self) -> str:
        """The most bytes at once when writes are taken out and put back, against the graph's own."""
        inputs = [f"--input={re.sub('<.*', '', spec)}" for spec in self.model.inputs]
        before = self.peak_memory(*inputs)
        after = self.peak_memory(*inputs, "--passes=functionalize,reinplace<inference>")
        if after > before:
            raise Failure(f"{after:,} bytes, {before:,} before")
        return f"{after:,} bytes, {before:,} before"

    def peak_memory(self, *more: str) -> int:
        output = self.folder / "cost.txt"
        self.run_tool("cost", output, "--mode=eval", *more)
        peak = re.search(r"^Most bytes of other values at once: (?:at most )?([\d,]+)",
                         output.read_text(), re.M)
        if not peak:
            raise Failure("--emit=cost tells no most bytes")
        return int(peak[1].replace(",", ""))

    def same_graph(self, module, what: str) -> str:
        """torch.fx of the module against --emit=fx; once more with buffers recorded if it differs."""
        import torchfx
        module.eval()  # torch.fx holds one mode
        ours = self.fx_text()
        try:
            if torchfx.text(module) == ours:
                return "same text"
        except Exception:
            pass  # methods of buffers can raise here
        theirs = torchfx.text(module, torchfx.BufferTracer)
        if theirs != ours:
            raise Failure("other text\n" + diff(ours, theirs, "--emit=fx", f"torch.fx of {what}"))
        return "same text, buffers recorded"

    def python_file(self) -> Path:
        if not hasattr(self, "python_"):
            self.python_ = self.emit("python", self.options.replace_python, ".py")
        return self.python_

    def fx_text(self) -> str:
        if not hasattr(self, "fx_"):
            import torchfx
            self.fx_ = torchfx.normalised(self.emit("fx", self.options.replace_fx, ".fx", "--mode=eval").read_text())
        return self.fx_

    def run_python(self, module) -> list[float]:
        """Runs the module on the original's inputs: the differences to the original's outputs."""
        values = self.reference("values.pickle")
        figures = differences(values["outputs"], self.outputs_in_python(module.eval(), 1))
        if self.model.trains:
            expected, again = values["trained"], values["trained again"]
            got = [self.outputs_in_python(module.train(), seed) for seed in (2, 3)]
            for of_cpp, of_cpp_again, of_python, of_python_again in zip(expected, again, *got):
                # What chance decides, it has to decide in both languages.
                by_chance = difference(of_cpp, of_cpp_again) > TOLERANCE
                if by_chance:
                    fixed = difference(of_python, of_python_again) <= TOLERANCE
                    figures.append(float("inf") if fixed else 0.0)
                else:
                    figures.append(difference(of_cpp, of_python))
        return figures

    def outputs_in_python(self, module, seed: int) -> list:
        """What forward returns and its inputs as it leaves them, in training the buffers too."""
        import torch
        torch.manual_seed(seed)
        with torch.no_grad():
            given = [None if spec == "none" else value.clone() for spec, value in
                     zip(self.model.inputs, self.reference("values.pickle")["inputs"])]
            got = flatten(module(*given)) + [value for value in given if value is not None]
        return got + ([b.clone() for b in module.buffers()] if module.training else [])


def load_source(name: str, path: Path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def module_class(source):
    """The last class of the file that is a torch.nn.Module."""
    import torch
    classes = [value for value in vars(source).values()
               if isinstance(value, type) and issubclass(value, torch.nn.Module)
               and value.__module__ == source.__name__]
    if not classes:
        raise Failure(f"no torch.nn.Module in {source.__file__}")
    return classes[-1]


def tensors(module, table: str) -> dict:
    """named_parameters() or named_buffers() as C++ has them: of a module registered twice, twice."""
    return {f"{path}.{name}".lstrip("."): value
            for path, owner in module.named_modules(remove_duplicate=False)
            for name, value in getattr(owner, table).items() if value is not None}


def flatten(value) -> list:
    if isinstance(value, (tuple, list)):
        return [leaf for part in value for leaf in flatten(part)]
    return [] if value is None else [value]


def differences(expected: list, got: list) -> list[float]:
    if len(got) != len(expected):
        raise Failure(f"{len(expected)} outputs in C++, {len(got)} in Python")
    return [difference(a, b) for a, b in zip(expected, got)]


def difference(a, b) -> float:
    if a.shape != b.shape or a.dtype != b.dtype:
        return float("inf")
    if a.numel() == 0 or a.equal(b):
        return 0.0
    if not a.isnan().equal(b.isnan()):
        return float("inf")
    return (a.double().nan_to_num(0.0) - b.double().nan_to_num(0.0)).abs().max().item()


def judged(figures: list[float], tolerance: float = TOLERANCE) -> str:
    if not figures:
        raise Failure("nothing was compared")
    largest = max(figures)
    if largest > tolerance:
        raise Failure("largest difference per output (inf: other shape or type): "
                      + ", ".join(f"{i}: {figure:.3g}" for i, figure in enumerate(figures)
                                  if not figure <= TOLERANCE))
    return f"largest difference {largest:.3g}"


def diff(left, right, left_name: str, right_name: str) -> str:
    lines = [side.splitlines() if isinstance(side, str) else side for side in (left, right)]
    return "\n".join(difflib.unified_diff(*lines, left_name, right_name, lineterm=""))


def main() -> int:
    build = REPOSITORY / "build" / "release"
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="C++ file with // ROOT: and // INPUT: lines")
    parser.add_argument("--twin", type=Path, help="the same model in Python")
    parser.add_argument("--only", default="abcdefg", help="letters of the checks to run")
    parser.add_argument("--tool", default=str(build / "tool/fx-clang-trace/fx-clang-trace"))
    parser.add_argument("--cache-dir", help="passed on to the tool")
    parser.add_argument("--cxx", default="clang++-22")
    parser.add_argument("--work-dir", type=Path, default=build / "test/EndToEnd/prove")
    for kind in ("cpp", "python", "fx"):
        parser.add_argument(f"--replace-{kind}", type=Path, metavar="FILE",
                            help=f"in place of what --emit={kind} prints")
    parser.add_argument("--replace-torchscript", type=Path, metavar="FILE",
                        help="a C++ model to make the archive of in place of the model")
    options = parser.parse_args()
    sys.path.insert(0, str(HERE))
    prover = Prover(options)
    checks = {"a": prover.same_in_cpp, "b": prover.same_in_python,
              "c": prover.same_graph_from_regenerated, "d": prover.same_graph_from_twin,
              "e": prover.same_shapes, "f": prover.same_in_torchscript,
              "g": prover.no_more_memory}
    failed = False
    for letter, check in checks.items():
        if letter not in options.only or (letter == "d" and not options.twin):
            continue
        try:
            print(f"({letter}) ok, {check()}", flush=True)
        except Exception as error:  # whatever the regenerated code throws is a failed check
            failed = True
            kind = "" if isinstance(error, Failure) else f"{type(error).__name__}: "
            headline, _, details = f"{kind}{error}".partition("\n")
            print(f"({letter}) FAILED: {headline}", flush=True)
            # To stderr, which lit shows when a test fails, while stdout goes to FileCheck.
            print(details or headline, file=sys.stderr, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
