//! What Twilio tells: texts that came in, and what became of those that went out. Nothing of
//! it counts before its signature is checked, over the address that is configured and the body
//! as it came.
use platform::{Fault, Scope, Tx, phone::Phone};

use super::{
    account, store,
    twilio::{Form, is_genuine},
};
use crate::{
    community::{self, Line},
    consent::Heard,
    consent::Source,
    context::Context,
};

/// Where Twilio reports texts that come in.
pub const MESSAGES: &str = "/webhooks/twilio/messages";
/// Where it reports what became of those that went out.
pub const STATUS: &str = "/webhooks/twilio/status";

/// The longest text that a carrier brings.
const MOST_CHARACTERS: usize = 1_600;

/// The address of [`MESSAGES`].
pub fn messages_url(public_url: &str) -> String {
    format!("{public_url}{MESSAGES}")
}

/// The address of [`STATUS`].
pub fn status_url(public_url: &str) -> String {
    format!("{public_url}{STATUS}")
}

/// A call of Twilio's, or of somebody who says so.
pub struct Call<'a> {
    /// What stood behind the host in the address that was called.
    pub path_and_query: &'a str,
    /// The header `X-Twilio-Signature`.
    pub signature: &'a str,
    /// The body.
    pub body: &'a [u8],
}

/// A call whose signature is right, and whose it is.
pub struct Verified {
    /// The company that has the number.
    pub scope: Scope,
    /// The number and its community.
    pub line: Line,
    form: Form,
}

/// A text that came in.
pub struct Inbound {
    /// Who wrote it.
    pub from: Phone,
    /// The text; pictures stand in it as words.
    pub body: String,
    /// What the carrier heard in it about consent, and has answered itself.
    pub seen_to: Option<Heard>,
    sid: String,
}

/// Checks a call; nothing for one that is not from the account of the company whose number it
/// names.
///
/// # Errors
/// Those of storage.
pub async fn verified(context: &Context, call: &Call<'_>) -> Result<Option<Verified>, Fault> {
    let form = Form::read(call.body);
    // Ours is To in what came in, and From in what went out.
    let Some(line) = line(context, &form).await? else { return Ok(None) };
    let scope = Scope::of_company(&line.company_id);
    let mut tx = context.db.read(&scope).await?;
    let Some(account) = account::find(&mut tx, &scope, context).await? else { return Ok(None) };
    let address = format!("{}{}", context.settings.public_url, call.path_and_query);
    let genuine = is_genuine(&account.auth_token, &address, &form, call.signature)
        && form.get("AccountSid") == account.account_sid;
    Ok(genuine.then_some(Verified { scope, line, form }))
}

async fn line(context: &Context, form: &Form) -> Result<Option<Line>, Fault> {
    let ours = match form.get("MessageStatus") {
        "" | "receiving" | "received" => form.get("To"),
        _ => form.get("From"),
    };
    let Ok(number) = Phone::parse("To", ours) else { return Ok(None) };
    let mut tx = context.db.platform_read().await?;
    community::line(&mut tx, None, &number).await
}

/// The text that a call brings; nothing for what cannot be answered, such as one from a short
/// code.
pub fn inbound(call: &Verified) -> Option<Inbound> {
    let form = &call.form;
    let sid = Some(form.get("MessageSid")).filter(|sid| !sid.is_empty()).unwrap_or(form.get("SmsSid"));
    let from = Phone::parse("From", form.get("From")).ok()?;
    let seen_to = match form.get("OptOutType") {
        "STOP" => Some(Heard::OptOut(Source::Carrier)),
        "START" => Some(Heard::OptIn),
        "HELP" => Some(Heard::Help),
        _ => None,
    };
    let body = body(form.get("Body"), form.get("NumMedia").parse().unwrap_or(0));
    (!sid.is_empty()).then(|| Inbound { from, body, seen_to, sid: sid.to_owned() })
}

/// The words of a text, and how many pictures came with it.
fn body(words: &str, pictures: u32) -> String {
    let words: String = words.chars().filter(|c| *c != '\0').take(MOST_CHARACTERS).collect();
    match (words.trim(), pictures) {
        (_, 0) => words,
        ("", 1) => "[picture]".to_owned(),
        ("", n) => format!("[{n} pictures]"),
        (words, 1) => format!("{words} [picture]"),
        (words, n) => format!("{words} [{n} pictures]"),
    }
}

/// Whether a text is told of for the first time.
///
/// # Errors
/// Those of storage.
pub async fn first_time(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    inbound: &Inbound,
) -> Result<bool, Fault> {
    store::first_time(tx, scope, &inbound.sid, "received", context.now()).await
}

impl Verified {
    /// A value of the form.
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
