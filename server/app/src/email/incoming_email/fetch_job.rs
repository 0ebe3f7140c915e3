//! The job that receives the emails of mailboxes on mail servers.
//!
//! An email is added before its UID is recorded as read. If the server stops in between, the email is fetched
//! again and recognized by its content.
//!
//! A run has little time, so that it ends within its lease. What it did not get to is left to another run, which
//! follows at once and begins with the mailboxes that were not read for the longest time.
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use platform::{
    ErrorReason, Fault, Scope,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use tonic::Code;

use super::{ingest, model::Arrival, rules};
use crate::{
    context::Context,
    email::mailbox::{self, DueMailbox, Folder, FolderPosition, ImapConnection, Mailbox},
};

/// Runs once a minute.
pub const FETCH_EMAILS: Schedule = Schedule { kind: JobKind::FetchEmails, every: Duration::from_secs(60) };

/// Maximum number of mailboxes per run.
const MAX_MAILBOXES: i64 = 1_000;
/// Time after which a run begins no further mailbox, and no further email except the first one of a folder.
const MAX_TIME: Duration = Duration::from_secs(15);
/// Maximum time for a mailbox. A run that begins one at its last moment ends within the job's lease of a minute.
const MAX_READ: Duration = Duration::from_secs(35);
/// Number of mailboxes that are read at the same time.
const CONCURRENT: usize = 8;
/// Maximum number of emails of a folder per run; the next run continues.
const MAX_EMAILS: usize = 200;
/// Time after which a mailbox is read again.
const INTERVAL: Duration = Duration::from_secs(50);
/// Time after which a mailbox with a problem is read again, long enough that its account is not locked.
const INTERVAL_AFTER_PROBLEM: Duration = Duration::from_secs(10 * 60);

pub struct FetchEmails {
    pub context: Context,
}

#[async_trait]
impl Handler for FetchEmails {
    fn purpose(&self) -> &'static str {
        "Receive the emails of mailboxes on mail servers"
    }

    /// The job mostly waits for mail servers. Its queue allows one run at a time.
    fn is_detached(&self, _: &Claimed) -> bool {
        true
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let (now, deadline) = (self.context.now(), self.context.clock.uptime() + MAX_TIME);
        let mut tx = self.context.db.platform_read().await?;
        let (before, failed_before) = (now.minus(INTERVAL), now.minus(INTERVAL_AFTER_PROBLEM));
        let due = mailbox::list_due(&mut tx, now, before, failed_before, MAX_MAILBOXES).await?;
        drop(tx);
        let results = futures::stream::iter(due)
            .map(|due| self.fetch(due, deadline))
            .buffer_unordered(CONCURRENT)
            .collect::<Vec<_>>()
            .await;
        let are_read = results.into_iter().collect::<Result<Vec<bool>, Fault>>()?;
        let is_left = are_read.contains(&false);
        let mut tx = self.context.db.platform().await?;
        jobs::postpone_or_finish(&mut tx, job, is_left.then(|| self.context.now())).await?;
        tx.commit().await
    }
}

/// The reason why a mailbox was not fully read.
pub(super) enum Failure {
    /// A problem of the mail server, as text for staff.
    Server(String),
    /// A storage error.
    Storage(Fault),
}

/// The emails of a folder that were not read before.
struct UnreadEmails {
    folder: Folder,
    /// The UIDs in ascending order.
    uids: Vec<u32>,
    /// UID of the newest email when the folder was read first.
    earlier_uid: i64,
    is_first_read: bool,
}

impl UnreadEmails {
    /// Returns the position after this email was read.
    fn position(&self, uid: u32) -> FolderPosition {
        let uid_validity = i64::from(self.folder.uid_validity);
        FolderPosition { uid_validity, last_uid: i64::from(uid), earlier_uid: self.earlier_uid }
    }
}

impl From<String> for Failure {
    fn from(problem: String) -> Self {
        Self::Server(problem)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Storage(fault)
    }
}

impl FetchEmails {
    /// Reads a mailbox and records the check. Returns false if the time was over before its end.
    async fn fetch(&self, due: DueMailbox, deadline: Duration) -> Result<bool, Fault> {
        if self.is_over(deadline) {
            return Ok(false);
        }
        let scope = Scope::of_company(&due.company_id);
        let mut tx = self.context.db.read(&scope).await?;
        let Ok(mailbox) = mailbox::require(&mut tx, &scope, &due.id).await else { return Ok(true) };
        drop(tx);
        let (is_complete, problem) = match self.read_in_time(&scope, &mailbox, deadline).await {
            Ok(is_complete) => (is_complete, String::new()),
            Err(Failure::Server(problem)) => (true, problem),
            Err(Failure::Storage(fault)) => return Err(fault),
        };
        // A mailbox that was not read to its end is due again, after those that have waited for longer.
        let now = self.context.now();
        let checked = if is_complete { now } else { now.minus(INTERVAL) };
        let mut tx = self.context.db.write(&scope).await?;
        mailbox::record_check(&mut tx, &scope, &mailbox.id, &problem, checked).await?;
        tx.commit().await?;
        Ok(is_complete)
    }

    fn is_over(&self, deadline: Duration) -> bool {
        self.context.clock.uptime() >= deadline
    }

