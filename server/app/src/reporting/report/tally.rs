//! Sums the counts of a report in one pass.
use std::collections::{BTreeMap, HashMap};

use jiff::ToSpan;
use platform::{Fault, ids::CommunityId};

use super::{
    block::StoredBlock,
    model::{BlockRow, Counted, Counter, HOUR_MS, Period, Selection, Span},
    rules,
};

/// Number of equal parts of the range in a community's trend.
pub const PARTS: usize = 10;
/// Upper bound of the numbers of counters.
const COUNTERS: usize = 32;

/// Sums in the previous period and in the range.
pub type Sum = [i64; 2];

/// Sums of a report, of its channel or of all.
pub struct Sums {
    /// Daily sums by counter: the days of the previous period, then the days of the range.
    days: Vec<Vec<i64>>,
    /// Number of days in the range, and also in the previous period.
    range_days: usize,
    /// For each counter: sums by index of the dimension in `texts`.
    dimensions: Vec<Vec<Sum>>,
    /// Sums by index of the category in `texts`: answers, answers that staff had trained, and escalations.
    /// The report's category filter does not apply.
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
    /// Number of questions in each part of the range.
    pub trend: [i64; PARTS],
    /// Minutes until staff answered, each with the number of such answers.
    pub resolution: Vec<(i64, i64)>,
}

/// Where an hour belongs in a report.
#[derive(Clone)]
struct Hour {
    /// Index of its day; the days of the range follow those of the previous period.
    day: u32,
    /// Index of its part of the range.
    part: u8,
    is_current: bool,
    /// Whether the stored counts of the hour are valid; otherwise it is counted live.
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
    for one in counted.live.iter().filter(|one| is_of_channel(one.channel, selection)) {
        let key = Key {
            counter: usize::try_from(one.counter).unwrap_or(0),
            dimension: sums.place(&one.dimension),
            category: sums.place(&one.category),
            is_filtered_out: selection.category.as_ref().is_some_and(|category| *category != one.category),
        };
        let hour =
            hours.get(usize::try_from((one.hour_ms - selection.previous_ms) / HOUR_MS).unwrap_or(usize::MAX));
        let community = communities.entry(one.community_id.clone()).or_default();
        sums.add(&key, community, hour.into_iter().map(|hour| (hour, one.value)));
    }
    Ok(Sums { communities, ..sums })
}

/// Returns the hours of the previous period and of the range.
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

/// The key of a series, with indexes in `texts`.
struct Key {
    counter: usize,
    dimension: usize,
    category: usize,
    /// Whether the report is about another category.
    is_filtered_out: bool,
}

/// Returns whether a report includes counts of the channel with this number.
fn is_of_channel(channel: i32, selection: &Selection) -> bool {
    selection.channel.is_none_or(|one| one as i32 == channel)
}

impl Sums {
    fn new(range_days: usize) -> Self {
        let mut sums = Self {
            days: vec![vec![0; 2 * range_days]; COUNTERS],
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

    /// Returns the index of a text in `texts`, adding it if it is missing.
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
        let texts: Vec<(usize, bool)> = block
            .texts
            .iter()
            .map(|text| (self.place(text), category.is_some_and(|one| one != *text)))
            .collect();
        let first = (row.block_ms - selection.previous_ms) / HOUR_MS;
        while let Some(series) = block.next_series()? {
            if !is_of_channel(series.channel, selection) {
                continue;
            }
            let (Some(dimension), Some(category)) = (texts.get(series.dimension), texts.get(series.category))
            else {
                continue;
            };
            let key = Key {
                counter: usize::try_from(series.counter).unwrap_or(0),
                dimension: dimension.0,
                category: category.0,
                is_filtered_out: category.1,
            };
            let stored = series.hours().filter_map(|(hour, value)| {
                let hour = hours.get(usize::try_from(first + hour).ok()?)?;
                hour.is_stored.then_some((hour, value))
            });
            self.add(&key, community, stored);
        }
        Ok(())
    }

    /// Adds the hourly counts of a series.
    fn add<'h>(
        &mut self,
        key: &Key,
        community: &mut CommunitySums,
        hours: impl Iterator<Item = (&'h Hour, i64)>,
    ) {
        let (mut sum, mut trend) = ([0, 0], [0; PARTS]);
        let mut none = Vec::new();
        let days = if key.is_filtered_out { None } else { self.days.get_mut(key.counter) };
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
                // Every dimension except the empty one means that the answer was learned.
                if key.dimension > 0 {
                    add_at(learned, key.category, sum);
                }
            }
            Counter::Escalations => add_at(escalations, key.category, sum),
            _ => {}
        }
    }

    /// Returns the daily sums of a counter in the range or in the previous period.
    pub fn days(&self, counter: Counter, is_current: bool) -> &[i64] {
        let days = self.days.get(counter as usize).map(Vec::as_slice).unwrap_or_default();
        let (previous, current) = days.split_at(self.range_days.min(days.len()));
        if is_current { current } else { previous }
    }

    /// Returns the frequencies of the numbers of minutes of a counter.
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

    /// Returns the number of answers that staff had trained, in one category or all.
    pub fn learned(&self, category: Option<&str>, is_current: bool) -> i64 {
        let learned = self.of_texts(self.categories.get(1));
        let learned = learned.filter(|(text, _)| category.is_none_or(|category| category == *text));
        learned.map(|(_, [previous, current])| if is_current { current } else { previous }).sum()
    }

    /// Returns the categories in the range with their numbers of answers and of escalations.
    pub fn categories(&self) -> Vec<(&str, i64, i64)> {
        let [answers, _, escalations] = &self.categories;
        self.current(answers, escalations)
    }

    /// Returns the users who were active in the range with their numbers of replies and of reviews.
    pub fn staff(&self) -> Vec<(&str, i64, i64)> {
        let of =
            |counter: Counter| self.dimensions.get(counter as usize).map(Vec::as_slice).unwrap_or_default();
        self.current(of(Counter::StaffReplies), of(Counter::StaffReviews))
    }

    /// Returns the texts for which either sum in the range is positive.
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
