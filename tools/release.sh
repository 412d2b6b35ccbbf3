#!/usr/bin/env bash
# Makes what a release is of: archives and .deb packages of descendc and descend-opt for all platforms, with checksums, an SBOM and licences.
#
#   tools/release.sh --version v0.1.0 --out DIR
#
# Two runs on the same commit with the same Go give the same bytes, in whatever folder and with whatever settings. To see it, run it in two
# clones and compare: diff DIR/SHA256SUMS OTHER/SHA256SUMS. The .deb packages need dpkg-deb; --maintainer 'Jane Doe <jane@example.org>' names
# who answers for them, which else is nobody.
set -euo pipefail
cd "$(dirname "$0")/.."
exec go run ./tools/release "$@"
