//! Counts of a community by hour, in blocks of 90 days.
//!
//! A year of a large company has millions of counts, which take seconds to read as rows. A block is one row with all
//! counts of a community in 90 days. It contains the number of texts, the texts (dimensions and categories), and then
//! the series. A series consists of a counter, a channel, the indexes of its dimension and its category among the
//! texts, and pairs of an hour and a value; each hour is stored as the difference from the previous one. Numbers are
//! encoded in 7 bits per byte, least significant first; texts and pairs are preceded by their length.
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    ops::Range,
};

use platform::{Fault, ids::CommunityId};

use super::model::{BLOCK_MS, BlockRow, Count, HOUR_MS, Span};

/// Returns the start of the block that contains a time.
fn block_of(at_ms: i64) -> i64 {
    at_ms.div_euclid(BLOCK_MS) * BLOCK_MS
}

/// Returns the starts of the blocks that contain a time of a span, oldest first.
pub fn starts(span: Span) -> impl Iterator<Item = i64> {
    (block_of(span.0)..span.1).step_by(BLOCK_MS.unsigned_abs() as usize)
}

/// Replaces the counts of a span. Returns the blocks that change.
///
/// # Errors
/// `INTERNAL` if a stored block is damaged.
pub fn replace(stored: &[BlockRow], span: Span, counts: Vec<Count>) -> Result<Vec<BlockRow>, Fault> {
    let counted: HashSet<(&str, i64)> =
        counts.iter().map(|one| (one.community_id.as_str(), block_of(one.hour_ms))).collect();
    let mut blocks: BTreeMap<(String, i64), (Block, &[u8])> = BTreeMap::new();
    for row in stored {
        let hours = (span.0 - row.block_ms) / HOUR_MS..(span.1 - row.block_ms) / HOUR_MS;
        let is_counted = counted.contains(&(row.community_id.as_str(), row.block_ms));
        if is_counted || StoredBlock::open(&row.counts)?.has_any(&hours)? {
            let mut block = Block::decode(&row.counts)?;
            block.remove(&hours);
            blocks.insert((row.community_id.0.clone(), row.block_ms), (block, &row.counts));
        }
    }
    for one in counts {
        let block_ms = block_of(one.hour_ms);
        let Count { counter, channel, dimension, category, .. } = one;
        let key = SeriesKey { counter, channel, dimension, category };
        let (block, _) = blocks.entry((one.community_id.0, block_ms)).or_default();
        block.add(key, (one.hour_ms - block_ms) / HOUR_MS, one.value);
    }
    let encoded = blocks.into_iter().map(|(key, (block, before))| (key, block.encode(), before));
    let changed = encoded.filter(|(_, after, before)| after != before);
    Ok(changed
        .map(|((community, block_ms), counts, _)| BlockRow {
            community_id: CommunityId(community),
            block_ms,
            counts,
        })
        .collect())
}

/// What a series counts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct SeriesKey {
    /// Number of the counter.
    counter: i32,
    /// Number of the channel; 0 for none.
    channel: i32,
    dimension: String,
    category: String,
}

/// The counts of a block, decoded to be changed. Hours are counted from the start of the block.
#[derive(Default)]
struct Block {
    series: BTreeMap<SeriesKey, BTreeMap<i64, i64>>,
}

impl Block {
    /// Decodes a block.
    ///
    /// # Errors
    /// `INTERNAL` if it is damaged.
    fn decode(counts: &[u8]) -> Result<Self, Fault> {
        let mut block = Self::default();
        let mut stored = StoredBlock::open(counts)?;
        while let Some(series) = stored.next_series()? {
            let text = |place: usize| stored.texts.get(place).copied().unwrap_or_default().to_owned();
            let key = SeriesKey {
                counter: series.counter,
                channel: series.channel,
                dimension: text(series.dimension),
                category: text(series.category),
            };
            block.series.insert(key, series.hours().collect());
        }
        Ok(block)
    }

