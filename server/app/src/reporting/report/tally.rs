//! Sums the counts of a report in one pass.
use std::collections::{BTreeMap, HashMap};

use jiff::ToSpan;
use platform::{Fault, ids::CommunityId};

use super::{
    block::StoredBlock,
    model::{BlockRow, Channel, Counted, Counter, HOUR_MS, Period, Selection, Span},
    rules,
};

/// Parts of the trend of a community.
pub const PARTS: usize = 10;
/// Counters have lower numbers.
const COUNTERS: usize = 32;
/// Of counters that are split by channel: any other dimension, texts and blasts.
const CHANNELS: usize = 3;

/// Sums of the previous period and of the range.
pub type Sum = [i64; 2];

/// Sums of a report.
pub struct Sums {
    /// By counter and channel: each day of the previous period, then each of the range.
    days: Vec<Vec<i64>>,
    /// Number of days of the range, and of the previous period.
    range_days: usize,
    /// By counter, of each text.
    dimensions: Vec<Vec<Sum>>,
    /// Of each category, whatever the report's category: answers, those that staff had trained, and escalations.
    categories: [Vec<Sum>; 3],
    pub communities: HashMap<CommunityId, CommunitySums>,
    texts: Vec<String>,
    place_of_text: HashMap<String, usize>,
}

/// Sums of a community in the range.
#[derive(Default)]
pub struct CommunitySums {
    pub questions: i64,
    pub bot_answers: i64,
    pub segments: i64,
    /// Questions in equal parts of the range.
    pub trend: [i64; PARTS],
    /// Minutes to the answer of staff, and how many answers took as long.
    pub resolution: Vec<(i64, i64)>,
}

/// Where an hour of a report is.
#[derive(Clone)]
struct Hour {
    /// Place of its day; the days of the range follow those of the previous period.
    day: u32,
    /// Part of the range.
    part: u8,
    is_current: bool,
    /// Stored counts hold.
    is_stored: bool,
}

/// Sums counts.
///
/// # Errors
/// `INTERNAL` if stored counts are damaged.
pub fn sum(selection: &Selection, period: &Period, counted: &Counted) -> Result<Sums, Fault> {
    let hours = hours(selection, period, &counted.gaps);
    let mut sums = Sums::new(usize::try_from(rules::days_between(period.start, period.end)).unwrap_or(0));
    let mut communities: HashMap<CommunityId, CommunitySums> = HashMap::new();
    for row in &counted.blocks {
        let community = communities.entry(row.community_id.clone()).or_default();
        sums.add_block(row, community, selection, &hours)?;
    }
    for one in &counted.live {
        let key = Key {
            counter: usize::try_from(one.counter).unwrap_or(0),
            dimension: sums.place(&one.dimension),
            category: sums.place(&one.category),
            channel: channel_place(&one.dimension),
            is_filtered_out: selection.category.as_ref().is_some_and(|category| *category != one.category),
        };
        let hour =
            hours.get(usize::try_from((one.hour_ms - selection.previous_ms) / HOUR_MS).unwrap_or(usize::MAX));
        let community = communities.entry(one.community_id.clone()).or_default();
        sums.add(&key, community, hour.into_iter().map(|hour| (hour, one.value)));
    }
    Ok(Sums { communities, ..sums })
}

/// Returns the hours of a report and of the period before.
fn hours(selection: &Selection, period: &Period, gaps: &[Span]) -> Vec<Hour> {
    let length = (selection.end_ms - selection.start_ms).max(1);
    let parts = i64::try_from(PARTS).unwrap_or(1);
    let mut hours = Vec::new();
    let mut hour_ms = selection.previous_ms;
    let first = rules::previous_start(period);
    for (day, date) in first.series(1.day()).take_while(|day| *day <= period.end).enumerate() {
        let end_ms = rules::first_hour(date.tomorrow().unwrap_or(date), &period.zone).min(selection.end_ms);
        while hour_ms < end_ms {
            let is_current = hour_ms >= selection.start_ms;
            let part = (hour_ms - selection.start_ms).max(0) * parts / length;
            let part = u8::try_from(part.min(parts - 1)).unwrap_or(0);
            let day = u32::try_from(day).unwrap_or(0);
            hours.push(Hour { day, part, is_current, is_stored: true });
            hour_ms += HOUR_MS;
        }
    }
    for Span(from, to) in gaps {
        let place = |ms: i64| usize::try_from((ms - selection.previous_ms) / HOUR_MS).unwrap_or(0);
        for hour in hours.iter_mut().take(place(*to)).skip(place(*from)) {
            hour.is_stored = false;
        }
    }
    hours
}

