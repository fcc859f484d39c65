"""A lit test format: a model is a test of its own, proven by prove.py as its comments say."""

import re
import shlex
import subprocess
from pathlib import Path

import lit.formats
import lit.Test


class ProvedModel(lit.formats.FileBasedTest):
    """`harness` is the command that proves a model.

    Comments of the model: ROOT, INPUT and TRAINS are prove.py's; `CHECKS: abc` leaves out the other
    checks; `SAYS: text` is a line that has to begin so. `lit --param checks=cd` leaves out the others
    of all models.
    """

    def __init__(self, harness):
        super().__init__()
        self.harness = harness

    def execute(self, test, lit_config):
        if "libtorch" not in test.config.available_features:
            return lit.Test.UNSUPPORTED, "there is no LibTorch"
        path = Path(test.getSourcePath())
        source, twin = path.read_text(), path.with_suffix(".py")
        letters = re.search(r"^// CHECKS: *(\w+)$", source, re.M)
        wanted_checks = lit_config.params.get("checks", "abcdefg")
        checks = "".join(c for c in (letters[1] if letters else "abcdefg") if c in wanted_checks)
        command = [*shlex.split(self.harness), str(path), "--only", checks]
        if twin.exists():
            command += ["--twin", str(twin)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wanted = [f"({c}) ok" for c in checks if c != "d" or twin.exists()]
        if "checks" not in lit_config.params:
            wanted += re.findall(r"^// SAYS: *(.+?) *$", source, re.M)
        lines = done.stdout.splitlines()
        missing = [w for w in wanted if not any(line.startswith(w) for line in lines)]
        if done.returncode == 0 and not missing:
            return lit.Test.PASS, ""
        said = "".join(f"no line '{text}...'\n" for text in missing)
        return lit.Test.FAIL, f"{shlex.join(command)}\n{said}{done.stdout}{done.stderr}"
