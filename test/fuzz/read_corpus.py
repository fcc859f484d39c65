"""read_corpus.py FX-OPT FOLDER: reads every file of a folder in both dialects."""
import pathlib
import subprocess
import sys

tool, folder = sys.argv[1:]
files = sorted(str(path) for path in pathlib.Path(folder).iterdir())
if not files:
    sys.exit(f"{folder} is empty")
for dialect in ("graph", "torch.fx"):
    for file in files:
        run = subprocess.run([tool, f"--dialect={dialect}", file, "-o", "/dev/null"], capture_output=True)
        if run.returncode not in (0, 1) or (run.returncode == 1 and b"error:" not in run.stderr):
            sys.exit(f"{file} ({dialect}): exit {run.returncode}\n{run.stderr.decode(errors='replace')}")
print("read", len(files), "texts")
