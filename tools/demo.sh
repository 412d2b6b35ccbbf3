#!/usr/bin/env bash
# From a fresh clone to a kernel: sets up what is missing, compiles the
# transposition to PTX for sm_60, runs it in the simulator on a random .npy
# matrix and checks the result. Everything it makes lies in bin/.
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
if [ $# -gt 0 ]; then
	echo "usage: tools/demo.sh" >&2
	exit 2
fi
cd "$(dirname "$0")/.."

out=bin/demo
rows=250 columns=300

step() { printf '\n== %s\n' "$*"; }

step "tools"
tools/setup.sh ptx
mkdir -p "$out"
go build -o bin/ ./tools/descendc ./tools/npytool
bin/descendc doctor | sed -n '/^PTX /p'

step "examples/transpose.desc to $out/transpose.ptx"
bin/descendc build examples/transpose.desc --emit=ptx --target=sm_60 -o "$out/transpose.ptx"
grep -E '^\.target|\.entry|^\.reqntid' "$out/transpose.ptx"

step "transpose a random $rows x $columns matrix in the simulator"
bin/npytool generate random:1 f64 "$rows,$columns" "$out/input.npy"
bin/descendc run examples/transpose.desc --device=sim \
	--arg input="$out/input.npy" --arg output=zeros --out output="$out/output.npy"

step "compare with a transposition in plain Go"
bin/npytool transposed "$out/input.npy" "$out/output.npy"
