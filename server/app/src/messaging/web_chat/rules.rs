//! Rules of web chats: limits, contacts, cursors and the email to a visitor who has left.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, sms, text::one_line};

use super::model::{Choice, ContactChange, Cursor, VisibleMessages, WebChat, WebChatId, WebChatMessage};
use crate::{messaging::photo, operations::rate_limit::Limit};

/// How long a report that a user types a reply is valid.
pub const TYPING_DURATION: Duration = Duration::from_secs(10);
/// How long a token is valid after the last message of its chat.
const LIFETIME: Duration = Duration::from_secs(30 * 86_400);
/// How long an answer of staff is in the chat before it is emailed.
pub const NOTICE_DELAY: Duration = Duration::from_secs(120);
/// How accurate the time is at which a visitor has seen a chat.
const SEEN_ACCURACY: Duration = Duration::from_secs(30);
/// Maximum number of messages in one response to a visitor.
pub const MAX_MESSAGES: usize = 100;
/// Maximum number of held messages in a cursor, which limits its length.
const MAX_HELD: usize = 10;
/// Maximum characters of a snippet.
const MAX_SNIPPET: usize = 160;
/// Polls of one client location within a minute.
pub const POLLS_PER_MINUTE: u32 = 240;
/// Reports of one client location within a minute that a visitor types.
pub const TYPING_REPORTS_PER_MINUTE: u32 = 120;

const QUARTER: Duration = Duration::from_secs(15 * 60);
const HOUR: Duration = Duration::from_secs(3_600);
const TOO_MANY_CHATS: &str = "Too many chats were started. Wait a few minutes, then try again.";
const TOO_MANY_SIGNATURES: &str = "Too many signatures in a short time. Wait a few minutes, then try again.";
const TOO_MANY_PHOTOS: &str =
    "Too many photos were sent. Send a message without a photo, or try again later.";
const TOO_MANY_MESSAGES: &str =
    "You've sent too many messages in a short time. Wait a few minutes, then try again.";

/// Limit of chats that are begun from one client location.
pub const STARTS_BY_PLACE: Limit = Limit {
    name: "web chat starts by place",
    most: 10,
    window: QUARTER,
    reason: ErrorReason::TooManyWebChats,
    words: TOO_MANY_CHATS,
};
/// Limit of chats that are begun in one community.
pub const STARTS_BY_COMMUNITY: Limit = Limit {
    name: "web chat starts by community",
    most: 300,
    window: HOUR,
    reason: ErrorReason::TooManyWebChats,
    words: TOO_MANY_CHATS,
};
/// Limit of messages of one chat.
pub const MESSAGES_BY_CHAT: Limit = Limit {
    name: "web chat messages by chat",
    most: 20,
    window: Duration::from_secs(10 * 60),
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_MESSAGES,
};
/// Limit of messages from one client location.
pub const MESSAGES_BY_PLACE: Limit = Limit {
    name: "web chat messages by place",
    most: 60,
    window: QUARTER,
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_MESSAGES,
};
/// Limit of messages in one community.
pub const MESSAGES_BY_COMMUNITY: Limit = Limit {
    name: "web chat messages by community",
    most: 2_000,
    window: Duration::from_secs(24 * 3_600),
    reason: ErrorReason::TooManyAttempts,
    words: "This chat is very busy today. Try again later, or contact the office.",
};
/// Limit of messages of one chat that have photos.
pub const PHOTOS_BY_CHAT: Limit = Limit {
    name: "web chat photos by chat",
    most: 10,
    window: HOUR,
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_PHOTOS,
};
/// Limit of messages from one client location that have photos.
pub const PHOTOS_BY_PLACE: Limit = Limit {
    name: "web chat photos by place",
    most: 20,
    window: HOUR,
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_PHOTOS,
};
/// Limit of messages in one community that have photos.
pub const PHOTOS_BY_COMMUNITY: Limit = Limit {
    name: "web chat photos by community",
    most: 300,
    window: Duration::from_secs(24 * 3_600),
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_PHOTOS,
};
/// Limit of changes of a visitor's contact.
pub const CONTACT_CHANGES: Limit = Limit {
    name: "web chat contact changes by chat",
    most: 10,
    window: HOUR,
    reason: ErrorReason::TooManyAttempts,
    words: "You've changed your contact details too many times. Try again in an hour.",
};

/// Limit of verifications of a chat's visitor by a signature.
pub const SIGNATURES_BY_CHAT: Limit = Limit {
    name: "web chat signatures by chat",
    most: 30,
    window: QUARTER,
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_SIGNATURES,
};
/// Limit of verifications by a signature from one client location.
pub const SIGNATURES_BY_PLACE: Limit = Limit {
    name: "web chat signatures by place",
    most: 120,
    window: QUARTER,
    reason: ErrorReason::TooManyAttempts,
    words: TOO_MANY_SIGNATURES,
};

/// Returns when the token of a chat expires whose last message is of this time.
pub fn expires_at(last_message: Timestamp) -> Timestamp {
    last_message.plus(LIFETIME)
}

/// Returns the start of a message, on one line.
pub fn snippet(body: &str) -> String {
    one_line(body).chars().take(MAX_SNIPPET).collect()
}

