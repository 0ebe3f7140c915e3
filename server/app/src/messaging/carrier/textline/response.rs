//! Interprets Textline's responses. Unknown fields are ignored.
use bytes::Bytes;
use http::header;
use platform::Timestamp;
use secrecy::SecretString;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::api::{ApiError, HttpResponse};
use crate::messaging::{carrier::ProviderMessage, thread::Status};

/// Maximum characters of a reason that Textline gives.
const MAX_REASON: usize = 200;

const NOT_UNDERSTOOD: &str = "Textline's answer could not be understood.";

#[derive(Deserialize)]
struct SignedIn {
    access_token: AccessToken,
}

#[derive(Deserialize)]
struct AccessToken {
    token: String,
}

#[derive(Deserialize)]
struct Created {
    post: Post,
}

#[derive(Deserialize)]
struct Found {
    conversation: Option<Named>,
    #[serde(default)]
    posts: Option<Vec<Post>>,
}

#[derive(Deserialize)]
struct Named {
    uuid: String,
}

#[derive(Deserialize)]
struct Post {
    #[serde(default)]
    uuid: Option<String>,
    #[serde(default)]
    body: Option<String>,
    #[serde(default)]
    created_at: Value,
    #[serde(default)]
    creator: Value,
    #[serde(default)]
    is_whisper: Option<bool>,
}

/// A conversation of a phone with a group.
pub struct Conversation {
    pub uuid: String,
    posts: Vec<Post>,
}

/// Returns the access token of a response to signing in.
pub fn access_token(response: &HttpResponse) -> Result<SecretString, ApiError> {
    match response.status.as_u16() {
        200..=299 => {
            let signed_in: Option<SignedIn> = parse(&response.body);
            let token =
                signed_in.map(|signed_in| signed_in.access_token.token).filter(|token| !token.is_empty());
            token.map(SecretString::from).ok_or_else(|| ApiError::Away(NOT_UNDERSTOOD.to_owned()))
        }
        429 => Err(ApiError::Busy(retry_after(response))),
        408 | 500..=599 => Err(ApiError::Away(format!("Textline failed ({}).", response.status.as_u16()))),
        400..=499 => Err(ApiError::Denied(
            "Textline did not accept the email address, the password or the API key. Check them.".to_owned(),
        )),
        _ => Err(ApiError::Away(NOT_UNDERSTOOD.to_owned())),
    }
}

/// Returns the body of a successful response.
pub fn body(response: HttpResponse) -> Result<Bytes, ApiError> {
    match response.status.as_u16() {
        200..=299 => Ok(response.body),
        429 => Err(ApiError::Busy(retry_after(&response))),
        // A timeout or a failure at Textline leaves the outcome unknown.
        408 | 504 => Err(ApiError::Unclear("Textline did not answer in time.".to_owned())),
        code @ 500..=599 => Err(ApiError::Unclear(format!("Textline failed ({code})."))),
        401 => Err(ApiError::Denied(
            "Textline did not accept the account. Check its email address, password and API key.".to_owned(),
        )),
        403 => Err(ApiError::Denied(
            "Textline does not allow the account's user to do this. Check the user's groups.".to_owned(),
        )),
        404 => Err(ApiError::NotFound),
        code @ 400..=499 => Err(ApiError::Rejected(rejection(code, &response.body))),
        _ => Err(ApiError::Unclear(NOT_UNDERSTOOD.to_owned())),
    }
}

/// Returns the UUID of a post that was created.
pub fn created_post(body: &Bytes) -> Result<String, ApiError> {
    let created: Option<Created> = parse(body);
    let uuid = created.and_then(|created| created.post.uuid).filter(|uuid| !uuid.is_empty());
    uuid.ok_or_else(|| ApiError::Unclear(NOT_UNDERSTOOD.to_owned()))
}

/// Returns the conversation of a response, if there is one.
pub fn conversation(body: &Bytes) -> Result<Option<Conversation>, ApiError> {
    let found: Option<Found> = parse(body);
    let Found { conversation, posts } = found.ok_or_else(|| ApiError::Unclear(NOT_UNDERSTOOD.to_owned()))?;
    Ok(conversation.map(|named| Conversation { uuid: named.uuid, posts: posts.unwrap_or_default() }))
}

/// Returns the texts that were sent to the phone of a conversation. Textline may have removed spaces around the one
/// with this body.
pub fn sent_posts(conversation: Conversation, body: &str) -> Vec<ProviderMessage> {
    let sent = |post: Post| {
        let is_sent = !post.is_whisper.unwrap_or(false) && !is_of_customer(&post.creator);
        let (sid, created) = (post.uuid.filter(|uuid| is_sent && !uuid.is_empty())?, time(&post.created_at)?);
        let body = post.body.map(|text| if text.trim() == body.trim() { body.to_owned() } else { text })?;
        Some(ProviderMessage { sid, status: Status::Sent, code: None, body, created })
    };
    conversation.posts.into_iter().filter_map(sent).collect()
}

/// Returns whether the creator of a post is the customer, of whom Textline knows the phone.
pub fn is_of_customer(creator: &Value) -> bool {
    let text = |name: &str| creator.get(name).and_then(Value::as_str).unwrap_or_default();
    text("type").eq_ignore_ascii_case("customer") || !text("phone_number").is_empty()
}

