//! A question: what is known about it, and what was decided on it carried out.
use answering::{Language, Match};
use platform::{Fault, Scope};

use super::{Answer, Handed, Step, Turn, account::OfAccount};
use crate::{
    bot::{
        brain::Found,
        draft::{self, Draft},
        emergency,
        known::{Known, Meant},
        rules,
        sense::State,
        way::{Around, Decided, Text, Way},
        words,
    },
    community, consent,
    conversation::{self, Decision, MessageId},
    knowledge, texting,
    voice::{Words, Writing},
};

/// What a text and its parts mean, as far as there is a model to tell: read before anything is held.
#[derive(Default)]
pub struct Reading {
    meant: Meant,
    /// The text in English, or why it is not, where it is in another language and there is a model.
    english: Option<Result<String, String>>,
    /// What a writing model made of the text, if there is one.
    draft: Option<Draft>,
}

impl Reading {
    /// The text in English, where it is in another language and could be put into it.
    pub fn english(&self) -> Option<&str> {
        self.english.as_ref()?.as_deref().ok()
    }
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
    pub(super) async fn read(&self, scope: &Scope, id: &MessageId) -> Result<Reading, Fault> {
        if self.brain.sense.state() != State::Meaning && self.voice.state() == Writing::None {
            return Ok(Reading::default());
        }
        let mut tx = self.context.db.read(scope).await?;
        let message = conversation::find_message(&mut tx, scope, id).await?;
        let Some(message) = message else { return Ok(Reading::default()) };
        let (body, urgent) = (message.body.as_str(), emergency::heard(&message.body));
        if answering::courtesy(body).is_some() && !urgent {
            return Ok(Reading::default());
        }
        let conversation = conversation::find(&mut tx, scope, &message.conversation_id).await?;
        let Some(conversation) = conversation else { return Ok(Reading::default()) };
        let community = community::still(&mut tx, scope, &conversation.community_id).await?;
        let Some(community) = community else { return Ok(Reading::default()) };
        let mind = self.brain.mind(&mut tx, scope, &community).await?;
        // Nobody reads what is not sent.
        let is_out = consent::is_out(&mut tx, scope, &conversation.phone).await?;
        drop(tx);
        let mind = self.brain.settled(scope, &community.id, mind).await;
        let held = conversation.assigned_to.is_some();
        let around = Around { held, urgent, training: community.is_training, may_ask: true };
        let mut meant = Meant::read(&self.brain.sense, &mind, body).await;
        let (caution, today) =
            (community.persona.thresholds(), &knowledge::today(&community.time_zone, self.context.now()));
        let known = Known { mind: mind.clone(), caution, meant: &meant, today };
        let english = match known.foreign(body, &around) {
            Some(language) if self.voice.state() != Writing::None => {
                Some(self.voice.english(body, language).await)
            }
            _ => None,
        };
        if let Some(Ok(english)) = &english {
            meant.read_on(&self.brain.sense, &mind, english).await;
        }
        let text = Text { body, english: english.as_ref().and_then(|english| english.as_deref().ok()) };
        let around = Around { urgent: urgent || text.english.is_some_and(emergency::heard), ..around };
        let decided = Known { mind, caution, meant: &meant, today }.decide(&text, &around);
        let draft = match is_out {
            true => None,
            false => draft::draft(&self.voice, &community, &decided).await,
        };
        Ok(Reading { meant, english, draft })
    }
}

