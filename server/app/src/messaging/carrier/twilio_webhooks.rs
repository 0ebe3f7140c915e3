//! Twilio's webhooks: incoming texts, and statuses of outgoing ones. Nothing is processed before the
//! signature is verified, over the configured address and the unchanged body.
use platform::{Fault, Scope, Tx, phone::Phone, secrets};

use super::{
    account,
    model::Kind,
    store,
    twilio::{Form, is_signature_valid},
};
use crate::{
    context::Context,
    messaging::photo::{self, CarrierFile, NewPhoto},
    residents::consent::{ConsentIntent, ConsentSource},
    tenancy::community::{self, TextNumber},
};

/// Path for incoming texts.
pub const MESSAGES: &str = "/webhooks/twilio/messages";
/// Path for statuses of outgoing texts.
pub const STATUS: &str = "/webhooks/twilio/status";

/// Maximum characters of the content type of a file.
const MAX_TYPE: usize = 100;
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

/// An unverified request to a webhook.
pub struct Call<'a> {
    /// Path and query of the address that was called.
    pub path_and_query: &'a str,
    /// The header `X-Twilio-Signature`.
    pub signature: &'a str,
    pub body: &'a [u8],
}

/// A verified request.
pub struct VerifiedRequest {
    /// The company that owns the number.
    pub scope: Scope,
    /// The number and its community.
    pub line: TextNumber,
    form: Form,
}

/// An incoming text.
pub struct Inbound {
    /// The sender.
    pub from: Phone,
    /// The text.
    pub body: String,
    /// The photos, which are still at the carrier.
    pub photos: Vec<NewPhoto>,
    /// The consent keyword that the carrier handled itself, if any.
    pub seen_to: Option<ConsentIntent>,
    sid: String,
}

/// Verifies a request. Returns `None` unless it was signed with the account of the company that owns the
/// number.
///
/// # Errors
/// `UNAVAILABLE` if the account cannot be read now, or the secret store no longer has it: the carrier is to repeat the
/// request.
pub async fn verified(context: &Context, call: &Call<'_>) -> Result<Option<VerifiedRequest>, Fault> {
    let form = Form::read(call.body);
    // Parlor's number is `To` in an incoming text, and `From` in an outgoing one.
    let Some(line) = line(context, &form).await? else { return Ok(None) };
    let scope = Scope::of_company(&line.company_id);
    account::load(&scope, context).await?;
    let mut tx = context.db.read(&scope).await?;
    let account = account::find(&mut tx, &scope, context).await.map_err(secrets::retryable)?;
    let Some(account) = account else { return Ok(None) };
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

/// Returns the text of a request; `None` if it cannot be answered, such as a text from a short code.
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
    let body = form.get("Body").chars().filter(|c| *c != '\0').take(MAX_CHARACTERS).collect();
    (!sid.is_empty()).then(|| Inbound { from, body, photos: photos(form), seen_to, sid: sid.to_owned() })
}

/// Returns up to 10 photos of a form, in order.
fn photos(form: &Form) -> Vec<NewPhoto> {
    let count = form.get("NumMedia").parse().unwrap_or(0_usize).min(photo::MAX_PHOTOS);
    let one = |index: usize| NewPhoto {
        content_type: form.get(&format!("MediaContentType{index}")).chars().take(MAX_TYPE).collect(),
        source: photo::Source::Carrier(CarrierFile {
            carrier: Kind::Twilio as i32,
            url: form.get(&format!("MediaUrl{index}")).to_owned(),
        }),
    };
    (0..count).map(one).collect()
}

/// Records that an incoming text was reported, and so that its sender can be texted. Returns false if it was reported
/// before.
pub async fn record_report(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    inbound: &Inbound,
) -> Result<bool, Fault> {
    store::mark_reachable(tx, scope, &inbound.from).await?;
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
    fn photos_are_read_up_to_the_stated_number_and_at_most_10() {
        let photos = |form: &str| photos(&Form::read(form.as_bytes()));
        assert!(photos("MediaUrl0=https://a.example/x").is_empty());
        assert!(photos("NumMedia=-1&MediaUrl0=https://a.example/x").is_empty());
        assert_eq!(photos("NumMedia=4000000000").len(), 10);
        let two = photos("NumMedia=2&MediaUrl1=b&MediaUrl0=a&MediaContentType0=image/png");
        let sources: Vec<_> = two
            .iter()
            .map(|one| match &one.source {
                photo::Source::Carrier(file) => (file.url.as_str(), one.content_type.as_str()),
                photo::Source::Written(_) => panic!("the carrier has it"),
            })
            .collect();
        assert_eq!(sources, [("a", "image/png"), ("b", "")]);
    }

    #[test]
    fn a_malformed_form_has_at_most_10_photos() {
        fuzzing::check_bytes(
            300,
            &[b"NumMedia=2&MediaUrl1=b&MediaUrl0=a&MediaContentType0=image/png"],
            |body| {
                let photos = super::photos(&Form::read(body));
                assert!(photos.len() <= photo::MAX_PHOTOS);
                assert!(photos.iter().all(|photo| photo.content_type.chars().count() <= MAX_TYPE));
            },
        );
    }
}
