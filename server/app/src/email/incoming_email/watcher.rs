//! Receives the emails of mailboxes as soon as their mail servers report them (IDLE, RFC 2177). A mailbox is
//! watched over one connection of one server process. [`super::fetch_job`] continues to read it, so that
//! nothing depends on the reports.
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use platform::{Fault, Scope, Timestamp};
use tokio::{sync::watch, task::JoinHandle};

use super::fetch_job::{Failure, FetchEmails};
use crate::{
    context::Context,
    email::mailbox::{self, DueMailbox, ImapConnection, Mailbox, MailboxId},
};

/// Maximum number of mailboxes that a server process watches.
const MAX_WATCHED: i64 = 200;
/// Interval at which the mailboxes to watch are determined.
const INTERVAL: Duration = Duration::from_secs(30);
/// Maximum wait on a connection before the folder is read again. Firewalls drop connections that are idle for
/// longer.
const MAX_WAIT: Duration = Duration::from_secs(9 * 60);
/// Maximum number of consecutive reads of a folder while emails keep arriving.
const MAX_READS: usize = 3;
/// Time after which a mail server that does not support reports is tried again.
const UNABLE_PAUSE: Duration = Duration::from_secs(3_600);

/// Watches mailboxes.
pub struct MailboxWatcher {
    fetcher: Arc<FetchEmails>,
    watched: HashMap<MailboxId, JoinHandle<bool>>,
    /// Mailboxes whose servers do not report new emails, with the time until which they are not tried again.
    unable: HashMap<MailboxId, Timestamp>,
}

impl Drop for MailboxWatcher {
    fn drop(&mut self) {
        self.watched.values().for_each(JoinHandle::abort);
    }
}

impl MailboxWatcher {
    #[must_use]
    pub fn new(context: Context) -> Self {
        let fetcher = Arc::new(FetchEmails { context });
        Self { fetcher, watched: HashMap::new(), unable: HashMap::new() }
    }

    /// Watches until `stop` turns true.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match self.claim().await {
                Ok(mailboxes) => self.follow(mailboxes).await,
                // Without storage, no received email could be stored.
                Err(fault) => tracing::warn!(%fault, "the mailboxes to watch could not be listed"),
            }
            let clock = &self.fetcher.context.clock;
            tokio::select! {
                () = clock.sleep(INTERVAL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Returns the mailboxes that this process watches from now on.
    async fn claim(&self) -> Result<Vec<DueMailbox>, Fault> {
        let db = &self.fetcher.context.db;
        // The read avoids SQLite's single writer if there is nothing to watch.
        let holder = db.instance();
        if holder == 0 || !mailbox::any_to_watch(&mut db.platform_read().await?).await? {
            return Ok(Vec::new());
        }
        let mut tx = db.platform().await?;
        let live = db.live_instances(&mut tx).await?;
        let claimed = mailbox::claim_watches(&mut tx, holder, &live, MAX_WATCHED).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// Starts and ends connections.
    async fn follow(&mut self, mailboxes: Vec<DueMailbox>) {
        let now = self.fetcher.context.now();
        let ids: HashSet<&MailboxId> = mailboxes.iter().map(|due| &due.id).collect();
        let ended = self.watched.extract_if(|id, task| task.is_finished() || !ids.contains(id));
        for (id, task) in ended.collect::<Vec<_>>() {
            task.abort();
            if let Ok(false) = task.await {
                self.unable.insert(id, now.plus(UNABLE_PAUSE));
            }
        }
        self.unable.retain(|_, until| *until > now);
        for due in mailboxes {
            if !self.watched.contains_key(&due.id) && !self.unable.contains_key(&due.id) {
                let fetcher = self.fetcher.clone();
                self.watched.insert(due.id.clone(), tokio::spawn(watch(fetcher, due)));
            }
        }
    }
}

/// Watches a mailbox until its connection ends. Returns whether its mail server supports reports of new
/// emails.
async fn watch(fetcher: Arc<FetchEmails>, due: DueMailbox) -> bool {
    let scope = Scope::of_company(&due.company_id);
    match keep_reading(&fetcher, &scope, &due.id).await {
        Ok(is_able) => is_able,
        // The next run of the job shows administrators the reason.
        Err(Failure::Server(problem)) => {
            tracing::info!(problem, "a mailbox is no longer watched");
            true
        }
        Err(Failure::Storage(fault)) => {
            tracing::warn!(%fault, "a mailbox is no longer watched");
            true
        }
    }
}

/// Reads a mailbox each time its mail server reports a change. Returns false if the server does not support
/// reports.
async fn keep_reading(fetcher: &FetchEmails, scope: &Scope, id: &MailboxId) -> Result<bool, Failure> {
    let mut connection = {
        let mailbox = load(fetcher, scope, id).await?;
        let Some(mailbox) = mailbox else { return Ok(true) };
        fetcher.connect(scope, &mailbox).await?
    };
    if !connection.can_idle().await? {
        connection.close().await;
        return Ok(false);
    }
    // A change to the mailbox's settings ends the watch: they are read again each time.
    let mut before = None;
    while let Some(mailbox) = load(fetcher, scope, id).await? {
        let folder = mailbox.imap.as_ref().and_then(|imap| imap.folders.first().cloned());
        let Some(folder) = folder else { break };
        if before.replace(mailbox.imap.clone()).is_some_and(|before| before != mailbox.imap) {
            break;
        }
        connection = read_and_wait(fetcher, scope, &mailbox, connection, &folder).await?;
    }
    connection.close().await;
    Ok(true)
}

/// Reads a folder, repeatedly if emails arrived in the meantime, then waits until its mail server reports a
/// change.
async fn read_and_wait(
    fetcher: &FetchEmails,
    scope: &Scope,
    mailbox: &Mailbox,
    mut connection: ImapConnection,
    folder: &str,
) -> Result<ImapConnection, Failure> {
    for _ in 0..MAX_READS {
        fetcher.read_folder(scope, mailbox, &mut connection, folder, Duration::MAX).await?;
        if !connection.has_news() {
            break;
        }
    }
    Ok(connection.wait(MAX_WAIT).await?)
}

async fn load(fetcher: &FetchEmails, scope: &Scope, id: &MailboxId) -> Result<Option<Mailbox>, Fault> {
    let mut tx = fetcher.context.db.read(scope).await?;
    Ok(mailbox::require(&mut tx, scope, id).await.ok())
}