    /// Encodes the block.
    fn encode(&self) -> Vec<u8> {
        let filled = || self.series.iter().filter(|(_, hours)| !hours.is_empty());
        let texts = filled().flat_map(|(key, _)| [key.dimension.as_str(), key.category.as_str()]);
        let places: BTreeMap<&str, usize> = texts
            .collect::<BTreeSet<_>>()
            .into_iter()
            .enumerate()
            .map(|(place, text)| (text, place))
            .collect();
        let place = |text: &String| places.get(text.as_str()).copied().unwrap_or_default();
        let mut counts = Vec::new();
        put_number(&mut counts, places.len() as u64);
        for text in places.keys() {
            put_bytes(&mut counts, text.as_bytes());
        }
        for (key, hours) in filled() {
            let mut pairs = Vec::new();
            let mut last = 0;
            for (hour, value) in hours {
                put_number(&mut pairs, (hour - last).unsigned_abs());
                put_number(&mut pairs, value.unsigned_abs());
                last = *hour;
            }
            put_number(&mut counts, key.counter.unsigned_abs().into());
            put_number(&mut counts, key.channel.unsigned_abs().into());
            put_number(&mut counts, place(&key.dimension) as u64);
            put_number(&mut counts, place(&key.category) as u64);
            put_bytes(&mut counts, &pairs);
        }
        counts
    }

    /// Removes the counts of these hours.
    fn remove(&mut self, hours: &Range<i64>) {
        for series in self.series.values_mut() {
            series.retain(|hour, _| !hours.contains(hour));
        }
    }

    /// Adds to the count of an hour.
    fn add(&mut self, key: SeriesKey, hour: i64, value: i64) {
        *self.series.entry(key).or_default().entry(hour).or_default() += value;
    }
}

/// An encoded block that is read series by series.
pub struct StoredBlock<'a> {
    /// Dimensions and categories of its series.
    pub texts: Vec<&'a str>,
    rest: &'a [u8],
}

/// A series of a [`StoredBlock`].
pub struct Series<'a> {
    /// Number of the counter.
    pub counter: i32,
    /// Number of the channel; 0 for none.
    pub channel: i32,
    /// Index of the dimension in `texts`.
    pub dimension: usize,
    /// Index of the category in `texts`.
    pub category: usize,
    pairs: &'a [u8],
}

impl<'a> StoredBlock<'a> {
    /// Opens an encoded block.
    ///
    /// # Errors
    /// `INTERNAL` if it is damaged.
    pub fn open(counts: &'a [u8]) -> Result<Self, Fault> {
        let mut rest = counts;
        let number = take_number(&mut rest).ok_or_else(damaged)?;
        let texts: Option<Vec<&str>> =
            (0..number).map(|_| std::str::from_utf8(take_bytes(&mut rest)?).ok()).collect();
        Ok(Self { texts: texts.ok_or_else(damaged)?, rest })
    }

    /// Returns whether the rest of the block has counts of any of these hours.
    ///
    /// # Errors
    /// `INTERNAL` if it is damaged.
    fn has_any(mut self, hours: &Range<i64>) -> Result<bool, Fault> {
        while let Some(series) = self.next_series()? {
            if series.hours().any(|(hour, _)| hours.contains(&hour)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the next series, or `None` after the last.
    ///
    /// # Errors
    /// `INTERNAL` if it is damaged.
    pub fn next_series(&mut self) -> Result<Option<Series<'a>>, Fault> {
        if self.rest.is_empty() { Ok(None) } else { self.take_series().ok_or_else(damaged).map(Some) }
    }

    fn take_series(&mut self) -> Option<Series<'a>> {
        let rest = &mut self.rest;
        let counter = i32::try_from(take_number(rest)?).ok()?;
        let channel = i32::try_from(take_number(rest)?).ok()?;
        let dimension = usize::try_from(take_number(rest)?).ok()?;
        let category = usize::try_from(take_number(rest)?).ok()?;
        let pairs = take_bytes(rest)?;
        let series = Series { counter, channel, dimension, category, pairs };
        (dimension.max(category) < self.texts.len()).then_some(series)
    }
}

impl<'a> Series<'a> {
    /// Returns the values by hour since the start of the block, ascending.
    pub fn hours(&self) -> impl Iterator<Item = (i64, i64)> + use<'a> {
        let (mut rest, mut hour) = (self.pairs, 0);
        std::iter::from_fn(move || {
            hour += take_number(&mut rest)?.cast_signed();
            Some((hour, take_number(&mut rest)?.cast_signed()))
        })
    }
}

