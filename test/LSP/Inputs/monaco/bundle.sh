#!/usr/bin/env bash
# Makes Monaco's page for test/LSP/monaco.test in build/monaco. The first run, and one after a change
# of package-lock.json, fetches npm packages; the others need no network. The exit code is 77 where
# Node.js, Chromium or the npm packages are not to be had, as for the jobs of .ci/run.
#
# usage: test/LSP/Inputs/monaco/bundle.sh
set -euo pipefail

source_dir=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
work=$(cd "$source_dir/../../../.." && pwd)/build/monaco

say() { printf -- '-- %s\n' "$*" >&2; }
# fail CODE TEXT
fail() {
  printf 'bundle.sh: error: %s\n' "$2" >&2
  exit "$1"
}

missing=()
for program_and_package in node:nodejs npm:npm chromium:chromium; do
  command -v "${program_and_package%:*}" >/dev/null || missing+=("${program_and_package#*:}")
done
((${#missing[@]} == 0)) || fail 77 "not installed: ./dev setup ${missing[*]}"

# run CODE TEXT COMMAND...: shows what a command says only when it fails, and ends with CODE then.
run() {
  local code=$1 text=$2 log=$work/log.txt
  shift 2
  say "$text"
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    fail "$code" "failed: $text"
  fi
}

say "Working in $work"
mkdir -p "$work"
cd "$work"
find . -mindepth 1 -maxdepth 1 ! -name node_modules ! -name 'installed-*' -exec rm -rf {} +
cp "$source_dir"/{package.json,package-lock.json,page.js,page.html} .

installed=installed-$(sha256sum package-lock.json | cut -c 1-16)
if [[ ! -e $installed ]]; then
  rm -f installed-*
  # No package needs its install script here, so none gets to run one.
  run 77 "Fetching the npm packages of package-lock.json from the network" \
    npm ci --ignore-scripts --no-audit --no-fund
  touch "$installed"
fi
run 1 "Bundling the page" npm run --silent bundle
