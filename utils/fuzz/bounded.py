"""Runs of the tool on what somebody made to break it: how each ended, and that of many at once."""

import collections
import concurrent.futures
import functools
import os
import pathlib
import resource
import signal
import subprocess
import threading
import time

SECONDS = 20  # of processor time; a machine that is busy with other things may take
WALL_SECONDS = 6 * SECONDS
MEGABYTES = 2000
# What a tool that was built with sanitizers does: a finding is a crash.
SANITIZERS = {
    "ASAN_OPTIONS": f"abort_on_error=1:detect_leaks=0:hard_rss_limit_mb={4 * MEGABYTES}",
    "UBSAN_OPTIONS": "halt_on_error=1:abort_on_error=1:print_stacktrace=1",
}


@functools.cache
def is_sanitized(tool):
    """AddressSanitizer reserves more addresses than any limit allows."""
    return b"__asan_init" in pathlib.Path(tool).read_bytes()


def run(command, folder):
    """'ok', 'refused', 'crash', 'slow' or 'large', with what was said at the end."""
    # Memory that is asked for at once is refused before the machine swaps; what counts is what was used.
    limit = resource.RLIM_INFINITY if is_sanitized(command[0]) else 4 * MEGABYTES * 1_000_000
    said = folder / f"said-{threading.get_ident()}"
    with said.open("w+b") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=folder,
            env={**os.environ, **SANITIZERS},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        )
        too_long = threading.Timer(WALL_SECONDS, process.kill)
        too_long.start()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        slow = not too_long.is_alive() or usage.ru_utime + usage.ru_stime > SECONDS
        too_long.cancel()
        log.seek(0)
        text = log.read().decode(errors="replace")
    if slow:
        return "slow", f"more than {SECONDS} s of processor time, or {WALL_SECONDS} s of any"
    if process.returncode < 0 or process.returncode > 2:
        return "crash", f"{signal.strsignal(-process.returncode) if process.returncode < 0 else process.returncode}: {text[-3000:]}"
    if usage.ru_maxrss > MEGABYTES * 1000:
        return "large", f"{usage.ru_maxrss // 1000} MB"
    if process.returncode == 0:
        return "ok", ""
    return ("refused" if "error:" in text else "crash"), f"exit {process.returncode} without an error: {text[-500:]}"


def run_many(attempt, count, seconds, jobs):
    """attempt(number) for 0 to count, or until the time is over: how many ended how, and the list of those that must not."""
    counts, found = collections.Counter(), []
    end = time.monotonic() + seconds if seconds else None

    def one(number):
        if end and time.monotonic() > end:
            return None
        return number, *attempt(number)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for result in pool.map(one, range(count)):
            if result is None:
                continue
            number, outcome, said = result
            counts[outcome] += 1
            if outcome not in ("ok", "refused"):
                found.append((number, outcome, said))
                print(f"{number}: {outcome}: {said}", flush=True)
    return counts, found
