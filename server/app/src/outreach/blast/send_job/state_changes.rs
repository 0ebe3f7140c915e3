//! What the server does with a blast other than sending it: it records the start, pauses or ends the blast, and cancels
//! texts of one that was canceled.
use std::time::Instant;

use platform::{Fault, Scope, Tx};

use super::{Next, SendBlast};
use crate::{
    operations::audit::{self, AuditAction, AuditActor, AuditEvent},
    outreach::blast::{
        model::{Blast, BlastId, BlastState},
        rules, store,
    },
};

/// Number of texts of a canceled blast that are canceled in a transaction.
const CANCELED_AT_ONCE: usize = 100;

impl SendBlast {
    /// Cancels the next texts of a canceled blast that wait to be sent again. The turn goes on if there are others.
    pub(super) async fn cancel_retries(
        &self,
        mut tx: Tx,
        scope: &Scope,
        id: &BlastId,
    ) -> Result<Option<Next>, Fault> {
        let (now, begun) = (self.context.now(), Instant::now());
        let is_done = store::cancel_retries(&mut tx, scope, id, now, CANCELED_AT_ONCE).await?;
        tx.commit().await?;
        self.pause_after_batch(begun).await;
        Ok(is_done.then_some(Next::Nothing))
    }

    /// Ends a blast that did not start.
    pub(super) async fn miss(&self, tx: &mut Tx, scope: &Scope, blast: &Blast) -> Result<(), Fault> {
        let now = self.context.now();
        let blast = rules::finish(blast.clone(), BlastState::Missed, now);
        store::save(tx, scope, &blast).await?;
        self.record(tx, scope, &blast, AuditAction::BlastMissed, "Missed the time of").await?;
        store::publish_change(tx, scope, &blast.id, now);
        Ok(())
    }

    /// Records that sending starts, with the number of recipients at this time.
    pub(super) async fn record_start(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        recipients: i64,
    ) -> Result<(), Fault> {
        let emergency = if blast.is_emergency { ", as an emergency" } else { "" };
        let summary =
            format!("Started to send the blast \"{}\" to {recipients} recipients{emergency}", blast.title);
        self.write(tx, scope, blast, AuditAction::BlastStarted, summary).await
    }

    /// Ends a blast without pending recipients.
    pub(super) async fn finish(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let blast = rules::finish(blast, BlastState::Finished, self.context.now());
        self.end(&mut tx, scope, &blast, AuditAction::BlastFinished, "Finished").await?;
        tx.commit().await?;
        Ok(Next::Nothing)
    }

    /// Pauses a blast after a batch, unless its state changed during the batch.
    pub(super) async fn pause_running(
        &self,
        scope: &Scope,
        id: &BlastId,
        reason: &str,
    ) -> Result<Next, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        match store::lock(&mut tx, scope, id).await? {
            Some(blast) if blast.state == BlastState::Running => self.pause(tx, scope, blast, reason).await,
            _ => Ok(Next::Nothing),
        }
    }

    /// Pauses a blast that cannot go on for now: staff resume it.
    pub(super) async fn pause(
        &self,
        mut tx: Tx,
        scope: &Scope,
        blast: Blast,
        reason: &str,
    ) -> Result<Next, Fault> {
        let blast = rules::pause(blast)?;
        store::save(&mut tx, scope, &blast).await?;
        self.record(&mut tx, scope, &blast, AuditAction::BlastPaused, reason).await?;
        store::publish_change(&mut tx, scope, &blast.id, self.context.now());
        tx.commit().await?;
        Ok(Next::Nothing)
    }

    /// Ends a blast whose remaining recipients cannot be texted any more. The next turn cancels their texts.
    pub(super) async fn give_up(&self, mut tx: Tx, scope: &Scope, blast: Blast) -> Result<Next, Fault> {
        let blast = rules::finish(blast, BlastState::Canceled, self.context.now());
        let words = "The remaining communities are gone: canceled";
        self.end(&mut tx, scope, &blast, AuditAction::BlastCanceled, words).await?;
        tx.commit().await?;
        Ok(Next::At(self.context.now()))
    }

    /// Stores a blast that ended, and records its results.
    async fn end(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        action: AuditAction,
        words: &str,
    ) -> Result<(), Fault> {
        store::save(tx, scope, blast).await?;
        let counts = store::count_recipients(tx, scope, std::slice::from_ref(&blast.id)).await?;
        let results = counts.first().map(|counts| counts.summary(blast.state)).unwrap_or_default();
        let summary = format!("{words} the blast \"{}\": {results}", blast.title);
        self.write(tx, scope, blast, action, summary).await?;
        store::publish_change(tx, scope, &blast.id, self.context.now());
        Ok(())
    }

    /// Records in the audit trail what the server did with a blast.
    pub(super) async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        action: AuditAction,
        words: &str,
    ) -> Result<(), Fault> {
        let summary = format!("{words} the blast \"{}\"", blast.title);
        self.write(tx, scope, blast, action, summary).await
    }

    async fn write(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        blast: &Blast,
        action: AuditAction,
        summary: String,
    ) -> Result<(), Fault> {
        let event = AuditEvent { action, subject: blast.id.as_str(), summary };
        audit::write(tx, scope, &self.context, AuditActor::default(), event).await
    }
}
