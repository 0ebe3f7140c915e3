//! Evaluates the lexical engine on public data sets: few-shot accuracy, and detection of out-of-scope texts by confidence.
//!
//! `cargo run --release -p answering --example evaluate -- DIRECTORY` reads `banking77_{train,test}.csv` and
//! `clinc150_{train,test,oos_test}.csv` (columns `text,intent`) and prints the mean of several draws of
//! utterances. The random generator has a fixed seed, so the result is deterministic.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use std::{env, fs, io};

use answering::{AnswerDecision, ConfidenceThresholds, Engine, Entry, LexicalIndex};

const DRAWS: u64 = 5;

type Row = (String, String);

fn main() -> io::Result<()> {
    let Some(directory) = env::args().nth(1) else {
        return Err(io::Error::other("usage: evaluate DIRECTORY"));
    };
    let read = |name: &str| fs::read_to_string(Path::new(&directory).join(name)).map(|text| rows(&text));
    let banking = (read("banking77_train.csv")?, read("banking77_test.csv")?);
    let clinc = (read("clinc150_train.csv")?, read("clinc150_test.csv")?);
    let out_of_scope = read("clinc150_oos_test.csv")?;
    for utterances in [5, 10] {
        report("BANKING77", utterances, &banking.0, &banking.1, &[]);
    }
    for utterances in [3, 5] {
        report("CLINC150", utterances, &clinc.0, &clinc.1, &out_of_scope);
    }
    Ok(())
}

fn report(name: &str, utterances: usize, train: &[Row], test: &[Row], out_of_scope: &[Row]) {
    let (mut correct, mut total, mut auroc, mut recall) = (0, 0, 0.0, 0.0);
    let (mut answered, mut incorrect, mut answered_out_of_scope) = (0, 0, 0);
    let mut building = 0.0;
    let start = Instant::now();
    for draw in 0..DRAWS {
        let build_start = Instant::now();
        let engine = LexicalIndex::new(draw_entries(train, utterances, draw));
        building += build_start.elapsed().as_secs_f64();
        let (mut in_scope_confidences, mut out_of_scope_confidences) = (Vec::new(), Vec::new());
        for (text, intent) in test {
            let matches = engine.rank(text, 2);
            let best = matches.first();
            let is_correct = best.is_some_and(|best| best.id == *intent);
            in_scope_confidences.push((best.map_or(0.0, |best| best.confidence), is_correct));
            correct += usize::from(is_correct);
            if let AnswerDecision::Answer(best) = ConfidenceThresholds::DEFAULT.decide(&matches) {
                answered += 1;
                incorrect += usize::from(best.id != *intent);
            }
        }
        for (text, _) in out_of_scope {
            let matches = engine.rank(text, 2);
            out_of_scope_confidences.push(matches.first().map_or(0.0, |best| best.confidence));
            answered_out_of_scope += usize::from(matches!(
                ConfidenceThresholds::DEFAULT.decide(&matches),
                AnswerDecision::Answer(_)
            ));
        }
        total += test.len();
        auroc += area_under_curve(&in_scope_confidences, &out_of_scope_confidences) / DRAWS as f64;
        recall += correct_at_threshold(&in_scope_confidences, &out_of_scope_confidences) / DRAWS as f64;
    }
    let ranking = start.elapsed().as_secs_f64() - building;
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!("{name} k={utterances}: accuracy@1 {:.1} %", percent(correct, total));
    println!(
        "  answered {:.1} %, of these incorrect {:.1} %",
        percent(answered, total),
        percent(incorrect, answered)
    );
    if !out_of_scope.is_empty() {
        println!(
            "  out of scope: AUROC {auroc:.3}, in-scope correct at 90 % recall {:.1} %, answered {:.1} %",
            100.0 * recall,
            percent(answered_out_of_scope, out_of_scope.len() * DRAWS as usize)
        );
    }
    let queries = total + out_of_scope.len() * DRAWS as usize;
    println!(
        "  index {:.1} ms, ranking {:.0} µs a text",
        1e3 * building / DRAWS as f64,
        1e6 * ranking / queries as f64
    );
}

/// Returns the area under the ROC curve: the probability that an in-scope text has a higher confidence than an
/// out-of-scope text.
fn area_under_curve(in_scope: &[(f32, bool)], out_of_scope: &[f32]) -> f64 {
    let mut sorted = out_of_scope.to_vec();
    sorted.sort_by(f32::total_cmp);
    let below = |confidence: f32| {
        let less = sorted.partition_point(|other| *other < confidence);
        let equal = sorted.partition_point(|other| *other <= confidence) - less;
        less as f64 + equal as f64 / 2.0
    };
    let pairs = (in_scope.len() * out_of_scope.len()).max(1) as f64;
    in_scope.iter().map(|(confidence, _)| below(*confidence)).sum::<f64>() / pairs
}

/// Returns the part of the in-scope texts that are correct at the threshold that rejects 90 % of the out-of-scope texts.
fn correct_at_threshold(in_scope: &[(f32, bool)], out_of_scope: &[f32]) -> f64 {
    let mut sorted = out_of_scope.to_vec();
    sorted.sort_by(f32::total_cmp);
    let threshold = sorted.get(sorted.len() * 9 / 10).copied().unwrap_or(0.0);
    let accepted =
        in_scope.iter().filter(|(confidence, is_correct)| *is_correct && *confidence > threshold).count();
    accepted as f64 / in_scope.len().max(1) as f64
}

/// Returns one entry per intent, with `count` randomly drawn utterances.
fn draw_entries(train: &[Row], count: usize, draw: u64) -> Vec<Entry> {
    let mut by_intent: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (text, intent) in train {
        by_intent.entry(intent).or_default().push(text);
    }
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(draw + 1);
    let mut entries = Vec::new();
    for (intent, mut texts) in by_intent {
        let mut drawn = Vec::new();
        while drawn.len() < count && !texts.is_empty() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            drawn.push(texts.swap_remove((state >> 33) as usize % texts.len()).to_owned());
        }
        let question = drawn.swap_remove(0);
        entries.push(Entry {
            id: intent.into(),
            question,
            utterances: drawn,
            training_examples: vec![],
            answer: String::new(),
        });
    }
    entries
}

/// Parses the rows of a CSV text after its header. A quoted field may contain commas, line breaks and doubled quotes.
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
