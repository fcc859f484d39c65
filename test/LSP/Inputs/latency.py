"""What it costs to keep up with an editor: latency.py fx-clang-lsp MODEL.cpp [--edits 50]

Prints for edits of a model, one after another, the median of the milliseconds from an edit to the
hints of the new text and of the processor time that server and worker took for it, and how the
worker's memory grew behind the first ten.
"""
import argparse
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from editor import Editor  # noqa: E402


def processor_time(pid):
    """Of all threads, in ms."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid):
    """In MB."""
    return int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("model")
    parser.add_argument("--edits", type=int, default=50)
    options = parser.parse_args()
    text = pathlib.Path(options.model).read_text()
    editor = Editor([options.server])
    uri = editor.open(str(pathlib.Path(options.model).resolve()), text)
    count = len(editor.hints(uri))
    times, memory = [], []
    begin_time = 0
    for number in range(options.edits + 10):
        worker = editor.worker()
        if number == 10:
            begin_time = processor_time(editor.server.pid) + processor_time(worker)
        begin = time.monotonic()
        at = editor.texts[uri].rindex("\n") + 1
        editor.edit(uri, at, at, f"// {number}\n")
        editor.hints(uri)
        times.append(1000 * (time.monotonic() - begin))
        memory.append(resident(worker))
    spent = processor_time(editor.server.pid) + processor_time(editor.worker()) - begin_time
    print(f"{count} hints; to the hints {statistics.median(times[10:]):.0f} ms; processor "
          f"{spent / options.edits:.0f} ms an edit; memory {memory[10]:.0f} MB, then "
          f"{memory[-1] - memory[10]:+.1f} MB")
    editor.close()


if __name__ == "__main__":
    main()
