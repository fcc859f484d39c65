"""Lays the installed LibTorch out as its archives are: include/ and lib/ in one folder.

usage: lay-out-libtorch.py FOLDER

Files are links to the installed ones, folders are folders.
"""
import pathlib
import shutil
import sys

folder = pathlib.Path(sys.argv[1])
include = pathlib.Path("/usr/include")
for part in ("ATen", "c10", "caffe2", "torch"):
    shutil.copytree(include / part, folder / "include" / part,
                    copy_function=lambda source, target: pathlib.Path(target).symlink_to(source))
(folder / "lib").mkdir()
for name in ("libtorch.so", "libtorch_cpu.so", "libc10.so"):
    library = next(pathlib.Path("/usr/lib").glob(f"*/{name}"))
    (folder / "lib" / name).symlink_to(library)
