//! Measures the lexical engine on public intent data: few-shot accuracy, and how well the confidence tells what is
//! in scope from what is not.
//!
//! `cargo run --release -p answering --example evaluate -- DIRECTORY` reads `banking77_{train,test}.csv` and
//! `clinc150_{train,test,oos_test}.csv` (columns `text,intent`) and prints the mean of a few draws of samples. The
//! draws come from a fixed generator, so that two runs agree.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use std::{env, fs, io};

use answering::{Engine, Entry, Lexical, Thresholds};

const DRAWS: u64 = 5;

type Row = (String, String);

fn main() -> io::Result<()> {
    let Some(directory) = env::args().nth(1) else {
        return Err(io::Error::other("usage: evaluate DIRECTORY"));
    };
    let read = |name: &str| fs::read_to_string(Path::new(&directory).join(name)).map(|text| rows(&text));
    let banking = (read("banking77_train.csv")?, read("banking77_test.csv")?);
    let clinc = (read("clinc150_train.csv")?, read("clinc150_test.csv")?);
    let outside = read("clinc150_oos_test.csv")?;
    for samples in [5, 10] {
        report("BANKING77", samples, &banking.0, &banking.1, &[]);
    }
    for samples in [3, 5] {
        report("CLINC150", samples, &clinc.0, &clinc.1, &outside);
    }
    Ok(())
}

fn report(name: &str, samples: usize, train: &[Row], test: &[Row], outside: &[Row]) {
    let (mut right, mut asked, mut auroc, mut kept) = (0, 0, 0.0, 0.0);
    let (mut answered, mut wrong, mut strayed) = (0, 0, 0);
    let mut building = 0.0;
    let begun = Instant::now();
    for draw in 0..DRAWS {
        let started = Instant::now();
        let engine = Lexical::new(draw_entries(train, samples, draw));
        building += started.elapsed().as_secs_f64();
        let (mut inside_at, mut outside_at) = (Vec::new(), Vec::new());
        for (text, intent) in test {
            let matches = engine.rank(text, 2);
            let best = matches.first();
            let is_right = best.is_some_and(|best| best.id == *intent);
            inside_at.push((best.map_or(0.0, |best| best.confidence), is_right));
            right += usize::from(is_right);
            if let answering::Verdict::Answer(best) = Thresholds::DEFAULT.decide(&matches) {
                answered += 1;
                wrong += usize::from(best.id != *intent);
            }
        }
        for (text, _) in outside {
            let matches = engine.rank(text, 2);
            outside_at.push(matches.first().map_or(0.0, |best| best.confidence));
            strayed +=
                usize::from(matches!(Thresholds::DEFAULT.decide(&matches), answering::Verdict::Answer(_)));
        }
        asked += test.len();
        auroc += area(&inside_at, &outside_at) / DRAWS as f64;
        kept += kept_at(&inside_at, &outside_at) / DRAWS as f64;
    }
    let total = begun.elapsed().as_secs_f64() - building;
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!("{name} k={samples}: accuracy@1 {:.1} %", percent(right, asked));
    println!(
        "  decide: answers {:.1} %, of these wrong {:.1} %",
        percent(answered, asked),
        percent(wrong, answered)
    );
    if !outside.is_empty() {
        println!(
            "  out of scope: AUROC {auroc:.3}, in-scope correct at 90 % recall {:.1} %, answered {:.1} %",
            100.0 * kept,
            percent(strayed, outside.len() * DRAWS as usize)
        );
    }
    let queries = asked + outside.len() * DRAWS as usize;
    println!(
        "  index {:.1} ms, ranking {:.0} µs a text",
        1e3 * building / DRAWS as f64,
        1e6 * total / queries as f64
    );
}

/// The chance that a text in scope is more confident than one out of scope.
fn area(inside: &[(f32, bool)], outside: &[f32]) -> f64 {
    let mut sorted = outside.to_vec();
    sorted.sort_by(f32::total_cmp);
    let below = |confidence: f32| {
        let less = sorted.partition_point(|other| *other < confidence);
        let equal = sorted.partition_point(|other| *other <= confidence) - less;
        less as f64 + equal as f64 / 2.0
    };
    let pairs = (inside.len() * outside.len()).max(1) as f64;
    inside.iter().map(|(confidence, _)| below(*confidence)).sum::<f64>() / pairs
}

/// The part of all texts in scope that is answered rightly when 90 % of those out of scope are refused.
fn kept_at(inside: &[(f32, bool)], outside: &[f32]) -> f64 {
    let mut sorted = outside.to_vec();
    sorted.sort_by(f32::total_cmp);
    let threshold = sorted.get(sorted.len() * 9 / 10).copied().unwrap_or(0.0);
    let kept = inside.iter().filter(|(confidence, right)| *right && *confidence > threshold).count();
    kept as f64 / inside.len().max(1) as f64
}

/// An entry an intent, from `samples` of its texts.
fn draw_entries(train: &[Row], samples: usize, draw: u64) -> Vec<Entry> {
    let mut by_intent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (text, intent) in train {
        by_intent.entry(intent).or_default().push(text);
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(draw + 1);
    let mut entries = Vec::new();
    for (intent, mut texts) in by_intent {
        let mut drawn = Vec::new();
        while drawn.len() < samples && !texts.is_empty() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            drawn.push(texts.swap_remove((state >> 33) as usize % texts.len()).to_owned());
        }
        let question = drawn.swap_remove(0);
        entries.push(Entry {
            id: intent.into(),
            question,
            samples: drawn,
            taught: vec![],
            answer: String::new(),
        });
    }
    entries
}

/// The rows of a CSV text after its header; a quoted field may hold commas, line breaks and doubled quotes.
fn rows(text: &str) -> Vec<Row> {
    let (mut rows, mut row, mut field, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().filter(|c| *c != '\r').peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => field.extend(chars.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            c => field.push(c),
        }
    }
    if !field.is_empty() {
        row.push(field);
        rows.push(row);
    }
    let pair = |mut row: Vec<String>| (row.len() == 2).then(|| (row.swap_remove(0), row.swap_remove(0)));
    rows.into_iter().skip(1).filter_map(pair).collect()
}
