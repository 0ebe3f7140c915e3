//! The sentence model: loads it, and encodes texts. The model is in memory, or behind an endpoint.
//!
//! In memory, encoding a text takes one core for a few milliseconds and never runs on a thread that serves calls.
//! Residents' questions and the indexer alternate, one text each. Without a model, and while its endpoint fails,
//! answers are found by words only.
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use answering::{Embedding, Encoder, LexicalIndex, ModelError, QuantizedEmbedding, SemanticIndex};
use moka::sync::Cache;
use platform::cpu_pool;
use tokio::{sync::Semaphore, task::spawn_blocking};

use super::embedding_model::{EmbeddingModel, MAX_INPUTS};

/// Number of cached embeddings of 2 kB: a replay encodes the same questions after every keystroke.
const CACHED_EMBEDDINGS: u64 = 1_000;

/// Loads the model.
pub type Loader = Box<dyn FnOnce() -> Result<Arc<dyn Encoder>, ModelError> + Send>;

/// State of the sentence model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncoderState {
    /// No model is configured: answers are found by words only.
    Disabled,
    /// The model is loading: answers are found by words until then.
    Loading,
    /// The model could not be loaded, or its endpoint failed the last time: answers are found by words only.
    Failed,
    /// The model is in use: answers are found by meaning and words if embeddings exist.
    Ready,
}

impl EncoderState {
    /// Returns the names of the engine and of the model's state, for operators.
    #[must_use]
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Disabled => ("WORDS", "NONE"),
            Self::Loading => ("WORDS", "LOADING"),
            Self::Failed => ("WORDS", "BROKEN"),
            Self::Ready => ("MEANING", "READY"),
        }
    }
}

/// How urgently an index or an embedding is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// No question waits: token weights are trained, at the lowest thread priority, and an endpoint is called again
    /// after a failure.
    Background,
    /// Other communities wait for embeddings: training of token weights is skipped. For an embedding: a question waits,
    /// and is answered by words if its encoding takes too long.
    Interactive,
}

/// A sentence model in use.
enum Model {
    /// In memory.
    Local(Arc<dyn Encoder>),
    /// Behind an endpoint.
    Remote(Box<EmbeddingModel>),
}

impl Model {
    fn version(&self) -> &str {
        match self {
            Self::Local(model) => model.version(),
            Self::Remote(model) => model.version(),
        }
    }
}

/// Encodes texts once the model is loaded. Cheap to clone.
#[derive(Clone)]
pub struct EncoderService {
    inner: Arc<Inner>,
}

struct Inner {
    is_configured: bool,
    loader: Mutex<Option<Loader>>,
    /// `Some(None)` if loading failed.
    model: OnceLock<Option<Model>>,
    permits: Semaphore,
    embeddings: Cache<String, Arc<Embedding>>,
}

impl EncoderService {
    /// Creates a service whose model is loaded into memory, or without one.
    pub fn new(loader: Option<Loader>) -> Self {
        Self::with_model(loader.is_some(), loader, OnceLock::new())
    }

    /// Creates a service whose model is behind an endpoint.
    pub fn of_endpoint(model: EmbeddingModel) -> Self {
        Self::with_model(true, None, OnceLock::from(Some(Model::Remote(Box::new(model)))))
    }

    fn with_model(is_configured: bool, loader: Option<Loader>, model: OnceLock<Option<Model>>) -> Self {
        Self {
            inner: Arc::new(Inner {
                is_configured,
                loader: Mutex::new(loader),
                model,
                permits: Semaphore::new(1),
                embeddings: Cache::new(CACHED_EMBEDDINGS),
            }),
        }
    }

    /// Returns the current state.
    pub fn state(&self) -> EncoderState {
        match self.inner.model.get() {
            _ if !self.inner.is_configured => EncoderState::Disabled,
            None => EncoderState::Loading,
            Some(None) => EncoderState::Failed,
            Some(Some(Model::Remote(model))) if model.is_failing() => EncoderState::Failed,
            Some(Some(_)) => EncoderState::Ready,
        }
    }

    /// Returns whether texts can be encoded now. An endpoint that failed can be called again, until it has failed
    /// several times in a row and is paused.
    pub fn is_usable(&self) -> bool {
        match self.inner.model.get() {
            Some(Some(Model::Remote(model))) => model.is_usable(),
            Some(Some(Model::Local(_))) => true,
            Some(None) | None => false,
        }
    }

    /// Loads the model if one is configured, and logs the result. Returns its version.
    pub async fn load(&self) -> Option<String> {
        if let Some(Some(Model::Remote(model))) = self.inner.model.get() {
            tracing::info!(
                model = model.name(),
                "answers are found by words, and by meaning with an endpoint"
            );
            return Some(model.version().to_owned());
        }
        let loader = self.inner.loader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(loader) = loader else {
            tracing::info!("answers are found by words alone: no sentence model is configured");
            return None;
        };
        let loaded = match spawn_blocking(loader).await {
            Ok(Ok(model)) => {
                tracing::info!(model = model.version(), "answers are found by meaning and words");
                Some(Model::Local(model))
            }
            Ok(Err(why)) => {
                tracing::warn!(%why, "answers are found by words alone: the sentence model cannot be used");
                None
            }
            Err(_) => {
                tracing::warn!(
                    "answers are found by words alone: loading the sentence model was interrupted"
                );
                None
            }
        };
        self.inner.model.get_or_init(|| loaded).as_ref().map(|model| model.version().to_owned())
    }

