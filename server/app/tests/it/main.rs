//! Integration tests: over the wire, with a real database, on both engines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]
mod bot;
mod drafting;
mod email;
mod identity;
mod inbox;
mod integrations;
mod knowledge;
mod messaging;
mod operations;
mod outreach;
mod reporting;
mod residents;
mod resilience;
mod service_requests;
mod simulation;
mod support;
mod tenancy;
mod text_to_answer;
mod transport;
