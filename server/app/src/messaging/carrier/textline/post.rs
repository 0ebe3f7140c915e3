//! The payload of Textline's webhook, version 3.
use platform::{Timestamp, phone::Phone};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::response::is_of_customer;
use crate::messaging::{
    carrier::model::Kind,
    photo::{self, CarrierFile, NewPhoto},
};

/// Maximum characters of a text.
const MAX_CHARACTERS: usize = 1_600;
/// Maximum characters of the content type of a file.
const MAX_TYPE: usize = 100;
/// Maximum characters of the address of a file.
const MAX_URL: usize = 2_000;
/// Maximum characters of a UUID.
const MAX_UUID: usize = 64;

/// The name of the event for texts of customers, where Textline names the event.
const CUSTOMER_EVENT: &str = "new_customer_post";

/// A text of a customer.
#[derive(Debug, Serialize, Deserialize)]
pub struct CustomerPost {
    /// Identifies the post: a repeated report has the same key.
    pub key: String,
    /// UUID of the conversation.
    pub conversation: String,
    /// UUID of the group, if Textline named it.
    pub group: Option<String>,
    pub from: Phone,
    pub body: String,
    pub photos: Vec<Attachment>,
    pub received: Timestamp,
}

/// A file of a text.
#[derive(Debug, Serialize, Deserialize)]
pub struct Attachment {
    content_type: String,
    url: String,
}

impl Attachment {
    /// Returns the photo, which is still at Textline.
    pub fn into_photo(self) -> NewPhoto {
        let file = CarrierFile { carrier: Kind::Textline as i32, url: self.url };
        NewPhoto { content_type: self.content_type, source: photo::Source::Carrier(file) }
    }
}

/// Returns the text of a payload; `None` if it is not a customer's text that can be answered.
pub fn customer_post(payload: &[u8], now: Timestamp) -> Option<CustomerPost> {
    let event: Value = serde_json::from_slice(payload).ok()?;
    let text = |path: &str| event.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let is_customers = match text("/webhook") {
        "" => is_of_customer(event.pointer("/post/creator")?),
        name => name == CUSTOMER_EVENT,
    };
    let is_whisper = event.pointer("/post/is_whisper").and_then(Value::as_bool).unwrap_or(false);
    if !is_customers || is_whisper {
        return None;
    }
    let first_uuid = |paths: &[&str]| paths.iter().find_map(|&path| uuid(text(path)));
    let from = Phone::parse("phone_number", text("/conversation/customer/phone_number")).ok()?;
    let conversation = first_uuid(&["/conversation/uuid", "/post/conversation_uuid"])?;
    let group = first_uuid(&["/group/uuid", "/conversation/group/uuid", "/conversation/group_uuid"]);
    let body: String = text("/post/body").chars().filter(|c| *c != '\0').take(MAX_CHARACTERS).collect();
    let photos = attachments(event.pointer("/post/attachments"));
    if body.trim().is_empty() && photos.is_empty() {
        return None;
    }
    let key = first_uuid(&["/post/uuid"]).unwrap_or_else(|| {
        let created_at = event.pointer("/post/created_at").map(Value::to_string).unwrap_or_default();
        let urls: Vec<&str> = photos.iter().map(|file| file.url.as_str()).collect();
        hex::encode(Sha256::digest(format!("{conversation}\n{created_at}\n{}\n{body}", urls.join(" "))))
    });
    Some(CustomerPost {
        key: format!("textline {key}"),
        conversation,
        group,
        from,
        body,
        photos,
        received: now,
    })
}

/// Returns a UUID in lowercase.
fn uuid(text: &str) -> Option<String> {
    let is_valid = (1..=MAX_UUID).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    is_valid.then(|| text.to_ascii_lowercase())
}

/// Returns up to 10 files, in order.
fn attachments(list: Option<&Value>) -> Vec<Attachment> {
    let one = |file: &Value| {
        let text = |name: &str| file.get(name).and_then(Value::as_str).unwrap_or_default();
        let url = text("url");
        let is_valid = !url.is_empty() && url.len() <= MAX_URL && !url.contains(char::is_control);
        let kept = |c: &char| !c.is_control();
        let content_type = text("content_type").chars().filter(kept).take(MAX_TYPE).collect();
        is_valid.then(|| Attachment { content_type, url: url.to_owned() })
    };
    let list = list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().filter_map(one).take(photo::MAX_PHOTOS).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn payload() -> Value {
        json!({
            "conversation": {
                "customer": {
                    "uuid": "deb79a6a", "phone_number": "(202) 555-0171", "tags": ["a"], "blocked": false,
                    "reachable": true,
                },
                "resolved": true, "uuid": "84A2C56F", "new": {},
            },
            "post": {
                "attachments": [{ "content_type": "image/jpeg", "url": "https://files.example/x" }, "text", {}],
                "body": "hel\0lo", "conversation_uuid": "84a2c56f", "created_at": 1_493_923_935,
                "creator": { "name": "Ann", "type": "customer" },
            },
        })
    }

    fn read(payload: &Value) -> Option<CustomerPost> {
        customer_post(payload.to_string().as_bytes(), Timestamp(5))
    }

    #[test]
    fn a_customers_post_is_read() {
        let post = read(&payload()).expect("a post");
        assert_eq!((post.from.as_str(), post.body.as_str()), ("+12025550171", "hello"));
        assert_eq!((post.conversation.as_str(), post.group, post.received), ("84a2c56f", None, Timestamp(5)));
        let photos: Vec<_> =
            post.photos.iter().map(|file| (file.content_type.as_str(), file.url.as_str())).collect();
        assert_eq!(photos, [("image/jpeg", "https://files.example/x")]);
    }

    #[test]
    fn posts_are_told_apart_by_uuid_or_else_by_conversation_time_and_text() {
        let key = |payload: &Value| read(payload).expect("a post").key;
        let (first, mut later, mut other) = (payload(), payload(), payload());
        assert_eq!(key(&first), key(&first));
        later["post"]["created_at"] = json!(1_493_923_936);
        other["post"]["body"] = json!("something else");
        assert_ne!(key(&first), key(&later));
        assert_ne!(key(&first), key(&other), "two texts in the same second");
        let mut named = payload();
        named["post"]["uuid"] = json!("P1");
        assert_eq!(key(&named), "textline p1");
    }

    #[test]
    fn posts_of_staff_whispers_and_other_events_are_ignored() {
        let with = |path: &str, value: Value| {
            let mut payload = payload();
            *payload.pointer_mut(path).expect("a field") = value;
            payload
        };
        assert!(read(&with("/post/creator/type", json!("user"))).is_none());
        assert!(read(&with("/conversation/customer/phone_number", json!("28849"))).is_none());
        assert!(read(&with("/conversation/uuid", json!(""))).is_some(), "the post names the conversation");
        assert!(read(&with("/post", Value::Null)).is_none());
        let mut whisper = payload();
        whisper["post"]["is_whisper"] = json!(true);
        assert!(read(&whisper).is_none());
        let mut named = with("/post/creator/type", json!("user"));
        named["webhook"] = json!("new_customer_post");
        assert!(read(&named).is_some(), "the event names the customer");
        named["webhook"] = json!("new_agent_post");
        assert!(read(&named).is_none());
        assert!(customer_post(b"[1", Timestamp(0)).is_none());
    }
}