/// What a series counts, by places of texts.
struct Key {
    counter: usize,
    dimension: usize,
    category: usize,
    channel: usize,
    is_filtered_out: bool,
}

/// Returns the place of a channel.
fn channel_place(dimension: &str) -> usize {
    match dimension {
        "text" => 1,
        "blast" => 2,
        _ => 0,
    }
}

impl Sums {
    fn new(range_days: usize) -> Self {
        let mut sums = Self {
            days: vec![vec![0; 2 * range_days]; COUNTERS * CHANNELS],
            range_days,
            dimensions: vec![Vec::new(); COUNTERS],
            categories: Default::default(),
            communities: HashMap::new(),
            texts: Vec::new(),
            place_of_text: HashMap::new(),
        };
        sums.place("");
        sums
    }

    /// Returns the place of a text.
    fn place(&mut self, text: &str) -> usize {
        if let Some(place) = self.place_of_text.get(text) {
            return *place;
        }
        let place = self.texts.len();
        self.texts.push(text.to_owned());
        self.place_of_text.insert(text.to_owned(), place);
        place
    }

    fn add_block(
        &mut self,
        row: &BlockRow,
        community: &mut CommunitySums,
        selection: &Selection,
        hours: &[Hour],
    ) -> Result<(), Fault> {
        let mut block = StoredBlock::open(&row.counts)?;
        let category = selection.category.as_deref();
        let texts: Vec<(usize, usize, bool)> = block
            .texts
            .iter()
            .map(|text| (self.place(text), channel_place(text), category.is_some_and(|one| one != *text)))
            .collect();
        let first = (row.block_ms - selection.previous_ms) / HOUR_MS;
        while let Some(series) = block.next_series()? {
            let (Some(dimension), Some(category)) = (texts.get(series.dimension), texts.get(series.category))
            else {
                continue;
            };
            let key = Key {
                counter: usize::try_from(series.counter).unwrap_or(0),
                dimension: dimension.0,
                category: category.0,
                channel: dimension.1,
                is_filtered_out: category.2,
            };
            let stored = series.hours().filter_map(|(hour, value)| {
                let hour = hours.get(usize::try_from(first + hour).ok()?)?;
                hour.is_stored.then_some((hour, value))
            });
            self.add(&key, community, stored);
        }
        Ok(())
    }

    /// Adds the counts of hours of a series.
    fn add<'h>(
        &mut self,
        key: &Key,
        community: &mut CommunitySums,
        hours: impl Iterator<Item = (&'h Hour, i64)>,
    ) {
        let (mut sum, mut trend) = ([0, 0], [0; PARTS]);
        let mut none = Vec::new();
        let days =
            if key.is_filtered_out { None } else { self.days.get_mut(key.counter * CHANNELS + key.channel) };
        let days = days.unwrap_or(&mut none);
        for (hour, value) in hours {
            if let Some(day) = days.get_mut(hour.day as usize) {
                *day += value;
            }
            sum[usize::from(hour.is_current)] += value;
            if hour.is_current {
                trend[usize::from(hour.part)] += value;
            }
        }
        let counter = i32::try_from(key.counter).unwrap_or(0);
        let Ok(counter) = Counter::try_from(counter) else { return };
        self.add_category(counter, key, sum);
        if key.is_filtered_out {
            return;
        }
        match counter {
            Counter::Segments => community.segments += sum[1],
            Counter::ConfirmedAnswers => community.bot_answers += sum[1],
            Counter::BotAnswers | Counter::Escalations => {
                community.questions += sum[1];
                for (part, value) in community.trend.iter_mut().zip(trend) {
                    *part += value;
                }
            }
            Counter::Resolution if sum[1] > 0 => {
                let minutes = self.texts.get(key.dimension).and_then(|text| text.parse().ok());
                community.resolution.push((minutes.unwrap_or(0), sum[1]));
            }
            _ => {}
        }
        let is_split = matches!(
            counter,
            Counter::StaffReplies
                | Counter::StaffReviews
                | Counter::FirstResponse
                | Counter::Resolution
                | Counter::RequestCompletion
        );
        if is_split && let Some(dimensions) = self.dimensions.get_mut(key.counter) {
            add_at(dimensions, key.dimension, sum);
        }
    }

