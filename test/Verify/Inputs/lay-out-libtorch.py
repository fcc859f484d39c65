"""Lays the installed LibTorch out as its archives are: include/, lib/ and share/cmake in one folder.

usage: lay-out-libtorch.py [--python] FOLDER

Files are links to the installed ones, folders are folders. CMake's files say where things are in an
archive. With --python FOLDER becomes a virtual environment whose package torch has the same three, and
can be imported.
"""
import pathlib
import re
import shutil
import sys
import venv

folder = pathlib.Path(sys.argv[-1])
include = pathlib.Path("/usr/include")
libraries = next(pathlib.Path("/usr/lib").glob("*/libtorch_cpu.so")).parent


def link(source, target):
    pathlib.Path(target).symlink_to(source)


def lay_out_headers():
    for part in ("ATen", "c10", "caffe2", "torch"):
        shutil.copytree(include / part, folder / "include" / part, copy_function=link)


def lay_out_libraries():
    (folder / "lib").mkdir()
    for library in [*libraries.glob("libtorch*.so*"), *libraries.glob("libc10.so*")]:
        link(library, folder / "lib" / library.name)


def lay_out_cmake():
    """Debian's lie one folder deeper, and its libraries have their versions in their names."""
    for package in ("Torch", "Caffe2"):
        shutil.copytree(libraries / "cmake" / package, folder / "share/cmake" / package)
    for file in (folder / "share/cmake").glob("*/*.cmake"):
        text = file.read_text()
        text = text.replace('}/../../../../" ABSOLUTE', '}/../../../" ABSOLUTE')
        text = text.replace("${_IMPORT_PREFIX}/../include", "${_IMPORT_PREFIX}/include")
        text = re.sub(r"\$\{_IMPORT_PREFIX\}/[\w-]+/(lib\w+\.so)[.\d]*", r"${_IMPORT_PREFIX}/lib/\1", text)
        file.write_text(text)


def lay_out_python():
    """What can be imported, but for the folders that are laid out here."""
    import torch
    venv.create(folder, system_site_packages=True)
    package = next(folder.glob("lib/python3*/site-packages")) / "torch"
    package.mkdir()
    for part in pathlib.Path(torch.__file__).parent.iterdir():
        if part.name not in ("include", "lib", "share"):
            link(part, package / part.name)
    return package


if "--python" in sys.argv:
    folder = lay_out_python()
lay_out_headers()
lay_out_libraries()
lay_out_cmake()
version = re.findall(r"TORCH_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)",
                     (include / "torch/csrc/api/include/torch/version.h").read_text())
(folder / "build-version").write_text(".".join(version) + "+cpu\n")
(folder / "build-hash").write_text("0" * 40 + "\n")
