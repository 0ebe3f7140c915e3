//! Inbound texts, posted and signed like Twilio's webhooks.
use std::net::SocketAddr;

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::Request;
use http_body_util::Full;

/// The demo's account at Twilio.
pub struct Account {
    pub sid: &'static str,
    pub token: &'static str,
}

/// Phone number of the community Harbor Row.
pub const HARBOR_ROW_NUMBER: &str = "+12025550101";

/// Returns the signed webhook call for the nth text from a phone to Harbor Row.
pub fn text(
    address: SocketAddr,
    account: &Account,
    n: usize,
    from: &str,
    body: &str,
) -> Request<Full<Bytes>> {
    let address = format!("http://{address}/webhooks/twilio/messages");
    let sid = format!("SM{n:032x}");
    // Sorted by name, as required for the signature.
    let form = [
        ("AccountSid", account.sid),
        ("Body", body),
        ("From", from),
        ("MessageSid", &sid),
        ("NumMedia", "0"),
        ("SmsSid", &sid),
        ("To", HARBOR_ROW_NUMBER),
    ];
    let signed: String = form.iter().map(|(name, value)| format!("{name}{value}")).collect();
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, account.token.as_bytes());
    let signature = STANDARD.encode(hmac::sign(&key, format!("{address}{signed}").as_bytes()));
    Request::post(&address)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-twilio-signature", signature)
        .body(Full::from(form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish()))
        .unwrap()
}
