//! A question: what is known about it, and what is done with that.
use answering::Language;
use platform::{Fault, Scope};

use super::{Answer, Handed, Turn};
use crate::{
    bot::{
        brain::Found,
        draft::{self, Draft},
        rules::{self, Outcome},
        sense::State,
        words,
    },
    conversation::{self, Decision, MessageId},
    knowledge,
    voice::Words,
};

/// A text as it was read before anything was held.
pub struct Reading {
    /// What it means, if there is a model to tell.
    meaning: Option<Vec<f32>>,
    /// What a writing model made of it, if there is one.
    draft: Option<Draft>,
}

impl Answer {
    /// Reads a text while nobody waits for anything that this holds.
    pub(super) async fn read(&self, scope: &Scope, id: &MessageId) -> Result<Reading, Fault> {
        let meaning = self.meaning(scope, id).await?;
        let minds = (&self.brain, &self.voice);
        let draft = draft::draft(&self.context, minds, scope, id, meaning.as_deref()).await?;
        Ok(Reading { meaning, draft })
    }

    /// What it means.
    async fn meaning(&self, scope: &Scope, id: &MessageId) -> Result<Option<Vec<f32>>, Fault> {
        if self.brain.sense.state() != State::Meaning {
            return Ok(None);
        }
        let mut tx = self.context.db.read(scope).await?;
        let message = conversation::find_message(&mut tx, scope, id).await?;
        drop(tx);
        match message {
            Some(message) => Ok(self.brain.sense.read(&message.body).await),
            None => Ok(None),
        }
    }
}

impl Turn<'_> {
    /// Answers, or hands over to staff.
    pub(super) async fn work_on(&mut self, reading: &Reading) -> Result<(), Fault> {
        let (case, meaning) = (self.case, reading.meaning.as_deref());
        let found = self.brain.ask(self.tx, self.scope, &case.community, &case.message.body, meaning).await?;
        let found = found.on(&knowledge::today(&case.community.time_zone, self.context.now()));
        let outcome = match case.is_held() {
            true => Outcome::Escalate(rules::URGENT.to_owned()),
            false => rules::decide(&found.matches, &found.caution, case.community.is_training),
        };
        let answered = matches!(outcome, Outcome::Reply(_));
        let decision = self.decided(&found, answered).await?;
        let mut steps = case.steps();
        steps.push(("ranked", rules::ranking(&found.matches, found.by_meaning)));
        match outcome {
            Outcome::Reply(why) => {
                self.conclude(steps, ("replied", why)).await?;
                self.reply(&found, reading.draft.as_ref(), &decision).await
            }
            Outcome::Escalate(why) => {
                if let Some((waiting, sure)) = found.waits(&case.message.body) {
                    steps.push(("waiting", rules::asks_for(&waiting.question, sure)));
                }
                self.conclude(steps, ("escalated", why)).await?;
                self.escalate(&found, &decision).await
            }
        }
    }

    /// Keeps on the text what is done with it and by what.
    async fn decided(&mut self, found: &Found, answered: bool) -> Result<Decision, Fault> {
        let case = self.case;
        let source = found.best().map(|best| best.source.as_str()).unwrap_or_default();
        let took = (self.context.now().0 - case.message.created_ms.0).max(0);
        let decision = rules::decision(&found.matches, source, answered, took);
        conversation::set_decision(self.tx, self.scope, &case.community.id, &case.message.id, &decision)
            .await?;
        Ok(decision)
    }

    async fn reply(
        &mut self,
        found: &Found,
        draft: Option<&Draft>,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let best = found.best().ok_or_else(|| Fault::internal("the bot answered with nothing"))?;
        let mut words = Words::Plain(&best.answer);
        if let Some(draft) = draft {
            let (worded, step) = draft.now(&self.case.community, found);
            self.note(&[step]).await?;
            words = worded.unwrap_or(words);
        }
        self.speak(words, Some(decision)).await?;
        knowledge::count_use(self.tx, self.scope, best).await
    }

    async fn escalate(&mut self, found: &Found, decision: &Decision) -> Result<(), Fault> {
        let case = self.case;
        let suggested = rules::suggestion(&found.matches).and(found.best());
        let waits = found.waits(&case.message.body).map(|(answer, sure)| (answer, f64::from(sure)));
        let suggested = waits.or_else(|| suggested.map(|answer| (answer, decision.confidence)));
        let reply = match case.urgent {
            true => words::alarmed(&case.label),
            false => words::hand_over(&case.to(Language::English), case.community.is_training),
        };
        self.hand_over(&Handed { suggested, language: Language::English, reply }).await
    }
}
