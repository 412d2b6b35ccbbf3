#!/usr/bin/env bash
# Runs the tests that need an NVIDIA GPU and keeps what they print.
#
#   tools/gpu-test.sh              on a machine with a GPU, Go and clang; the log goes to bench/results/cuda-test.log
#   tools/gpu-test.sh pack DIR [CC]
#       makes DIR with the tests compiled and with the PTX of their kernels for compute capability CC (9.0), for a
#       machine that has neither Go nor LLVM; there: DIR/run.sh, the log goes to DIR/cuda-test.log
set -euo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
cd "$(dirname "$0")/.."

describe() {
	date -u '+%Y-%m-%d %H:%M UTC'
	nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader || true
}

if [ "${1:-}" != pack ]; then
	log=bench/results/cuda-test.log
	{
		describe
		echo "go test ./... -run CUDA -v"
		go test ./... -run CUDA -count=1 -v 2>&1 | grep -v -e 'no tests to run' -e 'no test files' -e '^ok .*\[no tests'
	} | tee "$log"
	exit
fi

dir=$(realpath -m "$2") cc=${3:-9.0}
mkdir -p "$dir/cache" "$dir/test" "$dir/examples" "$dir/cuda"
CGO_ENABLED=0 go test -c -ldflags='-s -w' -o "$dir/cuda/cuda.test" ./backend/cuda
CGO_ENABLED=0 go test -c -ldflags='-s -w' -o "$dir/examples/examples.test" ./examples
CGO_ENABLED=0 go test -c -ldflags='-s -w' -o "$dir/test/test.test" ./test
cp examples/*.desc "$dir/examples/"
cp -r test/cuda "$dir/test/"

# The driver library for tests claims a GPU and runs nothing: the tests compile their kernels into the cache, and fail.
clang=$(command -v clang clang-22 clang-21 clang-20 clang-19 clang-18 | head -1)
"$clang" -shared -fPIC -O1 -o "$dir/fake.so" backend/cuda/fakecuda/lib/fakecuda.c
for t in examples/examples test/test; do
	(cd "$dir/${t%/*}" && DESCEND_LIBCUDA="$dir/fake.so" FAKE_CUDA="cc=$cc" DESCEND_PTX_CACHE="$dir/cache" \
		"./${t#*/}.test" -test.run CUDA >/dev/null 2>&1) || true
done
rm "$dir/fake.so"
echo "$(find "$dir/cache" -name '*.json' | wc -l) kernels' PTX for compute capability $cc"

cat >"$dir/run.sh" <<'END'
#!/bin/sh
# Runs the tests on the GPU of this machine; the log goes to cuda-test.log here.
cd "$(dirname "$0")" || exit
export DESCEND_PTX_CACHE="$PWD/cache"
{
	date -u '+%Y-%m-%d %H:%M UTC'
	nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader
	for t in cuda/cuda examples/examples test/test; do
		echo "$t.test -test.run CUDA -test.v"
		(cd "${t%/*}" && "./${t#*/}.test" -test.run CUDA -test.v || echo "FAILED: $t")
	done
} 2>&1 | tee cuda-test.log
! grep -q '^FAILED' cuda-test.log
END
chmod +x "$dir/run.sh"
