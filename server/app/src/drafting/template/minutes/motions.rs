//! Finds motions, who seconded them, and their votes.
use super::transcript::Line;

/// Phrases that begin a motion.
const MOTION: &[&str] = &[
    "i move that we ",
    "i move that ",
    "i move to ",
    "i make a motion to ",
    "i'd like to make a motion to ",
    "i'd move to ",
    "motion to ",
];
/// Number of lines after a motion in which it may be seconded, and in which it may be voted on.
const SECOND_WITHIN: usize = 8;
const VOTE_WITHIN: usize = 40;
const CARRIED: &[&str] =
    &["carries", "carried", "passes", "passed", "approved", "adopted", "ayes have it", "unanimous"];
const FAILED: &[&str] = &[
    "fails",
    "failed",
    "does not carry",
    "doesn't carry",
    "does not pass",
    "doesn't pass",
    "denied",
    "defeated",
];

/// The outcome of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Carried,
    Failed,
    NotRecorded,
}

/// A motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Motion {
    pub text: String,
    pub mover: String,
    /// Empty if the seconder is unknown.
    pub seconder: String,
    pub outcome: Outcome,
    /// The words about the vote; empty if there are none.
    pub vote: String,
    /// Time in the transcript; empty if there is none.
    pub time: String,
    /// Index of its line.
    pub line: usize,
}

/// Returns the motions of a transcript in order.
pub fn motions(lines: &[Line]) -> Vec<Motion> {
    let starts: Vec<(usize, String)> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, motion_text(&line.text)?))).collect();
    let end_of = |nth: usize| starts.get(nth + 1).map_or(lines.len(), |(next, _)| *next);
    starts
        .iter()
        .enumerate()
        .map(|(nth, (at, text))| {
            let after = &lines[at + 1..end_of(nth)];
            let (outcome, vote) = vote(&after[..after.len().min(VOTE_WITHIN)]);
            Motion {
                text: text.clone(),
                mover: lines[*at].speaker.clone(),
                seconder: seconder(&after[..after.len().min(SECOND_WITHIN)]),
                outcome,
                vote,
                time: lines[*at].time(),
                line: *at,
            }
        })
        .collect()
}

/// Returns the motion that a line makes, without the phrase and the period.
fn motion_text(text: &str) -> Option<String> {
    let plain = text.replace('\u{2019}', "'");
    // Has the same length as the text, so that indexes are equal.
    let lower = plain.to_ascii_lowercase();
    let (start, _) = MOTION
        .iter()
        .filter_map(|phrase| lower.find(phrase).map(|at| (at + phrase.len(), at)))
        .min_by_key(|(end, at)| (*at, std::cmp::Reverse(*end)))?;
    // "The motion to table failed" only mentions a motion.
    let before = lower[..start].trim_end_matches("motion to ").trim_end();
    if before.ends_with("the") || before.ends_with("that") && lower[..start].ends_with("motion to ") {
        return None;
    }
    let rest = &plain[start..];
    // A period within a number does not end the sentence.
    let is_end = |at: usize| !rest[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let end = rest.match_indices(['.', '?', '!']).map(|(at, _)| at).find(|at| is_end(*at));
    let moved = rest[..end.unwrap_or(rest.len())].trim();
    let mut chars = moved.chars();
    let first = chars.next()?;
    Some(first.to_uppercase().chain(chars).collect())
}

fn seconder(lines: &[Line]) -> String {
    let seconds = |line: &&Line| {
        let lower = line.text.to_lowercase().replace('\u{2019}', "'");
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric() && c != '\'')
            .filter(|word| !word.is_empty())
            .collect();
        let is_short = words.len() <= 3 && words.contains(&"second");
        is_short || words.contains(&"seconded") || lower.contains("i second") || lower.contains("i'll second")
    };
    lines.iter().find(seconds).map(|line| line.speaker.clone()).unwrap_or_default()
}

fn vote(lines: &[Line]) -> (Outcome, String) {
    for line in lines {
        let lower = line.text.to_lowercase().replace('\u{2019}', "'");
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
        if has(FAILED) {
            return (Outcome::Failed, line.text.clone());
        }
        if has(CARRIED) {
            return (Outcome::Carried, line.text.clone());
        }
    }
    let called = lines.iter().find(|line| line.text.to_lowercase().contains("in favor"));
    (Outcome::NotRecorded, called.map(|line| line.text.clone()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drafting::template::minutes::transcript::parse;

    #[test]
    fn motions_have_mover_seconder_and_vote() {
        let transcript = "[0:42:10] Josephine Abara: I move that we award the roof repair to Northline Roofing for $84,600.50.\n\
             [0:42:21] Wen Petrie: Second.\n\
             [0:42:24] R. Castellanos: All in favor? Opposed? Amina. That carries, three to one.\n\
             [1:31:05] R. Castellanos: I’d like to make a motion to raise dues by 4%.\n\
             [1:32:00] Amina Dahl: I need a minute.\n\
             [1:33:00] R. Castellanos: Two and two. The motion fails.\n\
             [1:34:00] Amina Dahl: So the motion to raise dues is off.";
        let found = motions(&parse(transcript));
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[0].text, "Award the roof repair to Northline Roofing for $84,600.50");
        assert_eq!((&*found[0].mover, &*found[0].seconder), ("Josephine Abara", "Wen Petrie"));
        assert_eq!((found[0].outcome, &*found[0].time), (Outcome::Carried, "0:42:10"));
        assert!(found[0].vote.contains("three to one"));
        assert_eq!((&*found[1].text, &*found[1].seconder), ("Raise dues by 4%", ""));
        assert_eq!(found[1].outcome, Outcome::Failed);
    }
}
