//! The job that receives the emails of mailboxes on mail servers.
//!
//! An email is added before its UID is recorded as read. If the server stops in between, the email is fetched
//! again and recognized by its content.
use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt;
use platform::{
    ErrorReason, Fault, Scope,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
};

use tonic::Code;

use super::{
    ingest::{self, Arrival},
    rules,
};
use crate::{
    context::Context,
    email::mailbox::{self, DueMailbox, Folder, FolderPosition, ImapConnection, Mailbox},
};

/// Runs once a minute.
pub const FETCH_EMAILS: Schedule = Schedule { kind: JobKind::FetchEmails, every: Duration::from_secs(60) };

/// Maximum number of mailboxes per run.
const MAX_MAILBOXES: i64 = 1_000;
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

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.platform_read().await?;
        let (before, failed_before) = (now.minus(INTERVAL), now.minus(INTERVAL_AFTER_PROBLEM));
        let due = mailbox::list_due(&mut tx, now, before, failed_before, MAX_MAILBOXES).await?;
        drop(tx);
        let results = futures::stream::iter(due)
            .map(|due| self.fetch(due))
            .buffer_unordered(CONCURRENT)
            .collect::<Vec<_>>()
            .await;
        results.into_iter().collect::<Result<(), Fault>>()?;
        let mut tx = self.context.db.platform().await?;
        jobs::finish(&mut tx, job).await?;
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
    async fn fetch(&self, due: DueMailbox) -> Result<(), Fault> {
        let scope = Scope::of_company(&due.company_id);
        let mut tx = self.context.db.read(&scope).await?;
        let Ok(mailbox) = mailbox::require(&mut tx, &scope, &due.id).await else { return Ok(()) };
        drop(tx);
        let problem = match self.read(&scope, &mailbox).await {
            Ok(()) => String::new(),
            Err(Failure::Server(problem)) => problem,
            Err(Failure::Storage(fault)) => return Err(fault),
        };
        let mut tx = self.context.db.write(&scope).await?;
        mailbox::record_check(&mut tx, &scope, &mailbox.id, &problem, self.context.now()).await?;
        tx.commit().await
    }

    async fn read(&self, scope: &Scope, mailbox: &Mailbox) -> Result<(), Failure> {
        let Some(settings) = &mailbox.imap else { return Ok(()) };
        let mut connection = self.connect(scope, mailbox).await?;
        for name in &settings.folders {
            self.read_folder(scope, mailbox, &mut connection, name).await?;
        }
        connection.close().await;
        Ok(())
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

    /// Adds the emails of a folder that were not read before; at most 200.
    pub(super) async fn read_folder(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        connection: &mut ImapConnection,
        name: &str,
    ) -> Result<(), Failure> {
        let folder = connection.folder(name).await?;
        let mut tx = self.context.db.read(scope).await?;
        let known = mailbox::find_position(&mut tx, scope, &mailbox.id, name).await?;
        drop(tx);
        let last = known.filter(|known| known.uid_validity == i64::from(folder.uid_validity));
        let query = rules::search_query(last.map(|last| last.last_uid), self.context.now());
        let mut uids = connection.search(&query).await?;
        // "n:*" always includes the last email.
        uids.retain(|uid| last.is_none_or(|last| i64::from(*uid) > last.last_uid));
        let is_complete = uids.len() <= MAX_EMAILS;
        uids.truncate(MAX_EMAILS);
        let sizes = connection.sizes(&uids).await?;
        let arrival = if last.is_none() { Arrival::Earlier } else { Arrival::New };
        for uid in uids {
            let is_small = |size: usize| size <= ingest::MAX_EMAIL;
            if sizes.get(&uid).is_none_or(|size| is_small(*size as usize))
                && let Some(raw) = connection.email(uid).await?.filter(|raw| is_small(raw.len()))
            {
                match ingest::ingest(&self.context, scope, &mailbox.id, raw, arrival).await {
                    // The mailbox was deleted in the meantime.
                    Err(fault) if fault.code() == Code::NotFound => return Ok(()),
                    result => drop(result?),
                }
            }
            self.save(scope, mailbox, name, folder, uid).await?;
        }
        // Emails before that time are not fetched in later runs either.
        if last.is_none() && is_complete && folder.uid_next > 0 {
            self.save(scope, mailbox, name, folder, folder.uid_next - 1).await?;
        }
        Ok(())
    }

    async fn save(
        &self,
        scope: &Scope,
        mailbox: &Mailbox,
        name: &str,
        folder: Folder,
        uid: u32,
    ) -> Result<(), Fault> {
        let position =
            FolderPosition { uid_validity: i64::from(folder.uid_validity), last_uid: i64::from(uid) };
        let mut tx = self.context.db.write(scope).await?;
        mailbox::save_position(&mut tx, scope, &mailbox.id, name, position).await?;
        tx.commit().await
    }
}
