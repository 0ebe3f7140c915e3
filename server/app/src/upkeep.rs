//! Forgetting what is kept for a time only, whosever it is and whether or not they come back.
//!
//! What somebody could use is refused by its own age from the moment on at which its time is over,
//! and a stream whose next event is gone has its browser read everything anew; these jobs only make
//! room. They take a little at a time, each time in one transaction.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Timestamp, Tx, claims, events,
    jobs::{self, Claimed, Handler, Schedule},
};

use crate::{account, bot, carrier, context::Context, file, limit, mail, oauth, session};

/// So many rows of a table go at once.
const BATCH: i64 = 500;
const HOUR: Duration = Duration::from_secs(3_600);

/// What is kept for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bygone {
    /// Sessions, and the places from which people signed in.
    Sessions,
    /// Links to set a password with.
    Links,
    /// Codes and tokens of partners, and what people let them do.
    Tokens,
    /// Files to be downloaded.
    Files,
    /// What was answered to calls with idempotency keys.
    Keys,
    /// Attempts at what is limited.
    Attempts,
    /// What happened, for whoever was away.
    Events,
    /// What carriers brought and told.
    Reports,
    /// Mails that left or never will.
    Mails,
    /// What wordings mean that nobody asks about.
    Vectors,
}

impl Bygone {
    pub const ALL: [Self; 10] = [
        Self::Sessions,
        Self::Links,
        Self::Tokens,
        Self::Files,
        Self::Keys,
        Self::Attempts,
        Self::Events,
        Self::Reports,
        Self::Mails,
        Self::Vectors,
    ];

    /// When it is forgotten.
    pub fn schedule(self) -> Schedule {
        let (kind, every) = match self {
            Self::Sessions => ("session", HOUR),
            Self::Links => ("password link", HOUR),
            Self::Tokens => ("token", HOUR),
            // Their links work for a quarter of an hour, and they are large.
            Self::Files => ("file", HOUR / 4),
            Self::Keys => ("idempotency key", HOUR),
            Self::Attempts => ("attempt", HOUR),
            Self::Events => ("event", HOUR),
            Self::Reports => ("carrier report", HOUR),
            Self::Mails => ("old mail", HOUR),
            Self::Vectors => ("wording vector", 24 * HOUR),
        };
        Schedule { kind, every }
    }

    async fn forget(self, tx: &mut Tx, now: Timestamp) -> Result<u64, Fault> {
        match self {
            Self::Sessions => session::forget_bygone(tx, now, BATCH).await,
            Self::Links => account::forget_links(tx, now, BATCH).await,
            Self::Tokens => oauth::forget_bygone(tx, now, BATCH).await,
            Self::Files => file::forget(tx, now, BATCH).await,
            Self::Keys => claims::forget(tx, now, BATCH).await,
            Self::Attempts => limit::sweep(tx, now, BATCH).await,
            Self::Events => events::forget(tx, now, BATCH).await,
            Self::Reports => carrier::forget_reports(tx, now, BATCH).await,
            Self::Mails => mail::forget(tx, now, BATCH).await,
            Self::Vectors => bot::forget_vectors(tx, now, BATCH).await,
        }
    }
}

/// Forgets.
pub struct Forget {
    /// Storage and time.
    pub context: Context,
    /// What.
    pub what: Bygone,
}

#[async_trait]
impl Handler for Forget {
    fn purpose(&self) -> &'static str {
        match self.what {
            Bygone::Sessions => "Forget sessions that are over",
            Bygone::Links => "Forget password links that work no longer",
            Bygone::Tokens => "Forget tokens of partners that are over",
            Bygone::Files => "Remove files whose time is over",
            Bygone::Keys => "Forget old idempotency keys",
            Bygone::Attempts => "Forget attempts that no limit counts any more",
            Bygone::Events => "Forget live events of long ago",
            Bygone::Reports => "Forget reports of carriers of long ago",
            Bygone::Mails => "Forget mails of long ago",
            Bygone::Vectors => "Forget what wordings mean that nobody asks about",
        }
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let now = self.context.now();
        let mut tx = self.context.db.platform().await?;
        let gone = self.what.forget(&mut tx, now).await?;
        // As many as go at once: there may be more.
        if gone >= BATCH.unsigned_abs() {
            jobs::postpone(&mut tx, job, now).await?;
        } else {
            jobs::finish(&mut tx, job).await?;
        }
        tx.commit().await
    }
}
