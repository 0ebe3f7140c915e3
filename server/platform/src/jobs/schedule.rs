//! Recurring jobs. Each kind has a row with the time of its next slot. The first server that finds
//! a slot due enqueues its job and sets the next slot in one transaction, so each slot's job is
//! enqueued once, however many servers there are. One job stands for all slots that were missed. If the clock is set
//! back, the next slot is the one after the new time.
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use serde_json::Value;
use sqlx::FromRow;

use super::{Job, JobKind, enqueue};
use crate::{
    Db, Fault, Ids, Timestamp,
    ids::{CompanyId, PLATFORM},
};

/// Maximum difference between the clocks of two servers for which a slot is not taken for one of before a step.
const MAX_SKEW: Duration = Duration::from_secs(60);

/// A recurring job of the platform.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Selects the handler that runs the job.
    pub kind: JobKind,
    /// Time between two slots. Slots are the multiples of it since the Unix epoch.
    pub every: Duration,
}

impl Schedule {
    /// Returns the first slot after `now`.
    fn next(&self, now: Timestamp) -> Timestamp {
        let every = i64::try_from(self.every.as_millis()).unwrap_or(i64::MAX).max(1);
        Timestamp((now.0.div_euclid(every) + 1).saturating_mul(every))
    }

    /// Returns whether a slot is so far ahead that it was set before the clock was set back.
    fn is_too_far(&self, slot: Timestamp, now: Timestamp) -> bool {
        slot.since(now) > self.every.saturating_add(MAX_SKEW)
    }
}

#[derive(FromRow)]
struct Row {
    kind: String,
    slot_ms: Timestamp,
}

/// Stores the schedules that have no row yet. A new schedule starts with the slot after `now`.
pub(super) async fn register(db: &Db, schedules: &[Schedule], now: Timestamp) -> Result<(), Fault> {
    let mut tx = db.platform_read().await?;
    let known: HashSet<String> = tx.query("SELECT kind FROM schedule").values().await?.into_iter().collect();
    drop(tx);
    let unknown: Vec<_> =
        schedules.iter().filter(|schedule| !known.contains(schedule.kind.wire_name())).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let mut tx = db.platform().await?;
    for schedule in unknown {
        tx.query("INSERT INTO schedule (kind, slot_ms) VALUES ($1, $2) ON CONFLICT (kind) DO NOTHING")
            .bind(schedule.kind.wire_name())
            .bind(schedule.next(now))
            .run()
            .await?;
    }
    tx.commit().await
}

/// Enqueues the jobs of all due slots and returns the time of the next slot.
pub(super) async fn enqueue_due(
    db: &Db,
    ids: &Ids,
    schedules: &[Schedule],
    now: Timestamp,
) -> Result<Option<Timestamp>, Fault> {
    // Reads first, so that SQLite's only writer is used only if a slot is due.
    let mut tx = db.platform_read().await?;
    let rows: Vec<Row> = tx.query("SELECT kind, slot_ms FROM schedule").all().await?;
    drop(tx);
    let slots: HashMap<_, _> = rows.into_iter().map(|row| (row.kind, row.slot_ms)).collect();
    let mut first = None;
    for schedule in schedules {
        let Some(slot) = slots.get(schedule.kind.wire_name()) else { continue };
        let upcoming = match *slot > now && !schedule.is_too_far(*slot, now) {
            true => *slot,
            false => advance(db, ids, schedule, *slot, now).await?,
        };
        first = Some(first.map_or(upcoming, |first: Timestamp| first.min(upcoming)));
    }
    Ok(first)
}

/// Sets a schedule's next slot, enqueues the job of the slot if it is due, unless another server has done so, and
/// returns the next slot.
async fn advance(
    db: &Db,
    ids: &Ids,
    schedule: &Schedule,
    slot: Timestamp,
    now: Timestamp,
) -> Result<Timestamp, Fault> {
    let (kind, next) = (schedule.kind.wire_name(), schedule.next(now));
    let mut tx = db.platform().await?;
    let update = "UPDATE schedule SET slot_ms = $2 WHERE kind = $1 AND slot_ms = $3";
    if tx.query(update).bind(kind).bind(next).bind(slot).run().await? == 1 && slot <= now {
        let job = Job {
            company: CompanyId::from(PLATFORM),
            kind: schedule.kind,
            payload: Value::Object(serde_json::Map::new()),
            key: format!("{kind} at {}", slot.0),
            queue_key: format!("{kind} schedule"),
            run_at: now,
        };
        enqueue(&mut tx, ids, now, job).await?;
    }
    tx.commit().await?;
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_slot_is_a_multiple_after_now() {
        let hourly = Schedule { kind: JobKind::FetchEmails, every: Duration::from_secs(3_600) };
        assert_eq!(hourly.next(Timestamp(0)), Timestamp(3_600_000));
        assert_eq!(hourly.next(Timestamp(3_599_999)), Timestamp(3_600_000));
        assert_eq!(hourly.next(Timestamp(3_600_000)), Timestamp(7_200_000));
    }

    #[test]
    fn a_slot_of_a_server_whose_clock_is_slightly_fast_is_kept() {
        let hourly = Schedule { kind: JobKind::FetchEmails, every: Duration::from_secs(3_600) };
        let slot = hourly.next(Timestamp(7_200_000));
        assert!(!hourly.is_too_far(slot, Timestamp(7_140_000)));
        assert!(hourly.is_too_far(slot, Timestamp(7_139_999)));
        assert!(!hourly.is_too_far(slot, Timestamp(99_999_999)));
    }
}
