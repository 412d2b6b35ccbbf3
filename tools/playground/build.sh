#!/usr/bin/env bash
# Builds the playground's page to a folder, by default tools/playground/dist: the compiler as WebAssembly, the page, and the examples.
#
#   build.sh [FOLDER]        all
#   build.sh FOLDER page     the page without the compiler
#
# Needs Go, and node and npm, which fetch what package-lock.json names. Prints the sizes.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
for tool in go npm; do
	if ! command -v "$tool" >/dev/null; then
		echo "playground: $tool is missing (Debian: apt-get install nodejs npm; Go is at https://go.dev/dl)" >&2
		exit 3
	fi
done
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/dist}
mkdir -p "$out" "$here/dist"
cd "$here"
[ -d node_modules/esbuild ] || npm ci --silent
files='index.html begin.js app.js app.css worker.js'
if [ "${2:-}" != page ]; then
	# Without inlining the compiler is a quarter smaller; the simulator, whose time counts, keeps it.
	GOOS=js GOARCH=wasm go build -trimpath -gcflags=all=-l -gcflags=descend/backend/sim= -ldflags="-s -w" -o "$out/descend.wasm" ./wasm
	gzip -9nf "$out/descend.wasm"
	files+=' descend.wasm.gz'
fi
node examples.mjs ../../examples >"$here/dist/examples.json"
cp "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$here/dist/wasm_exec.js"
npx --no-install esbuild web/main.js --bundle --minify --format=esm --outfile="$out/app.js" --log-level=warning
npx --no-install esbuild web/begin.js --minify --outfile="$out/begin.js" --log-level=warning
npx --no-install esbuild web/worker.js --bundle --minify --format=esm --alias:wasm_exec="$here/dist/wasm_exec.js" --outfile="$out/worker.js" --log-level=warning
npx --no-install esbuild web/style.css --bundle --minify --outfile="$out/app.css" --log-level=warning
cp web/index.html "$out/"
for f in $files; do
	printf '%-16s %8d bytes, compressed %8d\n' "$f" "$(wc -c <"$out/$f")" "$(gzip -9c "$out/$f" | wc -c)"
done
