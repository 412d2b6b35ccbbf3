#!/usr/bin/env bash
# Tries descendc for AArch64 on an x86-64 machine, in an emulator: what it makes PTX of must be what it makes here, byte for byte, and what
# programs compute with --device=cpu must be what the simulator computes. Its LLVM is Debian's libllvm19 for AArch64.
#
#   tools/arm64-test.sh [EXAMPLE...]     names of examples; a few quick ones unless given
#
# Takes root on Debian 12: it installs qemu-user-static, makes AArch64 an architecture of apt, and has the kernel start the emulator. A
# root of a system for AArch64 is left in bin/arm64 for the next time.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "arm64-test: this installs packages and changes roots; please run it as root" >&2; exit 1; }
examples=("$@")
[ $# -gt 0 ] || examples=(saxpy dot_product scan histogram reduce_shared reduce_warps matmul matmul_tiled transpose bitonic_sort spmv)

root=$PWD/bin/arm64
if ! [ -e "$root/usr/lib/aarch64-linux-gnu/libLLVM.so.19.1" ]; then
	dpkg --add-architecture arm64
	apt-get update -qq
	apt-get install -y -qq qemu-user-static
	mkdir -p "$root"/{debs,proc,dev,tmp,examples}
	packages=$(apt-get install -s libllvm19:arm64 | awk '$1 == "Inst" && $2 ~ /:arm64$/ {print $2}')
	(cd "$root/debs" && apt-get download -qq -o APT::Sandbox::User=root $packages && for d in *.deb; do dpkg-deb -x "$d" "$root"; done)
fi
if ! [ -e /proc/sys/fs/binfmt_misc/register ]; then
	mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
fi
# F: the emulator is opened now, so that it is there in the other root too.
[ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:OCF' >/proc/sys/fs/binfmt_misc/register
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
trap 'umount "$root/proc" "$root/dev"' EXIT

go build -o bin/ ./tools/descendc
GOARCH=arm64 CGO_ENABLED=0 go build -o "$root/descendc" ./tools/descendc
cp examples/*.desc "$root/examples"
there() { chroot "$root" /descendc "$@"; }
there version
failed=0
for e in "${examples[@]}"; do
	here=bin/descendc file=examples/$e.desc
	for target in sm_60 sm_90; do
		there build "/$file" --target=$target -o /tmp/there.ptx
		DESCEND_LLVM=lib $here build "$file" --target=$target -o "$root/tmp/here.ptx"
		cmp "$root/tmp/here.ptx" "$root/tmp/there.ptx" || { echo "$e: other PTX for $target" >&2; failed=1; }
	done
	there run "/$file" --device=cpu --sample >"$root/tmp/there.txt" 2>"$root/tmp/messages" || { cat "$root/tmp/messages" >&2; failed=1; }
	$here run "$file" --device=sim --sample >"$root/tmp/here.txt" 2>/dev/null
	[ -s "$root/tmp/here.txt" ] && cmp "$root/tmp/here.txt" "$root/tmp/there.txt" || { echo "$e: other results" >&2; failed=1; }
	[ $failed = 0 ] && echo "$e: equal"
done
exit $failed
