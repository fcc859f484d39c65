"""What --emit=pt2 runs: the regenerated Python through torch.export and AOTInductor.

usage: package.py FOLDER CLASS MODE WEIGHTS

FOLDER has regenerated.py and inputs.py: expressions for the example inputs, `arguments`, and for
what torch.export may not take for fixed, `shapes`. MODE is eval or train. WEIGHTS is a file that
C++'s torch::save wrote; empty: initial values. The package is FOLDER/model.pt2; or FOLDER/refused
says why there is none, and the exit code is 1.
"""
import importlib.util
import os
import pathlib
import sys


class Refused(Exception):
    pass


def first_line(error):
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def other_python(why):
    return Refused(f"{why}; another Python is named by FX_PYTHON=/path/to/python3")


def import_torch():
    """torch, with all that AOTInductor takes."""
    try:
        import torch
    except Exception as error:
        raise other_python(f"{sys.executable} cannot import torch: {first_line(error)}") from error
    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    if version < (2, 6):
        raise other_python(f"the package takes torch 2.6 or newer, and {sys.executable} has "
                           f"{torch.__version__}")
    try:
        import setuptools.command.build_ext
    except ImportError as error:
        raise Refused(f"AOTInductor takes setuptools, which {sys.executable} does not have: install "
                      "it (apt-get install python3-setuptools, or pip install setuptools)") from error
    try:
        import torch._inductor.package
        torch._inductor.aoti_compile_and_package
    except (ImportError, AttributeError) as error:
        raise other_python(f"the torch of {sys.executable} has no AOTInductor: "
                           f"{first_line(error)}") from error
    return torch


def make_module(torch, folder, name, mode, weights):
    source = load(folder / "regenerated.py")
    module = getattr(source, name)()
    if weights and list(module.state_dict()):
        try:
            source.load_weights(module, weights)
        except Exception as error:
            raise Refused(str(error).strip()) from error
    # A package has one forward, and no switch.
    return module.train(mode == "train").requires_grad_(False)


def package(folder, name, mode, weights):
    # Nothing is left in the user's folders.
    os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(folder / "inductor"))
    torch = import_torch()
    module = make_module(torch, folder, name, mode, weights)
    inputs = load(folder / "inputs.py")
    try:
        program = torch.export.export(
            module, inputs.arguments, dynamic_shapes=inputs.shapes, strict=False)
    except Exception as error:
        raise Refused(f"torch.export refuses the model: {str(error).strip()}") from error
    try:
        torch._inductor.aoti_compile_and_package(
            program, package_path=str(folder / "model.pt2"))
    except Exception as error:
        raise Refused(f"AOTInductor cannot compile the model: {str(error).strip()}") from error


def main():
    folder, name, mode, weights = sys.argv[1:]
    try:
        package(pathlib.Path(folder), name, mode, weights)
    except Refused as refused:
        (pathlib.Path(folder) / "refused").write_text(str(refused))
        return 1
    return 0


sys.exit(main())
