//! Rules of threads.
use std::time::Duration;

use platform::{Fault, Priority, Timestamp};

use super::model::{EmailKind, EmailMessage, EmailThread, EmailThreadId, ThreadState};
use crate::email::mailbox::Mailbox;

/// Maximum number of characters of a snippet.
const MAX_SNIPPET: usize = 160;
/// Maximum number of characters of a subject key.
const MAX_SUBJECT_KEY: usize = 200;
const YEAR: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Prefixes of replies, forwards and automatic replies in common languages.
const PREFIXES: [&str; 18] = [
    "re",
    "fw",
    "fwd",
    "aw",
    "wg",
    "sv",
    "vs",
    "antw",
    "odp",
    "res",
    "enc",
    "rif",
    "tr",
    "ynt",
    "autoreply",
    "automatic reply",
    "auto",
    "out of office",
];

/// Returns a subject in lowercase without prefixes such as "Re:", with single spaces. At most 200 characters.
#[must_use]
pub fn subject_key(subject: &str) -> String {
    let lower = subject.to_lowercase();
    let mut rest = lower.trim();
    while let Some((head, tail)) = rest.split_once([':', '：']) {
        let head = head.split(['[', '(']).next().unwrap_or_default().trim();
        if !PREFIXES.contains(&head) {
            break;
        }
        rest = tail.trim_start();
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    words.join(" ").chars().take(MAX_SUBJECT_KEY).collect()
}

/// Returns the beginning of a text on one line.
#[must_use]
pub fn snippet(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(MAX_SNIPPET).collect();
    let line = words.join(" ");
    if line.chars().count() <= MAX_SNIPPET {
        return line;
    }
    line.chars().take(MAX_SNIPPET - 1).chain(['…']).collect()
}

/// The other side of a thread. The name may be empty.
pub struct Participant {
    pub address: String,
    pub name: String,
}

/// Returns a new thread for a message.
#[must_use]
pub fn new_thread(
    id: EmailThreadId,
    mailbox: &Mailbox,
    message: &EmailMessage,
    participant: Participant,
) -> EmailThread {
    EmailThread {
        id,
        community_id: mailbox.community_id.clone(),
        community_tag: mailbox.community_tag.clone(),
        mailbox_id: mailbox.id.clone(),
        subject: message.subject.clone(),
        subject_key: subject_key(&message.subject),
        participant_address: participant.address,
        participant_name: participant.name,
        unit: String::new(),
        snippet: String::new(),
        state: ThreadState::Open,
        snoozed_until_ms: None,
        assignee_id: None,
        assignee_name: String::new(),
        assigned_by_rule: String::new(),
        unread: false,
        has_attachments: false,
        kind: EmailKind::Normal,
        message_count: 0,
        last_message_ms: message.at_ms,
        version: 0,
        priority: Priority::Normal,
    }
}

/// Returns a thread after an email was received. An automatic reply does not reopen it or mark it as unread.
#[must_use]
pub fn add_incoming(mut thread: EmailThread, message: &EmailMessage, has_attachments: bool) -> EmailThread {
    thread.kind = message.kind;
    thread.has_attachments |= has_attachments;
    if message.kind != EmailKind::AutoReply {
        if thread.state == ThreadState::Resolved {
            thread.priority = Priority::Normal;
        }
        thread.unread = true;
        thread.state = ThreadState::Open;
        thread.snoozed_until_ms = None;
    }
    if thread.participant_name.is_empty() && thread.participant_address == message.from_address {
        thread.participant_name.clone_from(&message.from_name);
    }
    add(thread, message)
}

/// Returns a thread after an email was sent.
#[must_use]
pub fn add_outgoing(mut thread: EmailThread, message: &EmailMessage, has_attachments: bool) -> EmailThread {
    thread.has_attachments |= has_attachments;
    thread.unread = false;
    thread.kind = EmailKind::Normal;
    add(thread, message)
}

fn add(mut thread: EmailThread, message: &EmailMessage) -> EmailThread {
    thread.snippet = snippet(&message.text);
    thread.message_count += 1;
    thread.last_message_ms = thread.last_message_ms.max(message.at_ms);
    thread.version += 1;
    thread
}

/// Returns a thread with another priority.
#[must_use]
pub fn set_priority(mut thread: EmailThread, priority: Priority) -> EmailThread {
    thread.priority = priority;
    thread.version += 1;
    thread
}

/// Returns a thread in another state.
///
/// # Errors
/// `INVALID_ARGUMENT` on `snoozedUntil` if it is required and unset, past or more than a year ahead.
pub fn change_state(
    mut thread: EmailThread,
    state: ThreadState,
    until: Option<Timestamp>,
    now: Timestamp,
) -> Result<EmailThread, Fault> {
    thread.snoozed_until_ms = match (state, until) {
        (ThreadState::Snoozed, Some(until)) if until > now && until <= now.plus(YEAR) => Some(until),
        (ThreadState::Snoozed, _) => {
            return Err(Fault::field("snoozedUntil", "Choose a time in the future, at most a year ahead."));
        }
        _ => None,
    };
    thread.state = state;
    thread.version += 1;
    Ok(thread)
}

/// Reopens a snoozed thread; `None` if it was not snoozed until this time.
pub fn wake(mut thread: EmailThread, until: Timestamp) -> Option<EmailThread> {
    if thread.state != ThreadState::Snoozed || thread.snoozed_until_ms != Some(until) {
        return None;
    }
    thread.state = ThreadState::Open;
    thread.snoozed_until_ms = None;
    thread.unread = true;
    thread.version += 1;
    Some(thread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_key_has_no_prefixes() {
        for subject in [
            "Dock slip",
            "Re: Dock slip",
            "RE: Fwd:  AW: dock   SLIP",
            "Re[2]: Dock slip",
            "SV: Re: Dock slip",
        ] {
            assert_eq!(subject_key(subject), "dock slip", "{subject}");
        }
        assert_eq!(subject_key("Automatic reply: Dock slip"), "dock slip");
        assert_eq!(subject_key("Unit 4: leak"), "unit 4: leak");
        assert_eq!(subject_key("Re:"), "");
    }

    #[test]
    fn a_snippet_is_one_short_line() {
        assert_eq!(snippet(" Hello\n\n there "), "Hello there");
        assert_eq!(snippet(&"é".repeat(500)).chars().count(), 160);
    }
}
