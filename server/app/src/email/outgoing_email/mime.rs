//! Composes emails for mail servers (RFC 5322).
use std::time::{Duration, SystemTime};

use lettre::{
    Address, Message,
    message::{Attachment, Mailbox as Party, MultiPart, SinglePart, header::ContentType},
};

use crate::email::email_thread::EmailMessage;

/// Media type of files whose type is unknown.
const UNKNOWN: &str = "application/octet-stream";

/// A file to send.
pub struct MailFile {
    pub name: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
}

/// Composes an email with its files. If a sender is given, the email comes from that address, and replies go
/// to the mailbox.
///
/// # Errors
/// The reason why an address is invalid, as text for staff.
pub fn compose(
    message: &EmailMessage,
    files: Vec<MailFile>,
    required_sender: &str,
) -> Result<Message, String> {
    let own = party(&message.from_name, &message.from_address)?;
    let mut builder = match required_sender {
        "" => Message::builder().from(own),
        sender => Message::builder().from(party(&message.from_name, sender)?).reply_to(own),
    };
    for to in &message.to_addresses {
        builder = builder.to(party("", to)?);
    }
    for cc in &message.cc_addresses {
        builder = builder.cc(party("", cc)?);
    }
    // Nearest first here, oldest first in the header.
    let references: Vec<String> = message.reference_ids.iter().rev().map(|id| format!("<{id}>")).collect();
    if let Some(nearest) = message.reference_ids.first() {
        builder = builder.in_reply_to(format!("<{nearest}>")).references(references.join(" "));
    }
    let at = Duration::from_millis(u64::try_from(message.at_ms.0).unwrap_or_default());
    let text = match message.quoted_text.as_str() {
        "" => format!("{}\n", message.text.trim_end()),
        quoted => format!("{}\n\n{quoted}\n", message.text.trim_end()),
    };
    let builder = builder
        .subject(message.subject.as_str())
        .message_id(Some(format!("<{}>", message.message_id)))
        .date(SystemTime::UNIX_EPOCH + at);
    let composed = match files.is_empty() {
        true => builder.header(ContentType::TEXT_PLAIN).body(text),
        false => builder.multipart(with_files(text, files)),
    };
    composed.map_err(|error| format!("The email can't be composed: {error}."))
}

/// Combines the text and the files, in this order.
fn with_files(text: String, files: Vec<MailFile>) -> MultiPart {
    let parts = MultiPart::mixed().singlepart(SinglePart::plain(text));
    files.into_iter().fold(parts, |parts, file| {
        let media_type = ContentType::parse(&file.media_type);
        let media_type = media_type.unwrap_or(ContentType::parse(UNKNOWN).unwrap_or(ContentType::TEXT_PLAIN));
        parts.singlepart(Attachment::new(file.name).body(file.bytes, media_type))
    })
}

fn party(name: &str, address: &str) -> Result<Party, String> {
    let address: Address = address.parse().map_err(|_| format!("\"{address}\" is not an email address."))?;
    Ok(Party::new((!name.is_empty()).then(|| name.to_owned()), address))
}
