//! The server from outside: over the wire, on a real database, on both engines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]
mod access;
mod accounts;
mod acting;
mod answer_expiry;
mod answer_files;
mod answer_history;
mod calibration;
mod catalogues;
mod caution;
mod communities;
mod community_admin;
mod community_requests;
mod companies;
mod company_answers;
mod consent;
mod contacts;
mod contradictions;
mod conversations;
mod coverage;
mod desk_events;
mod edge;
mod emergencies;
mod escalations;
mod events;
mod export;
mod files;
mod gaps;
mod given_back;
mod header_images;
mod homeowner_proofs;
mod homeowners;
mod idempotency;
mod jobs;
mod knowledge;
mod lanes;
mod languages;
mod lessons;
mod links;
mod locks;
mod mail;
mod meanings;
mod meeting;
mod notices;
mod oauth;
mod operation;
mod origins;
mod parity;
mod partners;
mod persona;
mod playground;
mod previews;
mod program;
mod reference;
mod refusals;
mod replay;
mod schedules;
mod story;
mod support;
mod survival;
mod sync;
mod tenancy;
mod test_cases;
mod tokens;
mod turns;
mod twilio;
mod users;
mod voice;
mod writing;
mod xsrf;
