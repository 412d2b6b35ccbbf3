#!/usr/bin/env bash
# Makes what a release is of: archives and .deb packages of descendc and descend-opt for all platforms, with checksums, an SBOM and licences.
#
#   tools/release.sh --version v0.1.0 --out DIR
#
# Two runs on the same commit with the same Go give the same bytes. The .deb packages need dpkg-deb.
set -euo pipefail
cd "$(dirname "$0")/.."
exec go run ./tools/release "$@"
