#!/bin/sh
here=$(dirname "$0")
exec cargo run --quiet --locked --manifest-path "$here/protoc/Cargo.toml" --target-dir "$here/../target/protoc" -- "$@"
