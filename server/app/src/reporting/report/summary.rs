//! Computes the figures of a report from its counts.
use std::collections::{BTreeMap, HashMap};

use jiff::{ToSpan, civil::Date};
use platform::Timestamp;

use super::{
    metrics::{self, Concern, Kind, METRICS},
    model::{
        Category, Channel, CommunityFigures, Counter, Counts, Day, Detail, Figure, HourCount, OpenRequests,
        Period, Report, Selection, Settings, StaffFigures,
    },
    rules,
};
use crate::tenancy::company::OfficeCalendar;

/// Maximum number of categories of a report.
const MAX_CATEGORIES: usize = 50;
/// Maximum number of users of a report.
const MAX_STAFF: usize = 200;
/// Days of a month, to compare with what a plan includes in a month.
const DAYS_OF_MONTH: i64 = 30;
/// Parts of the trend of a community.
const PARTS: usize = 10;

/// Makes a report of counts.
pub fn report(counts: Counts, period: Period, selection: &Selection, now: Timestamp) -> Report {
    let previous = (rules::previous_start(&period), period.start.yesterday().unwrap_or(period.start));
    let included = i64::try_from(counts.labels.len()).unwrap_or(0) * counts.plan_segments;
    let included_in_range =
        included * i64::from(rules::days_between(period.start, period.end)) / DAYS_OF_MONTH;
    Report {
        previous,
        counted_until: now,
        figures: METRICS.iter().map(|metric| figure(metric, &counts, selection, included_in_range)).collect(),
        days: days(&counts, &period, selection, (period.start, period.end)),
        previous_days: days(&counts, &period, selection, previous),
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

/// Sums a counter in the range or in the previous period.
fn sum(counts: &Counts, selection: &Selection, counter: Counter, is_current: bool) -> i64 {
    let channel = selection.channel.map(Channel::dimension);
    let is_counted = |one: &&HourCount| {
        one.counter == counter
            && (one.hour_ms >= selection.start_ms) == is_current
            && (one.dimension.is_empty() || channel.is_none_or(|channel| one.dimension == channel))
    };
    counts.hours.iter().filter(is_counted).map(|one| one.value).sum()
}

/// Returns the numbers of escalations by minutes.
fn times(counts: &Counts, counter: Counter, is_current: bool) -> BTreeMap<i64, i64> {
    let mut times = BTreeMap::new();
    for one in counts.dimensions.iter().filter(|one| one.counter == counter && one.is_current == is_current) {
        *times.entry(one.dimension.parse().unwrap_or(0)).or_default() += one.value;
    }
    times
}

fn figure(metric: &metrics::Metric, counts: &Counts, selection: &Selection, included: i64) -> Figure {
    let concerned =
        metrics::concerns(metric, selection) && (counts.has_requests || metric.concern != Concern::Other);
    let of = |is_current: bool| {
        concerned.then(|| value(metric.kind, counts, selection, (is_current, included))).flatten()
    };
    let p90 = match metric.kind {
        Kind::Time(counter) if concerned => rules::percentile(&times(counts, counter, true), 90),
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

fn value(
    kind: Kind,
    counts: &Counts,
    selection: &Selection,
    (is_current, included): (bool, i64),
) -> Option<f64> {
    let sum = |counter| sum(counts, selection, counter, is_current);
    let questions = || sum(Counter::BotAnswers) + sum(Counter::Escalations);
    let minutes = || sum(Counter::ConfirmedAnswers) * i64::from(counts.settings.minutes_per_answer);
    Some(match kind {
        Kind::Sum(counter) => sum(counter) as f64,
        Kind::Questions => questions() as f64,
        Kind::Share if questions() == 0 => return None,
        Kind::Share => sum(Counter::ConfirmedAnswers) as f64 / questions() as f64,
        Kind::Time(counter) => rules::percentile(&times(counts, counter, is_current), 50)? as f64,
        Kind::LearnedSent => {
            let is_in = |category: &str| selection.category.as_deref().is_none_or(|one| one == category);
            let learned = counts
                .categories
                .iter()
                .filter(|one| one.is_learned && one.is_current == is_current && is_in(&one.category));
            learned.map(|one| one.value).sum::<i64>() as f64
        }
        Kind::PlanShare if included == 0 => return None,
        Kind::PlanShare => sum(Counter::Segments) as f64 / included as f64,
        Kind::OpenRequests if !is_current => return None,
        Kind::OpenRequests => counts.open_requests.iter().map(OpenRequests::total).sum::<i64>() as f64,
        Kind::Minutes => minutes() as f64,
        Kind::Money if counts.settings.hourly_cost_cents == 0 => return None,
        Kind::Money => minutes() as f64 * f64::from(counts.settings.hourly_cost_cents) / 60.0,
    })
}

/// Returns each day of a period, with those on which nothing happened.
fn days(counts: &Counts, period: &Period, selection: &Selection, (start, end): (Date, Date)) -> Vec<Day> {
    let channel = selection.channel.map(Channel::dimension);
    let empty = |date: Date| Day {
        date,
        questions: 0,
        bot_answers: 0,
        escalations: 0,
        messages_in: 0,
        messages_out: 0,
    };
    let mut days: BTreeMap<Date, Day> =
        start.series(1.day()).take_while(|day| *day <= end).map(|day| (day, empty(day))).collect();
    for one in &counts.hours {
        let Some(day) = days.get_mut(&rules::day_of(one.hour_ms, &period.zone)) else { continue };
        let is_blast_only = channel == Some("blast");
        match one.counter {
            Counter::MessagesOut if channel.is_none_or(|channel| channel == one.dimension) => {
                day.messages_out += one.value;
            }
            _ if is_blast_only => {}
            Counter::BotAnswers => day.questions += one.value,
            Counter::ConfirmedAnswers => day.bot_answers += one.value,
            Counter::MessagesIn => day.messages_in += one.value,
            Counter::Escalations => {
                day.questions += one.value;
                day.escalations += one.value;
            }
            _ => {}
        }
    }
    days.into_values().collect()
}

fn categories(counts: &Counts) -> Vec<Category> {
    let mut categories: BTreeMap<&str, Category> = BTreeMap::new();
    for one in counts.categories.iter().filter(|one| one.is_current) {
        let category = categories.entry(&one.category).or_default();
        category.category.clone_from(&one.category);
        match one.counter {
            Counter::BotAnswers => category.bot_answers += one.value,
            _ => category.escalations += one.value,
        }
    }
    let mut categories: Vec<_> = categories.into_values().collect();
    categories.sort_by_key(|one| std::cmp::Reverse(one.bot_answers + one.escalations));
    categories.truncate(MAX_CATEGORIES);
    categories
}

fn communities(counts: &Counts) -> Vec<CommunityFigures> {
    let mut by_id: HashMap<&str, (CommunityFigures, BTreeMap<i64, i64>)> = HashMap::new();
    for (id, label) in &counts.labels {
        let community = CommunityFigures {
            community_id: id.clone(),
            label: label.clone(),
            questions: 0,
            bot_answers: 0,
            resolution_minutes: None,
            segments: 0,
            segment_cost_micros: 0,
            trend: vec![0; PARTS],
        };
        by_id.insert(id.as_str(), (community, BTreeMap::new()));
    }
    for one in &counts.communities {
        let Some((community, times)) = by_id.get_mut(one.community_id.as_str()) else { continue };
        match one.counter {
            Counter::Segments => community.segments += one.value,
            Counter::ConfirmedAnswers => community.bot_answers += one.value,
            Counter::Resolution => *times.entry(one.dimension.parse().unwrap_or(0)).or_default() += one.value,
            _ => {
                community.questions += one.value;
                if let Some(part) = usize::try_from(one.part).ok().and_then(|p| community.trend.get_mut(p)) {
                    *part += one.value;
                }
            }
        }
    }
    let finished = by_id.into_values().map(|(mut community, times)| {
        community.resolution_minutes = rules::percentile(&times, 50).map(|minutes| minutes as f64);
        community.segment_cost_micros = community.segments.saturating_mul(counts.segment_price_micros);
        community
    });
    let mut communities: Vec<_> = finished.collect();
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
    let mut staff: BTreeMap<&str, StaffFigures> = BTreeMap::new();
    for one in counts.dimensions.iter().filter(|one| one.is_current) {
        if !matches!(one.counter, Counter::StaffReplies | Counter::StaffReviews) {
            continue;
        }
        let row = staff.entry(&one.dimension).or_default();
        row.user_id.clone_from(&one.dimension);
        match one.counter {
            Counter::StaffReplies => row.replies += one.value,
            _ => row.reviews += one.value,
        }
    }
    let mut staff: Vec<_> = staff.into_values().collect();
    for row in &mut staff {
        let name = counts.names.iter().find(|(id, _)| *id == row.user_id);
        row.name = name.map(|(_, name)| name.clone()).unwrap_or_default();
    }
    staff.sort_by_key(|row| std::cmp::Reverse(row.replies + row.reviews));
    staff.truncate(MAX_STAFF);
    staff
}

/// Returns what one detail adds to a figure: the minutes of a time, its own value otherwise.
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
