//! Commands on carrier accounts and numbers.
mod configure_textline;
mod configure_twilio;
mod replace_textline_webhook;
mod set_number_carrier;

use std::time::Duration;

use platform::{ErrorReason, Fault};

pub use configure_textline::configure_textline;
pub use configure_twilio::configure_twilio;
pub use replace_textline_webhook::replace_textline_webhook;
pub use set_number_carrier::set_number_carrier;

use crate::operations::rate_limit::Limit;

/// Limit of tests of Textline per company.
const TESTS: Limit = Limit {
    name: "Textline tests by company",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyTests,
    words: "Too many tests of Textline in the last hour. Wait a moment, then try again.",
};

fn test_failed(words: &str) -> Fault {
    Fault::precondition(ErrorReason::TextlineTestFailed, format!("Nothing was saved. {words}"))
}

fn textline_not_configured() -> Fault {
    Fault::precondition(ErrorReason::TextlineNotConfigured, "Set up the company's Textline account first.")
}
