//! Export and import of answers as a table. A line is a change to one answer and is validated like one.
use std::collections::{HashMap, HashSet};

use platform::{
    ErrorReason, Fault, Timestamp,
    tabular::{self, Row},
    text::one_line,
};
use sha2::{Digest, Sha256};

use super::{changed, drafted, has_room};
use crate::knowledge::answer::model::{
    Answer, AnswerEdit, Cause, Difference, Draft, ImportPlan, Owner, Rejected,
    limits::{MAX_ANSWER_LENGTH, MAX_CATEGORY_LENGTH, MAX_QUESTION_LENGTH, MAX_SAMPLES, MAX_SOURCE_LENGTH},
    question_key,
};

/// Limits of an imported file.
pub const BOUNDS: tabular::Bounds = tabular::Bounds { megabytes: 5, lines: 2_000 };
/// Maximum number of characters of a question that a rejected line repeats.
const SHORT: usize = 200;
const HEADINGS: [&str; 6] = ["category", "question", "answer", "source", "sample questions", "expires on"];

/// Column indexes of a file.
struct Columns {
    question: usize,
    answer: usize,
    category: Option<usize>,
    source: Option<usize>,
    samples: Option<usize>,
    until: Option<usize>,
}

impl Columns {
    /// Returns the indexes of all columns.
    fn all(&self) -> impl Iterator<Item = usize> {
        let Self { question, answer, category, source, samples, until } = self;
        [Some(*question), Some(*answer), *category, *source, *samples, *until].into_iter().flatten()
    }
}

/// Finds the columns by the headings in the first line.
///
/// # Errors
/// Fails on the field `data` if the first line does not name the columns.
fn columns_of(first: &Row) -> Result<Columns, Fault> {
    let question = tabular::place(first, &["question", "intent"]);
    let answer = tabular::place(first, &["answer"]);
    let (Some(question), Some(answer)) = (question, answer) else {
        let missing = match (question, answer) {
            (None, None) => "\"question\" and no column \"answer\"",
            (None, _) => "\"question\"",
            _ => "\"answer\"",
        };
        let words = format!(
            "The first line names no column {missing}. Name the columns question and answer, and optionally \
             category, source, sample questions and expires on."
        );
        return Err(Fault::field("data", words));
    };
    Ok(Columns {
        question,
        answer,
        category: tabular::place(first, &["category", "topic"]),
        source: tabular::place(first, &["source"]),
        samples: tabular::place(
            first,
            &["sample questions", "samples", "other ways to ask it", "other ways to ask"],
        ),
        until: tabular::place(first, &["expires on", "holds until", "last day", "valid until"]),
    })
}

/// The parsed lines of a file.
pub struct File {
    lines: Vec<Line>,
    rejected: Vec<Rejected>,
}

/// A parsed line. Values without a column are unset.
struct Line {
    number: u32,
    question: String,
    /// If the answer or the category is empty, the existing one is kept.
    answer: String,
    category: String,
    source: Option<String>,
    samples: Option<Vec<String>>,
    until: Option<String>,
}

/// Parses the lines of a file. Lines that are invalid for any community are rejected.
///
/// # Errors
/// Fails on the field `data` if the first line does not name the columns.
pub fn read(rows: &[Row]) -> Result<File, Fault> {
    let (first, rows) = rows.split_first().ok_or_else(|| Fault::internal("the file has no lines"))?;
    let columns = columns_of(first)?;
    let mut file = File { lines: Vec::new(), rejected: Vec::new() };
    let mut seen: HashMap<String, u32> = HashMap::new();
    for row in rows {
        let question = row.cell(Some(columns.question));
        let read = match seen.get(&question_key(question)) {
            Some(line) => Err(format!("Line {line} already has this question. Remove one of them.")),
            None => line(&columns, row, question),
        };
        match read {
            Ok(line) => {
                seen.insert(question_key(question), row.line);
                file.lines.push(line);
            }
            Err(reason) => file.rejected.push(rejected(row.line, question, reason)),
        }
    }
    Ok(file)
}

