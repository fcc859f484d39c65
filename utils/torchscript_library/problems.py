"""What is wrong in the files of the library, and where."""

from typing import NamedTuple


class Place(NamedTuple):
    file: str
    line: int


class Problems:
    """Collects, so that one run tells all; the same thing of Conv1d and Conv2d is said once."""

    def __init__(self):
        self.found = {}

    def add(self, place, what, way_out):
        self.found.setdefault(f"{place.file}:{place.line}: error: {what}; {way_out}")

    def __bool__(self):
        return bool(self.found)

    def __str__(self):
        return "\n".join(self.found)
