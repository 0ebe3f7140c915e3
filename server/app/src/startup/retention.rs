//! Forgetting what is kept for a time only, whosever it is and whether or not they come back.
//!
//! What somebody could use is refused by its own age from the moment on at which its time is over,
//! and a stream whose next event is gone has its browser read everything anew; these jobs only make
//! room. They take a little at a time, each time in one transaction.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Timestamp, Tx, events, idempotency,
    jobs::{self, Claimed, Handler, Schedule},
};

use crate::{
    bot,
    context::Context,
    identity::{account, oauth, session},
    integrations::chatwoot,
    messaging::carrier,
    operations::{mail, rate_limit},
};

/// Number of rows of one table that are deleted in one transaction.
const BATCH: i64 = 500;
const HOUR: Duration = Duration::from_secs(3_600);

/// What is kept for a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpiredData {
    /// Sessions, and the places from which people signed in.
    Sessions,
    /// Links to set a password with.
    Links,
    /// Codes and tokens of partners, and what people let them do.
    Tokens,
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

impl ExpiredData {
    pub const ALL: [Self; 9] = [
        Self::Sessions,
        Self::Links,
        Self::Tokens,
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
            Self::Sessions => session::delete_expired(tx, now, BATCH).await,
            Self::Links => account::delete_expired_links(tx, now, BATCH).await,
            Self::Tokens => oauth::delete_expired(tx, now, BATCH).await,
            Self::Keys => idempotency::delete_old(tx, now, BATCH).await,
            Self::Attempts => rate_limit::sweep(tx, now, BATCH).await,
            Self::Events => events::forget(tx, now, BATCH).await,
            Self::Reports => {
                let reports = carrier::delete_old_reports(tx, now, BATCH).await?;
                // As long as there are more of either, the job goes on.
                Ok(reports.max(chatwoot::delete_old_deliveries(tx, now, BATCH).await?))
            }
            Self::Mails => mail::forget(tx, now, BATCH).await,
            Self::Vectors => bot::delete_unused_embeddings(tx, now, BATCH).await,
        }
    }
}

/// Forgets.
pub struct Forget {
    /// Storage and time.
    pub context: Context,
    /// What.
    pub what: ExpiredData,
}

#[async_trait]
impl Handler for Forget {
    fn purpose(&self) -> &'static str {
        match self.what {
            ExpiredData::Sessions => "Delete expired sessions",
            ExpiredData::Links => "Delete expired password links",
            ExpiredData::Tokens => "Delete expired partner tokens",
            ExpiredData::Keys => "Delete old idempotency keys",
            ExpiredData::Attempts => "Delete old rate limit entries",
            ExpiredData::Events => "Delete old events",
            ExpiredData::Reports => "Delete old carrier reports",
            ExpiredData::Mails => "Delete old emails",
            ExpiredData::Vectors => "Delete unused embeddings",
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
