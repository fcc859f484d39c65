"""Kills every process with this argument on its command line: a trace and the child it started."""
import os
import signal
import sys

for process in filter(str.isdigit, os.listdir("/proc")):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            arguments = file.read().decode(errors="replace").split("\0")
    except OSError:
        continue  # it ended meanwhile
    if int(process) != os.getpid() and sys.argv[1] in arguments[:-1] and "python" not in arguments[0]:
        os.kill(int(process), signal.SIGKILL)
