//! Reads a report, and what its figures count.
use std::collections::HashMap;

use platform::{Actor, Fault, Scope, Tx, ids::CommunityId, paging};

use crate::{
    context::Context,
    reporting::report::{
        metrics::{self, Kind},
        model::{Detail, Period, Report, ReportFilter, Selection},
        rules, store, summary,
    },
    tenancy::community,
};

/// Hours of a gap; more than a report has.
const ANY_LENGTH: i64 = i64::MAX / 3_600_000;

/// Reads a report.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` as [`rules::period`].
pub async fn read(context: &Context, actor: &Actor, filter: &ReportFilter) -> Result<Report, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let (period, selection) = select(context, &mut tx, &scope, filter).await?;
    let (from, to) = (selection.previous_ms, selection.end_ms);
    let covered = store::covered_hours(&mut tx, &scope, from, to).await?;
    let gaps = rules::gaps(from, to, &covered, ANY_LENGTH);
    let mut counts = store::read_counts(&mut tx, &scope, &selection, gaps).await?;
    rules::add_live_times(&mut counts, &selection);
    Ok(summary::report(counts, period, &selection, context.now()))
}

/// Lists what a figure counts, by the number of the contract; up to `limit` with the token of the next page.
///
/// # Errors
/// As [`read`]; `INVALID_ARGUMENT` for a metric without details.
pub async fn details(
    context: &Context,
    actor: &Actor,
    filter: &ReportFilter,
    metric: i32,
    (before, limit): (Option<(i64, String)>, i64),
) -> Result<(Vec<Detail>, String), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let (_, selection) = select(context, &mut tx, &scope, filter).await?;
    let refused = || Fault::field("metric", "This figure has no details.");
    let metric = metrics::find(metric).ok_or_else(refused)?;
    let is_learned = metric.kind == Kind::LearnedSent;
    let counters = metrics::counters_of(metric.kind);
    if counters.is_empty() && metric.kind != Kind::OpenRequests {
        return Err(refused());
    }
    if !metrics::concerns(metric, &selection) {
        return Ok((Vec::new(), String::new()));
    }
    let settings = store::find_settings(&mut tx, &scope).await?;
    let before = before.unwrap_or((i64::MAX, String::new()));
    let listed = store::DetailFilter { selection: &selection, counters, is_learned, before, limit };
    let rows = match metric.kind {
        Kind::OpenRequests => store::list_open_requests(&mut tx, &scope, &listed).await?,
        _ => store::list_details(&mut tx, &scope, &listed).await?,
    };
    let (mut rows, token) = paging::page(rows, limit, |row| (row.at_ms, row.subject_id.clone()));
    for row in &mut rows {
        row.value = summary::detail_value(row, metric.kind, &settings);
    }
    Ok((rows, token))
}

/// Returns the time zone of a community, or of most communities that the scope includes.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope.
pub async fn time_zone(tx: &mut Tx, scope: &Scope, community: Option<&CommunityId>) -> Result<String, Fault> {
    let communities = match community {
        Some(id) => vec![community::require(tx, scope, id).await?],
        None => community::all(tx, scope).await?,
    };
    let mut zones: HashMap<&str, usize> = HashMap::new();
    for community in &communities {
        *zones.entry(&community.time_zone).or_default() += 1;
    }
    let zone = zones.into_iter().max_by_key(|(zone, count)| (*count, std::cmp::Reverse(*zone)));
    Ok(zone.map_or(community::DEFAULT_TIME_ZONE, |(zone, _)| zone).to_owned())
}

/// Returns the days and rows of a report.
async fn select(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    filter: &ReportFilter,
) -> Result<(Period, Selection), Fault> {
    let default = time_zone(tx, scope, filter.community.as_ref()).await?;
    let period = rules::period(filter, &default, context.now())?;
    let after = period.end.tomorrow().unwrap_or(period.end);
    let selection = Selection {
        previous_ms: rules::first_hour(rules::previous_start(&period), &period.zone),
        start_ms: rules::first_hour(period.start, &period.zone),
        end_ms: rules::first_hour(after, &period.zone),
        community: filter.community.clone(),
        channel: filter.channel,
        category: (!filter.category.is_empty()).then(|| filter.category.clone()),
        now_ms: context.now().0,
    };
    Ok((period, selection))
}
