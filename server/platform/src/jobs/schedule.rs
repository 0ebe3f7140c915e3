//! Work that recurs: a row a kind, with the slot that comes next. Whoever sees a slot come writes
//! its job and moves the row on in one transaction, so that each slot's job is written once,
//! however many servers there are. Slots that were missed are made up for by one job.
use std::{collections::HashMap, time::Duration};

use serde_json::Value;
use sqlx::FromRow;

use super::{Job, enqueue};
use crate::{
    Db, Fault, Ids, Timestamp,
    ids::{CompanyId, PLATFORM},
};

/// Has a kind of jobs done again and again, as the platform's own work.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Which handler does them.
    pub kind: &'static str,
    /// How often: the slots are the multiples of it since the epoch.
    pub every: Duration,
}

impl Schedule {
    /// The first slot after `now`.
    fn next(&self, now: Timestamp) -> Timestamp {
        let every = i64::try_from(self.every.as_millis()).unwrap_or(i64::MAX).max(1);
        Timestamp((now.0.div_euclid(every) + 1).saturating_mul(every))
    }
}

#[derive(FromRow)]
struct Row {
    kind: String,
    slot_ms: Timestamp,
}

/// Writes the jobs of the slots that have come; when the next one comes. A schedule that is new
/// begins with the slot after now.
pub(super) async fn keep(
    db: &Db,
    ids: &Ids,
    schedules: &[Schedule],
    now: Timestamp,
) -> Result<Option<Timestamp>, Fault> {
    // Reading first spares SQLite's one writer.
    let mut tx = db.platform_read().await?;
    let rows: Vec<Row> = tx.query("SELECT kind, slot_ms FROM schedule").all().await?;
    drop(tx);
    let slots: HashMap<_, _> = rows.into_iter().map(|row| (row.kind, row.slot_ms)).collect();
    let mut first = None;
    for schedule in schedules {
        let coming = match slots.get(schedule.kind) {
            Some(slot) if *slot > now => *slot,
            slot => {
                let next = schedule.next(now);
                move_on(db, ids, schedule, slot.copied(), next, now).await?;
                next
            }
        };
        first = Some(first.map_or(coming, |first: Timestamp| first.min(coming)));
    }
    Ok(first)
}

/// Moves a schedule on, with the job of the slot that has come, unless another server was faster.
async fn move_on(
    db: &Db,
    ids: &Ids,
    schedule: &Schedule,
    slot: Option<Timestamp>,
    next: Timestamp,
    now: Timestamp,
) -> Result<(), Fault> {
    let kind = schedule.kind;
    let mut tx = db.platform().await?;
    let Some(slot) = slot else {
        let new = "INSERT INTO schedule (kind, slot_ms) VALUES ($1, $2) ON CONFLICT (kind) DO NOTHING";
        tx.query(new).bind(kind).bind(next).run().await?;
        return tx.commit().await;
    };
    let moved = "UPDATE schedule SET slot_ms = $2 WHERE kind = $1 AND slot_ms = $3";
    if tx.query(moved).bind(kind).bind(next).bind(slot).run().await? == 1 {
        let job = Job {
            company: CompanyId::from(PLATFORM),
            kind,
            payload: Value::Object(serde_json::Map::new()),
            key: format!("{kind} at {}", slot.0),
            queue_key: format!("{kind} again and again"),
            run_at: now,
        };
        enqueue(&mut tx, ids, now, job).await?;
    }
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_slot_is_a_multiple_after_now() {
        let hourly = Schedule { kind: "any", every: Duration::from_secs(3_600) };
        assert_eq!(hourly.next(Timestamp(0)), Timestamp(3_600_000));
        assert_eq!(hourly.next(Timestamp(3_599_999)), Timestamp(3_600_000));
        assert_eq!(hourly.next(Timestamp(3_600_000)), Timestamp(7_200_000));
    }
}
