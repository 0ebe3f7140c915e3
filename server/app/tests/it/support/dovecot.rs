//! Dovecot, an IMAP server, on loopback: Debian's program with its own folder.
use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::until;

pub struct Dovecot {
    folder: tempfile::TempDir,
    process: Option<Child>,
    pub port: u16,
    emails: AtomicU32,
}

impl Dovecot {
    /// Starts a server with one account: `desk`, with the password `sesame`.
    pub async fn open() -> Self {
        Self::with("").await
    }

    /// Starts a server that does not support reports of new emails.
    pub async fn without_idle() -> Self {
        Self::with("imap_capability = IMAP4rev1 SASL-IR LITERAL+ ID ENABLE\n").await
    }

    async fn with(more: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        shared(folder.path());
        for name in ["mail", "mail/cur", "mail/new", "mail/tmp", "run", "state"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
            shared(&folder.path().join(name));
        }
        let configuration = configuration(folder.path(), port) + more;
        fs::write(folder.path().join("dovecot.conf"), configuration).unwrap();
        let mut server = Self { folder, process: None, port, emails: AtomicU32::new(0) };
        server.start().await;
        server
    }

    /// Starts the server again after [`Self::stop`].
    pub async fn start(&mut self) {
        let configuration = self.folder.path().join("dovecot.conf");
        let mut command = Command::new("/usr/sbin/dovecot");
        command.arg("-F").arg("-c").arg(configuration).stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().expect("dovecot is installed (Debian's package dovecot-imapd)"));
        until("Dovecot accepts connections", async || {
            TcpStream::connect(("127.0.0.1", self.port)).await.is_ok()
        })
        .await;
    }

    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let id = process.id().to_string();
            let _ = Command::new("kill").arg(id).status();
            let _ = process.wait();
        }
    }

    /// Delivers an email to the inbox.
    pub fn deliver(&self, raw: impl AsRef<[u8]>) {
        let number = self.emails.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}.M{number}.test", 1_700_000_000 + number);
        let file = self.mail().join("tmp").join(&name);
        fs::write(&file, raw).unwrap();
        shared(&file);
        // Renamed in one step, because the server may be reading the folder.
        fs::rename(file, self.mail().join("new").join(name)).unwrap();
    }

    /// Assigns new UIDs to all emails, as after the loss of an index.
    pub fn renumber(&self) {
        for entry in fs::read_dir(self.mail()).unwrap().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("dovecot.index") {
                fs::remove_file(entry.path()).unwrap();
            }
        }
        let list = self.mail().join("dovecot-uidlist");
        let text = fs::read_to_string(&list).unwrap();
        let head = text.lines().next().unwrap();
        let validity = head.split(' ').find_map(|word| word.strip_prefix('V')).unwrap();
        let next = validity.parse::<u32>().unwrap() + 1;
        fs::write(&list, text.replacen(&format!("V{validity}"), &format!("V{next}"), 1)).unwrap();
    }

    /// Returns the settings of a mailbox on this server.
    pub fn settings(&self) -> Value {
        json!({ "host": "127.0.0.1", "port": self.port, "security": "NONE", "username": "desk" })
    }

    fn mail(&self) -> PathBuf {
        self.folder.path().join("mail")
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Makes a file or folder accessible to Dovecot's users.
fn shared(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
}

fn configuration(folder: &Path, port: u16) -> String {
    let folder = folder.display();
    format!(
        "protocols = imap\n\
         listen = 127.0.0.1\n\
         base_dir = {folder}/run\n\
         state_dir = {folder}/state\n\
         log_path = {folder}/log\n\
         ssl = no\n\
         disable_plaintext_auth = no\n\
         auth_failure_delay = 0\n\
         first_valid_uid = 1\n\
         mail_location = maildir:{folder}/mail\n\
         passdb {{\n driver = static\n args = password=sesame\n}}\n\
         userdb {{\n driver = static\n args = uid=65534 gid=65534 home={folder}/mail\n}}\n\
         service imap-login {{\n inet_listener imap {{\n port = {port}\n }}\n inet_listener imaps {{\n port = 0\n }}\n}}\n"
    )
}