    /// Returns the model's version once it is loaded.
    pub fn version(&self) -> Option<&str> {
        self.inner.model.get()?.as_ref().map(|model| model.version())
    }

    /// Encodes texts. Returns an embedding for each, in order; `None` without a model, or if it fails.
    pub async fn embed(&self, texts: &[&str], priority: Priority) -> Vec<Option<Arc<Embedding>>> {
        match self.inner.model.get() {
            Some(Some(Model::Local(model))) => {
                let mut embeddings = Vec::with_capacity(texts.len());
                for text in texts {
                    embeddings.push(self.embed_locally(model.clone(), text).await);
                }
                embeddings
            }
            Some(Some(Model::Remote(model))) => self.embed_remotely(model, texts, priority).await,
            Some(None) | None => vec![None; texts.len()],
        }
    }

    /// Encodes texts that will be needed one by one, if that is faster: an endpoint encodes many in a call.
    pub async fn prefetch(&self, texts: &[&str]) {
        if let Some(Some(Model::Remote(model))) = self.inner.model.get() {
            self.embed_remotely(model, texts, Priority::Background).await;
        }
    }

    async fn embed_remotely(
        &self,
        model: &EmbeddingModel,
        texts: &[&str],
        priority: Priority,
    ) -> Vec<Option<Arc<Embedding>>> {
        let mut embeddings: HashMap<&str, Arc<Embedding>> = HashMap::new();
        let mut missing = Vec::new();
        for text in texts {
            match self.inner.embeddings.get(*text) {
                Some(embedding) => drop(embeddings.insert(*text, embedding)),
                // An endpoint refuses a blank text.
                None if text.trim().is_empty() || missing.contains(text) => {}
                None => missing.push(*text),
            }
        }
        for batch in missing.chunks(MAX_INPUTS) {
            // The reason is logged. The other batches would fail as well.
            let Ok(encoded) = model.encode(batch, priority).await else { break };
            for (text, embedding) in batch.iter().zip(encoded) {
                let embedding = Arc::new(embedding);
                self.inner.embeddings.insert((*text).to_owned(), embedding.clone());
                embeddings.insert(*text, embedding);
            }
        }
        texts.iter().map(|text| embeddings.get(text).cloned()).collect()
    }

    async fn embed_locally(&self, model: Arc<dyn Encoder>, text: &str) -> Option<Arc<Embedding>> {
        if let Some(embedding) = self.inner.embeddings.get(text) {
            return Some(embedding);
        }
        let _permit = self.inner.permits.acquire().await.ok()?;
        // The previous holder of the permit may have encoded the same text.
        if let Some(embedding) = self.inner.embeddings.get(text) {
            return Some(embedding);
        }
        let text = text.to_owned();
        let cache = self.inner.embeddings.clone();
        let embed = move || {
            let embedding = model.encode(&[&text])?.into_iter().next().map(Arc::new);
            if let Some(embedding) = &embedding {
                cache.insert(text, embedding.clone());
            }
            Ok::<_, ModelError>(embedding)
        };
        match spawn_blocking(embed).await {
            Ok(Ok(embedding)) => embedding,
            Ok(Err(why)) => {
                tracing::warn!(%why, "the sentence model failed to encode a text");
                None
            }
            Err(_) => {
                tracing::warn!("encoding a text was interrupted");
                None
            }
        }
    }

    /// Builds a semantic index from the embeddings of its utterances.
    pub async fn build_index(
        &self,
        lexical: Arc<LexicalIndex>,
        embeddings: Vec<QuantizedEmbedding>,
        score_threshold: f32,
        priority: Priority,
    ) -> Result<SemanticIndex, ModelError> {
        let interrupted = || Err(ModelError::Failed("building the index was interrupted".into()));
        match priority {
            Priority::Background => {
                let build = move || SemanticIndex::new(lexical, embeddings, score_threshold);
                cpu_pool::run_at_lowest_priority("index", build).await.unwrap_or_else(|_| interrupted())
            }
            Priority::Interactive => {
                let build = move || SemanticIndex::untrained(lexical, embeddings, score_threshold);
                spawn_blocking(build).await.unwrap_or_else(|_| interrupted())
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_model_that_panics_while_loading_leaves_the_encoder_failed() {
        let encoder = EncoderService::new(Some(Box::new(|| panic!("odd weights"))));
        assert_eq!(encoder.state(), EncoderState::Loading);
        assert_eq!(encoder.load().await, None);
        assert_eq!(encoder.state(), EncoderState::Failed);
        assert_eq!(encoder.embed(&["where do I park"], Priority::Interactive).await, [None]);
    }

    #[tokio::test]
    async fn without_a_model_the_encoder_is_disabled() {
        let encoder = EncoderService::new(None);
        assert_eq!(encoder.state(), EncoderState::Disabled);
        assert_eq!(encoder.load().await, None);
        assert_eq!(encoder.state(), EncoderState::Disabled);
    }
}