/// Returns the trimmed text of a message with a number of photos. Without a text, it is a placeholder for the photos.
///
/// # Errors
/// `INVALID_ARGUMENT` on `body` if it shows nothing and there are no photos.
pub fn body(text: &str, photos: usize) -> Result<String, Fault> {
    photo::text_or_placeholder(text, photos).ok_or_else(|| Fault::field("body", "Enter a message."))
}

/// Returns the text of a staff message as it is emailed, with links to its photos.
pub fn emailed_body(body: &str, links: &[&str]) -> String {
    let text = if !links.is_empty() && photo::is_placeholder(body) { "" } else { body };
    let links = links.iter().map(|link| format!("Photo (the link works for 7 days): {link}"));
    let parts: Vec<String> = std::iter::once(text.to_owned()).chain(links).collect();
    parts.join("\n").trim_start().to_owned()
}

/// Returns the chosen question.
///
/// # Errors
/// `INVALID_ARGUMENT` on `choice` if there is no such choice.
pub fn chosen(choices: &[Choice], choice: i32) -> Result<String, Fault> {
    let found = usize::try_from(choice).ok().and_then(|position| choices.get(position));
    let found =
        found.ok_or_else(|| Fault::field("choice", "Choose one of the questions, or type your own."))?;
    Ok(found.question.clone())
}

/// Returns the email address with which a chat begins.
///
/// # Errors
/// `INVALID_ARGUMENT` on `email` if the chat is closed and there is no address.
pub fn first_email(email: &str, is_open: bool) -> Result<String, Fault> {
    let email = email.trim();
    if email.is_empty() && !is_open {
        return Err(Fault::field("email", "Enter your email address so the office can reply."));
    }
    Ok(email.to_owned())
}

/// Returns a name on one line without control characters and invisible ones.
pub fn name(text: &str) -> String {
    one_line(text).chars().filter(|c| !c.is_control() && !sms::is_invisible(*c)).collect()
}

/// Returns the name that the visitor gave or, without one, the name that the website gave.
pub fn name_or(given: &str, of_website: &str) -> String {
    let given = name(given);
    if given.is_empty() { name(of_website) } else { given }
}

/// Returns the address of a web page; empty if it is none.
pub fn page(text: &str) -> String {
    let text = text.trim();
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    if is_address && !text.contains(char::is_whitespace) { text.to_owned() } else { String::new() }
}

/// Applies a change to the contact of a chat.
pub fn change_contact(chat: WebChat, change: ContactChange) -> WebChat {
    WebChat {
        name: change.name.map_or(chat.name, |text| name(&text)),
        email: change.email.map_or(chat.email, |email| email.trim().to_owned()),
        ..chat
    }
}

/// Whether the token of a chat is valid.
pub fn is_valid(chat: &WebChat, now: Timestamp) -> bool {
    now < chat.expires_ms
}

/// Whether it has to be stored that the visitor sees a chat now.
pub fn is_seen_outdated(chat: &WebChat, has_new: bool, now: Timestamp) -> bool {
    has_new || chat.seen_ms.is_none_or(|seen| seen.plus(SEEN_ACCURACY) <= now)
}

/// Whether an answer of staff is to be emailed: the visitor gave an address and has not seen the answer.
pub fn is_notice_due(chat: &WebChat, message: &WebChatMessage) -> bool {
    !chat.email.is_empty() && chat.seen_ms.is_none_or(|seen| seen < message.at_ms)
}

/// Returns the subject and the text of the email of an answer. It has no words of the visitor, whose address is not
/// verified. `header` is the first line of the company's emails; may be empty.
pub fn notice(community: &str, header: &str, answer: &str) -> (String, String) {
    let subject = format!("Answer from {community}");
    let footer = format!(
        "You're receiving this email because you asked {community} a question in the chat on its website."
    );
    let parts = [header.trim(), answer, &footer];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    (subject, parts.join("\n\n") + "\n")
}

/// Separates the messages that a visitor sees from held ones. `rows` follow `after` by position, and may have one row
/// more than [`MAX_MESSAGES`].
pub fn read_on(after: &Cursor, mut rows: Vec<WebChatMessage>, now: Timestamp) -> VisibleMessages {
    let has_more = rows.len() > MAX_MESSAGES;
    rows.truncate(MAX_MESSAGES);
    let held = rows.iter().enumerate().filter(|(_, row)| !row.is_visible(now));
    // The rest is read once some of them are no longer held.
    let end = held.map(|(index, _)| index).nth(MAX_HELD).unwrap_or(rows.len());
    rows.truncate(end);
    let position = rows.last().map_or(after.position, |row| row.position.max(after.position));
    let held = rows.iter().filter(|row| !row.is_visible(now)).map(|row| row.position).collect();
    rows.retain(|row| row.is_visible(now));
    rows.sort_by_key(|row| (row.at_ms, row.position));
    VisibleMessages { messages: rows, cursor: Cursor { position, held }, has_more }
}

