//! How the bot would say an answer: in a writing model's words where one is there and what it
//! writes holds, else word for word. Nothing here holds a transaction: it may take seconds.
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use answering::Language;
use moka::sync::Cache;
use platform::{Clock, jobs};
use tokio::sync::Semaphore;

use super::{
    checks::{self, Flaw},
    model::{Manner, Material, Said, Writing},
    verbatim,
    writer::{Brief, Trouble, Writer, Written},
};
use crate::carrier::Breaker;

/// A resident waits no longer for better words.
const PATIENCE: Duration = Duration::from_secs(8);
/// The same by the machine's own clock, should the other one be turned back; below a job's lease.
const AT_MOST: Duration = Duration::from_secs(30);
/// So many texts are worded at once: workers are left for whatever needs no model.
const PLACES: usize = jobs::WORKERS / 2;
/// So many of the last texts that were put into English are remembered: whoever tries the bot asks the same again, and
/// so does a text that is worked on once more.
const REMEMBERED: u64 = 1_000;

/// Says things. Cheap to clone.
#[derive(Clone)]
pub struct Voice(Arc<Inner>);

struct Inner {
    writer: Option<Box<dyn Writer>>,
    clock: Arc<dyn Clock>,
    places: Semaphore,
    health: Mutex<Health>,
    english: Cache<String, String>,
}

#[derive(Default)]
struct Health {
    breaker: Breaker,
    is_failing: bool,
}

/// What is to be said.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The resident's text.
    pub text: &'a str,
    /// The best answers, best first: the first is the one that goes out word for word.
    pub answers: &'a [Material],
    /// The language to say it in.
    pub language: Language,
}

impl Voice {
    /// With a writing model, or without one.
    #[must_use]
    pub fn new(writer: Option<Box<dyn Writer>>, clock: Arc<dyn Clock>) -> Self {
        let places = Semaphore::new(PLACES);
        let english = Cache::new(REMEMBERED);
        Self(Arc::new(Inner { writer, clock, places, health: Mutex::default(), english }))
    }

    /// How it is with the writing model.
    #[must_use]
    pub fn state(&self) -> Writing {
        match (&self.0.writer, self.health().is_failing) {
            (None, _) => Writing::None,
            (Some(_), false) => Writing::Ready,
            (Some(_), true) => Writing::Failing,
        }
    }

    /// How the bot says it to somebody, in a manner that may be another than the community's.
    pub async fn say(&self, manner: &Manner, asked: &Asked<'_>) -> Said {
        let plain =
            asked.answers.first().map(|best| verbatim::words(manner, &best.answer)).unwrap_or_default();
        let Some(writer) = &self.0.writer else {
            let why = "There is no writing model, so the answer goes out word for word.";
            return Said { text: plain, written: false, cites: vec![], why: why.to_owned() };
        };
        let brief = Brief {
            asked: asked.text,
            answers: asked.answers,
            prompt: &manner.persona.prompt,
            temperature: manner.persona.temperature,
            use_emojis: manner.persona.use_emojis,
            language: asked.language.name(),
        };
        let written = self.within(writer.write(&brief)).await;
        let checked = written.map_err(Trouble::words).and_then(|written: Written| {
            let text = checks::checked(manner, asked.answers, &written, asked.language)?;
            Ok((text, written))
        });
        match checked {
            Ok((text, written)) => {
                let cited = written.cites.iter().filter_map(|place| asked.answers.get(*place));
                let cites: Vec<&Material> = cited.collect();
                let named: Vec<String> =
                    cites.iter().map(|known| format!("\"{}\"", known.question)).collect();
                let why = format!("The writing model worded it from {}.", named.join(" and "));
                Said { text, written: true, cites: cites.iter().map(|known| known.id.clone()).collect(), why }
            }
            Err(why) => {
                let why = match asked.language {
                    Language::English => format!("{why}, so the answer went out word for word."),
                    _ => format!("{why}, so the answer went out in English, word for word."),
                };
                Said { text: plain, written: false, cites: vec![], why }
            }
        }
    }

    /// A text of another language in English, or why there is none, as the beginning of a sentence. It is not for
    /// residents to read: by it an answer is found.
    ///
    /// # Errors
    /// What went wrong, also where there is no model.
    pub async fn english(&self, text: &str, language: Language) -> Result<String, Flaw> {
        let Some(writer) = &self.0.writer else { return Err("There is no writing model".to_owned()) };
        if let Some(english) = self.0.english.get(text) {
            return Ok(english);
        }
        let said = self.within(writer.translate(text, language.name())).await.map_err(Trouble::words)?;
        let english = checks::translated(text, &said)?;
        self.0.english.insert(text.to_owned(), english.clone());
        Ok(english)
    }

    /// Waits for the model, but not for long, and not at all where it fails again and again.
    async fn within<T>(&self, call: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
        let Ok(_place) = self.0.places.try_acquire() else { return Err(Trouble::Busy) };
        let now = self.0.clock.now();
        self.health().breaker.admit(now).map_err(|_| Trouble::Resting)?;
        let said = tokio::select! {
            said = call => said,
            () = self.0.clock.sleep_until(now.plus(PATIENCE)) => Err(Trouble::Late),
            () = tokio::time::sleep(AT_MOST) => Err(Trouble::Late),
        };
        let mut health = self.health();
        match &said {
            Ok(_) => *health = Health::default(),
            Err(trouble) => {
                tracing::warn!(?trouble, "the writing model failed");
                health.breaker.failed(self.0.clock.now());
                health.is_failing = true;
            }
        }
        drop(health);
        said
    }

    fn health(&self) -> MutexGuard<'_, Health> {
        self.0.health.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
