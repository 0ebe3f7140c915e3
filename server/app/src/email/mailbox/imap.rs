//! A connection to the mail server of a mailbox over IMAP (RFC 3501, RFC 2177). Folders are opened read-only:
//! nothing on the server changes, and unread emails stay unread there.
use std::{collections::HashMap, fmt, future::Future, sync::Arc, time::Duration};

use async_imap::{Client, Session, error::Error, extensions::idle::IdleResponse, types::UnsolicitedResponse};
use futures::TryStreamExt;
use hyper_rustls::ConfigBuilderExt;
use platform::text;
use rustls::{ClientConfig, crypto::aws_lc_rs};
use rustls_pki_types::ServerName;
use secrecy::{ExposeSecret, SecretString};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::TlsConnector;

use super::{
    limited_stream::{Limited, Stream},
    model::ImapSettings,
};
use crate::operations::mail::{self, Security, Server};

/// Timeout of each step.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Maximum number of characters of a server response in a problem.
const MAX_RESPONSE_LENGTH: usize = 200;

/// A signed-in connection. Errors are reasons as text for staff.
pub struct ImapConnection {
    session: Session<Box<dyn Stream>>,
    host: String,
}

/// An opened folder.
#[derive(Clone, Copy, Debug)]
pub struct Folder {
    pub uid_validity: u32,
    /// UID of the next email; 0 if the server did not specify it.
    pub uid_next: u32,
}

impl ImapConnection {
    /// Connects and signs in.
    pub async fn open(
        settings: &ImapSettings,
        password: &SecretString,
        is_private_allowed: bool,
    ) -> Result<Self, String> {
        let host = &settings.host;
        let client = within(host, connect(settings, is_private_allowed)).await?;
        let login = async {
            let signed_in = client.login(&settings.username, password.expose_secret()).await;
            signed_in.map_err(|(error, _)| match error {
                Error::No(words) | Error::Bad(words) => {
                    format!("The mail server didn't accept the user name and password: {}", one_line(&words))
                }
                error => problem(host, &error),
            })
        };
        Ok(Self { session: within(host, login).await?, host: host.clone() })
    }

    /// Opens a folder.
    pub async fn folder(&mut self, name: &str) -> Result<Folder, String> {
        let opening = async {
            self.session.examine(name).await.map_err(|error| match error {
                Error::No(words) => {
                    format!("The mail server can't open the folder \"{name}\": {}", one_line(&words))
                }
                error => problem(&self.host, &error),
            })
        };
        let folder = within(&self.host, opening).await?;
        let uid_validity = folder.uid_validity.ok_or("The mail server doesn't number its emails.")?;
        Ok(Folder { uid_validity, uid_next: folder.uid_next.unwrap_or_default() })
    }

    /// Returns the UIDs of emails of the opened folder that match a query, in ascending order.
    pub async fn search(&mut self, query: &str) -> Result<Vec<u32>, String> {
        let searching = async { self.session.uid_search(query).await.map_err(|e| problem(&self.host, &e)) };
        let mut uids: Vec<u32> = within(&self.host, searching).await?.into_iter().collect();
        uids.sort_unstable();
        Ok(uids)
    }

    /// Returns the sizes in bytes of emails in the opened folder, by UID.
    pub async fn sizes(&mut self, uids: &[u32]) -> Result<HashMap<u32, u32>, String> {
        if uids.is_empty() {
            return Ok(HashMap::new());
        }
        let set = uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let fetching = async {
            let fetched = self.session.uid_fetch(set, "RFC822.SIZE").await?;
            fetched.try_collect::<Vec<_>>().await
        };
        let host = self.host.clone();
        let fetched = within(&host, async { fetching.await.map_err(|error| problem(&host, &error)) }).await?;
        Ok(fetched.iter().filter_map(|fetch| Some((fetch.uid?, fetch.size?))).collect())
    }

