//! Rules for emails that staff write.
use std::time::Duration;

use platform::{ErrorReason, Fault, Timestamp, sms};

use crate::email::{
    email_thread::{Attachment, EmailMessage, EmailStatus},
    mailbox::{Mailbox, parse_address},
};

/// Delay of each email, during which it can be canceled.
const UNDO: Duration = Duration::from_secs(10);
const YEAR: Duration = Duration::from_secs(366 * 24 * 3_600);
/// Maximum number of drafts of a mailbox.
pub const MAX_DRAFTS: i64 = 1_000;
/// Maximum number of files of an email.
const MAX_ATTACHMENTS: usize = 10;
/// Maximum total size of an email's files. Encoding increases it by a third, and common mail servers accept
/// 25 MB.
const MAX_ATTACHED_BYTES: i64 = 15 << 20;
/// Maximum number of characters that are quoted.
const MAX_QUOTED: usize = 20_000;

/// Checks that an email is a draft.
///
/// # Errors
/// `EMAIL_ALREADY_SENT`.
pub fn check_draft(message: &EmailMessage) -> Result<(), Fault> {
    match message.status {
        EmailStatus::Draft => Ok(()),
        _ => Err(already_sent()),
    }
}

pub fn already_sent() -> Fault {
    Fault::precondition(ErrorReason::EmailAlreadySent, "This email is already on its way. Reload to see it.")
}

pub fn too_many_drafts() -> Fault {
    let words = "This mailbox has 1,000 drafts. Discard or send some, then try again.";
    Fault::precondition(ErrorReason::TooManyEmailDrafts, words)
}

/// Checks that one more file can be attached to an email.
///
/// # Errors
/// `TOO_MANY_EMAIL_ATTACHMENTS`; `INVALID_ARGUMENT` on `data` if the files are too large in total.
pub fn check_attachment(others: &[Attachment], size_bytes: i64) -> Result<(), Fault> {
    if others.len() >= MAX_ATTACHMENTS {
        let words = "This email has 10 files. Remove one to attach another.";
        return Err(Fault::precondition(ErrorReason::TooManyEmailAttachments, words));
    }
    let before: i64 = others.iter().map(|attachment| attachment.size_bytes).sum();
    match before.saturating_add(size_bytes) > MAX_ATTACHED_BYTES {
        true => {
            Err(Fault::field("data", "An email can have up to 15 MB of files. Send this one separately."))
        }
        false => Ok(()),
    }
}

/// Returns distinct recipients in lowercase.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field.
pub fn recipients(field: &str, addresses: &[String]) -> Result<Vec<String>, Fault> {
    let mut found: Vec<String> = Vec::new();
    for text in addresses.iter().filter(|text| !text.trim().is_empty()) {
        let address = parse_address(text)
            .ok_or_else(|| Fault::field(field, format!("\"{}\" is not an email address.", text.trim())))?;
        if !found.contains(&address) {
            found.push(address);
        }
    }
    Ok(found)
}

/// Checks the subject of a draft.
///
/// # Errors
/// `INVALID_ARGUMENT` on `subject`.
pub fn check_subject(subject: &str) -> Result<(), Fault> {
    match subject.contains(char::is_control) {
        true => Err(Fault::field("subject", "Enter the subject on one line.")),
        false => Ok(()),
    }
}

/// Returns a draft as scheduled.
///
/// # Errors
/// `EMAIL_ALREADY_SENT`; `INVALID_ARGUMENT` on a missing field or on `sendAt`.
pub fn schedule(
    mut message: EmailMessage,
    send_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<EmailMessage, Fault> {
    check_draft(&message)?;
    if message.to_addresses.is_empty() {
        return Err(Fault::field("to", "Add a recipient."));
    }
    if sms::is_blank(&message.subject) {
        return Err(Fault::field("subject", "Enter a subject."));
    }
    if sms::is_blank(&message.text) {
        return Err(Fault::field("text", "Enter a text."));
    }
    let at = send_at.unwrap_or(now).max(now.plus(UNDO));
    if at > now.plus(YEAR) {
        return Err(Fault::field("sendAt", "Choose a time at most a year ahead."));
    }
    message.status = EmailStatus::Scheduled;
    message.problem.clear();
    message.send_at_ms = Some(at);
    message.at_ms = now;
    Ok(message)
}

/// Returns a scheduled email to the draft state.
///
/// # Errors
/// `EMAIL_ALREADY_SENT`.
pub fn cancel(mut message: EmailMessage, now: Timestamp) -> Result<EmailMessage, Fault> {
    if message.status != EmailStatus::Scheduled {
        return Err(already_sent());
    }
    message.status = EmailStatus::Draft;
    message.send_at_ms = None;
    message.at_ms = now;
    Ok(message)
}

/// Returns an email as it is sent: with its mailbox's signature and the quoted email that it answers.
pub fn sent(
    mut message: EmailMessage,
    mailbox: &Mailbox,
    answered: Option<&EmailMessage>,
    now: Timestamp,
) -> EmailMessage {
    if !mailbox.signature.is_empty() {
        message.text = format!("{}\n\n-- \n{}", message.text.trim_end(), mailbox.signature);
    }
    if let Some(answered) = answered {
        message.quoted_text = quote(answered);
        message.reference_ids.clone_from(&answered.reference_ids);
        if !answered.message_id.is_empty() {
            message.reference_ids.insert(0, answered.message_id.clone());
        }
        message.reference_ids.truncate(20);
    }
    message.status = EmailStatus::Sent;
    message.send_at_ms = None;
    message.at_ms = now;
    message
}

fn quote(answered: &EmailMessage) -> String {
    let sender = match answered.from_name.as_str() {
        "" => answered.from_address.clone(),
        name => format!("{name} <{}>", answered.from_address),
    };
    let lines: Vec<String> = answered.text.lines().map(|line| format!("> {line}")).collect();
    format!("{sender} wrote:\n{}", lines.join("\n")).chars().take(MAX_QUOTED).collect()
}
