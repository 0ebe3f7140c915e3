//! Rules for connections and for events of Chatwoot.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, network_address::may_be_public, sms};
use serde::Deserialize;
use serde_json::Value;
use url::{Position, Url};

use crate::operations::rate_limit::Limit;

/// Limit of connection tests per company, because each calls a host of the company's choice.
pub const TESTS: Limit = Limit {
    name: "Chatwoot tests by company",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyTests,
    words: "Too many tests of Chatwoot in the last hour. Wait a moment, then try again.",
};
/// Maximum characters of a reply.
const MAX_REPLY: usize = 1_600;
/// Prefix of the source IDs of messages that Parlor adds at Chatwoot.
const SOURCE: &str = "parlor-";

/// Returns the source ID of a mirrored object.
pub fn source_id(id: &str) -> String {
    format!("{SOURCE}{id}")
}

/// Returns an address without a trailing slash.
///
/// # Errors
/// `INVALID_ARGUMENT` on `baseUrl` if it is not the address of a server that may be called.
pub fn check_base_url(text: &str, is_private_allowed: bool) -> Result<String, Fault> {
    let wrong = || {
        Fault::field(
            "baseUrl",
            "Enter the https address of a public Chatwoot server, such as https://app.chatwoot.com.",
        )
    };
    let url = Url::parse(text.trim()).map_err(|_| wrong())?;
    let has_login = !url.username().is_empty() || url.password().is_some();
    let is_bare = !has_login && url[Position::AfterPath..].is_empty();
    let is_secure = url.scheme() == "https" || (is_private_allowed && url.scheme() == "http");
    let is_allowed_host = url.has_host() && (is_private_allowed || may_be_public(&url));
    if !(is_bare && is_secure && is_allowed_host) {
        return Err(wrong());
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Returns the error for settings that do not work.
pub fn test_failed(words: &str) -> Fault {
    Fault::precondition(ErrorReason::ChatwootTestFailed, format!("Nothing was saved. {words}"))
}

/// The used fields of an event of Chatwoot. Unknown fields are ignored.
#[derive(Debug, Default, Deserialize)]
pub struct Event {
    #[serde(default)]
    pub event: String,
    /// ID of a message or a conversation.
    pub id: Option<i64>,
    #[serde(default)]
    pub account: Reference,
    #[serde(default)]
    pub inbox: Reference,
    #[serde(default)]
    pub inbox_id: Option<i64>,
    #[serde(default)]
    pub conversation: Reference,
    /// A name, or a number in older versions.
    #[serde(default)]
    message_type: Value,
    #[serde(default)]
    private: bool,
    #[serde(default)]
    content: Option<String>,
    #[serde(default)]
    source_id: Option<String>,
    #[serde(default)]
    pub sender: Option<Person>,
    #[serde(default)]
    status: String,
    /// A time in RFC 3339, or in seconds.
    #[serde(default)]
    snoozed_until: Value,
    #[serde(default)]
    meta: Meta,
}

#[derive(Debug, Default, Deserialize)]
pub struct Reference {
    pub id: Option<i64>,
}

/// An agent at Chatwoot.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Person {
    #[serde(default)]
    pub name: Option<String>,
    #[serde(default)]
    pub email: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
struct Meta {
    #[serde(default)]
    assignee: Option<Person>,
}

/// The change that an event requests.
#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    /// A reply to the resident.
    Reply {
        chatwoot_id: i64,
        body: String,
    },
    Resolve,
    /// Opens a resolved or snoozed conversation.
    Reopen,
    /// Returns the conversation to the bot.
    HandBack,
    Snooze(Timestamp),
}

impl Event {
    /// Returns the ID of the inbox.
    pub fn inbox(&self) -> Option<i64> {
        self.inbox.id.or(self.inbox_id)
    }

    /// Returns the number of the conversation at Chatwoot.
    pub fn conversation(&self) -> Option<i64> {
        if self.event == "message_created" { self.conversation.id } else { self.id }
    }

    /// Returns the agent who caused the event, if known.
    pub fn agent(&self) -> Option<Person> {
        let agent = if self.event == "message_created" { &self.sender } else { &self.meta.assignee };
        agent.as_ref().map(|agent| Person { name: clean(&agent.name), email: clean(&agent.email) })
    }

    /// Returns the requested change; `None` for events without effect, such as notes and what Parlor itself
    /// added.
    pub fn change(&self) -> Option<Change> {
        match self.event.as_str() {
            "message_created" => self.reply(),
            "conversation_status_changed" => match self.status.as_str() {
                "resolved" => Some(Change::Resolve),
                "open" => Some(Change::Reopen),
                "pending" => Some(Change::HandBack),
                "snoozed" => time(&self.snoozed_until).map(Change::Snooze),
                _ => None,
            },
            _ => None,
        }
    }

    fn reply(&self) -> Option<Change> {
        let is_outgoing = self.message_type == "outgoing" || self.message_type == 1;
        let is_ours = self.source_id.as_deref().is_some_and(|source| source.starts_with(SOURCE));
        if !is_outgoing || self.private || is_ours {
            return None;
        }
        let body = self.content.clone().unwrap_or_default().chars().filter(|c| *c != '\0').collect();
        Some(Change::Reply { chatwoot_id: self.id?, body })
    }
}

/// Returns a name or an email address on one line, at most 254 characters; `None` if it shows nothing.
fn clean(text: &Option<String>) -> Option<String> {
    let text: String =
        text.iter().flat_map(|text| text.chars()).filter(|c| !c.is_control()).take(254).collect();
    (!sms::is_blank(&text)).then_some(text)
}

/// Checks the text of a reply.
///
/// # Errors
/// `INVALID_ARGUMENT` if it cannot be sent as a text.
pub fn check_reply(body: &str) -> Result<(), Fault> {
    if sms::is_blank(body) {
        return Err(Fault::field("body", "Only text can be sent, without attachments."));
    }
    if body.chars().count() > MAX_REPLY {
        return Err(Fault::field("body", "The reply is longer than 1,600 characters. Shorten it."));
    }
    Ok(())
}

fn time(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => {
            let time: jiff::Timestamp = text.parse().ok()?;
            Some(Timestamp(time.as_millisecond()))
        }
        Value::Number(seconds) => seconds.as_i64()?.checked_mul(1_000).map(Timestamp),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn change(event: Value) -> Option<Change> {
        serde_json::from_value::<Event>(event).ok().and_then(|event| event.change())
    }

    #[test]
    fn only_public_outgoing_messages_of_agents_are_replies() {
        let message = |more: Value| {
            let mut event = json!({ "event": "message_created", "id": 7, "message_type": "outgoing",
                "content": "Hi", "private": false, "source_id": null, "content_attributes": {} });
            for (name, value) in more.as_object().into_iter().flatten() {
                event[name] = value.clone();
            }
            change(event)
        };
        let reply = Some(Change::Reply { chatwoot_id: 7, body: "Hi".into() });
        assert_eq!(message(json!({})), reply);
        assert_eq!(message(json!({ "message_type": 1 })), reply);
        for other in [
            json!({ "private": true }),
            json!({ "message_type": "incoming" }),
            json!({ "message_type": "template" }),
            json!({ "source_id": "parlor-01" }),
            json!({ "event": "message_updated" }),
            json!({ "id": null }),
        ] {
            assert_eq!(message(other.clone()), None, "{other}");
        }
    }

    #[test]
    fn invisible_characters_are_neither_a_reply_nor_a_name() {
        for blank in ["", " ", "\u{200b}\u{feff} "] {
            assert!(check_reply(blank).is_err(), "{blank:?}");
            assert_eq!(clean(&Some(blank.to_owned())), None, "{blank:?}");
        }
        assert!(check_reply("\u{200b}Hi").is_ok());
        assert_eq!(clean(&Some("Dana".into())).as_deref(), Some("Dana"));
    }

    #[test]
    fn a_chatwoot_status_maps_to_the_closest_state() {
        let status = |status: &str, until: Value| {
            change(
                json!({ "event": "conversation_status_changed", "id": 1, "status": status, "snoozed_until": until }),
            )
        };
        assert_eq!(status("resolved", Value::Null), Some(Change::Resolve));
        assert_eq!(status("open", Value::Null), Some(Change::Reopen));
        assert_eq!(status("pending", Value::Null), Some(Change::HandBack));
        let until = Some(Change::Snooze(Timestamp(1_700_000_000_000)));
        assert_eq!(status("snoozed", json!("2023-11-14T22:13:20.000Z")), until);
        assert_eq!(status("snoozed", json!(1_700_000_000)), until);
        assert_eq!(status("snoozed", Value::Null), None, "until the next reply");
        assert_eq!(status("unheard", Value::Null), None);
    }

    #[test]
    fn only_public_https_base_urls_are_accepted() {
        let checked = |url| check_base_url(url, false).ok();
        assert_eq!(checked(" https://app.chatwoot.com/ "), Some("https://app.chatwoot.com".into()));
        assert_eq!(checked("https://a.example/desk/"), Some("https://a.example/desk".into()));
        for refused in [
            "",
            "app.chatwoot.com",
            "http://app.chatwoot.com",
            "https://10.0.0.1",
            "https://[::1]",
            "https://2130706433",
            "https://me:it@a.example",
            "https://a.example/?x=1",
            "https://a.example/#x",
            "file:///etc/passwd",
        ] {
            assert_eq!(checked(refused), None, "{refused}");
        }
        assert!(check_base_url("http://127.0.0.1:3000", true).is_ok());
    }

    #[test]
    fn malformed_events_are_refused_or_change_one_conversation() {
        let reply = json!({ "event": "message_created", "id": 7, "message_type": 1, "content": "Hi", "private": false,
            "account": { "id": 1 }, "inbox": { "id": 2 }, "conversation": { "id": 3 }, "source_id": null,
            "sender": { "name": "Dana", "email": "d@x.example" } });
        let state = json!({ "event": "conversation_status_changed", "id": 3, "status": "snoozed", "inbox_id": 2,
            "snoozed_until": "2023-11-14T22:13:20.000Z", "meta": { "assignee": { "name": null } } });
        let samples = [
            reply.to_string(),
            state.to_string(),
            state.to_string().replace("\"2023-11-14T22:13:20.000Z\"", "17e8"),
        ];
        let samples: Vec<&[u8]> = samples.iter().map(|sample| sample.as_bytes()).collect();
        fuzzing::check_bytes(1_500, &samples, |body| {
            let Ok(event) = serde_json::from_slice::<Event>(body) else { return };
            if let Some(Change::Reply { body, .. }) = event.change() {
                assert!(!body.contains('\0'));
                let _ = check_reply(&body);
            }
            let is_line = |text: &Option<String>| text.iter().all(|text| !text.contains(char::is_control));
            assert!(event.agent().iter().all(|agent| is_line(&agent.name) && is_line(&agent.email)));
            let _ = (event.inbox(), event.conversation());
        });
        fuzzing::check_texts(
            300,
            &["https://app.chatwoot.com/desk/", "http://[::1]:3000", "https://me:it@a/?x#y"],
            |url| {
                assert!(
                    check_base_url(url, false).is_ok_and(|url| url.starts_with("https://"))
                        || check_base_url(url, false).is_err()
                );
            },
        );
    }
}
