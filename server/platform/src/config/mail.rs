//! The platform's mail server.
use contract::email_address;
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};

use super::Serve;

/// The platform's mail server.
#[derive(Clone, Debug)]
pub struct Relay {
    /// Host name or IP address.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Whether the connection starts with TLS; otherwise STARTTLS is used.
    pub tls: bool,
    /// The user name to sign in with; empty if the server does not need one.
    pub username: String,
    /// The password.
    pub password: SecretString,
    /// The sender's address.
    pub from: String,
}

impl Serve {
    /// Returns the platform's mail server, if one is configured. The server and the sender must be set together.
    pub(super) fn relay(&self, mistakes: &mut Vec<String>) -> Option<Relay> {
        let from = self.mail_from.as_deref();
        if let Some(from) = from.filter(|from| !is_address(from)) {
            mistakes.push(format!(
                "PARLOR_MAIL_FROM is \"{from}\"; give an address alone, such as notices@parlor.example"
            ));
        }
        // The URL contains a password, so the message does not repeat it.
        let server = self.smtp_url.as_ref().and_then(|url| {
            let server = read_smtp(url.expose_secret());
            if server.is_none() {
                mistakes.push(
                    "PARLOR_SMTP_URL cannot be read; give smtp[s]://user:password@host:port with nothing after it"
                        .to_owned(),
                );
            }
            server
        });
        if self.smtp_url.is_some() != from.is_some() {
            mistakes.push("PARLOR_SMTP_URL and PARLOR_MAIL_FROM go together; give both or none".to_owned());
        }
        server.zip(from).map(|(server, from)| Relay { from: from.to_owned(), ..server })
    }
}

/// Parses the URL of a mail server. The sender is left empty.
fn read_smtp(url: &str) -> Option<Relay> {
    let url = url::Url::parse(url).ok()?;
    let tls = match url.scheme() {
        "smtp" => false,
        "smtps" => true,
        _ => return None,
    };
    let plain = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
    let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
    (bare && !host.is_empty()).then_some(())?;
    Some(Relay {
        host,
        port: url.port().unwrap_or(if tls { 465 } else { 587 }),
        tls,
        username: plain(url.username())?,
        password: plain(url.password().unwrap_or_default())?.into(),
        from: String::new(),
    })
}

/// Returns whether a text is an email address. One at `localhost` is accepted as well.
fn is_address(text: &str) -> bool {
    match text.strip_suffix("@localhost") {
        Some(name) => email_address::is_valid(&format!("{name}@localhost.example")),
        None => email_address::is_valid(text),
    }
}
