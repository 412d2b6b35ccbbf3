#!/usr/bin/env bash
# Makes descend-llvm, LLVM in one static program for descendc: beside descendc it takes the place of LLVM's library, of which nothing has
# to be installed then, and starts in a fifth of the time.
#
#   tools/llvm.sh [FILE]      the file to make; bin/descend-llvm unless given
#
# Takes what Debian has in llvm-19-dev, clang-19, lld-19, zlib1g-dev, libzstd-dev and libncurses-dev, for the processor of this machine.
# Two runs with the same packages give the same bytes. FILE.licences tells of which packages, and on which terms they can be used.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
cd "$(dirname "$0")/.."
out=${1:-bin/descend-llvm}

llvm=/usr/lib/llvm-19
if ! [ -x $llvm/bin/llvm-config ] || ! [ -x $llvm/bin/clang++ ] || ! [ -x $llvm/bin/ld.lld ]; then
	echo "llvm: this takes LLVM 19 with its archives; please install: llvm-19-dev clang-19 lld-19 zlib1g-dev libzstd-dev libncurses-dev" >&2
	exit 1
fi
case $(uname -m) in
x86_64) native=x86 ;;
aarch64) native=aarch64 ;;
*)
	echo "llvm: descend-llvm is for x86-64 and AArch64, not $(uname -m)" >&2
	exit 1
	;;
esac

mkdir -p "$(dirname "$out")"
object=$(mktemp --suffix=.o)
trap 'rm -f "$object"' EXIT
$llvm/bin/clang -std=gnu11 -O2 -Wall -Werror -DSTATIC_LLVM -c -o "$object" backend/libllvm/worker/src/worker.c
# Only what the worker calls is in it: no other target, no tools. Every address is known when it is linked, which is what makes it start at once.
# The linker writes the file and does not map it: Linux keeps what came through a mapping in small pages, from which the program starts half as fast
# until the file is read anew.
$llvm/bin/clang++ -fuse-ld=lld -static -o "$out" "$object" -Wl,--gc-sections -Wl,--icf=safe -Wl,--strip-all -Wl,--build-id=none -Wl,--no-mmap-output-file -Wl,--no-warnings \
	-Wl,--start-group $($llvm/bin/llvm-config --link-static --libs nvptx $native passes irreader target core) -Wl,--end-group \
	-L$llvm/lib -lz -lzstd -ltinfo -lpthread -lm

# What is in the program, by package; the empty line ends the list.
packages="llvm-19-dev libstdc++-12-dev libc6-dev zlib1g-dev libzstd-dev libncurses-dev"
{
	dpkg-query -W -f '${source:Package} ${source:Version}\n' $packages | sort -u
	for p in $packages; do
		echo
		printf '=%.0s' {1..78}
		printf '\n%s: /usr/share/doc/%s/copyright\n' "$p" "$p"
		printf '=%.0s' {1..78}
		printf '\n\n'
		cat "/usr/share/doc/$p/copyright"
	done
} >"$out.licences"
