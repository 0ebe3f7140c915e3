#!/usr/bin/env bash
# check_contract.sh stubs          web/src/gen equals the output of `buf generate`
# check_contract.sh compatibility  clients of the contract recorded in proto/baseline.binpb still work
#                                  (make baseline records the current contract)
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
compatibility)
    if ! "$buf" breaking --against proto/baseline.binpb; then
        echo "The contract breaks clients of the one recorded in proto/baseline.binpb."
        exit 1
    fi
    ;;
*)
    echo "usage: check_contract.sh stubs|compatibility" >&2
    exit 2
    ;;
esac
