//! What the bot knows, ready to be asked: one index a community, of its answers and its
//! company's, made again when either has changed.
use std::sync::{Arc, OnceLock};

use answering::{Engine, Entry, Lexical, Match, Verdict};
use moka::sync::Cache;
use platform::{
    Fault, Scope, Tx,
    ids::{CommunityId, CompanyId},
};

use super::rules;
use crate::{community::Community, company, knowledge};

/// So many communities are kept ready.
const HOT: u64 = 200;
/// So many answers are looked at for a text.
const MOST_MATCHES: usize = 3;

/// The indexes: a community knows something else for another company. Cheap to clone.
#[derive(Clone)]
pub struct Brain(Cache<(CompanyId, CommunityId), (Versions, Arc<Mind>)>);

/// The versions of what a community and its company know.
type Versions = (i64, i64);

/// What the bot knows of one community.
pub struct Mind {
    /// Ranks what has an answer.
    engine: Lexical,
    /// Ranks what waits for one; made when that is first asked for.
    waiting: OnceLock<Lexical>,
    answers: Vec<knowledge::Answer>,
}

impl Mind {
    /// Knows these answers, and of these questions that they wait for one.
    pub fn new(answers: Vec<knowledge::Answer>) -> Self {
        let engine = engine(answers.iter().filter(|answer| answer.is_answered()));
        Self { engine, waiting: OnceLock::new(), answers }
    }

    /// What a text is replied to with, and how sure that is; nothing where staff get it.
    pub fn reply(&self, text: &str) -> Option<(&knowledge::Answer, f32)> {
        let matches = self.engine.rank(text, MOST_MATCHES);
        let Verdict::Answer(best) = answering::decide(&matches) else { return None };
        self.named(best).map(|answer| (answer, best.confidence))
    }

    fn waiting(&self, text: &str) -> Option<Match> {
        let waiting =
            self.waiting.get_or_init(|| engine(self.answers.iter().filter(|answer| !answer.is_answered())));
        waiting.rank(text, 1).pop()
    }

    /// The entry behind a match.
    fn named(&self, found: &Match) -> Option<&knowledge::Answer> {
        self.answers.iter().find(|answer| answer.id.as_str() == found.id)
    }
}

/// What was found for a text.
pub struct Found {
    /// The best answers, best first.
    pub matches: Vec<Match>,
    mind: Arc<Mind>,
}

impl Found {
    /// The answer behind the best match.
    pub fn best(&self) -> Option<&knowledge::Answer> {
        self.mind.named(self.matches.first()?)
    }

    /// The question without an answer that a text asks instead, and how sure that is.
    pub fn waits(&self, text: &str) -> Option<(&knowledge::Answer, f32)> {
        let waiting = rules::waits(&self.matches, self.mind.waiting(text))?;
        self.mind.named(&waiting).map(|answer| (answer, waiting.confidence))
    }
}

impl Default for Brain {
    fn default() -> Self {
        Self(Cache::new(HOT))
    }
}

impl Brain {
    /// What a community knows about a text. The community was read in the same transaction,
    /// so that what was taught before is known now.
    pub async fn ask(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
        text: &str,
    ) -> Result<Found, Fault> {
        let versions = (community.knowledge_version, company::knowledge_version(tx, scope).await?);
        let mind = match self.0.get(&(scope.company().clone(), community.id.clone())) {
            Some((known, mind)) if known == versions => mind,
            _ => self.learn(tx, scope, community, versions).await?,
        };
        Ok(Found { matches: mind.engine.rank(text, MOST_MATCHES), mind })
    }

    async fn learn(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
        versions: Versions,
    ) -> Result<Arc<Mind>, Fault> {
        let mind = Arc::new(Mind::new(knowledge::for_bot(tx, scope, &community.id).await?));
        self.0.insert((scope.company().clone(), community.id.clone()), (versions, mind.clone()));
        Ok(mind)
    }
}

fn engine<'a>(answers: impl Iterator<Item = &'a knowledge::Answer>) -> Lexical {
    let entry = |answer: &knowledge::Answer| Entry {
        id: answer.id.to_string(),
        question: answer.question.clone(),
        samples: answer.samples.clone(),
        answer: answer.answer.clone(),
    };
    Lexical::new(answers.map(entry).collect())
}
