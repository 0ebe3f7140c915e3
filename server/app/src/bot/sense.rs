//! The sentence model of this server: whether it is there, and texts read with it.
//!
//! A text takes one core for some milliseconds, and none of the threads that calls are answered on;
//! residents' questions and what is learnt take turns, a text each. Without the model, words answer.
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use answering::{Encoder, Kept, Lexical, Meanings, ModelError, Reading};
use moka::sync::Cache;
use platform::aside;
use tokio::{sync::Semaphore, task::spawn_blocking};

/// So many of the texts that were read last are remembered, two kilobytes each: those that are asked again when an
/// answer is changed were asked before, and are asked anew at each word of the change.
const REMEMBERED: u64 = 1_000;

/// Gets the model from wherever it is.
pub type Loader = Box<dyn FnOnce() -> Result<Arc<dyn Encoder>, ModelError> + Send>;

/// By what this server answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// By words: there is to be no model.
    Words,
    /// By words until the model is loaded.
    Loading,
    /// By words, for the model cannot be used.
    Broken,
    /// By meaning and words, wherever the vectors are there.
    Meaning,
}

impl State {
    /// For whoever operates the server: the engine, and how it is with the model.
    #[must_use]
    pub fn named(self) -> (&'static str, &'static str) {
        match self {
            Self::Words => ("WORDS", "NONE"),
            Self::Loading => ("WORDS", "LOADING"),
            Self::Broken => ("WORDS", "BROKEN"),
            Self::Meaning => ("MEANING", "READY"),
        }
    }
}

/// Whether there is time to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    /// There is, behind all that answers.
    None,
    /// Others wait: means have to do for now.
    Waited,
}

/// The model, once it is there. Cheap to clone.
#[derive(Clone)]
pub struct Sense(Arc<Inner>);

struct Inner {
    expected: bool,
    loader: Mutex<Option<Loader>>,
    /// Nothing inside when it cannot be used.
    model: OnceLock<Option<Arc<dyn Encoder>>>,
    turn: Semaphore,
    read: Cache<String, Arc<Reading>>,
}

impl Sense {
    pub fn new(loader: Option<Loader>) -> Self {
        Self(Arc::new(Inner {
            expected: loader.is_some(),
            loader: Mutex::new(loader),
            model: OnceLock::new(),
            turn: Semaphore::new(1),
            read: Cache::new(REMEMBERED),
        }))
    }

    /// By what this server answers now.
    pub fn state(&self) -> State {
        match self.0.model.get() {
            _ if !self.0.expected => State::Words,
            None => State::Loading,
            Some(None) => State::Broken,
            Some(Some(_)) => State::Meaning,
        }
    }

    /// Loads it, if there is to be one, and says in the log what answers from now on; its version.
    pub async fn load(&self) -> Option<String> {
        let loader = self.0.loader.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(loader) = loader else {
            tracing::info!("texts are answered by their words: no sentence model is configured");
            return None;
        };
        let loaded = match spawn_blocking(loader).await {
            Ok(Ok(model)) => {
                tracing::info!(model = model.version(), "texts are answered by their meaning and words");
                Some(model)
            }
            Ok(Err(why)) => {
                tracing::warn!(%why, "texts are answered by their words: the sentence model cannot be used");
                None
            }
            Err(_) => {
                tracing::warn!("texts are answered by their words: loading the sentence model broke off");
                None
            }
        };
        self.0.model.get_or_init(|| loaded).as_ref().map(|model| model.version().to_owned())
    }

    /// The model's version, once it is in use.
    pub fn version(&self) -> Option<&str> {
        self.0.model.get()?.as_ref().map(|model| model.version())
    }

    /// What a text means; nothing without a model, or when it cannot read this.
    pub async fn read(&self, text: &str) -> Option<Arc<Reading>> {
        let model = self.0.model.get()?.clone()?;
        if let Some(read) = self.0.read.get(text) {
            return Some(read);
        }
        let _turn = self.0.turn.acquire().await.ok()?;
        // Whoever had the turn may have read the same.
        if let Some(read) = self.0.read.get(text) {
            return Some(read);
        }
        let text = text.to_owned();
        let remembered = self.0.read.clone();
        let read = move || {
            let read = model.read(&[&text])?.into_iter().next().map(Arc::new);
            if let Some(read) = &read {
                remembered.insert(text, read.clone());
            }
            Ok::<_, ModelError>(read)
        };
        match spawn_blocking(read).await {
            Ok(Ok(read)) => read,
            Ok(Err(why)) => {
                tracing::warn!(%why, "a text was not read by the sentence model");
                None
            }
            Err(_) => {
                tracing::warn!("reading a text with the sentence model broke off");
                None
            }
        }
    }

    /// An index of entries whose wordings were read.
    pub async fn learn(
        &self,
        words: Arc<Lexical>,
        read: Vec<Kept>,
        usual: f32,
        haste: Haste,
    ) -> Result<Meanings, ModelError> {
        let broke = || Err(ModelError::Failed("learning broke off".into()));
        match haste {
            Haste::None => {
                let learn = move || Meanings::new(words, read, usual);
                aside::least_urgent("learning", learn).await.unwrap_or_else(|_| broke())
            }
            Haste::Waited => {
                let learn = move || Meanings::by_means(words, read, usual);
                spawn_blocking(learn).await.unwrap_or_else(|_| broke())
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_model_that_takes_everything_down_leaves_words() {
        let sense = Sense::new(Some(Box::new(|| panic!("odd weights"))));
        assert_eq!(sense.state(), State::Loading);
        assert_eq!(sense.load().await, None);
        assert_eq!(sense.state(), State::Broken);
        assert_eq!(sense.read("where do I park").await, None);
    }

    #[tokio::test]
    async fn without_a_model_nothing_is_waited_for() {
        let sense = Sense::new(None);
        assert_eq!(sense.state(), State::Words);
        assert_eq!(sense.load().await, None);
        assert_eq!(sense.state(), State::Words);
    }
}
