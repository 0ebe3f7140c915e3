//! Reads a report, and lists the details of a figure.
use platform::{
    Actor, Fault, Scope, Timestamp, Tx, cpu_pool,
    ids::CommunityId,
    paging::{self, PageKey},
    time_zone,
};
use tokio::runtime::Handle;

use crate::{
    context::Context,
    reporting::report::{
        block,
        metrics::{self, Kind},
        model::{Counted, Detail, Period, Report, ReportFilter, Selection, Settings, Span},
        rules, store,
        summary::{self, Counts},
        tally,
    },
    tenancy::community,
};

/// Reads a report on a thread of the lowest priority: a year of a large company takes about 100 ms, and
/// residents must not wait for it.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` as [`rules::period`].
pub async fn read(context: &Context, actor: &Actor, filter: &ReportFilter) -> Result<Report, Fault> {
    let (context, actor, filter) = (context.clone(), actor.clone(), filter.clone());
    let runtime = Handle::current();
    let reading = move || runtime.block_on(compute(&context, &actor, &filter));
    cpu_pool::run_at_lowest_priority("report", reading).await?
}

async fn compute(context: &Context, actor: &Actor, filter: &ReportFilter) -> Result<Report, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read_in_background(&scope).await?;
    let (period, selection) = select(context, &mut tx, &scope, filter).await?;
    let settings = store::find_settings(&mut tx, &scope).await?;
    let counted = counted(context, &mut tx, &scope, &selection, &settings).await?;
    let sums = tally::sum(&selection, &period, &counted)?;
    let users: Vec<&str> = sums.staff().into_iter().map(|(id, _, _)| id).collect();
    let names = store::names(&mut tx, &scope, &users).await?;
    let (labels, community_count) =
        store::labels(&mut tx, &scope, &selection, &summary::busiest(&sums)).await?;
    let (open_requests, has_requests) = store::open_requests(&mut tx, &scope, &selection).await?;
    let blasts = store::blasts(&mut tx, &scope, &selection).await?;
    let (segment_price_micros, plan_segments) = store::plan(&mut tx, &scope).await?;
    let counts = Counts {
        sums,
        open_requests,
        has_requests,
        blasts,
        names,
        labels,
        community_count,
        settings,
        segment_price_micros,
        plan_segments,
    };
    Ok(summary::report(counts, period, &selection, context.now()))
}

/// Reads the counts of the range and of the previous period. Replies to residents come before each of its statements.
async fn counted(
    context: &Context,
    tx: &mut Tx,
    scope: &Scope,
    selection: &Selection,
    settings: &Settings,
) -> Result<Counted, Fault> {
    let community = selection.community.as_ref().map(CommunityId::as_str);
    let (from, to) = (selection.previous_ms, selection.end_ms);
    // Hours in the future have no counts.
    let gaps = store::gaps(tx, scope, from, to.min(rules::hour_after(selection.now_ms)).max(from)).await?;
    let mut blocks = Vec::new();
    for start in block::starts(Span(from, to)) {
        context.db.wait_for_foreground().await;
        blocks.extend(store::blocks(tx, scope, community, start).await?);
    }
    context.db.wait_for_foreground().await;
    let mut live = store::live(tx, scope, &gaps, community).await?;
    let resolved = store::resolved(tx, scope, &gaps, community).await?;
    live.extend(rules::time_counts(&resolved, settings));
    Ok(Counted { blocks, gaps, live })
}

/// Lists the details of a figure, which is given by its number in the contract. Returns up to `limit` rows
/// and the token of the next page.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` for an invalid period or a metric without details.
pub async fn details(
    context: &Context,
    actor: &Actor,
    filter: &ReportFilter,
    metric: i32,
    before: Option<PageKey>,
    limit: i64,
) -> Result<(Vec<Detail>, String), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let (_, selection) = select(context, &mut tx, &scope, filter).await?;
    let refused = || Fault::field("metric", "This figure has no details.");
    let metric = metrics::find(metric).ok_or_else(refused)?;
    let (is_learned, shows_questions) = (metric.kind == Kind::LearnedSent, metric.kind == Kind::Questions);
    let counters = metrics::counters_of(metric.kind);
    if counters.is_empty() && metric.kind != Kind::OpenRequests {
        return Err(refused());
    }
    if !metrics::concerns(metric, &selection) {
        return Ok((Vec::new(), String::new()));
    }
    let settings = store::find_settings(&mut tx, &scope).await?;
    let before = before.unwrap_or_else(PageKey::max);
    let selection = &selection;
    let listed = store::DetailFilter { selection, counters, is_learned, shows_questions, before, limit };
    let rows = match metric.kind {
        Kind::OpenRequests => store::list_open_requests(&mut tx, &scope, &listed).await?,
        _ => store::list_details(&mut tx, &scope, &listed).await?,
    };
    let key = |row: &Detail| PageKey::new(Timestamp(row.at_ms), &row.subject_id);
    let (mut rows, token) = paging::page(rows, limit, key);
    for row in &mut rows {
        row.value = summary::detail_value(row, metric.kind, &settings);
    }
    Ok((rows, token))
}

/// Returns the time zone of a community, or of most communities that the scope includes. The default one if it is
/// unstated.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope.
pub async fn time_zone(tx: &mut Tx, scope: &Scope, community: Option<&CommunityId>) -> Result<String, Fault> {
    if let Some(id) = community {
        let stated = community::require(tx, scope, id).await?.time_zone;
        return Ok(time_zone::name_or_default(&stated).to_owned());
    }
    let stated = store::most_common_time_zone(tx, scope).await?.unwrap_or_default();
    Ok(time_zone::name_or_default(&stated).to_owned())
}

/// Returns the period and the selection of a filter.
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
