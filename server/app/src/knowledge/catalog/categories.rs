//! Guesses the category of a question by the shipped catalogs.
use std::{collections::HashMap, sync::LazyLock};

use answering::{Engine, Entry, LexicalIndex};
use platform::config::CatalogName;

/// Confidence of the closest intent from which a question has a category.
const MIN_CONFIDENCE: f32 = 0.3;
/// Number of intents whose categories are compared.
const CLOSEST: usize = 6;

static CATEGORIES: LazyLock<Categories> = LazyLock::new(Categories::of_catalogs);

/// The intents of the shipped catalogs, searchable by words.
struct Categories {
    index: LexicalIndex,
    by_intent: HashMap<String, String>,
}

impl Categories {
    fn of_catalogs() -> Self {
        let catalogs = [CatalogName::Fine, CatalogName::Company].map(super::shipped);
        let intents: Vec<_> = catalogs.into_iter().flatten().flat_map(|catalog| catalog.intents).collect();
        let entries = intents.iter().map(|intent| Entry {
            id: intent.id.clone(),
            question: intent.title.clone(),
            utterances: intent.samples.clone(),
            training_examples: Vec::new(),
            answer: String::new(),
        });
        let index = LexicalIndex::new(entries.collect());
        let by_intent = intents.into_iter().map(|intent| (intent.id, intent.category)).collect();
        Self { index, by_intent }
    }
}

/// Returns the category of the intents that are closest to a question together, or `None` if none is close.
pub fn guess_category(question: &str) -> Option<&'static str> {
    let closest = CATEGORIES.index.rank(question, CLOSEST);
    closest.first().filter(|best| best.confidence >= MIN_CONFIDENCE)?;
    let mut totals: Vec<(&'static str, f32)> = Vec::new();
    for intent in &closest {
        let category = CATEGORIES.by_intent.get(&intent.id)?.as_str();
        match totals.iter_mut().find(|(name, _)| *name == category) {
            Some((_, total)) => *total += intent.confidence,
            None => totals.push((category, intent.confidence)),
        }
    }
    totals.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(category, _)| category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_gets_the_category_of_the_closest_intents() {
        for (question, category) in [
            ("where can my guest park overnight", "Parking"),
            ("can i have a second dog", "Pets"),
            ("how do i pay my dues online", "Fees and Accounts"),
        ] {
            assert_eq!(guess_category(question), Some(category), "{question}");
        }
    }

    #[test]
    fn a_question_without_a_similar_intent_has_no_category() {
        for question in ["zeppelin mast", "qwerty", ""] {
            assert_eq!(guess_category(question), None, "{question}");
        }
    }
}