fn rejected(line: u32, question: &str, reason: String) -> Rejected {
    Rejected { line, question: question.chars().take(SHORT).collect(), reason }
}

/// Parses a line.
fn line(columns: &Columns, row: &Row, question: &str) -> Result<Line, String> {
    row.check_formula_errors(columns.all())?;
    if question.is_empty() {
        return Err("This line has no question. Enter one in the column question.".to_owned());
    }
    let (answer, category) = (row.cell(Some(columns.answer)), row.cell(columns.category));
    let source = columns.source.map(|_| row.cell(columns.source).to_owned());
    bounded("question", question, MAX_QUESTION_LENGTH)?;
    bounded("answer", answer, MAX_ANSWER_LENGTH)?;
    bounded("category", category, MAX_CATEGORY_LENGTH)?;
    bounded("source", source.as_deref().unwrap_or_default(), MAX_SOURCE_LENGTH)?;
    let day = |cell: &str| tabular::day(cell).map_or_else(|| cell.to_owned(), |day| day.to_string());
    Ok(Line {
        number: row.line,
        question: question.to_owned(),
        answer: answer.to_owned(),
        category: category.to_owned(),
        source,
        samples: columns.samples.map(|_| parse_samples(row.cell(columns.samples))).transpose()?,
        until: columns.until.map(|_| day(row.cell(columns.until))),
    })
}

fn bounded(what: &str, text: &str, most: usize) -> Result<(), String> {
    match text.chars().count() > most {
        true => Err(format!("The {what} has more than {most} characters. Shorten it.")),
        false => Ok(()),
    }
}

/// Parses sample questions, one per line, without duplicates.
fn parse_samples(cell: &str) -> Result<Vec<String>, String> {
    let (mut samples, mut keys) = (Vec::new(), HashSet::new());
    for sample in cell.lines().map(str::trim) {
        bounded("way to ask", sample, MAX_QUESTION_LENGTH)?;
        let key = question_key(sample);
        if !key.is_empty() && keys.insert(key) {
            samples.push(sample.to_owned());
        }
    }
    match samples.len() > MAX_SAMPLES {
        true => Err(format!("It has more than {MAX_SAMPLES} sample questions. Remove some.")),
        false => Ok(samples),
    }
}

/// Plans the import of a file. With `keep`, existing answers are not changed.
///
/// # Errors
/// `TOO_MANY_ANSWERS`.
pub fn plan_import(
    owner: Owner<'_>,
    known: &[Answer],
    file: File,
    keep: bool,
    by: &str,
    now: Timestamp,
) -> Result<ImportPlan, Fault> {
    let there: HashMap<String, &Answer> =
        known.iter().map(|answer| (question_key(&answer.question), answer)).collect();
    let mut plan = ImportPlan { rejected: file.rejected, ..ImportPlan::default() };
    let mut count = i64::try_from(known.len()).unwrap_or(i64::MAX);
    for line in file.lines {
        let before = there.get(&question_key(&line.question)).copied();
        let made = match before {
            Some(before) => match change(before, &line) {
                None => {
                    plan.unchanged += 1;
                    continue;
                }
                Some(_) if keep && before.is_answered() => {
                    plan.kept += 1;
                    continue;
                }
                Some(change) => changed(before.clone(), change, by, now),
            },
            None if line.answer.is_empty() => {
                plan.unanswered += 1;
                continue;
            }
            None => drafted(owner, &draft(&line), "".into(), by, now),
        };
        match made {
            Ok(after) => {
                if before.is_none() {
                    has_room(owner, count)?;
                    count += 1;
                }
                plan.differences.push(Difference { before: before.cloned(), after });
            }
            Err(fault) => {
                let reason = fault.words().to_owned();
                plan.rejected.push(rejected(line.number, &line.question, reason));
            }
        }
    }
    plan.rejected.sort_by_key(|rejected| rejected.line);
    Ok(plan)
}

