#!/usr/bin/env bash
# Tests the grammars, in a copy beside other caches, and with "package" makes the extension, descend-VERSION.vsix, in this folder. Needs node and npm.
set -euo pipefail
cd "$(dirname "$0")"
case ${1:-} in "" | package) ;; *)
	echo "usage: tools/vscode/test.sh [package]" >&2
	exit 2
	;;
esac
here=$PWD
copy=${XDG_CACHE_HOME:-$HOME/.cache}/descend-vscode
mkdir -p "$copy"
tar -c --exclude=node_modules --exclude='*.vsix' . | tar -x -C "$copy"
cd "$copy"
if ! cmp -s package-lock.json node_modules/.installed; then
	npm ci --ignore-scripts --no-audit --no-fund --silent
	cp package-lock.json node_modules/.installed
fi
node --check extension.js
node --check levels.js
node --check results.js
npm test --silent
if [ -n "${1:-}" ]; then
	npm run package --silent
	cp descend-*.vsix "$here"
fi
