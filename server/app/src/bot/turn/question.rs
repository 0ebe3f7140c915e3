//! A question: what is known about it, and what is done with that.
use std::{collections::HashMap, sync::Arc};

use answering::{Language, Match};
use platform::{Fault, Scope, ids::CommunityId};

use super::{Answer, Handed, Turn, parts::Part};
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
    voice::{Words, Writing},
};

/// What a text and its parts mean, as far as there is a model to tell: read before anything is held.
#[derive(Default)]
pub struct Reading {
    meanings: HashMap<String, Arc<[f32]>>,
    /// What a writing model made of the text, if there is one.
    draft: Option<Draft>,
}

/// What became of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It was replied to, all of it.
    Replied,
    /// The resident was asked which one they mean.
    AskedBack,
    /// Staff have it, or a part of it.
    Escalated,
}

impl Answer {
    /// Reads a text while nobody waits for anything that this holds.
    ///
    /// A text in another language would be put into English here, and ranked so.
    pub(super) async fn read(&self, scope: &Scope, id: &MessageId) -> Result<Reading, Fault> {
        if self.brain.sense.state() != State::Meaning && self.voice.state() == Writing::None {
            return Ok(Reading::default());
        }
        let mut tx = self.context.db.read(scope).await?;
        let message = conversation::find_message(&mut tx, scope, id).await?;
        let Some(message) = message else { return Ok(Reading::default()) };
        let conversation = conversation::find(&mut tx, scope, &message.conversation_id).await?;
        drop(tx);
        let Some(conversation) = conversation else { return Ok(Reading::default()) };
        let body = message.body;
        let meanings = self.meanings(scope, &conversation.community_id, &body).await;
        let minds = (&self.brain, &self.voice);
        let meaning = meanings.get(&body).map(|meaning| &**meaning);
        let draft = draft::draft(&self.context, minds, scope, id, meaning).await?;
        Ok(Reading { meanings, draft })
    }

    /// What a text and its parts mean.
    async fn meanings(
        &self,
        scope: &Scope,
        community: &CommunityId,
        body: &str,
    ) -> HashMap<String, Arc<[f32]>> {
        let mut meanings = HashMap::new();
        if self.brain.sense.state() != State::Meaning || answering::courtesy(body).is_some() {
            return meanings;
        }
        for text in answering::questions(body).into_iter().chain([body.to_owned()]) {
            if let Some(meaning) = self.brain.read(scope, community, &text).await {
                meanings.insert(text, meaning);
            }
        }
        meanings
    }
}

impl Turn<'_> {
    /// Answers, asks back where that may be done, or hands over to staff.
    pub(super) async fn work_on(&mut self, reading: &Reading, may_ask: bool) -> Result<End, Fault> {
        let case = self.case;
        let language = answering::language(&case.message.body);
        let found = self.ask(&case.message.body, reading).await?;
        let mut steps = case.steps();
        if language != Language::English {
            steps.push(("language", rules::in_language(language)));
        }
        let alone =
            case.is_held() || case.urgent || case.community.is_training || language != Language::English;
        if !alone && let Some(apart) = self.take_apart(&found, reading).await? {
            return self.answer_apart(steps, apart).await;
        }
        let way = match case.is_held() {
            true => Outcome::Escalate(rules::URGENT.to_owned()),
            false => rules::decide(&found.matches, &found.caution, case.community.is_training),
        };
        let way = in_their_language(way, &found, language);
        let choices = match way {
            // A question that waits for its answer is nearer than any that has one.
            Outcome::Escalate(_) if may_ask && !alone && found.waits(&case.message.body).is_none() => {
                answering::choices(&found.matches, &found.caution)
            }
            _ => &[],
        };
        steps.push(("ranked", rules::ranking(&found.matches, found.by_meaning)));
        let answered = matches!(way, Outcome::Reply(_));
        let decision = self.decided(&found.matches, &found, answered).await?;
        match way {
            Outcome::Reply(why) => {
                self.conclude(steps, ("replied", why)).await?;
                self.reply(&found, reading.draft.as_ref(), &decision).await?;
                Ok(End::Replied)
            }
            Outcome::Escalate(_) if !choices.is_empty() => {
                self.ask_back(steps, &found, choices).await?;
                Ok(End::AskedBack)
            }
            Outcome::Escalate(why) => {
                if let Some((waiting, sure)) = found.waits(&case.message.body) {
                    steps.push(("waiting", rules::asks_for(&waiting.question, sure)));
                }
                self.conclude(steps, ("escalated", why)).await?;
                self.escalate(&found, &decision, language).await?;
                Ok(End::Escalated)
            }
        }
    }

    /// What the community knows about a text.
    pub(super) async fn ask(&mut self, text: &str, reading: &Reading) -> Result<Found, Fault> {
        let meaning = reading.meanings.get(text).map(|meaning| &**meaning);
        let community = &self.case.community;
        let found = self.brain.ask(self.tx, self.scope, community, text, meaning).await?;
        Ok(found.on(&knowledge::today(&community.time_zone, self.context.now())))
    }

    /// Each of several questions in the text by itself, where that says more than all in one.
    async fn take_apart(&mut self, whole: &Found, reading: &Reading) -> Result<Option<Vec<Part>>, Fault> {
        let mut parts = Vec::new();
        for text in answering::questions(&self.case.message.body) {
            let found = self.ask(&text, reading).await?;
            parts.push(Part { text, found });
        }
        Ok(Part::say_more(&parts, whole).then_some(parts))
    }

    /// Keeps on the text what is done with it and by what.
    pub(super) async fn decided(
        &mut self,
        matches: &[Match],
        found: &Found,
        answered: bool,
    ) -> Result<Decision, Fault> {
        let case = self.case;
        let best = matches.first().and_then(|best| found.named(&best.id));
        let source = best.map(|best| best.source.as_str()).unwrap_or_default();
        let took = (self.context.now().0 - case.message.created_ms.0).max(0);
        let decision = rules::decision(matches, source, answered, took);
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

    async fn escalate(
        &mut self,
        found: &Found,
        decision: &Decision,
        language: Language,
    ) -> Result<(), Fault> {
        let case = self.case;
        let suggested = rules::suggestion(&found.matches).and(found.best());
        let waits = found.waits(&case.message.body).map(|(answer, sure)| (answer, f64::from(sure)));
        let suggested = waits.or_else(|| suggested.map(|answer| (answer, decision.confidence)));
        let reply = match case.urgent {
            true => words::alarmed(&case.to(language)),
            false => words::hand_over(&case.to(language), case.community.is_training),
        };
        let question = &case.message.body;
        self.hand_over(&Handed { question, suggested, language, reply: Some(reply) }).await
    }
}

/// Whoever writes in another language is answered in it, or by staff.
fn in_their_language(way: Outcome, found: &Found, language: Language) -> Outcome {
    let speaks = |answer: &knowledge::Answer| answering::language(&answer.answer) == language;
    match way {
        Outcome::Reply(_) if language != Language::English && !found.best().is_some_and(speaks) => {
            Outcome::Escalate(rules::not_in_language(language))
        }
        way => way,
    }
}
