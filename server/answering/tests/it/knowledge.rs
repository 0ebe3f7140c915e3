//! What a condominium of some 200 homes might know.

mod association;
mod daily_life;

use answering::Entry;

/// Name, question, samples, answer.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str);

/// The community's entries.
pub fn entries() -> Vec<Entry> {
    let entry = |&(id, question, samples, answer): &Row| Entry {
        id: id.into(),
        question: question.into(),
        samples: samples.iter().map(|sample| (*sample).into()).collect(),
        taught: vec![],
        answer: answer.into(),
    };
    daily_life::ROWS.iter().chain(association::ROWS).map(entry).collect()
}
