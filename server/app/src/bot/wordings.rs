//! The wordings by which a community's entries are known, and their vectors: those that are kept, and those that the
//! sentence model still has to read.
use answering::{Compact, Entry, MOST_WORDINGS, Meanings, ModelError};
use platform::{Fault, Scope, Timestamp, Tx};

use super::{
    mind::{self, Mind},
    sense::Sense,
    store::{self, Vectors},
};
use crate::knowledge::Answer;

/// What a community knows, and under which digests the vectors of its wordings are kept.
pub struct Wordings {
    answers: Vec<Answer>,
    entries: Vec<Entry>,
    digests: Vec<String>,
}

impl Wordings {
    /// Of these answers; given back are too many, of which the words alone are known.
    pub fn new(answers: Vec<Answer>) -> Result<Self, Vec<Answer>> {
        let entries = mind::entries(&answers);
        let digests: Vec<String> = Meanings::wordings(&entries).map(store::digest).collect();
        if digests.len() > MOST_WORDINGS {
            return Err(answers);
        }
        Ok(Self { answers, entries, digests })
    }

    /// The vectors that are kept, and whether it is time to note that they are needed.
    pub async fn kept(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(Vectors, bool), Fault> {
        store::vectors(tx, scope, model, &self.digests, now).await
    }

    /// Notes that their vectors are needed.
    pub async fn note_use(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(), Fault> {
        store::note_use(tx, scope, model, &self.digests, now).await
    }

    /// Each text that has no vector yet, once.
    pub fn unread(&self, known: &Vectors) -> Vec<&str> {
        let mut unread: Vec<(&String, &str)> =
            self.digests.iter().zip(Meanings::wordings(&self.entries)).collect();
        unread.retain(|(digest, _)| !known.contains_key(*digest));
        unread.sort_unstable();
        unread.dedup();
        unread.into_iter().map(|(_, text)| text).collect()
    }

    /// Knows them by their meaning, once all are read, and answers from about the usual score on.
    pub async fn learn(self, sense: &Sense, known: &Vectors, usual: f64) -> Result<Mind, ModelError> {
        let vectors: Vec<Compact> =
            self.digests.iter().filter_map(|digest| known.get(digest).cloned()).collect();
        Ok(Mind::learnt(self.answers, sense.learn(self.entries, vectors, usual as f32).await?))
    }
}

/// The vectors of texts, one after another, so that residents' questions come in between.
pub async fn read(sense: &Sense, texts: &[&str]) -> Result<Vectors, Fault> {
    let mut read = Vectors::new();
    for text in texts {
        let vector = sense.read(text).await;
        let vector = vector.ok_or_else(|| Fault::internal("the model did not read a wording"))?;
        read.insert(store::digest(text), Compact::of(&vector));
    }
    Ok(read)
}
