#!/usr/bin/env bash
# Makes the package of the VS Code extension, which `code --install-extension` installs.
#
# usage: editors/vscode/package.sh [VSIX]
#
# VSIX is build/vscode-extension/fx-clang.vsix when it is not given. All work is done in that
# folder: the source tree stays as it is. The first run, and one after a change of
# package-lock.json, fetches npm packages; the others need no network. The exit code is 77 where
# Node.js or the npm packages are not to be had, as for the jobs of .ci/run.
set -euo pipefail

source_dir=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
root=$(cd "$source_dir/../.." && pwd)

say() { printf -- '-- %s\n' "$*" >&2; }
# fail CODE TEXT
fail() {
  printf 'package.sh: error: %s\n' "$2" >&2
  exit "$1"
}
die() { fail 1 "$*"; }

case ${1-} in
-h | --help)
  sed -n '2,/^set/{/^# \?/s///p}' "${BASH_SOURCE[0]}"
  exit 0
  ;;
-*) die "unknown option $1; --help says what there is" ;;
esac
(($# <= 1)) || die "expected one argument at most: the package to write"

work=$root/build/vscode-extension
package=$(readlink -m "${1:-$work/fx-clang.vsix}")

for program in node npm; do
  command -v "$program" >/dev/null || fail 77 "$program is missing: install Node.js 20 or newer"
done
node_version=$(node --print 'process.versions.node.split(".")[0]')
((node_version >= 20)) || fail 77 "Node.js is $(node --version): install 20 or newer"

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
mkdir -p "$work" "$(dirname "$package")"
cd "$work"
# Whatever is not in the sources any more must not get into the package, and no package outlives
# what it was made of.
find . -mindepth 1 -maxdepth 1 \
  ! -name node_modules ! -name 'installed-*' -exec rm -rf {} +
cp -R "$source_dir/." .
cp "$root/LICENSE" .

installed=installed-$(sha256sum package-lock.json | cut -c 1-16)
if [[ ! -e $installed ]]; then
  rm -f installed-*
  # No package needs its install script here, so none gets to run one.
  run 77 "Fetching the npm packages of package-lock.json from the network" \
    npm ci --ignore-scripts --no-audit --no-fund
  touch "$installed"
fi
run 1 "Checking the types" npm run --silent check
run 1 "Bundling src/extension.ts" npm run --silent bundle
run 1 "Packing fx-clang.vsix" \
  node_modules/.bin/vsce package --no-dependencies --allow-missing-repository --out fx-clang.vsix
# The package in the work folder stays, beside what it was made of: test/LSP/vscode.test takes it.
[[ $package == "$work/fx-clang.vsix" ]] || cp fx-clang.vsix "$package"
say "Made $package ($(stat -c %s "$package") bytes): code --install-extension $package"
