//! Builds semantic indexes in the background. Each utterance is encoded once, and its embedding is stored.
//!
//! Communities that recently received a question or changed come first; after a start, all communities with a
//! phone number follow. A failure is retried at the next question; until then, answers are found by words.
use std::collections::VecDeque;

use platform::{Fault, Scope, signal::Signal};
use tokio::sync::{mpsc, watch};

use super::{
    cache::{self, CommunityKey, IndexCache},
    encoder::Priority,
    store::{self, Calibration},
    utterances::{self, Utterances},
    what_if,
};
use crate::{context::Context, knowledge::answer, tenancy::community};

/// Number of embeddings that are stored in one transaction.
const BATCH: usize = 32;

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
        while !*stop.borrow() {
            tokio::select! {
                biased;
                _ = stop.changed() => {}
                signal = signals.next() => match signal {
                    Some(Signal::Knowledge(company)) => self.request_all(self.index_cache.cached_communities(Some(&company))),
                    Some(Signal::Everything) => self.request_all(self.index_cache.cached_communities(None)),
                    Some(_) => {}
                    None => return,
                },
                Some(key) = self.requested.recv() => self.process(&key, &model).await,
                () = std::future::ready(()), if !backlog.is_empty() => {
                    if let Some(key) = backlog.pop_front() {
                        self.process(&key, &model).await;
                    }
                }
            }
        }
    }

    fn request_all(&self, keys: Vec<CommunityKey>) {
        keys.into_iter().for_each(|key| self.index_cache.request_training(key));
    }

    async fn reachable_communities(&self) -> Result<VecDeque<CommunityKey>, Fault> {
        let mut tx = self.context.db.platform_read().await?;
        let limit = i64::try_from(self.capacity).unwrap_or(i64::MAX);
        Ok(community::with_numbers(&mut tx, limit).await?.into())
    }

    async fn process(&self, key: &CommunityKey, model: &str) {
        if let Err(fault) = self.train(key, model).await {
            tracing::warn!(%fault, "an index was not built; answers are found by words");
        }
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
