//! Parses transcripts: WebVTT, SubRip, and text with speakers and times at the beginning of lines.

use crate::drafting::document::PAGE_BREAK;

/// A line of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Seconds since the beginning, if the transcript has times.
    pub at: Option<u32>,
    /// Empty if the transcript names none.
    pub speaker: String,
    pub text: String,
}

impl Line {
    /// Returns the time as 0:42:10, empty without one.
    pub fn time(&self) -> String {
        self.at.map(format_time).unwrap_or_default()
    }
}

/// Maximum length of a speaker's name in characters, and in words.
const MAX_SPEAKER: usize = 40;
const MAX_SPEAKER_WORDS: usize = 4;

/// Returns the lines of a transcript. Consecutive lines of a speaker are not merged.
pub fn parse(text: &str) -> Vec<Line> {
    let is_cued = text.contains("-->");
    let mut lines: Vec<Line> = Vec::new();
    let mut at = None;
    let mut speaker = String::new();
    let mut is_header = text.trim_start_matches('\u{feff}').starts_with("WEBVTT");
    for line in text.split(['\n', PAGE_BREAK]).map(str::trim) {
        if let Some((start, _)) = line.split_once("-->") {
            at = parse_time(start.trim());
            is_header = false;
            continue;
        }
        let is_cue_number = is_cued && line.chars().all(|c| c.is_ascii_digit());
        if line.is_empty() || is_header || is_cue_number || line.starts_with("NOTE") {
            continue;
        }
        let (time, rest) = leading_time(line);
        at = time.or(at);
        let (named, said) = split_speaker(&without_tags(rest));
        if let Some(name) = named {
            speaker = name;
        }
        if !said.is_empty() {
            lines.push(Line { at, speaker: speaker.clone(), text: said });
        }
        if !is_cued && time.is_none() && lines.last().is_some_and(|line| line.at.is_none()) {
            at = None;
        }
    }
    lines
}

/// Returns a time such as 0:42:10.
pub fn format_time(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Parses 00:42:10.000, 00:42:10,000, 0:42:10 and 42:10.
fn parse_time(text: &str) -> Option<u32> {
    let text = text.split(['.', ',', ' ']).next()?;
    let parts: Vec<u32> = text.split(':').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    match parts[..] {
        [hours, minutes, seconds] if minutes < 60 && seconds < 60 && hours < 100 => {
            Some(hours * 3_600 + minutes * 60 + seconds)
        }
        [minutes, seconds] if seconds < 60 && minutes < 6_000 => Some(minutes * 60 + seconds),
        _ => None,
    }
}

/// Splits a time from the beginning of a line: "[0:42:10] Ann: …" and "0:42:10 Ann: …".
fn leading_time(line: &str) -> (Option<u32>, &str) {
    let inner = line.trim_start_matches(['[', '(']);
    let end = inner.find([' ', ']', ')']).unwrap_or(inner.len());
    match parse_time(&inner[..end]) {
        Some(at) if inner[..end].contains(':') => {
            (Some(at), inner[end..].trim_start_matches([']', ')', ' ', '-']))
        }
        _ => (None, line),
    }
}

/// Turns `<v Ann Lee>text</v>` into `Ann Lee: text`, and removes other tags.
fn without_tags(line: &str) -> String {
    let mut output = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('<') {
        output.push_str(&rest[..start]);
        let Some(length) = rest[start..].find('>') else { break };
        let tag = &rest[start + 1..start + length];
        if let Some(name) = tag.strip_prefix("v ") {
            output.push_str(name.trim());
            output.push_str(": ");
        }
        rest = &rest[start + length + 1..];
    }
    output.push_str(rest);
    output
}

/// Splits "Ann Lee: text" into the speaker and the text.
fn split_speaker(line: &str) -> (Option<String>, String) {
    let Some((name, said)) = line.split_once(':') else { return (None, line.trim().to_owned()) };
    let name = name.trim();
    let is_name = !name.is_empty()
        && name.chars().count() <= MAX_SPEAKER
        && name.split_whitespace().count() <= MAX_SPEAKER_WORDS
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\'' | '’' | '-' | '(' | ')'))
        && name.starts_with(char::is_uppercase)
        && !name.ends_with(|c: char| c.is_ascii_digit());
    if is_name { (Some(name.to_owned()), said.trim().to_owned()) } else { (None, line.trim().to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(at: Option<u32>, speaker: &str, text: &str) -> Line {
        Line { at, speaker: speaker.into(), text: text.into() }
    }

    #[test]
    fn all_transcript_formats_are_parsed() {
        let expected = [
            line(Some(2_530), "Josephine Abara", "I move to adjourn."),
            line(Some(2_541), "Wen Petrie", "Second."),
        ];
        for transcript in [
            "WEBVTT\nKind: captions\n\n1\n00:42:10.000 --> 00:42:15.000\n<v Josephine Abara>I move to adjourn.</v>\n\n\
             00:42:21.500 --> 00:42:22.000\n<v Wen Petrie>Second.\n",
            "1\n00:42:10,000 --> 00:42:15,000\nJosephine Abara: I move to adjourn.\n\n2\n00:42:21,000 --> 00:42:23,000\nWen Petrie: Second.\n",
            "[0:42:10] Josephine Abara: I move to adjourn.\n[0:42:21] Wen Petrie: Second.\n",
            "[0:42:10] Josephine Abara: I move to adjourn.\u{c}[0:42:21] Wen Petrie: Second.",
            "42:10 Josephine Abara: I move to adjourn.\n42:21 Wen Petrie: Second.\n",
        ] {
            assert_eq!(parse(transcript), expected, "{transcript}");
        }
    }

    #[test]
    fn a_transcript_without_times_and_speakers_is_parsed() {
        assert_eq!(
            parse("We meet at 6:30 today.\nAnn: Yes."),
            [line(None, "", "We meet at 6:30 today."), line(None, "Ann", "Yes.")]
        );
    }
}
