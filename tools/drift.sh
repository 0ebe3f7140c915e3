#!/usr/bin/env bash
# drift.sh stubs     web/src/gen is what the contract generates
# drift.sh contract  the contract breaks nobody who speaks that of the commit in proto/BASELINE
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
    baseline=$(tr -d '[:space:]' <proto/BASELINE)
    if ! git cat-file -e "$baseline^{commit}" 2>/dev/null; then
        echo "The commit of proto/BASELINE, $baseline, is not in this clone."
        echo "In a shallow clone, run 'git fetch --unshallow' first; the contract cannot be compared without it."
        exit 1
    fi
    git archive "$baseline" buf.yaml proto | tar -x -C "$scratch"
    if ! "$buf" breaking --against "$scratch"; then
        echo "The contract breaks those who speak that of $baseline."
        exit 1
    fi
    ;;
*)
    echo "usage: drift.sh stubs|contract" >&2
    exit 2
    ;;
esac
