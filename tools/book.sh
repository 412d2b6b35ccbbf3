#!/usr/bin/env bash
# Makes the book (docs/book) as a site of static files, with search, and with the playground in it.
#
#   tools/book.sh [FOLDER]         into FOLDER, by default bin/book
#   tools/book.sh FOLDER page      with the playground's page, but without its compiler, which takes a minute to build
#   tools/book.sh serve [FOLDER [page]]   and serves it on 127.0.0.1:4173, or the port BOOK_PORT
#
# Needs Go, and Node 18 or newer with npm (Debian: apt-get install nodejs npm), which gets VitePress 1.6.4 and what it needs in the versions of
# docs/book/package-lock.json, into ~/.cache/descend-book. tools/playground/site_test.go makes the site and looks at it in a browser; all other
# tests need nothing of that.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
cd "$(dirname "$0")/.."

serve=
if [ "${1:-}" = serve ]; then
	serve=1
	shift
fi
for tool in go npm; do
	if ! command -v "$tool" >/dev/null; then
		echo "book: $tool is missing (Debian: apt-get install nodejs npm; Go is at https://go.dev/dl)" >&2
		exit 3
	fi
done
case ${1:-} in -*) set -- "$1" "$1" ;; esac # is no folder
case ${2:-} in '' | page) ;; *)
	echo "usage: tools/book.sh [serve] [FOLDER [page]]" >&2
	exit 2
	;;
esac
mkdir -p "${1:-bin/book}"
site=$(cd "${1:-bin/book}" && pwd)

# VitePress looks for its packages beside the pages and in the folders above them, so it gets copies of the pages.
work=${XDG_CACHE_HOME:-$HOME/.cache}/descend-book
mkdir -p "$work"
if ! cmp -s docs/book/package-lock.json "$work/package-lock.json"; then
	cp docs/book/package.json docs/book/package-lock.json "$work"
	(cd "$work" && npm ci --no-fund --no-audit --ignore-scripts --silent) || {
		rm "$work/package-lock.json"
		exit 1
	}
fi
run=$(mktemp -d "$work/run.XXXXXX")
trap 'rm -rf "$run"' EXIT
cp -R docs "$run/docs"
mkdir -p "$run/tools/vscode"
cp -R tools/vscode/syntaxes "$run/tools/vscode"
go run ./tools/book/bookgen reference "$run/docs/book/reference.md"
(cd "$run" && npx --no-install vitepress build docs/book --outDir "$site")
rm -rf "$run"
tools/playground/build.sh "$site/playground" ${2:+"$2"}
if [ -n "$serve" ]; then
	echo "book: http://127.0.0.1:${BOOK_PORT:-4173}/"
	cd "$work"
	exec npx --no-install vite preview --host 127.0.0.1 --port "${BOOK_PORT:-4173}" --strictPort --outDir "$site" "$work"
fi
