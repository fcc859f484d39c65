"""Kills `-i` at every call that changes a file: each file is then the old or the new one.

usage: kill.py SHIM FOLDER COMMAND...   (FOLDER holds the files as they are before)
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

shim, folder, *command = sys.argv[1:]
folder = pathlib.Path(folder)
kept = pathlib.Path(f"{folder}.kept")
shutil.copytree(folder, kept)
old = {file.name: file.read_bytes() for file in kept.iterdir()}


def run(**more):
    shutil.rmtree(folder)
    shutil.copytree(kept, folder)
    done = subprocess.run(command, env=os.environ | more, capture_output=True)
    return done.returncode, {name: (folder / name).read_bytes() for name in old}


code, new = run()
assert code == 0 and all(new[name] != old[name] for name in old), "the command changes no file"
kills, states = 0, set()
for half in ({}, {"KILL_HALF": "1"}):
    for at in range(1, 1000):
        code, found = run(LD_PRELOAD=shim, KILL_AT=str(at), **half)
        for name in old:
            assert found[name] in (old[name], new[name]), f"{name} is torn at call {at}"
        if code == 0:
            break
        assert code == -signal.SIGKILL, code
        kills += 1
        states.add(tuple(found[name] == new[name] for name in sorted(old)))
print(f"killed {kills} times, {len(states)} states")
