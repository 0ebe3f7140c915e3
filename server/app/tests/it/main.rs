//! The server from outside: over the wire, on a real database, on both engines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]
mod access;
mod escalations;
mod events;
mod knowledge;
mod locks;
mod origins;
mod parity;
mod program;
mod refusals;
mod story;
mod support;
mod tenancy;
