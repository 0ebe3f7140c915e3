//! The wordings by which a community's entries are known, and their readings: those that are kept, and those that the
//! sentence model still has to read.
use std::sync::Arc;

use answering::{Entry, Kept, Meanings, ModelError};
use platform::{Fault, Scope, Timestamp, Tx};

use super::{
    mind::{self, Mind},
    sense::{Haste, Sense},
    store::{self, Readings},
};

/// What a community knows, and under which digests the readings of its wordings are kept.
pub struct Wordings {
    mind: Arc<Mind>,
    entries: Vec<Entry>,
    digests: Vec<String>,
}

impl Wordings {
    /// Of a mind that is to learn their meanings.
    pub fn new(mind: Arc<Mind>) -> Self {
        let entries = mind::entries(mind.answers());
        let digests = Meanings::wordings(&entries).map(store::digest).collect();
        Self { mind, entries, digests }
    }

    /// The readings that are kept, and whether it is time to note that they are needed.
    pub async fn kept(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(Readings, bool), Fault> {
        store::readings(tx, scope, model, &self.digests, now).await
    }

    /// Notes that their readings are needed.
    pub async fn note_use(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        model: &str,
        now: Timestamp,
    ) -> Result<(), Fault> {
        store::note_use(tx, scope, model, &self.digests, now).await
    }

    /// Each text that has no reading yet, once.
    pub fn unread(&self, known: &Readings) -> Vec<&str> {
        let mut unread: Vec<(&String, &str)> =
            self.digests.iter().zip(Meanings::wordings(&self.entries)).collect();
        unread.retain(|(digest, _)| !known.contains_key(*digest));
        unread.sort_unstable();
        unread.dedup();
        unread.into_iter().map(|(_, text)| text).collect()
    }

    /// Knows them by their meaning, once all are read, and answers from about the usual score on.
    pub async fn learn(
        &self,
        sense: &Sense,
        known: &Readings,
        usual: f64,
        haste: Haste,
    ) -> Result<Mind, ModelError> {
        let read: Vec<Kept> = self.digests.iter().filter_map(|digest| known.get(digest).cloned()).collect();
        let index = sense.learn(self.mind.words().clone(), read, usual as f32, haste).await?;
        Ok(self.mind.learnt(index))
    }
}

/// The readings of texts, one after another, so that residents' questions come in between.
pub async fn read(sense: &Sense, texts: &[&str]) -> Result<Readings, Fault> {
    let mut read = Readings::new();
    for text in texts {
        let one = sense.read(text).await;
        let one = one.ok_or_else(|| Fault::internal("the model did not read a wording"))?;
        read.insert(store::digest(text), Kept::from(&*one));
    }
    Ok(read)
}
