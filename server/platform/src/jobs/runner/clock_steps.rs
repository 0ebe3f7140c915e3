//! What happens to due jobs when the wall clock is set back.
use std::time::Duration;

use super::Runner;
use crate::{Fault, Timestamp, signal::Signal};

/// The shortest step that is noticed, and the longest delay of a job that a step does not change.
const MIN_STEP: Duration = Duration::from_secs(60);

/// What the clock showed, and its uptime.
pub(super) type ClockState = (Timestamp, Duration);

impl Runner {
    /// Keeps jobs due that were due before the wall clock was set back, and keeps the delay of those that were due
    /// within a minute. Without that, they would wait until the clock shows the earlier time again. Jobs that are due
    /// later have been scheduled for a time of day.
    pub(super) async fn keep_due_jobs(&self) -> Result<(), Fault> {
        let Some(state) = self.read_clock() else { return Ok(()) };
        let (now, uptime) = state;
        let mut last_clock_state = self.last_clock_state.lock().await;
        let (then, earlier) = last_clock_state.unwrap_or(state);
        let expected = then.plus(uptime.saturating_sub(earlier));
        let step = expected.since(now);
        if step >= MIN_STEP {
            tracing::warn!(?step, "the clock was set back");
            let mut tx = self.db.platform().await?;
            // Several servers of one host may do this: the second one finds no such job.
            tx.query(
                "UPDATE job SET run_at_ms = CASE WHEN run_at_ms <= $2 THEN $1 ELSE run_at_ms - ($2 - $1) END
                 WHERE NOT dead AND worker = 0 AND run_at_ms > $3 AND run_at_ms <= $4",
            )
            .bind(now)
            .bind(expected)
            .bind(now.plus(MIN_STEP))
            .bind(expected.plus(MIN_STEP))
            .run()
            .await?;
            tx.signal(Signal::Jobs);
            tx.commit().await?;
        }
        *last_clock_state = Some(state);
        Ok(())
    }

    /// Reads the clock; `None` if the process was suspended in between.
    fn read_clock(&self) -> Option<ClockState> {
        let (before, now, after) = (self.clock.uptime(), self.clock.now(), self.clock.uptime());
        (after.saturating_sub(before) < Duration::from_secs(1)).then_some((now, before))
    }
}
