"""Runs the command that it is given, and prints how much memory its process had at most."""

import resource
import subprocess
import sys

subprocess.run(sys.argv[1:], check=False)
print(f"peak memory: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 20} GiB")
