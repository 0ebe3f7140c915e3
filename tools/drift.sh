#!/usr/bin/env bash
# drift.sh stubs     web/src/gen is what the contract generates
# drift.sh contract  the contract breaks nobody who speaks the one that is recorded in
#                    proto/baseline.binpb (make baseline records today's)
set -euo pipefail
cd "$(dirname "$0")/.."
buf=web/node_modules/.bin/buf
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

case "${1-}" in
stubs)
    "$buf" generate -o "$scratch"
    if ! diff -r "$scratch/web/src/gen" web/src/gen; then
        echo "web/src/gen is not what the contract generates: run 'make generate' and commit it."
        exit 1
    fi
    ;;
contract)
    if ! "$buf" breaking --against proto/baseline.binpb; then
        echo "The contract breaks those who speak the one that proto/baseline.binpb records."
        exit 1
    fi
    ;;
*)
    echo "usage: drift.sh stubs|contract" >&2
    exit 2
    ;;
esac