impl Turn<'_> {
    /// Answers, asks back where that may be done, or hands over to staff.
    pub(super) async fn work_on(&mut self, reading: &Reading, may_ask: bool) -> Result<End, Fault> {
        let case = self.case;
        let (held, urgent, training) = (case.is_held(), case.urgent, case.community.is_training);
        // Whoever gets no texts cannot be asked.
        let around = Around { held, urgent, training, may_ask: may_ask && !case.is_out };
        let today = self.today();
        let known = self.known(&reading.meant, &today).await?;
        let text = Text { body: &case.message.body, english: reading.english() };
        let decided = known.decide(&text, &around);
        let mut steps = case.steps();
        if decided.language != Language::English {
            steps.push(("language", rules::in_language(decided.language)));
        }
        match &reading.english {
            Some(Ok(english)) => {
                steps.push(("understood", rules::understood(english)));
                conversation::set_english(self.tx, self.scope, &case.message.id, english).await?;
            }
            Some(Err(why)) => steps.push(("understood", rules::not_understood(why))),
            None => {}
        }
        if let Way::Apart(parts) = &decided.way {
            return self.answer_apart(steps, (&decided, parts), reading.draft.as_ref()).await;
        }
        steps.push(("ranked", rules::ranking(&decided.whole.matches, decided.whole.by_meaning)));
        self.carry_out(steps, &decided, reading.draft.as_ref()).await
    }

    /// Does with the text as a whole what was decided.
    async fn carry_out(
        &mut self,
        mut steps: Vec<Step>,
        decided: &Decided,
        draft: Option<&Draft>,
    ) -> Result<End, Fault> {
        let found = &decided.whole;
        let of_account = found.best().filter(|best| texting::tells(&best.answer));
        if let (Way::Reply(_), Some(answer)) = (&decided.way, of_account) {
            let (matches, language) = (&found.matches[..], decided.language);
            return self.of_account(steps, &OfAccount { found, matches, answer, language }).await;
        }
        let answered = matches!(decided.way, Way::Reply(_));
        let decision = self.decided(&found.matches, found, answered).await?;
        match &decided.way {
            Way::Reply(why) => {
                self.conclude(steps, ("replied", why.clone())).await?;
                self.reply(decided, draft, &decision).await?;
                Ok(End::Replied)
            }
            Way::AskBack(choices, why) => {
                self.ask_back(steps, choices, why).await?;
                Ok(End::AskedBack)
            }
            Way::Escalate(why) => {
                if let Some((waiting, sure)) = decided.waits() {
                    steps.push(("waiting", rules::asks_for(&waiting.question, sure)));
                }
                self.conclude(steps, ("escalated", why.clone())).await?;
                self.escalate(decided, &decision).await?;
                Ok(End::Escalated)
            }
            Way::Apart(_) => Err(Fault::internal("parts are no whole")),
        }
    }

    /// The day in the community.
    pub(super) fn today(&self) -> String {
        knowledge::today(&self.case.community.time_zone, self.context.now())
    }

    /// What the community knows today.
    pub(super) async fn known<'k>(&mut self, meant: &'k Meant, today: &'k str) -> Result<Known<'k>, Fault> {
        let community = &self.case.community;
        let mind = self.brain.mind(self.tx, self.scope, community).await?;
        Ok(Known { mind, caution: community.persona.thresholds(), meant, today })
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
        decided: &Decided,
        draft: Option<&Draft>,
        decision: &Decision,
    ) -> Result<(), Fault> {
        let best = decided.whole.best().ok_or_else(|| Fault::internal("the bot answered with nothing"))?;
        let plain = decided.as_written(&best.answer);
        let mut words = Words::Plain(&plain);
        if let Some(draft) = draft {
            let (worded, step) = draft.now(&self.case.community, decided);
            self.note(&[step]).await?;
            words = worded.map_or(words, Words::Ready);
        }
        self.speak(words, Some(decision)).await?;
        knowledge::count_use(self.tx, self.scope, best).await
    }

    async fn escalate(&mut self, decided: &Decided, decision: &Decision) -> Result<(), Fault> {
        let (case, language) = (self.case, decided.language);
        let suggested = rules::suggestion(&decided.whole.matches).and(decided.whole.best());
        let waits = decided.waits().map(|(answer, sure)| (answer, f64::from(sure)));
        let suggested = waits.or_else(|| suggested.map(|answer| (answer, decision.confidence)));
        let (alarm, reply) = match case.urgent {
            true if case.is_held() => (true, words::alarmed(&case.to(language))),
            true => (true, decided.alarm(&case.to(language))),
            false => (false, words::hand_over(&case.to(language), case.community.is_training)),
        };
        let reply = Some(if alarm { Words::Alarm(&reply) } else { Words::Plain(&reply) });
        let question = &case.message.body;
        self.hand_over(&Handed { question, suggested, language, reply }).await
    }
}
