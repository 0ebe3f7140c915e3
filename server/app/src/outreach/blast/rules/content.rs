//! Rules for the content of a blast.
use platform::{
    ErrorReason, Fault,
    sms::{self, AccountField},
};

use super::links;
use crate::outreach::blast::model::Blast;

/// Maximum number of characters of a text, with its merge fields filled in.
const MAX_TEXT: usize = 1_600;

/// The default text that asks for consent.
pub const CONSENT_TEXT: &str = "{{community}}: Reply YES to get texts from us, such as news about your building. \
    Reply STOP to get none, HELP for help. Message and data rates may apply.";

/// Checks that a draft has a text, and that a text which asks for consent says how to give and refuse it.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `BLAST_INCOMPLETE`.
pub fn require_body(blast: &Blast) -> Result<(), Fault> {
    if sms::is_blank(&blast.body) {
        return Err(Fault::precondition(ErrorReason::BlastIncomplete, "Write the text first."));
    }
    let has = |word: &str| sms::plain(&blast.body).iter().any(|one| one == word);
    match !blast.asks_consent || (has("YES") && has("STOP")) {
        true => Ok(()),
        false => Err(Fault::precondition(
            ErrorReason::BlastIncomplete,
            "Ask people to reply YES, and say that STOP ends texts.",
        )),
    }
}

/// Returns the title without surrounding spaces.
///
/// # Errors
/// `INVALID_ARGUMENT` if nothing is left.
pub fn title(title: &str) -> Result<String, Fault> {
    match sms::is_blank(title) {
        true => Err(Fault::field("title", "Enter a title.")),
        false => Ok(title.trim().to_owned()),
    }
}

/// Checks the text of a draft, which may be empty.
///
/// # Errors
/// `INVALID_ARGUMENT` with account details, which blasts do not fill in, or a link of a public shortener.
pub fn body(body: &str) -> Result<String, Fault> {
    let shares_account = sms::account_fields(body)
        .iter()
        .any(|(_, value)| matches!(value, AccountField::Balance | AccountField::Number));
    if shares_account {
        return Err(Fault::field(
            "body",
            "Blasts can't share {balance} or {account}. Use merge fields such as {{first_name}}.",
        ));
    }
    if let Some(shortener) = links::public_shortener(body) {
        return Err(Fault::field(
            "body",
            format!("Carriers block links of public shorteners such as {shortener}. Use the full link."),
        ));
    }
    Ok(body.to_owned())
}

/// Checks the length of the longest text of the recipients.
///
/// # Errors
/// `TEXT_TOO_LONG` above 1,600 characters.
pub fn require_sendable(longest: usize) -> Result<(), Fault> {
    match longest <= MAX_TEXT {
        true => Ok(()),
        false => Err(Fault::precondition(
            ErrorReason::TextTooLong,
            format!(
                "With all fields filled in, the text has up to {longest} characters. Shorten it to 1,600."
            ),
        )),
    }
}

/// Checks that a carrier can fetch a picture from this server.
///
/// # Errors
/// `PICTURE_REFUSED` without a public address with TLS.
pub fn require_fetchable(public_url: &str) -> Result<(), Fault> {
    match public_url.starts_with("https://") {
        true => Ok(()),
        false => Err(Fault::precondition(
            ErrorReason::PictureRefused,
            "The carrier can't fetch the picture, because this server has no public https address. Remove it.",
        )),
    }
}

pub fn unknown_fields(fields: &[String]) -> Fault {
    let fields = fields.join(", ");
    Fault::precondition(
        ErrorReason::BlastIncomplete,
        format!("There is no merge field called {fields}. Remove it."),
    )
}

pub fn audience_gone() -> Fault {
    Fault::precondition(
        ErrorReason::BlastIncomplete,
        "Choose the recipients again: the saved audience is gone.",
    )
}
