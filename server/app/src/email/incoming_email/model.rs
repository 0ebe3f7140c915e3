//! Types of received emails.
use crate::email::email_thread::{EmailKind, EmailThreadId};

/// When an email arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Just arrived. The bot handles it.
    New,
    /// In the folder before the mailbox was connected. The bot ignores it.
    Earlier,
}

/// The parsed content of an email. Text is valid to store: it has no control characters except line breaks
/// and tabs.
#[derive(Debug)]
pub struct ParsedEmail {
    /// Without angle brackets; empty if there is none.
    pub message_id: String,
    /// IDs of In-Reply-To and References, nearest first; at most 20.
    pub reference_ids: Vec<String>,
    /// In lowercase.
    pub from_address: String,
    pub from_name: String,
    pub to_addresses: Vec<String>,
    pub cc_addresses: Vec<String>,
    pub subject: String,
    pub text: String,
    pub quoted_text: String,
    pub html: SanitizedHtml,
    pub kind: EmailKind,
    /// Message-IDs of the emails that a bounce reports.
    pub bounced_ids: Vec<String>,
    pub attachments: Vec<ParsedAttachment>,
    /// SHA-256 of the fields above, in hexadecimal.
    pub content_hash: String,
}

/// HTML without scripts, styles, forms and unknown elements.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SanitizedHtml {
    /// Empty if there is none.
    pub html: String,
    /// Addresses of remote images, by position.
    pub images: Vec<String>,
}

/// An attachment of a received email.
#[derive(Debug)]
pub struct ParsedAttachment {
    pub name: String,
    pub media_type: String,
    pub size: usize,
    /// `None` if it is too large to be stored.
    pub bytes: Option<Vec<u8>>,
}

/// Header fields that classify an email.
#[derive(Default)]
pub struct ClassificationHeaders {
    pub auto_submitted: String,
    pub precedence: String,
    pub has_list_header: bool,
    pub has_auto_reply_header: bool,
    /// Value of `report-type` of a `multipart/report`.
    pub report_type: String,
    /// Whether the Return-Path is empty.
    pub has_null_sender: bool,
}

/// The outcome of receiving an email.
#[derive(Debug, PartialEq, Eq)]
pub enum Ingested {
    Added(EmailThreadId),
    /// The mailbox already has the email.
    Duplicate(Option<EmailThreadId>),
    /// The mailbox itself sent the email.
    Own,
}

/// An email that staff write as a homeowner.
pub struct TestEmail {
    pub thread: Option<EmailThreadId>,
    pub from_address: String,
    pub from_name: String,
    pub subject: String,
    pub text: String,
    /// The raw message, which replaces the fields above.
    pub raw: Option<Vec<u8>>,
}
