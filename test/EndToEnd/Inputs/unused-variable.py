#!/usr/bin/python3
"""Prints C++ that compiles with a warning, in place of the tool."""
print("#include <vector>\ninline int net() { int unused = 1; return 2; }")
