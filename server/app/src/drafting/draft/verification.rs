//! Finds the details of a text that occur in no input: names, numbers, dates, phone numbers and links.
use std::collections::HashSet;

use answering::guardrails::facts::{FactKind, extract_facts};

use super::model::{Detail, DetailKind, Fact};

/// Maximum number of details that are reported.
const MAX_DETAILS: usize = 100;
/// Marks headings, whose numbers and years are not checked.
const HEADING: char = '#';
/// Capitalized words that are not part of names.
const NO_NAMES: &[&str] = &[
    "i",
    "dear",
    "sincerely",
    "regards",
    "best",
    "thank",
    "thanks",
    "please",
    "hello",
    "hi",
    "the",
    "a",
    "an",
    "am",
    "pm",
    "board",
    "hoa",
    "association",
    "directors",
    "ok",
    "re",
    "subject",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "english",
    "spanish",
    "french",
];

/// Returns the distinct details of a text, in order, that occur in none of the sources and are not confirmed.
pub fn unverified_details(text: &str, sources: &[&str], confirmed: &[String]) -> Vec<Detail> {
    let supported = keys(sources);
    let source_words: HashSet<String> =
        sources.iter().flat_map(|source| words(source)).map(str::to_lowercase).collect();
    let mut details: Vec<(usize, Detail)> = Vec::new();
    for fact in extract_facts(text) {
        let is_supported = supported.contains(&(fact.kind as u8, fact.key.clone()));
        if !is_supported && !is_list_number(text, fact.range.start, fact.range.end) {
            let detail =
                Detail { text: text[fact.range.clone()].to_owned(), kind: kind(fact.kind, &fact.key) };
            details.push((fact.range.start, detail));
        }
    }
    details.extend(names(text, &source_words));
    details.sort_by_key(|(start, _)| *start);
    let mut seen: HashSet<String> = confirmed.iter().cloned().collect();
    let new = details.into_iter().map(|(_, detail)| detail).filter(|detail| seen.insert(detail.text.clone()));
    new.take(MAX_DETAILS).collect()
}

/// Returns for each fact whether a text contains it, or one of its details that occurs in none of the sources.
pub fn used_facts(text: &str, facts: &[Fact], sources: &[&str]) -> Vec<bool> {
    let given = keys(sources);
    let added: HashSet<(u8, String)> = keys(&[text]).difference(&given).cloned().collect();
    let is_used = |fact: &Fact| text.contains(fact.text.trim()) || !added.is_disjoint(&keys(&[&fact.text]));
    facts.iter().map(is_used).collect()
}

/// Returns the kinds and keys of the details of texts.
fn keys(texts: &[&str]) -> HashSet<(u8, String)> {
    texts.iter().flat_map(|text| extract_facts(text)).map(|fact| (fact.kind as u8, fact.key)).collect()
}

fn kind(kind: FactKind, key: &str) -> DetailKind {
    match kind {
        FactKind::Link | FactKind::Email => DetailKind::Link,
        FactKind::Phone if key.len() >= 7 => DetailKind::Phone,
        FactKind::Phone | FactKind::Number => DetailKind::Amount,
        FactKind::Time | FactKind::Day => DetailKind::Date,
    }
}

/// Returns whether a number begins a line, as in a numbered list, or is in a heading.
fn is_list_number(text: &str, start: usize, end: usize) -> bool {
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = text[line..start].trim();
    let after = text[end..].chars().next();
    before.starts_with(HEADING) && before.chars().all(|c| c == HEADING || c.is_whitespace())
        || before.is_empty() && matches!(after, Some('.' | ')'))
}

