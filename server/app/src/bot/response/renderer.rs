//! Renders replies: written by the writing model if one is configured and its output passes the checks, or
//! else verbatim. May take seconds, so no transaction is open meanwhile.
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use answering::Language;
use moka::sync::Cache;
use platform::{Clock, jobs};
use tokio::sync::Semaphore;

use super::{
    checks::{self, Violation},
    model::{RenderedReply, ReplyStyle, SourceAnswer, WriterState},
    verbatim,
    writer::{Writer, WriterError, WriterOutput, WriterPrompt},
};
use crate::messaging::carrier::Breaker;

/// Maximum wait for the writing model.
const TIMEOUT: Duration = Duration::from_secs(8);
/// Maximum concurrent calls. The other workers stay free for texts that need no writing model.
const MAX_CONCURRENT: usize = jobs::WORKERS / 2;
/// Number of cached translations: simulations and retried jobs translate the same text again.
const CACHED_TRANSLATIONS: u64 = 1_000;

/// Renders replies. Cheap to clone.
#[derive(Clone)]
pub struct ReplyRenderer {
    inner: Arc<Inner>,
}

struct Inner {
    writer: Option<Box<dyn Writer>>,
    clock: Arc<dyn Clock>,
    permits: Semaphore,
    health: Mutex<Health>,
    english: Cache<String, String>,
}

#[derive(Default)]
struct Health {
    breaker: Breaker,
    is_failing: bool,
}

/// A reply to render.
#[derive(Clone, Copy)]
pub struct ReplyRequest<'a> {
    /// The resident's text.
    pub text: &'a str,
    /// The best answers, best first. The first one is sent verbatim if the model fails.
    pub answers: &'a [SourceAnswer],
    /// The language of the reply.
    pub language: Language,
}

impl ReplyRenderer {
    /// Creates a renderer with or without a writing model.
    #[must_use]
    pub fn new(writer: Option<Box<dyn Writer>>, clock: Arc<dyn Clock>) -> Self {
        let permits = Semaphore::new(MAX_CONCURRENT);
        let english = Cache::new(CACHED_TRANSLATIONS);
        Self { inner: Arc::new(Inner { writer, clock, permits, health: Mutex::default(), english }) }
    }

    /// Returns the state of the writing model.
    #[must_use]
    pub fn state(&self) -> WriterState {
        match (&self.inner.writer, self.health().is_failing) {
            (None, _) => WriterState::None,
            (Some(_), false) => WriterState::Ready,
            (Some(_), true) => WriterState::Failing,
        }
    }

    /// Renders a reply in a style, which may differ from the community's.
    pub async fn render(&self, style: &ReplyStyle, request: &ReplyRequest<'_>) -> RenderedReply {
        let plain =
            request.answers.first().map(|best| verbatim::words(style, &best.answer)).unwrap_or_default();
        let Some(writer) = &self.inner.writer else {
            let why = "There is no writing model, so the answer is sent exactly as written.";
            return RenderedReply { text: plain, is_written: false, citations: vec![], why: why.to_owned() };
        };
        let brief = WriterPrompt {
            question: request.text,
            answers: request.answers,
            prompt: &style.persona.prompt,
            temperature: style.persona.temperature,
            use_emojis: style.persona.use_emojis,
            language: request.language.name(),
        };
        let written = self.within(writer.write(&brief)).await;
        let checked = written.map_err(WriterError::message).and_then(|written: WriterOutput| {
            let text = checks::checked(style, request.answers, &written, request.language)?;
            Ok((text, written))
        });
        match checked {
            Ok((text, written)) => {
                let cited = written.citations.iter().filter_map(|position| request.answers.get(*position));
                let citations: Vec<&SourceAnswer> = cited.collect();
                let named: Vec<String> =
                    citations.iter().map(|source| format!("\"{}\"", source.question)).collect();
                let why = format!("The writing model phrased it from {}.", named.join(" and "));
                RenderedReply {
                    text,
                    is_written: true,
                    citations: citations.iter().map(|source| source.id.clone()).collect(),
                    why,
                }
            }
            Err(why) => {
                let why = match request.language {
                    Language::English => format!("{why}, so the answer was sent exactly as written."),
                    _ => format!("{why}, so the answer was sent in English, exactly as written."),
                };
                RenderedReply { text: plain, is_written: false, citations: vec![], why }
            }
        }
    }

    /// Translates a text into English for the search. Residents never see the translation.
    ///
    /// # Errors
    /// Fails with the beginning of a sentence that explains the failure, also if there is no model.
    pub async fn translate(&self, text: &str, language: Language) -> Result<String, Violation> {
        let Some(writer) = &self.inner.writer else { return Err("There is no writing model".to_owned()) };
        if let Some(english) = self.inner.english.get(text) {
            return Ok(english);
        }
        let rendered =
            self.within(writer.translate(text, language.name())).await.map_err(WriterError::message)?;
        let english = checks::translated(text, &rendered)?;
        self.inner.english.insert(text.to_owned(), english.clone());
        Ok(english)
    }

    /// Waits for the model up to [`TIMEOUT`]. Fails at once while the circuit breaker is open.
    async fn within<T>(&self, call: impl Future<Output = Result<T, WriterError>>) -> Result<T, WriterError> {
        let Ok(_permit) = self.inner.permits.try_acquire() else { return Err(WriterError::Busy) };
        let now = self.inner.clock.now();
        self.health().breaker.admit(now).map_err(|_| WriterError::CircuitOpen)?;
        let rendered = tokio::select! {
            rendered = call => rendered,
            () = self.inner.clock.sleep(TIMEOUT) => Err(WriterError::Timeout),
        };
        let mut health = self.health();
        match &rendered {
            Ok(_) => *health = Health::default(),
            Err(trouble) => {
                tracing::warn!(?trouble, "the writing model failed");
                health.breaker.failed(self.inner.clock.now());
                health.is_failing = true;
            }
        }
        drop(health);
        rendered
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.inner.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
