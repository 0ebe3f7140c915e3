//! Twilio: a company's account, inbound and outbound texts, and failures.
mod account;
mod inbound;
mod messaging_service;
mod photos;
mod reconciliation;
mod refusals;
mod reports;
mod retries;
mod sending;

use std::time::Duration;

use aws_lc_rs::digest;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};

use crate::support::*;

const PUBLIC: &str = "https://parlor.example";
pub const MESSAGES: &str = "/webhooks/twilio/messages";
const PHONE: &str = "+12025550171";
const COVERED: &str = "how do i get a 2nd parking permit";
const LARKSPUR: &str = "community-larkspur-commons";

/// Returns Twilio's signature, computed as in RFC 2104 with SHA-1.
pub fn signature(token: &str, address: &str, form: &[(&str, &str)]) -> String {
    let mut form = form.to_vec();
    form.sort_unstable();
    form.dedup();
    let signed: String = form.iter().map(|(name, value)| format!("{name}{value}")).collect();
    let pad = |byte: u8| -> Vec<u8> {
        let mut key = token.as_bytes().to_vec();
        key.resize(64, 0);
        key.iter().map(|k| k ^ byte).collect()
    };
    let sha1 = |parts: [&[u8]; 2]| digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, &parts.concat());
    let inner = sha1([&pad(0x36), format!("{address}{signed}").as_bytes()]);
    STANDARD.encode(sha1([&pad(0x5c), inner.as_ref()]))
}

/// Calls a webhook with this signature.
async fn call(server: &TestServer, path: &str, form: &[(&str, &str)], signature: &str) -> Answer {
    let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let request = Request::post(format!("http://{}{path}", server.address))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-twilio-signature", signature)
        .body(Full::from(body))
        .unwrap();
    server.send(request).await
}

/// Calls a webhook as Twilio does.
async fn webhook(server: &TestServer, path: &str, form: &[(&str, &str)]) -> Answer {
    call(server, path, form, &signature(AUTH_TOKEN, &format!("{PUBLIC}{path}"), form)).await
}

fn inbound<'f>(sid: &'f str, from: &'f str, body: &'f str) -> Vec<(&'f str, &'f str)> {
    vec![
        ("MessageSid", sid),
        ("SmsSid", sid),
        ("AccountSid", ACCOUNT_SID),
        ("From", from),
        ("To", HARBOR_ROW_NUMBER),
        ("Body", body),
        ("NumMedia", "0"),
        ("FromCity", "WASHINGTON"),
        ("SomethingNew", "é & ü"),
    ]
}

/// Delivers a text from a phone through Twilio, which must be stored.
async fn text(server: &TestServer, from: &str, body: &str) {
    text_from(server, from, HARBOR_ROW_NUMBER, body).await;
}

/// Delivers a text from a phone to a number through Twilio, which must be stored.
pub async fn text_from(server: &TestServer, from: &str, to: &str, body: &str) {
    let answer = deliver_text(server, from, to, body).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// Delivers a text from a phone to a number through Twilio. Returns the response of the webhook.
pub async fn deliver_text(server: &TestServer, from: &str, to: &str, body: &str) -> Answer {
    let sid = format!("SM{:032x}", rand::random::<u128>());
    let mut form = inbound(&sid, from, body);
    form[4].1 = to;
    webhook(server, MESSAGES, &form).await
}

/// Delivers Twilio's report on a text to its callback address.
pub async fn report(server: &TestServer, text: &Value, status: &str, code: Option<&str>) -> Answer {
    let callback = text["status_callback"].as_str().unwrap();
    let path = callback.strip_prefix(PUBLIC).unwrap();
    let of = |name: &str| text[name].as_str().unwrap();
    let mut form = vec![
        ("MessageSid", of("sid")),
        ("SmsSid", of("sid")),
        ("AccountSid", ACCOUNT_SID),
        ("From", of("from")),
        ("To", of("to")),
        ("MessageStatus", status),
        ("SmsStatus", status),
    ];
    form.extend(code.map(|code| ("ErrorCode", code)));
    webhook(server, path, &form).await
}

pub async fn configure(server: &TestServer, staff: &Staff<'_>, company: &str) {
    let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    let path = format!("/admin/companies/{company}/twilio");
    server.rest("PUT", &path, &staff.token, Some(account)).await.ok();
}

/// Connects Harbor Row to Twilio. Returns its administrator.
async fn connect_twilio(server: &TestServer) -> Staff<'_> {
    twilio_for(server, HARBOR_ROW).await
}

/// Connects a community of Harborline to Twilio. Returns its administrator.
pub async fn twilio_for<'s>(server: &'s TestServer, community: &str) -> Staff<'s> {
    let dana = server.harborline_admin().await;
    configure(server, &dana, "company-harborline").await;
    let carrier = format!("/admin/textCommunities/{community}/carrier");
    dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
    dana
}

/// Creates a company that can send blasts, with a community whose number is at Twilio, as `admin`, who then acts in
/// this company. Returns the ID of the community and its number.
pub async fn new_company_on_twilio(admin: &Staff<'_>, nth: usize) -> (String, String) {
    let company = json!({ "name": format!("Company {nth}"), "dashboard_options": ["TEXT_BLAST"] });
    let company = admin.post("/admin/companies", company).await.ok()["company"]["_id"].clone();
    let id = company.as_str().unwrap();
    admin.post("/users/actingCompany", json!({ "companyId": company })).await.ok();
    let number = format!("+1720555010{nth}");
    let community = json!({
        "label": format!("Community {nth}"), "escalationEmail": "office@example.com", "number": number,
    });
    let create = format!("/admin/textCommunities/create/company/{id}");
    let community = admin.post(&create, community).await.ok()["textCommunity"]["_id"].clone();
    let community = community.as_str().unwrap().to_owned();
    let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
    admin.put(&format!("/admin/companies/{id}/twilio"), account).await.ok();
    let carrier = format!("/admin/textCommunities/{community}/carrier");
    admin.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
    (community, number)
}

/// Returns the texts with a phone, oldest first, as staff see them.
pub async fn texts(staff: &Staff<'_>, phone: &str) -> Vec<Value> {
    let path = format!("/textConversations?communityId={HARBOR_ROW}&limit=200");
    let list = staff.get(&path).await.ok();
    let list = list["conversations"].as_array().unwrap();
    let Some(conversation) = list.iter().find(|c| c["phone"] == phone) else { return vec![] };
    let path = format!("/textConversations/{}", conversation["_id"].as_str().unwrap());
    staff.get(&path).await.ok()["messages"].as_array().unwrap().clone()
}

/// Returns the last text to a phone.
async fn last(staff: &Staff<'_>, phone: &str) -> Value {
    let texts = texts(staff, phone).await;
    texts.into_iter().rfind(|t| t["direction"] == "OUTBOUND").expect("a text")
}

pub fn steps(text: &Value) -> Vec<&str> {
    text["steps"].as_array().unwrap().iter().map(|step| step["kind"].as_str().unwrap()).collect()
}

fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}