/// Returns a time in seconds since 1970, or in the format of RFC 3339.
fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Number(seconds) => Some(Timestamp(seconds.as_i64()?.checked_mul(1_000)?)),
        Value::String(text) => Some(Timestamp(text.parse::<jiff::Timestamp>().ok()?.as_millisecond())),
        _ => None,
    }
}

fn rejection(code: u16, body: &Bytes) -> String {
    let problem: Value = parse(body).unwrap_or_default();
    let reason = ["errors", "error", "message"].into_iter().find_map(|name| first_text(problem.get(name)?));
    match reason {
        Some(reason) => {
            let shown = reason.chars().filter(|c| !c.is_control()).take(MAX_REASON).collect::<String>();
            format!("Textline rejected it: {shown}")
        }
        None => format!("Textline rejected it without a reason ({code})."),
    }
}

/// Returns the first text in a value.
fn first_text(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => Some(text.trim()).filter(|text| !text.is_empty()),
        Value::Array(items) => items.iter().find_map(first_text),
        Value::Object(fields) => fields.values().find_map(first_text),
        _ => None,
    }
}

fn parse<T: DeserializeOwned>(body: &Bytes) -> Option<T> {
    serde_json::from_slice(body).ok()
}

/// Returns the seconds of `Retry-After`. A date is ignored, because clocks may differ.
fn retry_after(response: &HttpResponse) -> Option<u64> {
    response.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use http::StatusCode;

    use super::*;

    fn response(status: u16, body: &str) -> HttpResponse {
        HttpResponse {
            status: StatusCode::from_u16(status).expect("a status"),
            headers: [(header::RETRY_AFTER, "7".parse().expect("a header"))].into_iter().collect(),
            body: body.to_owned().into(),
        }
    }

    #[test]
    fn responses_are_classified_and_ambiguous_ones_are_unclear() {
        let sent = |status, text: &str| body(response(status, text)).and_then(|body| created_post(&body));
        assert_eq!(
            sent(200, r#"{"conversation":null,"post":{"uuid":"p1","x":[]},"group":{}}"#),
            Ok("p1".into())
        );
        assert_eq!(sent(429, ""), Err(ApiError::Busy(Some(7))));
        for (status, text) in [
            (200, "<html>"),
            (201, "{}"),
            (200, r#"{"post":{}}"#),
            (302, ""),
            (408, ""),
            (500, ""),
            (504, ""),
        ] {
            assert!(matches!(sent(status, text), Err(ApiError::Unclear(_))), "{status} {text}");
        }
        assert!(matches!(sent(403, ""), Err(ApiError::Denied(_))));
        assert_eq!(sent(404, "<html>"), Err(ApiError::NotFound));
        let words = |text| sent(422, text).map_err(ApiError::into_words);
        let stated = Err("Textline rejected it: can't be blank".to_owned());
        assert_eq!(words(r#"{"errors":{"phone_number":["can't be blank"]}}"#), stated);
        assert_eq!(words("<html>"), Err("Textline rejected it without a reason (422).".to_owned()));
    }

    #[test]
    fn a_failed_sign_in_is_the_accounts_fault_or_has_no_effect() {
        let signed_in = |status, body| access_token(&response(status, body)).map(drop);
        assert_eq!(signed_in(200, r#"{"user":{},"access_token":{"token":"t"}}"#), Ok(()));
        for (status, body) in
            [(200, r#"{"access_token":{"token":""}}"#), (200, "<html>"), (500, ""), (302, "")]
        {
            assert!(matches!(signed_in(status, body), Err(ApiError::Away(_))), "{status} {body}");
        }
        for status in [400, 401, 403, 422] {
            assert!(matches!(signed_in(status, ""), Err(ApiError::Denied(_))), "{status}");
        }
    }

    #[test]
    fn only_posts_to_the_customer_are_sent_texts() {
        let found = br#"{"conversation":{"uuid":"c1"},"posts":[
            {"uuid":"p1","body":"Yes. ","created_at":1493923935,"creator":{"name":"Bo","type":"user"}},
            {"uuid":"p2","body":"Yes.","created_at":1493923936,"creator":{"type":"customer"}},
            {"uuid":"p3","body":"Yes.","created_at":1493923937,"creator":{"type":"user"},"is_whisper":true},
            {"uuid":"p4","body":"No.","created_at":"2017-05-04T18:52:15Z","creator":null},
            {"body":"No.","created_at":1493923935}]}"#;
        let found = conversation(&Bytes::from_static(found)).expect("a page").expect("a conversation");
        assert_eq!(found.uuid, "c1");
        let sent: Vec<(String, String, i64)> =
            sent_posts(found, "Yes.").into_iter().map(|post| (post.sid, post.body, post.created.0)).collect();
        let expected = |sid: &str, body: &str| (sid.to_owned(), body.to_owned(), 1_493_923_935_000);
        assert_eq!(sent, [expected("p1", "Yes."), expected("p4", "No.")]);
        assert!(conversation(&Bytes::from_static(b"{\"conversation\":null}")).expect("a page").is_none());
    }
}
