//! Reads the knowledge base and the test questions: one JSON object per line. Empty lines are skipped.
use std::{fs, path::Path};

use answering::Entry;
use serde::{Deserialize, de::DeserializeOwned};

/// The intent of questions that staff should get.
const NONE: &str = "none";

#[derive(Deserialize)]
struct EntryLine {
    intent: String,
    #[serde(default)]
    questions: Vec<String>,
    #[serde(default)]
    answer: String,
}

#[derive(Deserialize)]
struct QuestionLine {
    text: String,
    intent: String,
}

/// A test question.
#[derive(Debug)]
pub struct Question {
    pub text: String,
    /// The intent that answers it; `None` if staff should get it.
    pub intent: Option<String>,
}

/// Reads the entries, one per intent, in the order of the file. Lines with the same intent are merged.
pub fn entries(path: &Path) -> Result<Vec<Entry>, String> {
    let mut entries: Vec<Entry> = Vec::new();
    for (line, known) in read::<EntryLine>(path)? {
        if known.intent == NONE {
            return Err(format!(
                "{}, line {line}: the intent \"{NONE}\" is kept for questions that nothing answers. Name it otherwise.",
                path.display()
            ));
        }
        let mut texts = known.questions.into_iter();
        match entries.iter_mut().find(|entry| entry.id == known.intent) {
            Some(entry) => entry.utterances.extend(texts),
            None => entries.push(Entry {
                id: known.intent,
                question: texts.next().unwrap_or_default(),
                utterances: texts.collect(),
                training_examples: vec![],
                answer: known.answer,
            }),
        }
    }
    if entries.is_empty() {
        return Err(format!("{} holds no intent. Give it a line for each.", path.display()));
    }
    Ok(entries)
}

/// Reads the questions. Each must name an intent of the entries, or `none`.
pub fn questions(path: &Path, entries: &[Entry]) -> Result<Vec<Question>, String> {
    let question = |(line, asked): (usize, QuestionLine)| {
        let intent = (asked.intent != NONE).then_some(asked.intent);
        match &intent {
            Some(intent) if !entries.iter().any(|entry| entry.id == *intent) => Err(format!(
                "{}, line {line}: no line of the knowledge base has the intent \"{intent}\". Use \"{NONE}\" for what staff should answer.",
                path.display()
            )),
            _ => Ok(Question { text: asked.text, intent }),
        }
    };
    let questions: Vec<Question> = read(path)?.into_iter().map(question).collect::<Result<_, _>>()?;
    if questions.is_empty() {
        return Err(format!("{} holds no question. Give it a line for each.", path.display()));
    }
    Ok(questions)
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<(usize, T)>, String> {
    let text =
        fs::read_to_string(path).map_err(|cause| format!("{} cannot be read: {cause}.", path.display()))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let parsed = |(number, line): (usize, &str)| match serde_json::from_str(line) {
        Ok(value) => Ok((number, value)),
        Err(why) => Err(format!("{}, line {number}, is not as it should be: {why}.", path.display())),
    };
    lines.map(parsed).collect()
}
