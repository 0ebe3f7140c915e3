#!/usr/bin/env bash
# Checks the dependencies of the server against deny.toml: known vulnerabilities, licenses, banned crates
# and sources. Installs cargo-deny into cargo's folder unless a recent version is installed.
#
# Vulnerabilities come from the RustSec database, which is downloaded if it can be reached. Otherwise the
# earlier copy is used; without one, only the rest is checked, and the output says so.
set -u
cd "$(dirname "$0")/.." || exit 1

readonly OLDEST=0.18.0
readonly PINNED=0.20.2
# Maximum time to download the database, in seconds.
readonly FETCH_SECONDS=${DENY_FETCH_SECONDS:-60}
readonly CARGO_FOLDER=${CARGO_HOME:-$HOME/.cargo}

# is_recent VERSION
is_recent() {
    [[ $1 =~ ^[0-9]+(\.[0-9]+)+$ ]] && [ "$(printf '%s\n' "$OLDEST" "$1" | sort -V | head -n 1)" = "$OLDEST" ]
}

find_deny() {
    local found version
    for found in "$(command -v cargo-deny)" "$CARGO_FOLDER/bin/cargo-deny"; do
        [ -x "$found" ] || continue
        version=$("$found" --version 2>/dev/null | awk '{ print $2 }')
        is_recent "$version" && echo "$found" && return 0
    done
    return 1
}

install_deny() {
    echo "Installing cargo-deny $PINNED, once..." >&2
    # It runs only for seconds, so building it without optimization is faster overall.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_DEBUG=0 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_PANIC=unwind \
        cargo install cargo-deny --version "$PINNED" --locked --quiet --force --root "$CARGO_FOLDER" >&2
}

has_database() { compgen -G "$CARGO_FOLDER/advisory-dbs/advisory-db-*/crates" >/dev/null; }

fetch_database() {
    GIT_TERMINAL_PROMPT=0 timeout --kill-after=5 "$FETCH_SECONDS" "$deny" --locked --log-level off fetch db \
        </dev/null >/dev/null 2>&1
}

deny=$(find_deny) || { install_deny && deny=$(find_deny); } || {
    echo "cargo-deny $PINNED could not be installed, so dependencies were not checked."
    exit 1
}
echo "$("$deny" --version) checks the dependencies."

if fetch_database; then
    exec "$deny" --locked check --disable-fetch advisories bans licenses sources
elif has_database; then
    echo "The RustSec database could not be fetched; the copy fetched before is used."
    exec "$deny" --locked check --disable-fetch advisories bans licenses sources
fi
echo "NOT CHECKED: known vulnerabilities. The RustSec database could not be fetched within $FETCH_SECONDS s, and no copy of it was fetched before."
exec "$deny" --locked check bans licenses sources