/// Returns whether a user types a reply, or a message of staff is held. Only messages of staff are held.
pub fn is_staff_writing(chat: &WebChat, read: &VisibleMessages, now: Timestamp) -> bool {
    chat.staff_typing_until_ms.is_some_and(|until| now < until) || !read.cursor.held.is_empty()
}

/// Reads a cursor of a chat.
///
/// # Errors
/// `INVALID_ARGUMENT` on `after` if it is not a cursor of the chat.
pub fn parse_cursor(chat: &WebChatId, text: &str) -> Result<Cursor, Fault> {
    let refused = || Fault::field("after", "Send the cursor of the previous response, unchanged.");
    Cursor::parse(chat, text).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messaging::web_chat::model::WebChatAuthor;

    const NOW: Timestamp = Timestamp(1_000_000);

    fn message(position: i32, at_ms: i64) -> WebChatMessage {
        WebChatMessage {
            id: format!("m{position}").into(),
            chat_id: "c".into(),
            position,
            author: WebChatAuthor::Staff,
            staff_id: None,
            body: String::new(),
            bot_note: String::new(),
            choices: vec![],
            at_ms: Timestamp(at_ms),
        }
    }

    fn positions(read: &VisibleMessages) -> Vec<i32> {
        read.messages.iter().map(|message| message.position).collect()
    }

    #[test]
    fn a_held_message_is_read_once_it_is_visible_although_later_ones_were_read() {
        let rows = vec![message(1, 10), message(2, NOW.0 + 5), message(3, NOW.0)];
        let read = read_on(&Cursor::default(), rows, NOW);
        assert_eq!((positions(&read), read.has_more), (vec![1, 3], false));
        assert_eq!(read.cursor, Cursor { position: 3, held: vec![2] });
        let read = read_on(&read.cursor, vec![message(2, NOW.0 + 5)], Timestamp(NOW.0 + 5));
        assert_eq!((positions(&read), read.cursor), (vec![2], Cursor { position: 3, held: vec![] }));
    }

    #[test]
    fn messages_of_the_same_time_are_in_the_order_of_their_positions() {
        let rows = vec![message(1, 10), message(2, 10), message(3, 10)];
        assert_eq!(positions(&read_on(&Cursor::default(), rows, NOW)), [1, 2, 3]);
    }

    #[test]
    fn the_messages_of_one_response_are_limited() {
        let read = read_on(&Cursor::default(), (1..=101).map(|n| message(n, 10)).collect(), NOW);
        assert_eq!((read.messages.len(), read.cursor.position, read.has_more), (100, 100, true));
        let read = read_on(&Cursor::default(), (1..=30).map(|n| message(n, NOW.0 + 1)).collect(), NOW);
        assert_eq!((read.cursor.position, read.cursor.held.len()), (10, 10));
    }

    #[test]
    fn a_cursor_belongs_to_its_chat() {
        let chat: WebChatId = "01kz".into();
        let cursor = Cursor { position: 12, held: vec![10, 11] };
        let text = cursor.to_text(&chat);
        assert_eq!(parse_cursor(&chat, &text).expect("its own"), cursor);
        for other in ["", "01kz", "01kz.", "01kz.x", "other.12"] {
            assert!(parse_cursor(&chat, other).is_err(), "{other}");
        }
    }

    #[test]
    fn text_that_shows_nothing_is_no_message() {
        assert!(body(" \u{a0}\u{200b} ", 0).is_err());
        assert_eq!(body(" hi ", 3).expect("a text"), "hi");
        assert_eq!(body(" ", 1).expect("a photo"), "(photo)");
        assert_eq!(body("", 3).expect("photos"), "(3 photos)");
        assert_eq!(name("A\u{202e}va\r\nBcc: x\u{7}"), "Ava Bcc: x");
    }

    #[test]
    fn the_page_of_a_chat_is_a_web_address() {
        assert_eq!(page(" https://a.example/news "), "https://a.example/news");
        for other in ["", "javascript:alert(1)//https://a.example", "https://a.example/\r\nx"] {
            assert_eq!(page(other), "");
        }
    }

    #[test]
    fn only_a_question_of_the_bot_can_be_chosen() {
        let choices = [Choice { answer_id: "a".into(), question: "When does the pool open?".into() }];
        assert_eq!(chosen(&choices, 0).expect("the first"), "When does the pool open?");
        assert!(chosen(&choices, 1).is_err() && chosen(&choices, -1).is_err() && chosen(&[], 0).is_err());
    }

    #[test]
    fn an_emailed_message_links_to_its_photos() {
        assert_eq!(emailed_body("(photo)", &[]), "(photo)");
        assert_eq!(emailed_body("(photo)", &["https://a"]), "Photo (the link works for 7 days): https://a");
        let two = emailed_body("Here.", &["https://a", "https://b"]);
        assert_eq!(two.lines().count(), 3, "{two}");
    }

    #[test]
    fn the_email_of_an_answer_has_no_words_of_the_visitor() {
        let (subject, body) = notice("Harbor Row", "", "The pool opens at 9.");
        assert_eq!(subject, "Answer from Harbor Row");
        assert!(body.starts_with("The pool opens at 9.\n\nYou're receiving this email because"), "{body}");
    }
}
