"""How the tests run. Everything they write goes below the build folder."""
import os
import re
import shutil
import subprocess

import lit.formats

config.name = "fx-clang"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".fx", ".test"]
config.excludes = ["Inputs", "harness", "bench", "ParserFuzzer.cpp", "EmitterFuzzer.cpp",
                   "GraphMutator.cpp"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.fx_build_dir, "test")

config.environment["PATH"] = os.pathsep.join([config.llvm_tools_dir, config.environment["PATH"]])
# One precompiled LibTorch header for all tests, and none in the user's own cache.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root, "cache")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
config.environment["OMP_NUM_THREADS"] = "1"  # as in test/unit
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if config.sanitizer:
    config.available_features.add("sanitized")


def tool_path(name):
    return os.path.join(config.fx_build_dir, "tool", name, name)


tool = tool_path("fx-clang-trace")
harness_folder = os.path.join(config.test_source_root, "EndToEnd", "harness")
# Has LibTorch's headers precompiled, for each compiler once.
prove_folder = os.path.join(config.test_exec_root, "EndToEnd", "prove")
harness = " ".join([
    config.python, os.path.join(harness_folder, "prove.py"),
    "--tool", tool, "--cxx", config.cxx, "--work-dir", prove_folder])
compiles = " ".join([
    config.python, os.path.join(harness_folder, "compiles.py"),
    "--headers", prove_folder, "--cxx", "g++", "--cxx", config.cxx])
# The build's compiler, with LibTorch's headers precompiled for the options that follow.
compile_torch = " ".join([
    config.python, os.path.join(harness_folder, "compile.py"), "--headers", prove_folder, config.cxx])
config.substitutions += [
    # With or without the percent sign, but not as a part of a path.
    (rf"%{name}|(?<![\w%/.-]){name}(?![\w/.-])", tool_path(name))
    for name in ("fx-clang-check", "fx-clang-trace", "fx-clang-lsp", "fx-opt", "fx-reduce")
]
config.substitutions += [
    ("%harness", harness),
    ("%compiles", compiles),
    ("%torch-cxx", compile_torch),
    ("%python", config.python),
    ("%cxx", config.cxx),
    # A program that links a library of ours is compiled as that was: nothing without a sanitizer.
    ("%sanitize", config.sanitizer_flags),
    ("%build_dir", config.fx_build_dir),
    ("%libtorch-json", os.path.join(config.fx_build_dir, "lib", "Ops", "LibTorch.json")),
    ("%read-libtorch", os.path.join(config.fx_build_dir, "utils", "read-libtorch", "read-libtorch")),
    # The folder with ATen/, then the one with torch/torch.h, as read-libtorch takes them.
    ("%libtorch-headers", " ".join(reversed(config.libtorch_headers))),
]

# As its headers say it: a build can be tested where another LibTorch is installed.
with open(os.path.join(config.libtorch_headers[0], "torch", "version.h")) as header:
    config.libtorch_version = ".".join(
        re.findall(r"#define TORCH_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header.read()))

# Headers of LibTorch 2.6, which a test names with %libtorch_26: the installed ones when they are of
# 2.6, else some beside them, and then a test can compare two LibTorches.
newer = os.environ.get(
    "FX_LIBTORCH_26", os.path.join(config.fx_source_dir, "build", "libtorch-2.6", "include"))
newer_api = os.path.join(newer, "torch", "csrc", "api", "include")
if config.libtorch_version.startswith("2.6"):
    config.available_features.add("libtorch-2.6")
    config.substitutions.append(("%libtorch_26", "-std=c++17"))
elif os.path.isdir(newer_api):
    config.available_features |= {"libtorch-2.6", "two-libtorches"}
    config.substitutions.append(("%libtorch_26_folder", f"'{newer}'"))
    config.substitutions.append(
        ("%libtorch_26", f"-std=c++17 -isystem '{newer}' -isystem '{newer_api}'"))

# The same of the newest, whose headers say themselves which C++ they want.
newest = os.path.join(config.fx_source_dir, "build", "libtorch-newest", "include")
newest_api = os.path.join(newest, "torch", "csrc", "api", "include")
if os.path.isdir(newest_api):
    config.available_features.add("libtorch-newest")
    config.substitutions.append(("%libtorch_newest", f"-isystem '{newest}' -isystem '{newest_api}'"))

if not config.libtorch.endswith("-NOTFOUND"):
    config.available_features.add("libtorch")
# The library for live modules wants the LibTorch that it was built with: a build that was brought to
# another one (./dev test --as-built) comes without it.
if os.path.exists(os.path.join(config.fx_build_dir, "lib", "libfx-runtime.so")):
    config.available_features.add("runtime")
# Of the LibTorch that is installed: tests of what differs from 1.13 say what they expect of both.
if not config.libtorch_version.startswith("1."):
    config.available_features.add("installed-libtorch-2")
# A Python that makes packages for AOTInductor's loader. To import torch takes seconds.
aotinductor = """
import importlib.util as u, pathlib, re, sys
torch = u.find_spec("torch")
text = pathlib.Path(torch.origin).with_name("version.py").read_text() if torch else ""
version = re.search(r"__version__ = '(\\d+)\\.(\\d+)", text)
sys.exit(not version or (int(version[1]), int(version[2])) < (2, 6) or not u.find_spec("setuptools.command"))
"""
if subprocess.run([config.python, "-c", aotinductor], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("aotinductor")
# A command that runs a Python with another version of torch.
if "FX_OTHER_PYTHON" in os.environ:
    config.available_features.add("other-python")
    config.substitutions.append(("%other_python", os.environ["FX_OTHER_PYTHON"]))
if os.path.exists("/usr/include/gflags/gflags.h"):
    config.available_features.add("gflags")
if shutil.which("cmake"):
    config.available_features.add("cmake")
if shutil.which("nvim"):
    config.available_features.add("neovim")
if shutil.which("clangd"):
    config.available_features.add("clangd")
# The VS Code extension, where editors/vscode/package.sh has packed it: a test needs no network.
vscode = os.path.join(config.fx_source_dir, "build", "vscode-extension")
if shutil.which("node") and os.path.exists(os.path.join(vscode, "fx-clang.vsix")):
    config.available_features.add("vscode-extension")
    config.substitutions.append(("%vscode-folder", vscode))
# Monaco and Chromium, where test/LSP/Inputs/monaco/bundle.sh has made the page, likewise.
monaco = os.path.join(config.fx_source_dir, "build", "monaco")
chromium = shutil.which("chromium")
if shutil.which("node") and chromium and os.path.exists(os.path.join(monaco, "dist", "worker.js")):
    config.available_features.add("monaco")
    config.substitutions += [("%monaco", monaco), ("%chromium", chromium)]
if shutil.which("dot"):
    config.available_features.add("graphviz")
