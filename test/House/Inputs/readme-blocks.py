"""usage: readme-blocks.py README CPP GRAPH: writes the first C++ block and the first plain block."""

import re
import sys

with open(sys.argv[1]) as file:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", file.read(), re.M | re.S)
for language, path in (("cpp", sys.argv[2]), ("", sys.argv[3])):
    with open(path, "w") as file:
        file.write(next(text for name, text in blocks if name == language))
