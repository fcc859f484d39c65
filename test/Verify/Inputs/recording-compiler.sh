#!/bin/sh
# A compiler that writes down what it is given, and compiles nothing.
if [ "$1" = --version ]; then echo "a wrapper of clang"; exit; fi
printf '%s\n' "in $PWD" "$0" "$@" > "$FX_WORDS"
echo "error: $(basename "$0") compiles nothing"
exit 1
