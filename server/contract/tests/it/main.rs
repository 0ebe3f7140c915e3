//! Tests of rules that the contract states about itself.
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod annotations;
mod company_answers;
mod email_addresses;
mod error_reason;
mod lists;
mod partner_template;
mod screens;
mod standard_options;
