//! What the contract promises about itself.
#![allow(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod annotations;
mod partner_template;
mod screens;
mod shims;
