//! The in-memory indexes: one per community, with its own and its company's answers, rebuilt when either
//! changes.
//!
//! A lexical index is built immediately, so that the next question finds a new answer. A semantic index
//! replaces it as soon as [`super::Indexer`] has built it.
use std::{sync::Arc, time::Duration};

use answering::{ConfidenceThresholds, Embedding, Match};
use moka::{policy::EvictionPolicy, sync::Cache};
use platform::{
    Db, Fault, Scope, Tx,
    ids::{CommunityId, CompanyId},
};
use tokio::{
    sync::{mpsc, watch},
    task::spawn_blocking,
    time::timeout,
};

use super::{community_index::CommunityIndex, encoder::EncoderService};
use crate::{
    bot::rules,
    knowledge::answer,
    tenancy::{
        community::{self, Community},
        company,
    },
};

/// Memory per cached community in bytes. A larger index counts as several.
const SLOT_BYTES: usize = 1 << 20;
/// Maximum number of queued training requests. A dropped request is repeated by the next question.
const MAX_REQUESTS: usize = 64;
/// Maximum number of queued requests for which a question waits for its index; each takes about 10 ms.
const MAX_AWAITED_REQUESTS: usize = 16;
/// How long a question waits for a semantic index before it uses the lexical index.
const TRAINING_WAIT: Duration = Duration::from_millis(500);
/// How often an index is prepared again because answers changed before the transaction. After that, it is built within the
/// transaction, in which they cannot change.
pub const MAX_RELOADS: usize = 3;

/// Key of an index. A community may belong to several companies.
pub type CommunityKey = (CompanyId, CommunityId);

/// The versions of a community's and its company's answers.
pub type KnowledgeVersions = (i64, i64);

/// The indexes. Cheap to clone.
#[derive(Clone)]
pub struct IndexCache {
    indexes: Cache<CommunityKey, (KnowledgeVersions, Arc<CommunityIndex>)>,
    /// Encodes texts.
    pub encoder: EncoderService,
    requests: mpsc::Sender<CommunityKey>,
    /// Notified whenever a semantic index has been built.
    trained: watch::Sender<()>,
}

/// An index, with the versions of the answers that it was built from.
#[derive(Clone)]
pub struct CurrentIndex {
    pub versions: KnowledgeVersions,
    pub index: Arc<CommunityIndex>,
}

/// The cached index of a community, or the answers from which it must be built.
pub enum IndexSource {
    Cached(CommunityKey, CurrentIndex),
    Answers(CommunityKey, KnowledgeVersions, Vec<answer::Answer>),
}

/// The search result for a text.
pub struct SearchResult {
    /// The closest answers, best first.
    pub matches: Vec<Match>,
    /// Whether meaning was compared, and not only words.
    pub by_meaning: bool,
    /// The community's confidence thresholds.
    pub thresholds: ConfidenceThresholds,
    index: Arc<CommunityIndex>,
}

impl SearchResult {
    /// Applies expiry dates. An expired best match is escalated with the answer as a suggestion; any other expired
    /// match is dropped.
    #[must_use]
    pub fn with_expiry_on(mut self, today: &str) -> Self {
        let holds =
            |found: &Match| self.index.answer_of(found).is_none_or(|answer| !answer.has_expired(today));
        if self.matches.first().is_none_or(holds) {
            self.matches.retain(holds);
        } else {
            self.matches.truncate(1);
            self.thresholds.min_confidence = f32::INFINITY;
        }
        self
    }

    /// Searches an index for a text.
    pub fn new(
        index: Arc<CommunityIndex>,
        thresholds: ConfidenceThresholds,
        text: &str,
        embedding: Option<&Embedding>,
    ) -> Self {
        let by_meaning = embedding.is_some() && index.has_embeddings();
        Self { matches: index.rank(text, embedding), by_meaning, thresholds, index }
    }

    /// Returns the best answer.
    pub fn best(&self) -> Option<&answer::Answer> {
        self.index.answer_of(self.matches.first()?)
    }

    /// Returns the confidence of the best match, 0 to 1.
    pub fn confidence(&self) -> f32 {
        self.matches.first().map_or(0.0, |best| best.confidence)
    }

    /// Returns up to `limit` answers, best first.
    pub fn top_answers(&self, limit: usize) -> impl Iterator<Item = &answer::Answer> {
        self.matches.iter().filter_map(|found| self.index.answer_of(found)).take(limit)
    }

    /// Returns the answer with this ID.
    pub fn by_id(&self, id: &str) -> Option<&answer::Answer> {
        self.index.by_id(id)
    }

    /// Returns the unanswered question that matches better than the best answer, with its confidence.
    pub fn unanswered_match(&self, text: &str) -> Option<(&answer::Answer, f32)> {
        let unanswered =
            rules::unanswered_match(&self.matches, &self.thresholds, self.index.unanswered(text))?;
        self.index.answer_of(&unanswered).map(|answer| (answer, unanswered.confidence))
    }
}

