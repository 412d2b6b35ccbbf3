#!/usr/bin/env bash
# Assembles every example for sm_60 to sm_90 with ptxas and prints what it says of each kernel as a Markdown
# table. Exit status 1 if one does not assemble or spills.
#
#   bench/ptxas.sh [DESCENDC] > bench/results/ptxas.md
#
# ptxas is taken from PATH. Sizes are those of the examples (run-time ones are parameters of the kernel).
set -euo pipefail
cd "$(dirname "$0")/.."
descendc=${1:-bin/descendc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
cat <<END
# Every example through ptxas

Made by \`bench/ptxas.sh\` with ptxas $(ptxas --version | sed -n 's/.*, V//p'). Bytes of local memory (stack), spills and
shared memory; sizes that the examples leave open are parameters of the kernel.

| example | kernel | chip | registers | stack | spills | shared |
|---|---|---|--:|--:|--:|--:|
END
for file in examples/*.desc; do
	name=$(basename "$file" .desc)
	for chip in sm_60 sm_70 sm_80 sm_90; do
		if ! "$descendc" build "$file" --emit=ptx --target=$chip -o "$tmp/k.ptx" 2>"$tmp/log" ||
			! ptxas -v -arch=$chip -o "$tmp/k.cubin" "$tmp/k.ptx" 2>"$tmp/log"; then
			echo "| $name | **failed** | $chip | | | | |"
			cat "$tmp/log" >&2
			bad=1
			continue
		fi
		awk -v name="$name" -v chip=$chip '
			/Compiling entry function/ { split($0, q, "\047"); kernel = q[2] }
			/bytes stack frame/ { stack = $1; for (i = 2; i <= NF; i++) if ($i == "spill") spills += $(i - 2) }
			/Used [0-9]+ registers/ {
				shared = 0
				for (i = 2; i <= NF; i++) { if ($i ~ /^registers/) regs = $(i - 1); if ($i ~ /^smem/) shared = $(i - 2) }
				printf "| %s | %s | %s | %d | %d | %d | %d |\n", name, kernel, chip, regs, stack, spills, shared
				if (spills > 0 || stack > 0) bad = 1
				spills = 0
			}
			END { exit bad }' "$tmp/log" || bad=1
	done
done
exit $bad
