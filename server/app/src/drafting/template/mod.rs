//! Generates texts from templates, using only the inputs. Minutes are extracted by rules.
mod assistants;
mod kinds;
mod minutes;
mod writing;

use serde::{Deserialize, Serialize};

pub use kinds::{DraftFieldKey, DraftKind, DraftLanguage, DraftLength, DraftTone, WritingPurpose};

/// Placeholder for a missing input.
const MISSING: &str = "[to be added]";

/// Inputs of a draft.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Inputs {
    /// Number of the purpose in the contract; 0 for the assistants.
    pub purpose: i32,
    pub notes: String,
    pub tone: i32,
    pub length: i32,
    pub language: i32,
    pub audience: String,
    pub fields: Vec<Field>,
    pub sources: Vec<Source>,
}

/// A guided input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Field {
    /// Number of the key in the contract.
    pub key: i32,
    pub value: String,
}

/// A document.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    pub name: String,
    pub text: String,
}

/// A fact of a community.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Fact {
    pub label: String,
    pub text: String,
    /// ID of the answer; empty if the fact is not from an answer.
    pub answer_id: String,
}

/// Names and the date that a text may contain.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub company: String,
    /// Empty if the draft is not about a community.
    pub community: String,
    pub author: String,
    pub today: String,
}

impl Names {
    /// Returns the community, or the company if there is none.
    fn place(&self) -> &str {
        if self.community.is_empty() { &self.company } else { &self.community }
    }
}

impl Inputs {
    /// Returns a guided input, empty if it is not set.
    #[must_use]
    pub fn field(&self, key: DraftFieldKey) -> &str {
        self.fields.iter().find(|field| field.key == key as i32).map_or("", |field| field.value.trim())
    }

    /// Returns all texts of the inputs.
    #[must_use]
    pub fn texts(&self) -> Vec<&str> {
        let fields = self.fields.iter().map(|field| &*field.value);
        let sources = self.sources.iter().flat_map(|source| [&*source.name, &*source.text]);
        [&*self.notes, &*self.audience].into_iter().chain(fields).chain(sources).collect()
    }

    /// Returns the texts with which facts are searched: all except the documents.
    #[must_use]
    pub fn searched(&self) -> String {
        let fields = self.fields.iter().map(|field| &*field.value);
        [&*self.notes].into_iter().chain(fields).collect::<Vec<_>>().join(" ")
    }
}

/// Returns the text of a kind.
#[must_use]
pub fn render(kind: DraftKind, inputs: &Inputs, names: &Names) -> String {
    let text = match kind {
        DraftKind::Unspecified | DraftKind::Writing => writing::render(inputs, names),
        DraftKind::MeetingMinutes => minutes::render(inputs, names),
        DraftKind::ScopeOfWork => assistants::scope_of_work(inputs, names),
        DraftKind::Policy => assistants::policy(inputs, names),
        DraftKind::Mediation => assistants::mediation(inputs, names),
        DraftKind::SocialMedia => assistants::social_media(inputs, names),
        DraftKind::Correspondence => assistants::letter(inputs, names),
    };
    format!("{}\n", text.trim_end())
}

/// Splits notes into sentences and lines, each with an end mark.
fn sentences(notes: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in notes.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.trim_start_matches(['-', '*', '•']).trim();
        let mut rest = line;
        while let Some(at) = rest.find(". ").or_else(|| rest.find("! ")).or_else(|| rest.find("? ")) {
            found.push(rest[..=at].trim().to_owned());
            rest = rest[at + 1..].trim_start();
        }
        let has_end = rest.ends_with(['.', '!', '?', ':']);
        if !rest.is_empty() {
            found.push(if has_end { rest.to_owned() } else { format!("{rest}.") });
        }
    }
    found.iter().map(|sentence| capitalized(sentence)).collect()
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Returns an input, or the placeholder if it is missing.
fn or_missing(value: &str) -> &str {
    if value.is_empty() { MISSING } else { value }
}

/// Returns a list with a number before each line.
fn numbered(lines: &[String]) -> String {
    lines.iter().zip(1..).map(|(line, number)| format!("{number}. {line}\n")).collect()
}

/// Returns a list with a dash before each line.
fn bulleted(lines: &[String]) -> String {
    lines.iter().map(|line| format!("- {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_become_whole_sentences() {
        assert_eq!(
            sentences("Garage cleaning. Dec 1 level P1, 8 to 4. cars out by 7:30\n- bring keys"),
            ["Garage cleaning.", "Dec 1 level P1, 8 to 4.", "Cars out by 7:30.", "Bring keys."]
        );
    }

    #[test]
    fn every_kind_renders_its_inputs_without_new_facts() {
        let names = Names {
            company: "Harborline Management".into(),
            community: "Harbor Row".into(),
            author: "Dana Okafor".into(),
            today: "March 2, 2026".into(),
        };
        let fields = (1..=15).map(|key| Field { key, value: format!("value {key}") }).collect();
        let source = Source { name: "Bylaws".into(), text: "Ann: I move to adjourn.".into() };
        let inputs = Inputs {
            notes: "Paint the gate. Close it.".into(),
            fields,
            sources: vec![source],
            ..Inputs::default()
        };
        let mut sources = inputs.texts();
        sources.extend([&*names.company, &*names.community, &*names.author, &*names.today]);
        for kind in 1..=7 {
            let kind = DraftKind::try_from(kind).expect("a kind");
            for purpose in 1..=8 {
                let text = render(kind, &Inputs { purpose, ..inputs.clone() }, &names);
                assert!(text.starts_with("# "), "{kind:?}: {text}");
                let invented = answering::guardrails::facts::find_unsupported_fact(&text, &sources);
                assert!(invented.is_none_or(|fact| fact.len() <= 3), "{kind:?} invents {invented:?}: {text}");
            }
        }
    }
}