/// Number and approximate size of cached indexes.
#[derive(Clone, Copy, Debug, Default)]
pub struct CacheUsage {
    /// Number of lexical indexes.
    pub lexical: i64,
    /// Number of semantic indexes.
    pub semantic: i64,
    /// Memory of all indexes, in bytes.
    pub bytes: i64,
}

impl IndexCache {
    /// Creates a cache for a number of communities. Returns it with the receiver of training requests.
    pub fn new(encoder: EncoderService, cached_communities: u64) -> (Self, mpsc::Receiver<CommunityKey>) {
        let (requests, requested) = mpsc::channel(MAX_REQUESTS);
        let weight =
            |index: &CommunityIndex| u32::try_from(index.bytes().max(SLOT_BYTES)).unwrap_or(u32::MAX);
        let indexes = Cache::builder()
            .weigher(move |_, (_, index): &(KnowledgeVersions, Arc<CommunityIndex>)| weight(index))
            .max_capacity(cached_communities.saturating_mul(SLOT_BYTES as u64))
            .eviction_policy(EvictionPolicy::lru())
            .build();
        (Self { indexes, encoder, requests, trained: watch::Sender::new(()) }, requested)
    }

    /// Returns what the index of a community is as of this transaction, with all answers committed before.
    pub async fn find(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
    ) -> Result<IndexSource, Fault> {
        let versions = knowledge_versions(tx, scope, community).await?;
        let key = (scope.company().clone(), community.id.clone());
        match self.cached(&key, versions) {
            Some(index) => Ok(IndexSource::Cached(key, CurrentIndex { versions, index })),
            None => {
                let answers = answer::for_bot(tx, scope, &community.id).await?;
                Ok(IndexSource::Answers(key, versions, answers))
            }
        }
    }

    /// Returns the index, and builds and caches it if necessary. Should not be called within a transaction, because
    /// building takes many milliseconds.
    pub async fn load(&self, source: IndexSource) -> Result<CurrentIndex, Fault> {
        let (key, current) = match source {
            IndexSource::Cached(key, current) => (key, current),
            IndexSource::Answers(key, versions, answers) => {
                let index = spawn_blocking(|| Arc::new(CommunityIndex::new(answers)))
                    .await
                    .map_err(Fault::internal)?;
                self.indexes.insert(key.clone(), (versions, index.clone()));
                (key, CurrentIndex { versions, index })
            }
        };
        if !current.index.is_complete() {
            self.request_training(key);
        }
        Ok(current)
    }

    /// Returns whether `prepared` or the cached index is current as of this transaction, so that [`Self::index`] need
    /// not build one within it.
    pub async fn is_ready(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
        prepared: &CurrentIndex,
    ) -> Result<bool, Fault> {
        let versions = knowledge_versions(tx, scope, community).await?;
        let key = (scope.company().clone(), community.id.clone());
        Ok(prepared.versions == versions || self.cached(&key, versions).is_some())
    }

    /// Builds and caches the index of a community if necessary. Must not be called within a transaction.
    pub async fn prepare(&self, db: &Db, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
        let mut tx = db.read(scope).await?;
        let Some(community) = community::find(&mut tx, scope, community).await? else { return Ok(()) };
        let source = self.find(&mut tx, scope, &community).await?;
        drop(tx);
        self.load(source).await.map(drop)
    }

    /// Returns the index of a community as of this transaction. It is built within the transaction if it is not
    /// cached and `prepared` is not current.
    pub async fn index(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        community: &Community,
        prepared: Option<&CurrentIndex>,
    ) -> Result<Arc<CommunityIndex>, Fault> {
        let versions = knowledge_versions(tx, scope, community).await?;
        if let Some(current) = prepared.filter(|prepared| prepared.versions == versions) {
            return Ok(current.index.clone());
        }
        let source = self.find(tx, scope, community).await?;
        Ok(self.load(source).await?.index)
    }

    /// Waits up to [`TRAINING_WAIT`] for the semantic index. Must not be called within a transaction.
    pub async fn with_embeddings(
        &self,
        scope: &Scope,
        community: &CommunityId,
        current: CurrentIndex,
    ) -> CurrentIndex {
        let requested = self.requests.max_capacity() - self.requests.capacity();
        if current.index.has_embeddings()
            || current.index.is_complete()
            || !self.encoder.is_usable()
            || requested > MAX_AWAITED_REQUESTS
        {
            return current;
        }
        let key = (scope.company().clone(), community.clone());
        let mut trained = self.trained.subscribe();
        let made = async {
            loop {
                match self.indexes.get(&key) {
                    Some((versions, index)) if index.has_embeddings() => {
                        break Some(CurrentIndex { versions, index });
                    }
                    _ => trained.changed().await.ok()?,
                }
            }
        };
        timeout(TRAINING_WAIT, made).await.ok().flatten().unwrap_or(current)
    }

