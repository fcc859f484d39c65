"""What of the files of a folder is the same after a command that edits them all.

usage: same-files.py FOLDER COMMAND...
"""
import os
import pathlib
import subprocess
import sys

folder, *command = sys.argv[1:]
names = sorted(path for path in pathlib.Path(folder).iterdir())
if os.geteuid() == 0:
    for name in names:
        os.chown(name, 12, 34, follow_symlinks=False)


def facts(name):
    status = name.lstat()
    link = name.readlink() if name.is_symlink() else None
    return oct(status.st_mode), status.st_uid, status.st_gid, status.st_nlink, link


before = {name: (facts(name), name.read_text()) for name in names}
subprocess.run(command, check=True)
assert sorted(pathlib.Path(folder).iterdir()) == names, "files came or went"
for name, (kept, text) in before.items():
    assert facts(name) == kept, f"{name}: {kept} became {facts(name)}"
    assert name.read_text() != text, f"{name} is not edited"