/// Returns runs of capitalized words within sentences that contain a word which occurs in no source.
fn names<'t>(text: &'t str, sources: &HashSet<String>) -> Vec<(usize, Detail)> {
    let mut found = Vec::new();
    let mut run: Vec<&'t str> = Vec::new();
    let mut is_start = true;
    for line in text.lines().filter(|line| !line.trim_start().starts_with(HEADING)) {
        for token in line.split_whitespace() {
            let word = token.trim_matches(|c: char| !c.is_alphanumeric());
            let word = word.strip_suffix("'s").or(word.strip_suffix("’s")).unwrap_or(word);
            let is_capitalized = word.chars().next().is_some_and(char::is_uppercase)
                && word.chars().nth(1).is_none_or(|c| c.is_lowercase());
            if is_capitalized && !is_start && !NO_NAMES.contains(&word.to_lowercase().as_str()) {
                run.push(word);
            } else {
                flush(text, sources, &mut run, &mut found);
            }
            let ends = token.ends_with(['.', '!', '?', ':', ';', '|', '-', '*']);
            if ends || token.ends_with(',') {
                flush(text, sources, &mut run, &mut found);
            }
            is_start = ends || word.is_empty();
        }
        flush(text, sources, &mut run, &mut found);
        is_start = true;
    }
    found
}

fn flush<'t>(
    text: &'t str,
    sources: &HashSet<String>,
    run: &mut Vec<&'t str>,
    found: &mut Vec<(usize, Detail)>,
) {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    if let (Some(first), Some(last)) = (run.first(), run.last())
        && run.iter().flat_map(|word| words(word)).any(|word| !sources.contains(&word.to_lowercase()))
    {
        let (start, end) = (place(first), place(last) + last.len());
        found.push((start, Detail { text: text[start..end].to_owned(), kind: DetailKind::Name }));
    }
    run.clear();
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, sources: &[&str]) -> Vec<(String, DetailKind)> {
        unverified_details(text, sources, &[]).into_iter().map(|detail| (detail.text, detail.kind)).collect()
    }

    #[test]
    fn details_missing_from_the_inputs_are_unverified() {
        let notes = "Garage cleaning Dec 1, 8 to 4. Cascade Recovery tows. Office (503) 555-0120.";
        let text = "Dear neighbors,\n\nThe garage is cleaned on December 1. Cascade Recovery tows cars for $95. If it is \
                    full, use the Pier Street Garage or call 503-555-0199 or see pier.example/park.";
        let details = [
            ("95", DetailKind::Amount),
            ("Pier Street Garage", DetailKind::Name),
            ("503-555-0199", DetailKind::Phone),
            ("pier.example/park", DetailKind::Link),
        ];
        assert_eq!(found(text, &[notes]), details.map(|(text, kind)| (text.to_owned(), kind)));
    }

    #[test]
    fn details_spelled_differently_in_the_inputs_are_verified() {
        let notes = "Pool closed Mon 8 am to 5 pm, fee $40, call (503) 555-0120.";
        assert_eq!(
            found("On Monday from 8:00 AM until 5 PM it costs 40 dollars. Call 503.555.0120.", &[notes]),
            []
        );
    }

    #[test]
    fn list_and_heading_numbers_are_not_details() {
        assert_eq!(found("# 1 Scope\n\n1. Remove debris\n2) Clean up\n", &["Remove debris. Clean up."]), []);
    }

    #[test]
    fn a_confirmed_detail_is_not_reported() {
        assert!(unverified_details("It costs $95.", &[], &["95".to_owned()]).is_empty());
    }

    #[test]
    fn a_fact_is_used_if_the_text_has_it_or_a_detail_that_is_not_from_the_inputs() {
        let fact =
            |text: &str| Fact { label: String::new(), text: text.to_owned(), answer_id: String::new() };
        let facts = [
            fact("Recycling goes out on Wednesdays."),
            fact("The office is open Monday to Friday, 9 to 5."),
            fact("The pool fee is $40."),
            fact("Dogs stay on a leash."),
        ];
        let notes = "Pool closed Monday to Wednesday.";
        let text = "The pool is closed Monday to Wednesday.";
        assert_eq!(used_facts(text, &facts, &[notes]), [false; 4]);
        let text = format!("{text} It costs 40 dollars. Dogs stay on a leash.");
        assert_eq!(used_facts(&text, &facts, &[notes]), [false, false, true, true]);
    }
}
