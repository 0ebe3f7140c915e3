//! What the bot knows, ready to be asked: one index a community, of its answers and its
//! company's, made again when either has changed.
use std::sync::Arc;

use answering::{Engine, Entry, Lexical, Match};
use moka::sync::Cache;
use platform::{
    Fault, Scope, Tx,
    ids::{CommunityId, CompanyId},
};

use crate::{community::Community, company, knowledge};

/// So many communities are kept ready.
const HOT: u64 = 200;

/// The indexes: a community knows something else for another company. Cheap to clone.
#[derive(Clone)]
pub struct Brain(Cache<(CompanyId, CommunityId), Arc<Mind>>);

/// The versions of what a community and its company know.
type Versions = (i64, i64);

struct Mind {
    versions: Versions,
    engine: Lexical,
    answers: Vec<knowledge::Answer>,
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
        let best = self.matches.first()?;
        self.mind.answers.iter().find(|answer| answer.id.as_str() == best.id)
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
            Some(mind) if mind.versions == versions => mind,
            _ => self.learn(tx, scope, community, versions).await?,
        };
        Ok(Found { matches: mind.engine.rank(text, 3), mind })
    }

    async fn learn(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
        versions: Versions,
    ) -> Result<Arc<Mind>, Fault> {
        let answers = knowledge::for_bot(tx, scope, &community.id).await?;
        let entries = answers.iter().filter(|a| !a.answer.is_empty()).map(|a| Entry {
            id: a.id.to_string(),
            question: a.question.clone(),
            samples: a.samples.clone(),
            answer: a.answer.clone(),
        });
        let engine = Lexical::new(entries.collect());
        let mind = Arc::new(Mind { versions, engine, answers });
        self.0.insert((scope.company().clone(), community.id.clone()), mind.clone());
        Ok(mind)
    }
}
