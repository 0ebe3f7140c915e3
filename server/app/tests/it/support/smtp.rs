//! A fake SMTP server (RFC 5321) on loopback, whose behavior tests control.
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use app::context::Outgoing;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use platform::config::Relay;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use super::{Engine as Storage, TIMEOUT, TestServer};

/// How the server behaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmtpBehavior {
    /// Accepts all emails.
    Accept,
    /// Responds to a command with this line; `TEXT` means the end of the text.
    Respond(&'static str, &'static str),
    /// Closes the connection after the complete text.
    Disconnect,
    /// Does not respond after the complete text.
    Hang,
    /// Accepts connections without responding.
    Silent,
}

/// An email that was received completely.
#[derive(Clone, Debug, Default)]
pub struct ReceivedMail {
    pub from: String,
    pub to: String,
    /// Name and password, if the sender signed in.
    pub login: Option<(String, String)>,
    pub text: String,
}

impl ReceivedMail {
    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> String {
        let head = self.text.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
        line.unwrap_or_default()
    }

    /// Returns the text below the headers.
    pub fn body(&self) -> String {
        self.text.split_once("\r\n\r\n").unwrap_or_default().1.replace("\r\n", "\n")
    }
}

pub struct Smtp {
    pub address: SocketAddr,
    state: Arc<State>,
}

struct State {
    behavior: Mutex<SmtpBehavior>,
    /// All completely received emails, accepted or not.
    texts: Mutex<Vec<ReceivedMail>>,
    connections: AtomicUsize,
}

impl Smtp {
    pub async fn open() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(State {
            behavior: Mutex::new(SmtpBehavior::Accept),
            texts: Mutex::default(),
            connections: AtomicUsize::new(0),
        });
        let served = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = served.clone();
                state.connections.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(async move { state.talk(stream).await });
            }
        });
        Self { address, state }
    }

    /// Sets the behavior.
    pub fn behave(&self, behavior: SmtpBehavior) {
        *self.state.behavior.lock().unwrap() = behavior;
    }

    /// Returns all completely received emails, oldest first.
    pub fn texts(&self) -> Vec<ReceivedMail> {
        self.state.texts.lock().unwrap().clone()
    }

    /// Returns the number of connections.
    pub fn connections(&self) -> usize {
        self.state.connections.load(Ordering::SeqCst)
    }
}

impl State {
    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let behavior = *self.behavior.lock().unwrap();
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read);
        if behavior == SmtpBehavior::Silent {
            let mut all = String::new();
            while lines.read_line(&mut all).await? > 0 {}
            return Ok(());
        }
        write.write_all(b"220 mail.test ESMTP\r\n").await?;
        let mut mail = ReceivedMail::default();
        loop {
            let mut line = String::new();
            if lines.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
            let default_response = match verb.as_str() {
                "EHLO" => "250-mail.test\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN",
                "AUTH" => {
                    mail.login = login(line);
                    "235 2.7.0 Welcome"
                }
                "MAIL" => {
                    line.clone_into(&mut mail.from);
                    "250 2.1.0 OK"
                }
                "RCPT" => {
                    line.clone_into(&mut mail.to);
                    "250 2.1.5 OK"
                }
                "DATA" => "354 Go on",
                "QUIT" => "221 2.0.0 Goodbye",
                _ => "500 5.5.2 What?",
            };
            let response = match behavior {
                SmtpBehavior::Respond(of, words) if of == verb => words,
                _ => default_response,
            };
            write.write_all(format!("{response}\r\n").as_bytes()).await?;
            if response.starts_with("354") {
                mail.text = text(&mut lines).await?;
                self.texts.lock().unwrap().push(std::mem::take(&mut mail));
                match behavior {
                    SmtpBehavior::Disconnect => return Ok(()),
                    SmtpBehavior::Hang => {
                        let mut rest = String::new();
                        while lines.read_line(&mut rest).await? > 0 {}
                        return Ok(());
                    }
                    SmtpBehavior::Respond("TEXT", words) => {
                        write.write_all(format!("{words}\r\n").as_bytes()).await?
                    }
                    _ => write.write_all(b"250 2.0.0 Taken\r\n").await?,
                }
            }
            if verb == "QUIT" {
                return Ok(());
            }
        }
    }
}

/// Parses the user name and the password of `AUTH PLAIN`.
fn login(line: &str) -> Option<(String, String)> {
    let credentials = BASE64.decode(line.strip_prefix("AUTH PLAIN ")?).ok()?;
    let mut parts =
        credentials.split(|byte| *byte == 0).skip(1).map(|part| String::from_utf8_lossy(part).into_owned());
    Some((parts.next()?, parts.next()?))
}

/// Reads lines up to a line with a single dot.
async fn text(lines: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<String> {
    let mut whole = String::new();
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            return Ok(whole);
        }
        whole.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

/// A test server whose platform has a mail server.
pub struct ServerWithSmtp {
    pub server: TestServer,
    pub smtp: Smtp,
}

impl ServerWithSmtp {
    pub async fn open(engine: Storage) -> Self {
        Self::patient(engine, Duration::from_secs(20)).await
    }

    async fn patient(engine: Storage, patience: Duration) -> Self {
        let smtp = Smtp::open().await;
        let relay = Relay {
            host: "127.0.0.1".into(),
            port: smtp.address.port(),
            tls: false,
            username: "parlor".into(),
            password: "hush".into(),
            from: "notices@parlor.example".into(),
        };
        let server = TestServer::with_mail(engine, Outgoing { relay: Some(relay), patience }).await;
        // The demo's escalation contacts get no alerts, so that only the test itself causes emails.
        let mut tx = server.db.platform().await.unwrap();
        for sql in [
            "UPDATE community SET escalation_email = ''",
            "DELETE FROM secondary_escalation_contact WHERE TRUE",
        ] {
            tx.query(sql).run().await.unwrap();
        }
        tx.commit().await.unwrap();
        Self { server, smtp }
    }
}

/// Like [`ServerWithSmtp`], with a timeout for the mail server that is longer than any test.
pub struct PatientServer(pub ServerWithSmtp);

impl PatientServer {
    pub async fn open(engine: Storage) -> Self {
        Self(ServerWithSmtp::patient(engine, 2 * TIMEOUT).await)
    }
}

/// Like [`ServerWithSmtp`], with a timeout of two seconds for the mail server.
pub struct ImpatientServer(pub ServerWithSmtp);

impl ImpatientServer {
    pub async fn open(engine: Storage) -> Self {
        Self(ServerWithSmtp::patient(engine, Duration::from_secs(2)).await)
    }
}