    /// Reads a mailbox as [`Self::read`] does, but not longer than [`MAX_READ`].
    async fn read_in_time(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        deadline: Duration,
    ) -> Result<bool, Failure> {
        let host = mailbox.imap.as_ref().map_or("", |imap| imap.host.as_str());
        tokio::select! {
            read = self.read(scope, mailbox, deadline) => read,
            () = self.context.clock.sleep(MAX_READ) => {
                Err(Failure::Server(format!("The mail server {host} took too long to answer.")))
            }
        }
    }

    /// Reads the folders of a mailbox. Returns false if the time was over before the end.
    async fn read(&self, scope: &Scope, mailbox: &Mailbox, deadline: Duration) -> Result<bool, Failure> {
        let Some(settings) = &mailbox.imap else { return Ok(true) };
        let mut connection = self.connect(scope, mailbox).await?;
        let mut is_complete = true;
        for name in &settings.folders {
            is_complete = self.read_folder(scope, mailbox, &mut connection, name, deadline).await?;
            if !is_complete {
                break;
            }
        }
        // What was read does not depend on closing the connection.
        tokio::spawn(connection.close());
        Ok(is_complete)
    }

    /// Connects to the mail server of a mailbox.
    pub(super) async fn connect(&self, scope: &Scope, mailbox: &Mailbox) -> Result<ImapConnection, Failure> {
        let settings =
            mailbox.imap.as_ref().ok_or_else(|| Fault::internal("a mailbox has no mail server"))?;
        // A password that cannot be read now is a problem of its mailbox alone: the others are read all the same.
        let loaded = mailbox::load_password(&self.context, scope, &mailbox.id).await;
        loaded.map_err(|fault| Failure::Server(fault.words().to_owned()))?;
        let mut tx = self.context.db.read(scope).await?;
        let password = mailbox::password(&mut tx, scope, &self.context, &mailbox.id).await;
        let password = password.map_err(|fault| match fault.reason() {
            ErrorReason::SecretMissing => Failure::Server(fault.words().to_owned()),
            _ => Failure::Storage(fault),
        })?;
        drop(tx);
        Ok(ImapConnection::open(settings, &password, self.context.settings.private_hosts).await?)
    }

    /// Adds the emails of a folder that were not read before; at most 200. Returns false if the time was over before
    /// the last one.
    pub(super) async fn read_folder(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        connection: &mut ImapConnection,
        name: &str,
        deadline: Duration,
    ) -> Result<bool, Failure> {
        let unread = self.list_unread(scope, mailbox, connection, name).await?;
        let uids = &unread.uids[..unread.uids.len().min(MAX_EMAILS)];
        let sizes = connection.sizes(uids).await?;
        for (nth, uid) in uids.iter().enumerate() {
            if nth > 0 && self.is_over(deadline) {
                return Ok(false);
            }
            let is_small = sizes.get(uid).is_none_or(|size| *size as usize <= ingest::MAX_EMAIL);
            let arrival = rules::arrival(*uid, unread.earlier_uid);
            if is_small && !self.receive(scope, mailbox, connection, *uid, arrival).await? {
                return Ok(true);
            }
            self.save(scope, mailbox, name, unread.position(*uid)).await?;
        }
        // Emails before that time are not fetched in later runs either.
        let uid_next = unread.folder.uid_next;
        if unread.is_first_read && uids.len() == unread.uids.len() && uid_next > 0 {
            self.save(scope, mailbox, name, unread.position(uid_next - 1)).await?;
        }
        Ok(true)
    }

    /// Opens a folder and lists its emails that were not read before.
    async fn list_unread(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        connection: &mut ImapConnection,
        name: &str,
    ) -> Result<UnreadEmails, Failure> {
        let folder = connection.folder(name).await?;
        let mut tx = self.context.db.read(scope).await?;
        let known = mailbox::find_position(&mut tx, scope, &mailbox.id, name).await?;
        drop(tx);
        let last = known.filter(|known| known.uid_validity == i64::from(folder.uid_validity));
        let query = rules::search_query(last.map(|last| last.last_uid), self.context.now());
        let mut uids = connection.search(&query).await?;
        // "n:*" always includes the last email.
        uids.retain(|uid| last.is_none_or(|last| i64::from(*uid) > last.last_uid));
        let earlier_uid = last.map_or_else(|| rules::newest_uid(folder, &uids), |last| last.earlier_uid);
        Ok(UnreadEmails { folder, uids, earlier_uid, is_first_read: last.is_none() })
    }

    /// Fetches and adds an email, unless it is too large. Returns false if the mailbox was deleted in the meantime.
    async fn receive(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        connection: &mut ImapConnection,
        uid: u32,
        arrival: Arrival,
    ) -> Result<bool, Failure> {
        let raw = connection.email(uid).await?.filter(|raw| raw.len() <= ingest::MAX_EMAIL);
        let Some(raw) = raw else { return Ok(true) };
        match ingest::ingest(&self.context, scope, &mailbox.id, raw, arrival).await {
            Err(fault) if fault.code() == Code::NotFound => Ok(false),
            Err(fault) => Err(fault.into()),
            Ok(_) => Ok(true),
        }
    }

    async fn save(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        name: &str,
        position: FolderPosition,
    ) -> Result<(), Fault> {
        let mut tx = self.context.db.write(scope).await?;
        mailbox::save_position(&mut tx, scope, &mailbox.id, name, position).await?;
        tx.commit().await
    }
}
