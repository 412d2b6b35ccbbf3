#!/usr/bin/env bash
# Sets up what is missing and runs all checks: gofmt, go vet, go test.
# Arguments go to go test: tools/test.sh -run Round ./ir/...
#
# With CI=true a tool that cannot be installed is a failure; else the tests
# that need it are skipped and say so.
set -uo pipefail
[[ ${1:-} =~ ^(-h|--help)$ ]] && exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
cd "$(dirname "$0")/.."

if ! tools/setup.sh; then
	if [ "${CI:-}" = true ]; then
		echo "test: the tools above are needed here" >&2
		exit 1
	fi
	echo "test: going on without the tools above; the tests that need them are skipped" >&2
fi

status=0

# Tests make much garbage and live shortly: collecting it seldom saves a quarter of their time. The limit is of one process.
export GOGC="${GOGC:-400}" GOMEMLIMIT="${GOMEMLIMIT:-2GiB}"

unformatted=$(git ls-files -z --cached --others --exclude-standard -- '*.go' | xargs -0 -r ls -d 2>/dev/null | xargs -r gofmt -l)
if [ -n "$unformatted" ]; then
	echo "not formatted (run gofmt -w on them):" >&2
	echo "$unformatted" >&2
	status=1
fi

go vet ./... || status=1

# Each package has a quarter of an hour. go vet above has looked at more than go test would. Those that take long come first,
# so that none of them is left to run alone at the end.
if [ $# -eq 0 ]; then
	set -- ./test/language ./test ./test/attack ./examples ./examples/literature ./test/proof ./tools/playground ./passes/check ./test/builds ./tools/release ./...
fi
go test -vet=off -timeout 15m "$@" || status=1

exit $status
