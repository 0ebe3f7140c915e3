//! Sends one email to a mail server (RFC 5321, submission by RFC 6409). The server's name is resolved once, and the
//! connection goes to the checked address. TLS verifies the name.
//!
//! Until the server asks for the text, it has accepted nothing, so a failure may be retried. From then on only the
//! server's response determines the outcome; without a response the outcome is unknown.
use std::{error::Error as _, net::SocketAddr, time::Duration};

use lettre::{
    Message,
    transport::smtp::{
        Error,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, TlsParameters},
        commands::{Data, Mail, Rcpt},
        extension::{ClientId, Extension, MailParameter},
    },
};
use platform::{network_address, text::one_line};
use secrecy::ExposeSecret;
use tokio::time::timeout;

use super::model::{Outcome, Security, Server};

/// Maximum number of addresses of a server that are tried.
const MAX_ADDRESSES: usize = 3;
/// Maximum number of characters of a server response that are kept.
const MAX_RESPONSE_LENGTH: usize = 200;

/// Sends a message. `hello` is Parlor's own host name. `patience` is the timeout of each half: until the server asks
/// for the text, and until it accepts it.
pub async fn send(server: &Server, message: &Message, hello: &str, patience: Duration) -> Outcome {
    let name = &server.host;
    let mut connection = match timeout(patience, prepare(server, message, hello, patience)).await {
        Ok(Ok(connection)) => connection,
        Ok(Err(outcome)) => return outcome,
        Err(_) => return Outcome::Later(format!("The mail server {name} took too long to answer.")),
    };
    let outcome = match timeout(patience, connection.message(&message.formatted())).await {
        Ok(Ok(_)) => Outcome::Sent,
        Ok(Err(error)) if error.is_permanent() || error.is_transient() => to_outcome(server, &error),
        Ok(Err(_)) => {
            Outcome::Unknown(format!("The connection to {name} was lost before it accepted the email."))
        }
        Err(_) => Outcome::Unknown(format!("The mail server {name} did not confirm the email in time.")),
    };
    // The outcome does not depend on closing the connection.
    tokio::spawn(async move { timeout(patience, connection.quit()).await });
    outcome
}

/// Connects, signs in and sends all commands until the server asks for the text.
async fn prepare(
    server: &Server,
    message: &Message,
    hello: &str,
    patience: Duration,
) -> Result<AsyncSmtpConnection, Outcome> {
    let hello = ClientId::Domain(hello.to_owned());
    let mut connection = connect(server, &hello, patience).await?;
    if server.security == Security::StartTls {
        if !connection.can_starttls() {
            let name = &server.host;
            return Err(Outcome::Refused(format!(
                "The mail server {name} does not offer STARTTLS, so nothing was sent."
            )));
        }
        connection.starttls(tls(server)?, &hello).await.map_err(|e| to_outcome(server, &e))?;
    }
    if let Some((username, password)) = &server.login {
        let credentials = Credentials::new(username.clone(), password.expose_secret().to_owned());
        connection
            .auth(&[Mechanism::Plain, Mechanism::Login], &credentials)
            .await
            .map_err(|error| sign_in(server, &error))?;
    }
    let envelope = message.envelope();
    let international =
        envelope.from().into_iter().chain(envelope.to()).any(|a| !AsRef::<str>::as_ref(a).is_ascii());
    let mut options = vec![];
    if international {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(Outcome::Refused("The mail server does not accept international addresses.".into()));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    let from = Mail::new(envelope.from().cloned(), options);
    connection.command(from).await.map_err(|e| to_outcome(server, &e))?;
    for to in envelope.to() {
        connection.command(Rcpt::new(to.clone(), vec![])).await.map_err(|e| to_outcome(server, &e))?;
    }
    connection.command(Data).await.map_err(|e| to_outcome(server, &e))?;
    Ok(connection)
}

async fn connect(
    server: &Server,
    hello: &ClientId,
    patience: Duration,
) -> Result<AsyncSmtpConnection, Outcome> {
    let implicit_tls = match server.security {
        Security::Tls => Some(tls(server)?),
        _ => None,
    };
    let mut last = Outcome::Later(format!("The mail server {} cannot be reached.", server.host));
    for address in resolve(server).await? {
        let patience = patience / 4;
        let tls = implicit_tls.clone();
        match AsyncSmtpConnection::connect_tokio1(address, Some(patience), hello, tls, None).await {
            Ok(connection) => return Ok(connection),
            Err(error) => last = to_outcome(server, &error),
        }
    }
    Err(last)
}

/// Resolves the server's name to the addresses that may be connected to, at most 3.
pub async fn resolve(server: &Server) -> Result<Vec<SocketAddr>, Outcome> {
    let name = &server.host;
    let found = tokio::net::lookup_host((name.as_str(), server.port)).await;
    let found =
        found.map_err(|_| Outcome::Later(format!("There is no mail server {name}; check its name.")))?;
    let all: Vec<_> = found.collect();
    let may = |address: &&SocketAddr| server.private || network_address::is_public(address.ip());
    let allowed: Vec<_> = all.iter().filter(may).take(MAX_ADDRESSES).copied().collect();
    if allowed.is_empty() && !all.is_empty() {
        return Err(Outcome::Refused(format!(
            "The mail server {name} is on a private address, which is not allowed here."
        )));
    }
    if server.security == Security::None && !allowed.iter().all(|address| address.ip().is_loopback()) {
        return Err(Outcome::Refused(
            "Without TLS, only a mail server on the same machine is allowed. Choose STARTTLS or TLS.".into(),
        ));
    }
    Ok(allowed)
}

fn tls(server: &Server) -> Result<TlsParameters, Outcome> {
    let parameters = TlsParameters::new(server.host.clone());
    parameters.map_err(|error| Outcome::Refused(format!("TLS cannot be used: {error}.")))
}

/// Converts an error to an outcome, before the text is sent or if the server responded.
fn to_outcome(server: &Server, error: &Error) -> Outcome {
    let (name, port) = (&server.host, server.port);
    if error.is_permanent() {
        Outcome::Refused(format!("The mail server rejected it: {}", reply(error)))
    } else if error.is_transient() {
        Outcome::Later(format!("The mail server did not accept it: {}", reply(error)))
    } else if error.is_tls() {
        Outcome::Later(format!("No secure connection to {name} could be made: {}", reply(error)))
    } else if error.is_client() {
        Outcome::Refused(format!("The mail server {name} cannot be used: {}", reply(error)))
    } else if error.is_timeout() {
        Outcome::Later(format!("The mail server {name} took too long to answer."))
    } else {
        Outcome::Later(format!("There is no mail server at {name} on port {port}."))
    }
}

fn sign_in(server: &Server, error: &Error) -> Outcome {
    if error.is_permanent() {
        return Outcome::Refused(format!(
            "The mail server did not accept the name and password: {}",
            reply(error)
        ));
    }
    to_outcome(server, error)
}

/// Returns the server's response with its code, on one line.
fn reply(error: &Error) -> String {
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    let words: String =
        one_line(&words).chars().filter(|c| !c.is_control()).take(MAX_RESPONSE_LENGTH).collect();
    error.status().map_or(words.clone(), |code| format!("{code} {words}").trim().to_owned())
}