    /// Returns an email in the opened folder; `None` if it no longer exists.
    pub async fn email(&mut self, uid: u32) -> Result<Option<Vec<u8>>, String> {
        let fetching = async {
            let fetched = self.session.uid_fetch(uid.to_string(), "BODY.PEEK[]").await?;
            fetched.try_collect::<Vec<_>>().await
        };
        let host = self.host.clone();
        let fetched = within(&host, async { fetching.await.map_err(|error| problem(&host, &error)) }).await?;
        Ok(fetched.iter().find_map(|fetch| fetch.body().map(<[u8]>::to_vec)))
    }

    /// Returns whether the server supports reports of new emails (IDLE, RFC 2177).
    pub async fn can_idle(&mut self) -> Result<bool, String> {
        let asking = async { self.session.capabilities().await.map_err(|e| problem(&self.host, &e)) };
        Ok(within(&self.host, asking).await?.has_str("IDLE"))
    }

    /// Returns whether the server reported new emails since the last call.
    pub fn has_news(&mut self) -> bool {
        let reports = std::iter::from_fn(|| self.session.unsolicited_responses.try_recv().ok());
        reports.filter(|report| matches!(report, UnsolicitedResponse::Exists(_))).count() > 0
    }

    /// Waits until the server reports a change of the opened folder, at most for `limit`.
    pub async fn wait(self, limit: Duration) -> Result<Self, String> {
        let Self { session, host } = self;
        let mut idle = session.idle();
        within(&host, async { idle.init().await.map_err(|error| problem(&host, &error)) }).await?;
        // The library alone would restart the timeout with each keep-alive of the server.
        let waited = timeout(limit, idle.wait_with_timeout(limit).0).await;
        match waited {
            Ok(Err(error)) => return Err(problem(&host, &error)),
            Ok(Ok(IdleResponse::ManualInterrupt)) => return Err(problem(&host, &Error::ConnectionLost)),
            Ok(Ok(_)) | Err(_) => {}
        }
        let session = within(&host, async { idle.done().await.map_err(|e| problem(&host, &e)) }).await?;
        Ok(Self { session, host })
    }

    /// Logs out.
    pub async fn close(mut self) {
        let _ = timeout(TIMEOUT, self.session.logout()).await;
    }
}

async fn connect(
    settings: &ImapSettings,
    is_private_allowed: bool,
) -> Result<Client<Box<dyn Stream>>, String> {
    let (host, port) = (&settings.host, settings.port);
    let server = Server {
        host: host.clone(),
        port,
        security: settings.security(),
        login: None,
        private: is_private_allowed,
    };
    let addresses = mail::resolve(&server).await.map_err(|outcome| outcome.reason().to_owned())?;
    let unreachable = || format!("There is no mail server at {host} on port {port}.");
    let tcp = TcpStream::connect(&addresses[..]).await.map_err(|_| unreachable())?;
    let stream: Box<dyn Stream> = match settings.security() {
        Security::None => Box::new(tcp),
        Security::Tls => Box::new(tls(host, tcp).await?),
        Security::StartTls => {
            let mut plain = Client::new(Limited::new(tcp));
            greeting(host, &mut plain).await?;
            plain
                .run_command_and_check_ok("STARTTLS", None)
                .await
                .map_err(|_| format!("The mail server {host} doesn't offer STARTTLS."))?;
            // Data that was received before TLS began is discarded.
            let tls = tls(host, plain.into_inner().into_inner()).await?;
            return Ok(Client::new(Box::new(Limited::new(tls))));
        }
    };
    let mut client = Client::new(Box::new(Limited::new(stream)) as Box<dyn Stream>);
    greeting(host, &mut client).await?;
    Ok(client)
}

