//! Twilio's webhooks: incoming texts, and statuses of outgoing ones. Nothing is processed before the
//! signature is verified, over the configured address and the unchanged body.
use platform::{Fault, Scope, Tx, phone::Phone};

use super::{
    account, store,
    twilio::{Form, is_signature_valid},
};
use crate::{
    context::Context,
    residents::consent::{ConsentIntent, ConsentSource},
    tenancy::community::{self, TextNumber},
};

/// Path for incoming texts.
pub const MESSAGES: &str = "/webhooks/twilio/messages";
/// Path for statuses of outgoing texts.
pub const STATUS: &str = "/webhooks/twilio/status";

/// Maximum characters of an incoming text.
const MAX_CHARACTERS: usize = 1_600;

/// Returns the address of [`MESSAGES`].
pub fn messages_url(public_url: &str) -> String {
    format!("{public_url}{MESSAGES}")
}

/// Returns the address of [`STATUS`].
pub fn status_url(public_url: &str) -> String {
    format!("{public_url}{STATUS}")
}

/// A request to a webhook, not verified yet.
pub struct Call<'a> {
    /// Path and query of the address that was called.
    pub path_and_query: &'a str,
    /// The header `X-Twilio-Signature`.
    pub signature: &'a str,
    pub body: &'a [u8],
}

/// A verified request.
pub struct VerifiedRequest {
    /// The company of the number.
    pub scope: Scope,
    /// The number, with its community.
    pub line: TextNumber,
    form: Form,
}

/// An incoming text.
pub struct Inbound {
    /// The sender.
    pub from: Phone,
    /// The text; pictures are replaced by words.
    pub body: String,
    /// The consent keyword that the carrier handled itself, if any.
    pub seen_to: Option<ConsentIntent>,
    sid: String,
}

/// Verifies a request. Returns `None` unless the account of the company that has the number signed
/// it.
pub async fn verified(context: &Context, call: &Call<'_>) -> Result<Option<VerifiedRequest>, Fault> {
    let form = Form::read(call.body);
    // Parlor's number is To in an incoming text, and From in an outgoing one.
    let Some(line) = line(context, &form).await? else { return Ok(None) };
    let scope = Scope::of_company(&line.company_id);
    let mut tx = context.db.read(&scope).await?;
    let Some(account) = account::find(&mut tx, &scope, context).await? else { return Ok(None) };
    let address = format!("{}{}", context.settings.public_url, call.path_and_query);
    let genuine = is_signature_valid(&account.auth_token, &address, &form, call.signature)
        && form.get("AccountSid") == account.account_sid;
    Ok(genuine.then_some(VerifiedRequest { scope, line, form }))
}

async fn line(context: &Context, form: &Form) -> Result<Option<TextNumber>, Fault> {
    let ours = match form.get("MessageStatus") {
        "" | "receiving" | "received" => form.get("To"),
        _ => form.get("From"),
    };
    let Some(number) = Phone::parse_e164(ours) else { return Ok(None) };
    let mut tx = context.db.platform_read().await?;
    community::find_text_number(&mut tx, None, &number).await
}

/// Returns the text of a request; `None` if it cannot be answered, such as one from a short
/// code.
pub fn inbound(call: &VerifiedRequest) -> Option<Inbound> {
    let form = &call.form;
    let sid = Some(form.get("MessageSid")).filter(|sid| !sid.is_empty()).unwrap_or(form.get("SmsSid"));
    let from = Phone::parse_e164(form.get("From"))?;
    let seen_to = match form.get("OptOutType") {
        "STOP" => Some(ConsentIntent::OptOut(ConsentSource::Carrier)),
        "START" => Some(ConsentIntent::OptIn),
        "HELP" => Some(ConsentIntent::Help),
        _ => None,
    };
    let body = body(form.get("Body"), form.get("NumMedia").parse().unwrap_or(0));
    (!sid.is_empty()).then(|| Inbound { from, body, seen_to, sid: sid.to_owned() })
}

/// Returns the text, with the number of pictures.
fn body(words: &str, pictures: u32) -> String {
    let words: String = words.chars().filter(|c| *c != '\0').take(MAX_CHARACTERS).collect();
    match (words.trim(), pictures) {
        (_, 0) => words,
        ("", 1) => "[picture]".to_owned(),
        ("", n) => format!("[{n} pictures]"),
        (words, 1) => format!("{words} [picture]"),
        (words, n) => format!("{words} [{n} pictures]"),
    }
}

/// Returns whether an incoming text is reported for the first time.
pub async fn record_report(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    inbound: &Inbound,
) -> Result<bool, Fault> {
    store::record_report(tx, scope, &inbound.sid, "received", context.now()).await
}

impl VerifiedRequest {
    /// Returns a value of the form.
    pub fn get(&self, name: &str) -> &str {
        self.form.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_stand_in_a_text_as_words() {
        assert_eq!(body("hello ", 0), "hello ");
        assert_eq!(body("", 1), "[picture]");
        assert_eq!(body(" ", 3), "[3 pictures]");
        assert_eq!(body("leak!", 2), "leak! [2 pictures]");
        assert_eq!(body("a\0b", 0), "ab");
        assert_eq!(body(&"x".repeat(2_000), 0).len(), 1_600);
    }
}
