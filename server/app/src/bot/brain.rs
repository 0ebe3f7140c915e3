//! What the bot knows, ready to be asked: one index a community, of its answers and its
//! company's, made again when either has changed.
//!
//! An index of words is made on the spot, so that what was taught is known at the next question.
//! One of meanings takes its place as soon as [`super::Study`] has made it.
use std::{sync::Arc, time::Duration};

use answering::{Match, Reading, Thresholds};
use moka::{policy::EvictionPolicy, sync::Cache};
use platform::{
    Fault, Scope, Tx,
    ids::{CommunityId, CompanyId},
};
use tokio::{
    sync::{mpsc, watch},
    task::spawn_blocking,
    time::timeout,
};

use super::{
    mind::Mind,
    rules,
    sense::{Sense, State},
};
use crate::{community::Community, company, knowledge};

/// Each of the communities that are kept ready has so many bytes; one that takes more has the place of several.
const SHARE: usize = 1 << 20;
/// So many wishes for meanings are remembered; whoever asks again wishes again.
const WISHES: usize = 64;
/// Behind more wishes than these nobody waits: in haste, each takes some ten milliseconds.
const FEW_WISHES: usize = 16;
/// So long a question waits for meanings that are being made; then words answer it.
const PATIENCE: Duration = Duration::from_millis(500);

/// A community knows something else for another company.
pub type Key = (CompanyId, CommunityId);

/// The versions of what a community and its company know.
pub type Versions = (i64, i64);

/// The indexes. Cheap to clone.
#[derive(Clone)]
pub struct Brain {
    minds: Cache<Key, (Versions, Arc<Mind>)>,
    /// Reads texts.
    pub sense: Sense,
    wishes: mpsc::Sender<Key>,
    /// Tells whenever meanings were made.
    learnt: watch::Sender<()>,
}

/// What was found for a text.
pub struct Found {
    /// The best answers, best first.
    pub matches: Vec<Match>,
    /// Meanings were compared, not words alone.
    pub by_meaning: bool,
    /// How sure the community wants the bot to be.
    pub caution: Thresholds,
    mind: Arc<Mind>,
}

impl Found {
    /// The same on a day: what holds no longer is not sent. As the best it is left to staff, who have
    /// it as a suggestion; behind another it is no rival.
    #[must_use]
    pub fn on(mut self, today: &str) -> Self {
        let holds = |found: &Match| self.mind.named(found).is_none_or(|answer| !answer.has_expired(today));
        if self.matches.first().is_none_or(holds) {
            self.matches.retain(holds);
        } else {
            self.matches.truncate(1);
            self.caution.answer = f32::INFINITY;
        }
        self
    }

    /// What a mind finds for a text, which was read before, or not.
    pub fn new(mind: Arc<Mind>, caution: Thresholds, text: &str, meaning: Option<&Reading>) -> Self {
        let by_meaning = meaning.is_some() && mind.has_meanings();
        Self { matches: mind.rank(text, meaning), by_meaning, caution, mind }
    }

    /// The answer behind the best match.
    pub fn best(&self) -> Option<&knowledge::Answer> {
        self.mind.named(self.matches.first()?)
    }

    /// How sure the best match is.
    pub fn confidence(&self) -> f32 {
        self.matches.first().map_or(0.0, |best| best.confidence)
    }

    /// The best answers, so many at most, the best first.
    pub fn best_few(&self, most: usize) -> impl Iterator<Item = &knowledge::Answer> {
        self.matches.iter().filter_map(|found| self.mind.named(found)).take(most)
    }

    /// What is known under this id.
    pub fn named(&self, id: &str) -> Option<&knowledge::Answer> {
        self.mind.by_id(id)
    }

    /// The question without an answer that a text asks instead, and how sure that is.
    pub fn waits(&self, text: &str) -> Option<(&knowledge::Answer, f32)> {
        let waiting = rules::waits(&self.matches, &self.caution, self.mind.waiting(text))?;
        self.mind.named(&waiting).map(|answer| (answer, waiting.confidence))
    }
}

/// How many communities are in memory with words alone and with meanings, and about how many bytes they take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// With words alone.
    pub words: i64,
    /// With meanings.
    pub meanings: i64,
    /// All of them.
    pub bytes: i64,
}

impl Brain {
    /// One that keeps so many communities ready, and who wishes for meanings.
    pub fn new(sense: Sense, hot: u64) -> (Self, mpsc::Receiver<Key>) {
        let (wishes, wished) = mpsc::channel(WISHES);
        let weight = |mind: &Mind| u32::try_from(mind.bytes().max(SHARE)).unwrap_or(u32::MAX);
        let minds = Cache::builder()
            .weigher(move |_, (_, mind): &(Versions, Arc<Mind>)| weight(mind))
            .max_capacity(hot.saturating_mul(SHARE as u64))
            .eviction_policy(EvictionPolicy::lru())
            .build();
        (Self { minds, sense, wishes, learnt: watch::Sender::new(()) }, wished)
    }

