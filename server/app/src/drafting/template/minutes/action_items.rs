//! Finds action items: who promised or was assigned what, and the due date.
use answering::guardrails::facts::{FactKind, extract_facts};

use super::transcript::Line;

/// Phrases with which speakers commit to a task.
const PROMISES: &[&str] = &["i will ", "i'll "];
/// Phrases after a promise that are not a task.
const NO_TASK: &[&str] = &[
    "second",
    "move ",
    "say ",
    "be honest",
    "just say",
    "abstain",
    "vote",
    "call the question",
    "call the vote",
    "call the roll",
    "call the meeting",
    "call this meeting",
    "start ",
];
/// Maximum number of characters of a task.
const MAX_TASK: usize = 160;
/// Minimum number of words of a task.
const MIN_WORDS: usize = 2;

/// An action item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionItem {
    pub task: String,
    /// Empty if no owner was named.
    pub owner: String,
    /// The due date in the speaker's words; empty if there is none.
    pub due: String,
    /// Time in the transcript; empty if there is none.
    pub time: String,
    /// Index of its line.
    pub line: usize,
}

/// Returns the action items of a transcript in order.
pub fn action_items(lines: &[Line]) -> Vec<ActionItem> {
    let mut speakers: Vec<&str> = Vec::new();
    for line in lines.iter().filter(|line| !line.speaker.is_empty()) {
        if !speakers.contains(&&*line.speaker) {
            speakers.push(&line.speaker);
        }
    }
    let items = lines.iter().enumerate().flat_map(|(at, line)| {
        let speakers = &speakers;
        sentences(&line.text).filter_map(move |sentence| {
            let (owner, task) = assigned(sentence, &line.speaker, speakers)?;
            Some(ActionItem { due: due(task), task: shortened(task), owner, time: line.time(), line: at })
        })
    });
    items.filter(|item| item.task.split_whitespace().count() >= MIN_WORDS).collect()
}

fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '?', '!'])
        .map(|sentence| sentence.trim().trim_end_matches(['.', '!']))
        .filter(|sentence| !sentence.ends_with('?'))
}

/// Returns the owner and the task of a sentence.
fn assigned<'s>(sentence: &'s str, speaker: &str, speakers: &[&str]) -> Option<(String, &'s str)> {
    let lower = sentence.to_ascii_lowercase();
    if let Some(at) = lower.find("action item") {
        let rest =
            sentence[at + "action item".len()..].trim_start_matches('s').trim_start_matches([':', ',', ' ']);
        return assigned(rest, speaker, speakers).or_else(|| Some((String::new(), rest)));
    }
    for name in speakers {
        let first = name.split_whitespace().next().unwrap_or(name);
        for owner in [*name, first] {
            let phrase = format!("{} will ", owner.to_ascii_lowercase());
            if let Some(task) = lower.strip_prefix(&phrase) {
                return Some(((*name).to_owned(), &sentence[sentence.len() - task.len()..]));
            }
        }
    }
    // A typographic apostrophe has three bytes.
    let task = PROMISES.iter().find_map(|phrase| {
        let typographic = phrase.replace('\'', "\u{2019}");
        let rest = lower.strip_prefix(phrase).or_else(|| lower.strip_prefix(&typographic))?;
        sentence.get(sentence.len() - rest.len()..)
    })?;
    let rest = task.to_ascii_lowercase();
    (!NO_TASK.iter().any(|start| rest.starts_with(start))).then(|| (speaker.to_owned(), task))
}

/// Returns the date after "by", "before" or "until".
fn due(task: &str) -> String {
    let lower = task.to_ascii_lowercase();
    let Some(start) =
        [" by ", " before ", " until "].iter().filter_map(|word| Some(lower.rfind(word)? + word.len())).max()
    else {
        return String::new();
    };
    let phrase = &task[start..];
    match extract_facts(phrase).first() {
        Some(fact) if fact.kind == FactKind::Day => {
            phrase.split([',', ';']).next().unwrap_or_default().trim().to_owned()
        }
        _ => String::new(),
    }
}

fn shortened(task: &str) -> String {
    let mut chars = task.trim().chars().take(MAX_TASK);
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drafting::template::minutes::transcript::parse;

    #[test]
    fn action_items_have_owner_and_date() {
        let transcript = "0:43:05 Marcus Bell: I’ll ask Northline when they can start. They said soon.\n\
             0:58:03 Wen Petrie: I will get two bids for the pool gate by December 8.\n\
             1:12:40 R. Castellanos: Action item: survey owners about chargers.\n\
             1:20:00 R. Castellanos: Wen will post the draft budget before Friday.\n\
             1:30:00 Marcus Bell: I'll second that. I will say no.";
        let found: Vec<_> = action_items(&parse(transcript))
            .into_iter()
            .map(|item| (item.task, item.owner, item.due, item.time))
            .collect();
        let item = |task: &str, owner: &str, due: &str, time: &str| {
            (task.to_owned(), owner.to_owned(), due.to_owned(), time.to_owned())
        };
        assert_eq!(
            found,
            [
                item("Ask Northline when they can start", "Marcus Bell", "", "0:43:05"),
                item("Get two bids for the pool gate by December 8", "Wen Petrie", "December 8", "0:58:03"),
                item("Survey owners about chargers", "", "", "1:12:40"),
                item("Post the draft budget before Friday", "Wen Petrie", "Friday", "1:20:00"),
            ]
        );
    }
}