fn damaged() -> Fault {
    Fault::internal("a block of report counts is damaged")
}

fn put_number(bytes: &mut Vec<u8>, number: u64) {
    let [low, ..] = number.to_le_bytes();
    if number < 0x80 {
        bytes.push(low);
    } else {
        bytes.push(low | 0x80);
        put_number(bytes, number >> 7);
    }
}

fn put_bytes(bytes: &mut Vec<u8>, added: &[u8]) {
    put_number(bytes, added.len() as u64);
    bytes.extend_from_slice(added);
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
    }
}

fn take_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(counter: i32, channel: i32, dimension: &str) -> SeriesKey {
        SeriesKey { counter, channel, dimension: dimension.to_owned(), category: "Parking".to_owned() }
    }

    /// Counter, channel, dimension and values by hour of a series.
    type Counts = (i32, i32, String, Vec<(i64, i64)>);

    fn counts(block: &[u8]) -> Vec<Counts> {
        let series = Block::decode(block).unwrap_or_default().series;
        series
            .into_iter()
            .map(|(key, hours)| (key.counter, key.channel, key.dimension, hours.into_iter().collect()))
            .collect()
    }

    #[test]
    fn a_block_round_trips_its_hourly_counts() {
        let mut block = Block::default();
        for (hour, value) in [(719, 1), (0, 2), (300, 70_000), (300, 1)] {
            block.add(key(1, 1, ""), hour, value);
        }
        block.add(key(1, 4, ""), 300, 2);
        block.add(key(12, 3, "1440"), 5, 3);
        let encoded = block.encode();
        let expected = vec![
            (1, 1, String::new(), vec![(0, 2), (300, 70_001), (719, 1)]),
            (1, 4, String::new(), vec![(300, 2)]),
            (12, 3, "1440".to_owned(), vec![(5, 3)]),
        ];
        assert_eq!(counts(&encoded), expected);
        let again = Block::decode(&encoded).map(|block| block.encode());
        assert_eq!(again.ok(), Some(encoded));
    }

    #[test]
    fn hours_can_be_removed_from_a_block() {
        let mut block = Block::default();
        for hour in 0..4 {
            block.add(key(1, 1, ""), hour, 1);
        }
        block.add(key(2, 1, ""), 2, 1);
        block.remove(&(1..3));
        assert_eq!(counts(&block.encode()), [(1, 1, String::new(), vec![(0, 1), (3, 1)])]);
    }

    #[test]
    fn a_damaged_block_is_refused() {
        let mut block = Block::default();
        block.add(key(1, 1, "staff"), 7, 1);
        let mut encoded = block.encode();
        encoded.pop();
        assert!(Block::decode(&encoded).is_err());
        assert!(Block::decode(&[0xff; 12]).is_err());
    }

    #[test]
    fn blocks_start_at_multiples_of_90_days() {
        assert_eq!([0, BLOCK_MS - 1, BLOCK_MS].map(block_of), [0, 0, BLOCK_MS]);
    }

    #[test]
    fn a_span_touches_each_block_with_one_of_its_times() {
        let of = |from, to| starts(Span(from, to)).collect::<Vec<_>>();
        assert_eq!(of(0, 1), [0]);
        assert_eq!(of(BLOCK_MS - 1, BLOCK_MS), [0], "the end is exclusive");
        assert_eq!(of(BLOCK_MS - 1, BLOCK_MS + 1), [0, BLOCK_MS]);
    }
}
