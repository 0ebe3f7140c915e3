//! Composes emails for mail servers (RFC 5322).
use std::time::{Duration, SystemTime};

use lettre::{
    Address, Message,
    message::{Mailbox as Party, header::ContentType},
};

use crate::email::thread::EmailMessage;

/// Composes an email. With a required sender, it comes from that address and replies go to the mailbox.
///
/// # Errors
/// What is wrong with an address, in plain words.
pub fn compose(message: &EmailMessage, required_sender: &str) -> Result<Message, String> {
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
    // The nearest first here, the oldest first in the header.
    let references: Vec<String> = message.reference_ids.iter().rev().map(|id| format!("<{id}>")).collect();
    if let Some(nearest) = message.reference_ids.first() {
        builder = builder.in_reply_to(format!("<{nearest}>")).references(references.join(" "));
    }
    let at = Duration::from_millis(u64::try_from(message.at_ms.0).unwrap_or_default());
    let text = match message.quoted_text.as_str() {
        "" => format!("{}\n", message.text.trim_end()),
        quoted => format!("{}\n\n{quoted}\n", message.text.trim_end()),
    };
    builder
        .subject(message.subject.as_str())
        .message_id(Some(format!("<{}>", message.message_id)))
        .date(SystemTime::UNIX_EPOCH + at)
        .header(ContentType::TEXT_PLAIN)
        .body(text)
        .map_err(|error| format!("The email can't be composed: {error}."))
}

fn party(name: &str, address: &str) -> Result<Party, String> {
    let address: Address = address.parse().map_err(|_| format!("\"{address}\" is not an email address."))?;
    Ok(Party::new((!name.is_empty()).then(|| name.to_owned()), address))
}