    /// What a community knows. It was read in the same transaction, so that what was taught before is known now.
    pub async fn mind(&self, tx: &mut Tx, scope: &Scope, community: &Community) -> Result<Arc<Mind>, Fault> {
        let versions = versions(tx, scope, community).await?;
        let key = (scope.company().clone(), community.id.clone());
        let mind = match self.known(&key, versions) {
            Some(mind) => mind,
            None => {
                let answers = knowledge::for_bot(tx, scope, &community.id).await?;
                let mind = spawn_blocking(|| Arc::new(Mind::new(answers))).await.map_err(Fault::internal)?;
                self.minds.insert(key.clone(), (versions, mind.clone()));
                mind
            }
        };
        if !mind.is_settled() {
            self.wish(key);
        }
        Ok(mind)
    }

    /// What a community knows, with its meanings where they are there in a moment: one that nobody asked of late has
    /// to be read anew. Nothing may be held meanwhile.
    pub async fn settled(&self, scope: &Scope, community: &CommunityId, mind: Arc<Mind>) -> Arc<Mind> {
        let wished = self.wishes.max_capacity() - self.wishes.capacity();
        if mind.has_meanings()
            || mind.is_settled()
            || self.sense.state() != State::Meaning
            || wished > FEW_WISHES
        {
            return mind;
        }
        let key = (scope.company().clone(), community.clone());
        let mut learnt = self.learnt.subscribe();
        let made = async {
            loop {
                match self.minds.get(&key) {
                    Some((_, mind)) if mind.has_meanings() => break Some(mind),
                    _ => learnt.changed().await.ok()?,
                }
            }
        };
        timeout(PATIENCE, made).await.ok().flatten().unwrap_or(mind)
    }

    /// Has meanings made for a community whose words answer.
    pub fn wish(&self, key: Key) {
        if self.sense.state() == State::Meaning {
            // Whoever asks when too many are wished for already wishes again.
            let _ = self.wishes.try_send(key);
        }
    }

    /// The communities that are ready, of one company or of all.
    pub fn hot(&self, company: Option<&CompanyId>) -> Vec<Key> {
        let all = self.minds.iter().map(|(key, _)| (*key).clone());
        all.filter(|(of, _)| company.is_none_or(|company| company == of)).collect()
    }

    /// What a community of these versions knows, where that is in memory.
    pub fn known(&self, key: &Key, versions: Versions) -> Option<Arc<Mind>> {
        self.minds.get(key).filter(|(known, _)| *known == versions).map(|(_, mind)| mind)
    }

    /// Has meanings answer, unless more is known by now.
    pub fn learnt(&self, key: Key, versions: Versions, mind: Mind) {
        let newer = |(known, _): &(Versions, Arc<Mind>)| known.0 > versions.0 || known.1 > versions.1;
        match self.minds.get(&key).is_some_and(|mind| newer(&mind)) {
            true => self.wish(key),
            false => self.minds.insert(key, (versions, Arc::new(mind))),
        }
        self.learnt.send_replace(());
    }

    /// How much is ready.
    pub fn held(&self) -> Held {
        self.minds.run_pending_tasks();
        self.minds.iter().fold(Held::default(), |held, (_, (_, mind))| {
            let (words, meanings) = if mind.has_meanings() { (0, 1) } else { (1, 0) };
            let bytes = i64::try_from(mind.bytes()).unwrap_or(i64::MAX);
            Held {
                words: held.words + words,
                meanings: held.meanings + meanings,
                bytes: held.bytes.saturating_add(bytes),
            }
        })
    }
}

/// The versions of what is known, read before what is known: a change in between is noticed at the next question.
pub async fn versions(tx: &mut Tx, scope: &Scope, community: &Community) -> Result<Versions, Fault> {
    Ok((community.knowledge_version, company::knowledge_version(tx, scope).await?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use answering::{Encoder, Meanings, ModelError, Reading, USUAL};
    use futures::join;

    use super::*;

    struct Flat;

    impl Encoder for Flat {
        fn version(&self) -> &str {
            "flat"
        }

        fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError> {
            Ok(texts.iter().map(|_| Reading { whole: vec![1.0], words: Vec::new() }).collect())
        }
    }

    /// A brain with a model, a company's community, and its mind by words, which waits for meanings.
    async fn brain() -> (Brain, Scope, CommunityId, Arc<Mind>) {
        let sense = Sense::new(Some(Box::new(|| Ok(Arc::new(Flat)))));
        sense.load().await.unwrap();
        let (brain, _wished) = Brain::new(sense, 10);
        let (scope, community) =
            (Scope::of_company(&CompanyId("lakeside".into())), CommunityId("elm".into()));
        (brain, scope, community, Arc::new(Mind::new(Vec::new())))
    }

    fn learnt(brain: &Brain, scope: &Scope, community: &CommunityId) {
        let words = Mind::new(Vec::new());
        let mind = words.learnt(Meanings::new(words.words().clone(), Vec::new(), USUAL).unwrap());
        brain.learnt((scope.company().clone(), community.clone()), (1, 1), mind);
    }

    #[tokio::test]
    async fn a_question_waits_for_meanings_that_are_being_made() {
        let (brain, scope, community, words) = brain().await;
        let makes = async {
            tokio::task::yield_now().await;
            learnt(&brain, &scope, &community);
        };
        let (settled, ()) = join!(brain.settled(&scope, &community, words), makes);
        assert!(settled.has_meanings());
    }

    #[tokio::test]
    async fn where_they_take_too_long_words_answer() {
        let (brain, scope, community, words) = brain().await;
        learnt(&brain, &scope, &CommunityId("another".into()));
        assert!(!brain.settled(&scope, &community, words).await.has_meanings());
    }
}