fn draft(line: &Line) -> Draft {
    Draft {
        category: line.category.clone(),
        question: line.question.clone(),
        samples: line.samples.clone().unwrap_or_default(),
        answer: line.answer.clone(),
        source: line.source.clone().unwrap_or_default(),
        valid_until: line.until.clone().unwrap_or_default(),
        cause: Cause::Import,
    }
}

/// Returns the change that a line makes to an answer; `None` if there is no difference.
fn change(before: &Answer, line: &Line) -> Option<AnswerEdit> {
    let other = |there: &str, cell: &str| (tabular::normalize_cell(there) != cell).then(|| cell.to_owned());
    let filled = |there: &str, cell: &str| other(there, cell).filter(|cell| !cell.is_empty());
    let (add_samples, remove_samples) = match &line.samples {
        Some(ways) => changed_samples(before, ways),
        None => (vec![], vec![]),
    };
    let change = AnswerEdit {
        version: before.version,
        category: filled(&before.category, &line.category),
        question: other(&before.question, &line.question),
        answer: filled(&before.answer, &line.answer),
        source: line.source.as_ref().and_then(|source| other(&before.source, source)),
        valid_until: line.until.as_ref().and_then(|day| other(&before.valid_until, day)),
        add_samples,
        remove_samples,
        cause: Cause::Import,
    };
    let AnswerEdit { category, question, answer, source, valid_until, .. } = &change;
    let words = [category, question, answer, source, valid_until];
    let same = words.into_iter().all(Option::is_none)
        && change.add_samples.is_empty()
        && change.remove_samples.is_empty();
    (!same).then_some(change)
}

/// Returns the samples to add and the samples to remove.
fn changed_samples(before: &Answer, ways: &[String]) -> (Vec<String>, Vec<String>) {
    let of = |ways: &[String]| ways.iter().map(|way| question_key(way)).collect::<HashSet<_>>();
    let (mut known, named) = (of(&before.samples), of(ways));
    known.insert(question_key(&before.question));
    let come = ways.iter().filter(|way| !known.contains(&question_key(way)));
    let go = before.samples.iter().filter(|way| !named.contains(&question_key(way)));
    (come.cloned().collect(), go.cloned().collect())
}

/// Returns the answers after the import.
pub fn applied(mut known: Vec<Answer>, plan: ImportPlan) -> Vec<Answer> {
    let places: HashMap<_, _> =
        known.iter().enumerate().map(|(place, answer)| (answer.id.clone(), place)).collect();
    for (number, Difference { before, after }) in plan.differences.into_iter().enumerate() {
        match before.and_then(|before| places.get(&before.id)) {
            Some(place) => known[*place] = after,
            None => known.push(Answer { id: format!("new {number}").into(), ..after }),
        }
    }
    known
}

/// Returns the digest of a plan, by which a changed plan is detected.
pub fn preview(plan: &ImportPlan) -> String {
    let mut digest = Sha256::new();
    for Difference { before, after } in &plan.differences {
        let Answer { category, question, samples, answer, source, valid_until, .. } = after;
        let before = before.as_ref().map(|before| (&before.id, before.version));
        let told = (before, category, question, samples, answer, source, valid_until);
        digest.update(serde_json::to_vec(&told).unwrap_or_default());
    }
    hex::encode(digest.finalize())
}

/// Returns the error for a plan that differs from its preview.
pub fn moved_on() -> Fault {
    Fault::aborted(
        ErrorReason::AnswersChanged,
        "The answers changed since this file was checked. Review the changes again, then import.",
    )
}

/// Returns the answers as a table.
pub fn export(answers: &[Answer]) -> Result<String, Fault> {
    let row = |answer: &Answer| {
        let Answer { category, question, answer: text, source, samples, valid_until, .. } = answer.clone();
        let ways = samples.iter().map(|way| one_line(way)).collect::<Vec<_>>().join("\n");
        [category, question, text, source, ways, valid_until]
    };
    tabular::write(HEADINGS, answers.iter().map(row))
}

#[cfg(test)]
mod tests;
