//! How email is sent, the format of messages, and the validation of the configuration.
use std::time::{Duration, SystemTime};

use lettre::{
    Address, Message,
    message::{
        Attachment as LettreAttachment, Mailbox, MultiPart, SinglePart,
        header::{ContentType, Header, HeaderName, HeaderValue},
    },
};
use platform::{ErrorReason, Fault, Timestamp, config::Relay, email_address};
use secrecy::SecretString;

use super::model::{
    Attachment, Configuration, ConfigurationChange, Email, EmailTransport, Extras, Mail, OutboxEmail,
    Security, Server, Setup,
};
use crate::operations::rate_limit::Limit;

/// Limit of test messages per company.
pub const TESTS: Limit = Limit {
    name: "mail tests by company",
    most: 20,
    window: Duration::from_secs(3600),
    reason: ErrorReason::TooManyTests,
    words: "Too many test messages in the last hour. Wait a moment, then try again.",
};

/// Placeholder for a text whose key is no longer configured.
pub const UNREADABLE: &str = "(The key that encrypted this is not configured any more.)";

/// Returns how email is sent. The company's own server is used only after it accepted a test message.
pub fn transport(configuration: &Configuration, relay: Option<&Relay>) -> EmailTransport {
    if !configuration.smtp_host.is_empty() && configuration.verified_ms.is_some() {
        EmailTransport::Company
    } else if relay.is_some() {
        EmailTransport::Platform
    } else {
        EmailTransport::Outbox
    }
}

/// Returns the company's own mail server. `private` allows a private address.
pub fn own_server(configuration: &Configuration, password: SecretString, private: bool) -> Server {
    let username = configuration.smtp_username.clone();
    Server {
        host: configuration.smtp_host.clone(),
        port: u16::try_from(configuration.smtp_port).unwrap_or_default(),
        security: configuration.smtp_security,
        login: (!username.is_empty()).then_some((username, password)),
        private,
    }
}

/// Returns the platform's mail server. A connection to the same machine is not encrypted, unless it uses TLS.
pub fn relay_server(relay: &Relay) -> Server {
    let is_local =
        relay.host == "localhost" || relay.host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
    let username = relay.username.clone();
    Server {
        host: relay.host.clone(),
        port: relay.port,
        security: match (relay.tls, is_local) {
            (true, _) => Security::Tls,
            (false, true) => Security::None,
            (false, false) => Security::StartTls,
        },
        login: (!username.is_empty()).then(|| (username, relay.password.clone())),
        private: true,
    }
}

/// The sender of an email.
pub struct Sender {
    pub address: String,
    /// May be empty.
    pub name: String,
    /// Address for replies. May be empty.
    pub reply_to: String,
}

/// Returns the sender of a company's emails. With the platform's mail server (`relay`), the address is the platform's.
pub fn sender(setup: &Setup, relay: Option<&Relay>) -> Sender {
    let configuration = &setup.configuration;
    let name = match configuration.from_name.as_str() {
        "" => &setup.company,
        name => name,
    };
    let own = configuration.from_address.as_str();
    let reply_to = if configuration.reply_to.is_empty() { own } else { &configuration.reply_to };
    let address = relay.map_or(own, |relay| &relay.from);
    Sender { address: address.to_owned(), name: name.to_owned(), reply_to: reply_to.to_owned() }
}

/// Composes a message. The Message-ID of an email is always the same, so that mail programs recognize an email that
/// was sent twice.
///
/// # Errors
/// A message for staff about an invalid address or attachment.
pub fn compose(
    sender: Sender,
    email: &Email<'_>,
    extras: &Extras,
    id: &str,
    host: &str,
    written: Timestamp,
) -> Result<Message, String> {
    let address = |address: &str| address.parse::<Address>().map_err(|_| not_an_address(address));
    let mailbox = |name: String, to: Address| Mailbox::new((!name.is_empty()).then_some(name), to);
    let written = Duration::from_millis(u64::try_from(written.0).unwrap_or_default());
    let mut message = Message::builder()
        .from(mailbox(sender.name, address(&sender.address)?))
        .to(mailbox(String::new(), address(email.to)?))
        .subject(email.subject.as_str())
        .message_id(Some(format!("<{id}@{host}>")))
        .date(SystemTime::UNIX_EPOCH + written);
    if !sender.reply_to.is_empty() && sender.reply_to != sender.address {
        message = message.reply_to(mailbox(String::new(), address(&sender.reply_to)?));
    }
    if let Some(url) = &extras.unsubscribe_url {
        message = message
            .header(ListUnsubscribe(format!("<{url}>")))
            .header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
    }
    let composed = match &extras.attachment {
        None => message.header(ContentType::TEXT_PLAIN).body(email.body.clone()),
        Some(file) => message.multipart(
            MultiPart::mixed().singlepart(SinglePart::plain(email.body.clone())).singlepart(attached(file)?),
        ),
    };
    composed.map_err(|error| format!("The email can't be composed: {error}."))
}

