//! Builds semantic indexes in the background. Each utterance is encoded once, and its embedding is stored.
//!
//! Communities that recently received a question or changed come first; after a start, all communities with a
//! phone number follow. A failure is retried at the next question; until then, answers are found by words.
use std::{collections::VecDeque, time::Duration};

use platform::{Fault, Scope, signal::Signal};
use tokio::sync::{mpsc, watch};

use super::{
    cache::{self, CommunityKey, IndexCache},
    encoder::{EncoderState, Priority},
    store::{self, Calibration},
    utterances::{self, Utterances},
    what_if,
};
use crate::{context::Context, knowledge::answer, tenancy::community};

/// Number of embeddings that are stored in one transaction.
const BATCH: usize = 32;
/// Delay after which it is checked again whether the endpoint of the model can be called.
const BACKLOG_PAUSE: Duration = Duration::from_secs(10);
/// Number of times that the index of a community is built again after a start while the endpoint fails.
const MAX_RETRIES: u32 = 5;

/// Builds semantic indexes.
pub struct Indexer {
    context: Context,
    index_cache: IndexCache,
    requested: mpsc::Receiver<CommunityKey>,
    capacity: u64,
}

impl Indexer {
    pub fn new(
        context: Context,
        index_cache: IndexCache,
        requested: mpsc::Receiver<CommunityKey>,
        capacity: u64,
    ) -> Self {
        Self { context, index_cache, requested, capacity }
    }

    /// Loads the model and runs until `stop` is true. Returns at once without a model.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        // Subscribes before the first query, so that no change is missed.
        let mut signals = self.context.db.signals();
        let Some(model) = self.index_cache.encoder.load().await else { return };
        let mut backlog = self.reachable_communities().await.unwrap_or_else(|fault| {
            tracing::warn!(%fault, "the communities could not be listed");
            VecDeque::new()
        });
        let clock = self.context.clock.clone();
        while !*stop.borrow() {
            let is_usable = self.index_cache.encoder.is_usable();
            tokio::select! {
                biased;
                _ = stop.changed() => {}
                signal = signals.next() => match signal {
                    Some(Signal::Knowledge(company)) => self.request_all(self.index_cache.cached_communities(Some(&company))),
                    Some(Signal::Everything) => self.request_all(self.index_cache.cached_communities(None)),
                    Some(_) => {}
                    None => return,
                },
                Some(key) = self.requested.recv() => {
                    self.process(&key, &model).await;
                }
                () = std::future::ready(()), if is_usable && !backlog.is_empty() => {
                    let Some((key, retries)) = backlog.pop_front() else { continue };
                    let is_built = self.process(&key, &model).await;
                    let is_failing = self.index_cache.encoder.state() == EncoderState::Failed;
                    if !is_built && is_failing && retries < MAX_RETRIES {
                        backlog.push_back((key, retries + 1));
                    }
                }
                () = clock.sleep(BACKLOG_PAUSE), if !is_usable && !backlog.is_empty() => {}
            }
        }
    }

    fn request_all(&self, keys: Vec<CommunityKey>) {
        keys.into_iter().for_each(|key| self.index_cache.request_training(key));
    }

    /// Returns the communities to index after a start, each with 0 as the number of retries.
    async fn reachable_communities(&self) -> Result<VecDeque<(CommunityKey, u32)>, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let limit = i64::try_from(self.capacity).unwrap_or(i64::MAX);
        let communities = community::with_numbers(&mut tx, limit).await?;
        Ok(communities.into_iter().map(|key| (key, 0)).collect())
    }

    /// Builds the index of a community. Returns false if that failed.
    async fn process(&self, key: &CommunityKey, model: &str) -> bool {
        let trained = self.train(key, model).await;
        if let Err(fault) = &trained {
            tracing::warn!(%fault, "an index was not built; answers are found by words");
        }
        trained.is_ok()
    }

    async fn train(&self, key: &CommunityKey, model: &str) -> Result<(), Fault> {
        let scope = Scope::of_company(&key.0);
        let mut tx = self.context.db.read(&scope).await?;
        let Some(community) = community::find(&mut tx, &scope, &key.1).await? else { return Ok(()) };
        let versions = cache::knowledge_versions(&mut tx, &scope, &community).await?;
        let index = match self.index_cache.cached(key, versions) {
            Some(index) => index,
            None => what_if::build_lexical_index(answer::for_bot(&mut tx, &scope, &key.1).await?).await?,
        };
        if index.is_complete() {
            return Ok(());
        }
        let utterances = Utterances::new(index);
        let now = self.context.now();
        let score_threshold = Calibration::find(&mut tx).await?.score_threshold;
        let (mut embeddings, is_due) = utterances.stored(&mut tx, &scope, model, now).await?;
        drop(tx);
        for batch in utterances.missing(&embeddings).chunks(BATCH) {
            let embedded = utterances::embed(&self.index_cache.encoder, batch).await?;
            let mut tx = self.context.db.write(&scope).await?;
            store::save_embeddings(&mut tx, &scope, model, &embedded, now).await?;
            tx.commit().await?;
            embeddings.extend(embedded);
        }
        if is_due {
            let mut tx = self.context.db.write(&scope).await?;
            utterances.mark_used(&mut tx, &scope, model, now).await?;
            tx.commit().await?;
        }
        let priority = if self.requested.is_empty() { Priority::Background } else { Priority::Interactive };
        let index = utterances
            .build(&self.index_cache.encoder, &embeddings, score_threshold, priority)
            .await
            .map_err(Fault::internal)?;
        self.index_cache.insert_trained(key.clone(), versions, index);
        Ok(())
    }
}
