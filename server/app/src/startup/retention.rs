//! Recurring jobs that delete expired data of all companies.
//!
//! These jobs only free space: expired sessions, links and tokens are refused as soon as they expire, and a stream
//! whose next event is deleted makes the browser reload its data. Each transaction deletes a limited number of rows.
//! What is kept for a day or less after it has expired is kept for an hour longer, in case the clock is wrong.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Timestamp, Tx,
    clock::MAX_CLOCK_STEP,
    events, idempotency,
    jobs::{self, Claimed, Handler, JobKind, Schedule},
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

/// Data with a limited retention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpiredData {
    /// Sessions and trusted clients.
    Sessions,
    /// Links to set a password.
    Links,
    /// Codes, tokens and grants of partners.
    Tokens,
    /// Responses of calls with idempotency keys.
    Keys,
    /// Counted attempts of rate limits.
    Attempts,
    /// Live events.
    Events,
    /// Reports of carriers, and deliveries of Chatwoot.
    Reports,
    /// Emails that are not waiting to be sent.
    Mails,
    /// Embeddings that are not used anymore.
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

    /// Returns the schedule of the job that deletes the data.
    pub fn schedule(self) -> Schedule {
        let (kind, every) = match self {
            Self::Sessions => (JobKind::DeleteSessions, HOUR),
            Self::Links => (JobKind::DeletePasswordLinks, HOUR),
            Self::Tokens => (JobKind::DeleteTokens, HOUR),
            Self::Keys => (JobKind::DeleteIdempotencyKeys, HOUR),
            Self::Attempts => (JobKind::DeleteAttempts, HOUR),
            Self::Events => (JobKind::DeleteEvents, HOUR),
            Self::Reports => (JobKind::DeleteCarrierReports, HOUR),
            Self::Mails => (JobKind::DeleteSystemEmails, HOUR),
            Self::Vectors => (JobKind::DeleteEmbeddings, 24 * HOUR),
        };
        Schedule { kind, every }
    }

    async fn delete(self, tx: &mut Tx, now: Timestamp) -> Result<u64, Fault> {
        let earlier = now.minus(MAX_CLOCK_STEP);
        match self {
            Self::Sessions => session::delete_expired(tx, earlier, BATCH).await,
            Self::Links => account::delete_expired_links(tx, earlier, BATCH).await,
            Self::Tokens => oauth::delete_expired(tx, now, BATCH).await,
            Self::Keys => idempotency::delete_old(tx, earlier, BATCH).await,
            Self::Attempts => rate_limit::sweep(tx, earlier, BATCH).await,
            Self::Events => events::delete_old(tx, now, BATCH).await,
            Self::Reports => {
                let reports = carrier::delete_old_reports(tx, now, BATCH).await?;
                // The larger count, so that the job continues while there are more rows of either.
                Ok(reports.max(chatwoot::delete_old_deliveries(tx, now, BATCH).await?))
            }
            Self::Mails => mail::delete_old(tx, now, BATCH).await,
            Self::Vectors => bot::delete_unused_embeddings(tx, now, BATCH).await,
        }
    }
}

/// The job that deletes one kind of expired data.
pub struct DeleteExpiredData {
    /// Storage and time.
    pub context: Context,
    /// The data to delete.
    pub what: ExpiredData,
}

#[async_trait]
impl Handler for DeleteExpiredData {
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
        let deleted = self.what.delete(&mut tx, now).await?;
        // After a full batch there may be more rows.
        if deleted >= BATCH.unsigned_abs() {
            jobs::postpone(&mut tx, job, now).await?;
        } else {
            jobs::finish(&mut tx, job).await?;
        }
        tx.commit().await
    }
}
