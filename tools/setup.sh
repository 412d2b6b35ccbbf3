#!/usr/bin/env bash
# Installs what is missing, on Debian and its relatives, through apt.
#
#   tools/setup.sh          everything that the tests use
#   tools/setup.sh ptx      only what turns programs into PTX (LLVM's library)
#
# All packages are in Debian 12's main archive (LLVM 19). Where LLVM 19 is not
# to be had, any version from 18 on will do. Prints nothing if nothing is
# missing. Exit status: 0 if all is there at the end, 1 if not.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"

what=${1:-all}
case $what in all | ptx) ;; *)
	echo "usage: tools/setup.sh [all|ptx]" >&2
	exit 2
	;;
esac

# has_llvm TOOL: is there a TOOL of LLVM 18 or newer where descendc looks?
has_llvm() {
	local n version
	for n in $(seq 18 40); do
		if [ -x "/usr/lib/llvm-$n/bin/$1" ] || command -v "$1-$n" >/dev/null; then
			return 0
		fi
	done
	version=$("$1" --version 2>/dev/null | sed -n '/version [0-9]/{s/.*version \([0-9]*\).*/\1/p;q}') || true
	[ "${version:-0}" -ge 18 ]
}

# has_library: is there LLVM's library, 18 or newer?
has_library() {
	local file
	for file in /usr/lib/*-linux-gnu/libLLVM.so.* /usr/lib*/libLLVM.so.* /usr/lib/llvm-*/lib/libLLVM.so.*; do
		[[ -e $file && $file =~ libLLVM\.so\.([0-9]+)\.[0-9]+$ && ${BASH_REMATCH[1]} -ge 18 ]] && return 0
	done
	return 1
}

# has_archives: is there what tools/llvm.sh takes?
has_archives() {
	[ -e /usr/lib/llvm-19/lib/libLLVMCore.a ] && [ -x /usr/lib/llvm-19/bin/ld.lld ] &&
		[ -e /usr/include/zlib.h ] && [ -e /usr/include/zstd.h ] && [ -e /usr/include/ncurses.h ]
}

has_lit() {
	local file
	command -v lit >/dev/null || command -v llvm-lit >/dev/null && return 0
	for file in /usr/lib/llvm-*/build/utils/lit/lit.py; do
		[ -e "$file" ] && return 0
	done
	return 1
}

# has_numpy: is there NumPy for a Python that the tests find?
has_numpy() {
	local python
	for python in /usr/bin/python3 python3; do
		"$python" -c 'import numpy' 2>/dev/null && return 0
	done
	return 1
}

# missing: prints the packages to install, @ standing for LLVM's version.
missing() {
	has_library || { [ "$what" = ptx ] && has_llvm clang; } || echo libllvm@
	[ "$what" = all ] || return 0
	has_llvm clang || echo clang-@
	has_llvm opt && has_llvm llc || echo llvm-@
	has_archives || echo llvm-19-dev lld-19 zlib1g-dev libzstd-dev libncurses-dev
	has_llvm FileCheck && has_lit || echo llvm-@-tools
	has_llvm mlir-opt || echo mlir-@-tools
	command -v z3 >/dev/null || echo z3
	command -v dot >/dev/null || echo graphviz
	command -v zsh >/dev/null || echo zsh   # for completions
	command -v fish >/dev/null || echo fish # likewise
	command -v nvim >/dev/null || echo neovim     # for the language server
	command -v python3 >/dev/null || echo python3 # for lit
	command -v chromium >/dev/null || echo chromium # for the playground
	command -v node >/dev/null || echo nodejs     # likewise
	command -v npm >/dev/null || echo npm         # likewise
	has_numpy || echo python3-numpy               # for the tests of Python modules
}

if ! command -v go >/dev/null; then
	echo "setup: Go is missing; see https://go.dev/doc/install (version 1.26 or newer)" >&2
	exit 1
fi

wanted=$(missing)
[ -z "$wanted" ] && exit 0

list=$(echo $wanted)
if ! command -v apt-get >/dev/null; then
	echo "setup: this system has no apt-get; please install: ${list//@/19} (LLVM 18 or newer)" >&2
	exit 1
fi
root=()
if [ "$(id -u)" -ne 0 ]; then
	if ! command -v sudo >/dev/null; then
		echo "setup: not root and no sudo; please have installed: apt-get install ${list//@/19}" >&2
		exit 1
	fi
	root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive

echo "setup: looking for: ${list//@/NN}"
"${root[@]}" apt-get update -qq || echo "setup: apt-get update failed, going on with the lists at hand" >&2

# available PACKAGE: can apt install it?
available() {
	local policy
	policy=$(apt-cache policy "$1" 2>/dev/null) || return 1
	grep -q '^  Candidate: [^(]' <<<"$policy"
}

packages=()
for p in $wanted; do
	found=
	for n in 19 20 21 22 18; do
		if available "${p//@/$n}"; then
			found=${p//@/$n}
			break
		fi
	done
	if [ -z "$found" ]; then
		echo "setup: apt knows no package ${p//@/NN} (NN from 18 on)" >&2
		continue
	fi
	packages+=("$found")
done
if [ ${#packages[@]} -gt 0 ]; then
	echo "setup: installing ${packages[*]}"
	"${root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

wanted=$(missing)
if [ -n "$wanted" ]; then
	list=$(echo $wanted)
	echo "setup: still missing: ${list//@/NN}" >&2
	exit 1
fi