fn attached(file: &Attachment) -> Result<SinglePart, String> {
    let media_type = format!("{}; charset=utf-8", file.media_type);
    let media_type =
        ContentType::parse(&media_type).map_err(|_| format!("\"{media_type}\" is no media type."))?;
    // As bytes, so that no mail server changes its line breaks.
    Ok(LettreAttachment::new(file.name.clone()).body(file.text.clone().into_bytes(), media_type))
}

/// Defines a header of one line.
macro_rules! header {
    ($name:ident, $text:literal) => {
        #[derive(Clone)]
        struct $name(String);

        impl Header for $name {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($text)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok(Self(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    };
}

header!(ListUnsubscribe, "List-Unsubscribe");
header!(ListUnsubscribePost, "List-Unsubscribe-Post");

fn not_an_address(text: &str) -> String {
    format!("\"{text}\" is not an email address.")
}

/// Returns the configuration after a change, not verified, and whether the stored password may still be used.
///
/// # Errors
/// `INVALID_ARGUMENT` on the first invalid field.
pub fn change(before: &Configuration, change: &ConfigurationChange) -> Result<(Configuration, bool), Fault> {
    let take = |new: &Option<String>, old: &String| {
        new.as_ref().map_or_else(|| old.clone(), |n| n.trim().to_owned())
    };
    let security = change.smtp_security.unwrap_or(before.smtp_security);
    let host = take(&change.smtp_host, &before.smtp_host).to_lowercase();
    let usual = if security == Security::Tls { 465 } else { 587 };
    let stays = !before.smtp_host.is_empty() && security == before.smtp_security;
    let port = change.smtp_port.unwrap_or(if stays { before.smtp_port } else { usual });
    let after = Configuration {
        from_address: take(&change.from_address, &before.from_address),
        from_name: take(&change.from_name, &before.from_name),
        reply_to: take(&change.reply_to, &before.reply_to),
        smtp_username: take(&change.smtp_username, &before.smtp_username),
        smtp_host: host,
        smtp_port: port,
        smtp_security: security,
        verified_ms: None,
    };
    for (field, text) in [("fromAddress", &after.from_address), ("replyTo", &after.reply_to)] {
        if !text.is_empty() && !email_address::is_valid(text) {
            return Err(Fault::field(field, "Enter an email address, such as office@example.com."));
        }
    }
    if after.from_name.contains(char::is_control) {
        return Err(Fault::field("fromName", "Enter the name on one line."));
    }
    let own = !after.smtp_host.is_empty();
    if own && !is_host(&after.smtp_host) {
        return Err(Fault::field("smtpHost", "Enter only the server's host name, such as smtp.example.com."));
    }
    if own && after.from_address.is_empty() {
        return Err(Fault::field("fromAddress", "With your own mail server, enter the sender's address."));
    }
    // A password is only sent to the server that it was entered for.
    let same = after.smtp_host == before.smtp_host
        && after.smtp_username == before.smtp_username
        && after.smtp_security == before.smtp_security;
    Ok((after, same && own))
}

/// Returns the error for a change of the server without a new password.
pub fn password_again() -> Fault {
    Fault::field("smtpPassword", "Enter the password again: the saved one belongs to other settings.")
}

fn is_host(host: &str) -> bool {
    let name = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    host.parse::<std::net::IpAddr>().is_ok() || host.trim_end_matches('.').split('.').all(name)
}

/// Returns the test message of a configuration.
pub fn test<'a>(to: &'a str, company: &str) -> Email<'a> {
    let body = format!(
        "This is a test message: {company} set up email delivery in Parlor.\n\n\
         If you can read it, email works. You don't need to do anything.\n"
    );
    Email { to, subject: "Your email delivery works".to_owned(), body, withheld: false }
}

/// Formats an email of the outbox for an operator.
pub fn printed(kept: &OutboxEmail, text: &str) -> String {
    let Mail { id, to_address, subject, created_ms, .. } = &kept.mail;
    let company = &kept.company;
    format!(
        "Mail:    {id}\nCompany: {company}\nWritten: {created_ms}\nTo:      {to_address}\nSubject: {subject}\n\n{text}\n"
    )
}