async fn greeting<T: AsyncRead + AsyncWrite + fmt::Debug + Unpin + Send>(
    host: &str,
    client: &mut Client<T>,
) -> Result<(), String> {
    let no_greeting = || format!("The server {host} doesn't speak IMAP on this port.");
    match timeout(TIMEOUT, client.read_response()).await {
        Ok(Ok(Some(_))) => Ok(()),
        _ => Err(no_greeting()),
    }
}

async fn tls(host: &str, tcp: TcpStream) -> Result<tokio_rustls::client::TlsStream<TcpStream>, String> {
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| format!("TLS can't be used: {error}."))?
        .with_webpki_roots()
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|_| format!("{host} is not a host name."))?;
    let connecting = TlsConnector::from(Arc::new(config)).connect(name, tcp);
    connecting.await.map_err(|error| format!("No secure connection to {host} could be made: {error}."))
}

async fn within<T>(host: &str, step: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let result = timeout(TIMEOUT, step).await;
    result.unwrap_or_else(|_| Err(format!("The mail server {host} took too long to answer.")))
}

fn problem(host: &str, error: &Error) -> String {
    match error {
        Error::No(words) | Error::Bad(words) => format!("The mail server refused it: {}", one_line(words)),
        Error::Io(_) | Error::ConnectionLost => format!("The connection to {host} was lost."),
        _ => format!("The mail server {host} answered in a way that can't be understood."),
    }
}

fn one_line(words: &str) -> String {
    text::one_line(words).chars().filter(|c| !c.is_control()).take(MAX_RESPONSE_LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use fuzzing::Generator;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    use super::*;

    const RESPONSES: &[u8] = b"* OK hi\r\nA0001 OK signed in\r\n\
        * 2 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 3] x\r\nA0002 OK [READ-ONLY] opened\r\n\
        * SEARCH 1 2\r\nA0003 OK found\r\n* 1 FETCH (UID 1 RFC822.SIZE 5)\r\nA0004 OK fetched\r\n\
        * 1 FETCH (UID 1 BODY[] {5}\r\nHello)\r\nA0005 OK fetched\r\n* CAPABILITY IMAP4rev1 IDLE\r\nA0006 OK done\r\n";

    /// Returns the email that is read from a server with these responses.
    async fn read_email(responses: Vec<u8>) -> Result<Option<Vec<u8>>, String> {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let server = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.expect("a connection");
            let (mut input, mut output) = stream.split();
            let mut commands = Vec::new();
            let respond = async {
                output.write_all(&responses).await?;
                output.shutdown().await
            };
            // The client may close the connection first.
            let _ = tokio::join!(respond, input.read_to_end(&mut commands));
        });
        let settings = ImapSettings::new("127.0.0.1", port, Security::None, "dana", vec![]);
        let email = read_with(&settings).await;
        server.await.expect("the server ends");
        email
    }

    async fn read_with(settings: &ImapSettings) -> Result<Option<Vec<u8>>, String> {
        let mut connection = ImapConnection::open(settings, &SecretString::from("secret"), true).await?;
        connection.folder("INBOX").await?;
        let uids = connection.search("ALL").await?;
        connection.sizes(&uids).await?;
        let email = connection.email(1).await?;
        connection.can_idle().await?;
        connection.has_news();
        Ok(email)
    }

    #[tokio::test]
    async fn malformed_responses_are_errors_or_emails() {
        assert_eq!(read_email(RESPONSES.to_vec()).await, Ok(Some(b"Hello".to_vec())));
        for responses in Generator::default().inputs(60, &[RESPONSES]) {
            let shown = responses.escape_ascii().to_string();
            if let Err(problem) = read_email(responses).await {
                assert!(!problem.contains(char::is_control), "{problem:?} for b\"{shown}\"");
            }
        }
    }

    #[tokio::test]
    async fn a_response_that_is_nested_without_end_is_an_error() {
        let nested = [b"* OK hi\r\n* 1 FETCH (BODYSTRUCTURE ".as_slice(), &b"(".repeat(100_000)].concat();
        assert!(read_email(nested).await.is_err());
    }
}