    /// Requests a semantic index for a community.
    pub fn request_training(&self, key: CommunityKey) {
        if self.encoder.is_usable() {
            // A dropped request is repeated by the next question.
            let _ = self.requests.try_send(key);
        }
    }

    /// Returns the cached communities of one company, or of all.
    pub fn cached_communities(&self, company: Option<&CompanyId>) -> Vec<CommunityKey> {
        let all = self.indexes.iter().map(|(key, _)| (*key).clone());
        all.filter(|(of, _)| company.is_none_or(|company| company == of)).collect()
    }

    /// Returns the cached index if it has these versions.
    pub fn cached(&self, key: &CommunityKey, versions: KnowledgeVersions) -> Option<Arc<CommunityIndex>> {
        self.indexes.get(key).filter(|(cached, _)| *cached == versions).map(|(_, index)| index)
    }

    /// Caches a semantic index, unless a newer index was cached in the meantime.
    pub fn insert_trained(&self, key: CommunityKey, versions: KnowledgeVersions, index: CommunityIndex) {
        let newer = |(cached, _): &(KnowledgeVersions, Arc<CommunityIndex>)| {
            cached.0 > versions.0 || cached.1 > versions.1
        };
        match self.indexes.get(&key).is_some_and(|index| newer(&index)) {
            true => self.request_training(key),
            false => self.indexes.insert(key, (versions, Arc::new(index))),
        }
        self.trained.send_replace(());
    }

    /// Returns the current usage.
    pub fn usage(&self) -> CacheUsage {
        self.indexes.run_pending_tasks();
        self.indexes.iter().fold(CacheUsage::default(), |usage, (_, (_, index))| {
            let (lexical, semantic) = if index.has_embeddings() { (0, 1) } else { (1, 0) };
            let bytes = i64::try_from(index.bytes()).unwrap_or(i64::MAX);
            CacheUsage {
                lexical: usage.lexical + lexical,
                semantic: usage.semantic + semantic,
                bytes: usage.bytes.saturating_add(bytes),
            }
        })
    }
}

/// Reads the versions. They are read before the answers, so that the next question detects a change in
/// between.
pub async fn knowledge_versions(
    tx: &mut Tx,
    scope: &Scope,
    community: &Community,
) -> Result<KnowledgeVersions, Fault> {
    Ok((community.knowledge_version, company::knowledge_version(tx, scope).await?))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use answering::{DEFAULT_SCORE_THRESHOLD, Embedding, Encoder, ModelError, SemanticIndex};
    use futures::join;

    use super::*;

    struct Flat;

    impl Encoder for Flat {
        fn version(&self) -> &str {
            "flat"
        }

        fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
            Ok(texts.iter().map(|_| Embedding { sentence: vec![1.0], tokens: Vec::new() }).collect())
        }
    }

    /// Returns a cache with a model, and a lexical index without embeddings.
    async fn index_cache() -> (IndexCache, Scope, CommunityId, CurrentIndex) {
        let encoder = EncoderService::new(Some(Box::new(|| Ok(Arc::new(Flat)))));
        encoder.load().await.unwrap();
        let (index_cache, _wished) = IndexCache::new(encoder, 10);
        let (scope, community) =
            (Scope::of_company(&CompanyId("lakeside".into())), CommunityId("elm".into()));
        let index = Arc::new(CommunityIndex::new(Vec::new()));
        (index_cache, scope, community, CurrentIndex { versions: (1, 1), index })
    }

    fn trained(index_cache: &IndexCache, scope: &Scope, community: &CommunityId) {
        let lexical = CommunityIndex::new(Vec::new());
        let index = lexical.with_semantic(
            SemanticIndex::new(lexical.lexical().clone(), Vec::new(), DEFAULT_SCORE_THRESHOLD).unwrap(),
        );
        index_cache.insert_trained((scope.company().clone(), community.clone()), (1, 1), index);
    }

    #[tokio::test]
    async fn a_question_waits_for_embeddings_in_progress() {
        let (index_cache, scope, community, lexical) = index_cache().await;
        let makes = async {
            tokio::task::yield_now().await;
            trained(&index_cache, &scope, &community);
        };
        let (with_embeddings, ()) = join!(index_cache.with_embeddings(&scope, &community, lexical), makes);
        assert!(with_embeddings.index.has_embeddings());
    }

    #[tokio::test]
    async fn the_lexical_index_is_used_if_embeddings_take_too_long() {
        let (index_cache, scope, community, lexical) = index_cache().await;
        trained(&index_cache, &scope, &CommunityId("another".into()));
        assert!(!index_cache.with_embeddings(&scope, &community, lexical).await.index.has_embeddings());
    }
}
