#!/usr/bin/env bash
# Makes the book (docs/book) as a site of static files, with search.
#
#   tools/book.sh [FOLDER]         into FOLDER, by default bin/book
#   tools/book.sh serve [FOLDER]   and serves it on 127.0.0.1:4173
#
# Needs Go, and Node 18 or newer with npm (Debian: apt-get install nodejs npm), which gets VitePress 1.6.4 and what it needs in the versions of
# docs/book/package-lock.json, into ~/.cache/descend-book. The tests need nothing of that: they compile the book's programs, and follow its links.
set -euo pipefail
cd "$(dirname "$0")/.."

serve=
if [ "${1:-}" = serve ]; then
	serve=1
	shift
fi
for tool in go npm; do
	if ! command -v "$tool" >/dev/null; then
		echo "book: $tool is missing" >&2
		exit 3
	fi
done
mkdir -p "${1:-bin/book}"
site=$(cd "${1:-bin/book}" && pwd)

# VitePress looks for its packages beside the pages and in the folders above them, so it gets copies of the pages.
work=${XDG_CACHE_HOME:-$HOME/.cache}/descend-book
mkdir -p "$work"
if ! cmp -s docs/book/package-lock.json "$work/package-lock.json"; then
	cp docs/book/package.json docs/book/package-lock.json "$work"
	(cd "$work" && npm ci --no-fund --no-audit --ignore-scripts) || {
		rm "$work/package-lock.json"
		exit 1
	}
fi
rm -rf "$work/docs"
cp -R docs "$work/docs"
go run ./tools/book/bookgen reference "$work/docs/book/reference.md"
if [ -x tools/playground/build.sh ]; then
	export BOOK_PLAYGROUND=playground/
fi
(cd "$work" && npx --no-install vitepress build docs/book --outDir "$site")
if [ -n "${BOOK_PLAYGROUND:-}" ]; then
	tools/playground/build.sh "$site/playground"
fi
if [ -n "$serve" ]; then
	echo "book: http://127.0.0.1:4173"
	cd "$work"
	exec npx --no-install vite preview --host 127.0.0.1 --port 4173 --strictPort --outDir "$site" "$work"
fi
