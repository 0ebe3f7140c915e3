//! Counts text segments for the text plan, from the same counts as reports.
use std::collections::HashMap;

use jiff::civil::Date;
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId, time_zone as zones};

use super::{
    block::{self, StoredBlock},
    model::{Counter, HOUR_MS, Span},
    rules, store,
};

/// Returns the number of segments that the company's plan includes for each community in a month; 0 without a plan.
pub async fn included_segments(tx: &mut Tx, scope: &Scope) -> Result<i64, Fault> {
    Ok(store::plan(tx, scope).await?.1)
}

/// Returns the first day of the current month in a time zone, and its first full hour.
#[must_use]
pub fn month_start(now: Timestamp, time_zone: &str) -> (Date, Timestamp) {
    let day = now.date_in(time_zone).first_of_month();
    let zone = zones::find(time_zone);
    (day, Timestamp(rules::first_hour(day, &zone)))
}

/// Returns the segments of communities, each since its own time, which is a full hour. The scope contains the
/// communities. Those without segments are left out.
pub async fn segments_since(
    tx: &mut Tx,
    scope: &Scope,
    starts: &HashMap<CommunityId, Timestamp>,
    now: Timestamp,
) -> Result<HashMap<CommunityId, i64>, Fault> {
    let mut sums = HashMap::new();
    let Some(from) = starts.values().map(|start| start.0).min() else { return Ok(sums) };
    let to = rules::hour_after(now.0).max(from);
    let only = if starts.len() == 1 { starts.keys().next().map(CommunityId::as_str) } else { None };
    let gaps = store::gaps(tx, scope, from, to).await?;
    let mut add = |community: &CommunityId, hour_ms: i64, value: i64| {
        if starts.get(community).is_some_and(|start| hour_ms >= start.0) {
            *sums.entry(community.clone()).or_insert(0) += value;
        }
    };
    for start in block::starts(Span(from, to)) {
        for row in store::blocks(tx, scope, only, start).await? {
            for (hour_ms, value) in stored_segments(&row.counts, row.block_ms)? {
                if !gaps.iter().any(|Span(since, until)| (*since..*until).contains(&hour_ms)) {
                    add(&row.community_id, hour_ms, value);
                }
            }
        }
    }
    for count in store::live(tx, scope, &gaps, only).await? {
        if count.counter == Counter::Segments as i32 {
            add(&count.community_id, count.hour_ms, count.value);
        }
    }
    Ok(sums)
}

/// Returns the hours of a block with their segments.
fn stored_segments(counts: &[u8], block_ms: i64) -> Result<Vec<(i64, i64)>, Fault> {
    let (mut block, mut hours) = (StoredBlock::open(counts)?, Vec::new());
    while let Some(series) = block.next_series()? {
        if series.counter == Counter::Segments as i32 {
            hours.extend(series.hours().map(|(hour, value)| (block_ms + hour * HOUR_MS, value)));
        }
    }
    Ok(hours)
}
