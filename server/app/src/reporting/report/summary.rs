//! Computes the figures of a report from its counts.
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use jiff::{ToSpan, civil::Date};
use platform::{Timestamp, ids::CommunityId};

use super::{
    metrics::{self, Kind, METRICS, MetricFilters},
    model::{
        BlastStart, Category, CommunityFigures, Counter, Day, Detail, Figure, OpenRequests, Period, Report,
        Selection, Settings, StaffFigures,
    },
    rules,
    tally::{CommunitySums, Sums},
};
use crate::tenancy::company::OfficeCalendar;

/// Maximum number of categories of a report.
const MAX_CATEGORIES: usize = 50;
/// Maximum number of communities of a report.
const MAX_COMMUNITIES: usize = 200;
/// Maximum number of users of a report.
const MAX_STAFF: usize = 200;
/// Number of days in a month, for comparison with the monthly allowance of a plan.
const DAYS_OF_MONTH: i64 = 30;

/// The data that a report is computed from.
pub struct Counts {
    pub sums: Sums,
    pub open_requests: Vec<OpenRequests>,
    /// Whether the report's communities have ever had a service request.
    pub has_requests: bool,
    pub blasts: Vec<BlastStart>,
    /// IDs and names of users and partners.
    pub names: HashMap<String, String>,
    /// IDs and labels of up to 200 communities, starting with those that have the most questions.
    pub labels: Vec<(CommunityId, String)>,
    /// Number of communities in the report.
    pub community_count: i64,
    pub settings: Settings,
    pub segment_price_micros: i64,
    /// Text segments per community and month that the plan includes.
    pub plan_segments: i64,
}

/// Computes a report from counts.
pub fn report(counts: Counts, period: Period, selection: &Selection, now: Timestamp) -> Report {
    let previous = (rules::previous_start(&period), period.start.yesterday().unwrap_or(period.start));
    let included = counts.community_count * counts.plan_segments;
    let included_in_range =
        included * i64::from(rules::days_between(period.start, period.end)) / DAYS_OF_MONTH;
    Report {
        previous,
        counted_until: now,
        figures: METRICS.iter().map(|metric| figure(metric, &counts, selection, included_in_range)).collect(),
        days: days(&counts.sums, period.start, true),
        previous_days: days(&counts.sums, previous.0, false),
        categories: categories(&counts),
        communities: communities(&counts),
        staff: staff(&counts),
        included_segments_per_month: included,
        blasts: counts
            .blasts
            .into_iter()
            .map(|blast| {
                let date = rules::day_of(blast.starts_ms.0, &period.zone);
                (blast, date)
            })
            .collect(),
        settings: counts.settings,
        open_requests: counts.open_requests,
        period,
    }
}

/// Returns up to 200 communities with questions, sorted by number of questions, descending.
pub fn busiest(sums: &Sums) -> Vec<&CommunityId> {
    let mut asked: Vec<_> = sums.communities.iter().filter(|(_, one)| one.questions > 0).collect();
    asked.sort_by_key(|(id, one)| (Reverse(one.questions), id.as_str()));
    asked.into_iter().take(MAX_COMMUNITIES).map(|(id, _)| id).collect()
}

fn figure(metric: &metrics::Metric, counts: &Counts, selection: &Selection, included: i64) -> Figure {
    let concerned = metrics::concerns(metric, selection)
        && (counts.has_requests || metric.filters != MetricFilters::Other);
    let of = |is_current: bool| {
        concerned.then(|| value(metric.kind, counts, selection, is_current, included)).flatten()
    };
    let p90 = match metric.kind {
        Kind::Time(counter) if concerned => rules::percentile(&counts.sums.times(counter, true), 90),
        _ => None,
    };
    Figure {
        metric: metric.metric,
        title: metric.title,
        definition: metric.definition,
        unit: metric.unit,
        value: of(true),
        previous_value: of(false),
        p90: p90.map(|minutes| minutes as f64),
        has_details: metric.kind == Kind::OpenRequests || !metrics::counters_of(metric.kind).is_empty(),
    }
}

