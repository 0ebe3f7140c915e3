//! The sample knowledge base of a condominium with about 200 homes.

mod association;
mod daily_life;

use answering::Entry;

/// Id, question, other phrasings, answer.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str);

/// Returns the entries of the community.
pub fn entries() -> Vec<Entry> {
    let entry = |&(id, question, utterances, answer): &Row| Entry {
        id: id.into(),
        question: question.into(),
        utterances: utterances.iter().map(|text| (*text).into()).collect(),
        training_examples: vec![],
        answer: answer.into(),
    };
    daily_life::ROWS.iter().chain(association::ROWS).map(entry).collect()
}