    fn add_category(&mut self, counter: Counter, key: &Key, sum: Sum) {
        let [answers, learned, escalations] = &mut self.categories;
        match counter {
            Counter::BotAnswers => {
                add_at(answers, key.category, sum);
                // Any dimension says that the answer was learned.
                if key.dimension > 0 {
                    add_at(learned, key.category, sum);
                }
            }
            Counter::Escalations => add_at(escalations, key.category, sum),
            _ => {}
        }
    }

    /// Sums a counter by day, of a channel or of all: the days of the previous period, then those of the range. What is
    /// not split by channel is part of each.
    fn all_days(&self, counter: Counter, channel: Option<Channel>) -> Vec<i64> {
        let mut days = vec![0; 2 * self.range_days];
        let channels = self.days.iter().skip(counter as usize * CHANNELS).take(CHANNELS).enumerate();
        for (_, counted) in channels.filter(|(place, _)| match channel {
            None => true,
            Some(channel) => [0, channel_place(channel.dimension())].contains(place),
        }) {
            days.iter_mut().zip(counted).for_each(|(day, value)| *day += value);
        }
        days
    }

    /// Sums a counter by day, of a channel or of all: in the range or in the previous period.
    pub fn days(&self, counter: Counter, channel: Option<Channel>, is_current: bool) -> Vec<i64> {
        let mut days = self.all_days(counter, channel);
        let current = days.split_off(self.range_days);
        if is_current { current } else { days }
    }

    /// Returns the numbers of a counter that is split by minutes.
    pub fn times(&self, counter: Counter, is_current: bool) -> BTreeMap<i64, i64> {
        let mut times = BTreeMap::new();
        for (text, [previous, current]) in self.of_texts(self.dimensions.get(counter as usize)) {
            let number = if is_current { current } else { previous };
            if number > 0 {
                *times.entry(text.parse().unwrap_or(0)).or_default() += number;
            }
        }
        times
    }

    /// Returns the number of answers that staff had trained, of a category or of all.
    pub fn learned(&self, category: Option<&str>, is_current: bool) -> i64 {
        let learned = self.of_texts(self.categories.get(1));
        let learned = learned.filter(|(text, _)| category.is_none_or(|category| category == *text));
        learned.map(|(_, [previous, current])| if is_current { current } else { previous }).sum()
    }

    /// Returns the categories of the range with the numbers of answers and of escalations.
    pub fn categories(&self) -> Vec<(&str, i64, i64)> {
        let [answers, _, escalations] = &self.categories;
        self.current(answers, escalations)
    }

    /// Returns the users who worked in the range with the numbers of replies and of reviews.
    pub fn staff(&self) -> Vec<(&str, i64, i64)> {
        let of =
            |counter: Counter| self.dimensions.get(counter as usize).map(Vec::as_slice).unwrap_or_default();
        self.current(of(Counter::StaffReplies), of(Counter::StaffReviews))
    }

    /// Returns the texts that have either sum in the range.
    fn current(&self, first: &[Sum], second: &[Sum]) -> Vec<(&str, i64, i64)> {
        let of = |sums: &[Sum], place: usize| sums.get(place).map_or(0, |[_, current]| *current);
        let texts = self.texts.iter().enumerate();
        let sums = texts.map(|(place, text)| (text.as_str(), of(first, place), of(second, place)));
        sums.filter(|(_, first, second)| first + second > 0).collect()
    }

    fn of_texts<'s>(&'s self, sums: Option<&'s Vec<Sum>>) -> impl Iterator<Item = (&'s str, Sum)> {
        self.texts.iter().map(String::as_str).zip(sums.into_iter().flatten().copied())
    }
}

fn add_at(sums: &mut Vec<Sum>, place: usize, added: Sum) {
    if sums.len() <= place {
        sums.resize(place + 1, [0, 0]);
    }
    if let Some([previous, current]) = sums.get_mut(place) {
        *previous += added[0];
        *current += added[1];
    }
}