fn value(kind: Kind, counts: &Counts, selection: &Selection, is_current: bool, included: i64) -> Option<f64> {
    let sum = |counter| counts.sums.days(counter, is_current).iter().sum::<i64>();
    let questions = || sum(Counter::BotAnswers) + sum(Counter::Escalations);
    let minutes = || sum(Counter::ConfirmedAnswers) * i64::from(counts.settings.minutes_per_answer);
    Some(match kind {
        Kind::Sum(counter) => sum(counter) as f64,
        Kind::Questions => questions() as f64,
        Kind::Share if questions() == 0 => return None,
        Kind::Share => sum(Counter::ConfirmedAnswers) as f64 / questions() as f64,
        Kind::Time(counter) => rules::percentile(&counts.sums.times(counter, is_current), 50)? as f64,
        Kind::LearnedSent => counts.sums.learned(selection.category.as_deref(), is_current) as f64,
        Kind::PlanShare if included == 0 => return None,
        Kind::PlanShare => sum(Counter::Segments) as f64 / included as f64,
        Kind::OpenRequests if !is_current => return None,
        Kind::OpenRequests => counts.open_requests.iter().map(OpenRequests::total).sum::<i64>() as f64,
        Kind::Minutes => minutes() as f64,
        Kind::Money if counts.settings.hourly_cost_cents == 0 => return None,
        Kind::Money => minutes() as f64 * f64::from(counts.settings.hourly_cost_cents) / 60.0,
    })
}

/// Returns all days of a period, including days without activity.
fn days(sums: &Sums, start: Date, is_current: bool) -> Vec<Day> {
    let of = |counter| sums.days(counter, is_current);
    let (inbound, out) = (of(Counter::MessagesIn), of(Counter::MessagesOut));
    let (answers, confirmed) = (of(Counter::BotAnswers), of(Counter::ConfirmedAnswers));
    let escalations = of(Counter::Escalations);
    let at = |values: &[i64], place: usize| values.get(place).copied().unwrap_or(0);
    start
        .series(1.day())
        .take(out.len())
        .enumerate()
        .map(|(place, date)| Day {
            date,
            questions: at(answers, place) + at(escalations, place),
            bot_answers: at(confirmed, place),
            escalations: at(escalations, place),
            messages_in: at(inbound, place),
            messages_out: at(out, place),
        })
        .collect()
}

fn categories(counts: &Counts) -> Vec<Category> {
    let listed = counts.sums.categories().into_iter();
    let mut categories: Vec<_> = listed
        .map(|(category, bot_answers, escalations)| Category {
            category: category.to_owned(),
            bot_answers,
            escalations,
        })
        .collect();
    categories.sort_by(|one, other| {
        let questions = |of: &Category| of.bot_answers + of.escalations;
        (questions(other), &one.category).cmp(&(questions(one), &other.category))
    });
    categories.truncate(MAX_CATEGORIES);
    categories
}

fn communities(counts: &Counts) -> Vec<CommunityFigures> {
    let none = CommunitySums::default();
    let listed = counts.labels.iter().map(|(id, label)| {
        let sums = counts.sums.communities.get(id).unwrap_or(&none);
        let mut times = BTreeMap::new();
        for (minutes, number) in &sums.resolution {
            *times.entry(*minutes).or_default() += number;
        }
        CommunityFigures {
            community_id: id.clone(),
            label: label.clone(),
            questions: sums.questions,
            bot_answers: sums.bot_answers,
            resolution_minutes: rules::percentile(&times, 50).map(|minutes| minutes as f64),
            segments: sums.segments,
            segment_cost_micros: sums.segments.saturating_mul(counts.segment_price_micros),
            trend: sums.trend.to_vec(),
        }
    });
    let mut communities: Vec<_> = listed.collect();
    communities.sort_by(|one, other| {
        (other.questions, &one.label, &one.community_id).cmp(&(
            one.questions,
            &other.label,
            &other.community_id,
        ))
    });
    communities
}

fn staff(counts: &Counts) -> Vec<StaffFigures> {
    let listed = counts.sums.staff().into_iter();
    let mut staff: Vec<_> = listed
        .map(|(id, replies, reviews)| StaffFigures {
            user_id: id.to_owned(),
            name: counts.names.get(id).cloned().unwrap_or_default(),
            replies,
            reviews,
        })
        .collect();
    staff.sort_by(|one, other| {
        let work = |of: &StaffFigures| of.replies + of.reviews;
        (work(other), &one.user_id).cmp(&(work(one), &other.user_id))
    });
    staff.truncate(MAX_STAFF);
    staff
}

/// Returns what a detail row adds to a figure: the duration in minutes, or else the row's value.
pub fn detail_value(row: &Detail, kind: Kind, settings: &Settings) -> i64 {
    let calendar = OfficeCalendar::new(&settings.customizations.business_hours, &row.time_zone);
    let minutes = |until: i64| calendar.minutes_between(row.asked_ms.unwrap_or(until), until);
    match kind {
        Kind::Time(Counter::RequestCompletion) => row.dimension.parse().unwrap_or(0),
        Kind::Time(Counter::FirstResponse) => minutes(row.replied_ms.unwrap_or(row.at_ms)),
        Kind::Time(_) => minutes(row.at_ms),
        _ => row.value,
    }
}
