//! Asking back once which question is meant, and what comes of it.
//!
//! Whatever the resident does then, nothing is lost: a pick is answered, and in all other cases staff have the
//! question, at the latest when nothing was said for a while.
use std::time::Duration;

use answering::{Language, Match, Pick};
use async_trait::async_trait;
use platform::{Fault, Scope, jobs};
use serde::{Deserialize, Serialize};

use super::{Handed, Step, Turn, account::OfAccount, case::Case, question::End};
use crate::{
    bot::{
        brain::Brain,
        known::Meant,
        rules,
        store::{self, Asked, Choice},
        words,
    },
    context::Context,
    conversation::{self, MessageId},
    knowledge, texting,
    voice::Words,
};

/// The kind of the jobs that give up waiting for a pick.
pub const GIVE_UP: &str = "give up asking";

/// So long a pick is waited for.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// What the resident says to what they were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// They picked this one.
    Picked(usize),
    /// They want none of them.
    Neither,
    /// It is about something else.
    Else,
}

impl Turn<'_> {
    /// Asks which of these questions is meant.
    pub(super) async fn ask_back(
        &mut self,
        steps: Vec<Step>,
        choices: &[Match],
        why: &str,
    ) -> Result<(), Fault> {
        let (case, now) = (self.case, self.context.now());
        let choice = |found: &Match| Choice {
            answer: found.id.clone(),
            question: found.question.clone(),
            confidence: found.confidence,
        };
        let questions: Vec<&str> = choices.iter().map(|found| found.question.as_str()).collect();
        let asked =
            Asked { message_id: case.message.id.clone(), choices: choices.iter().map(choice).collect() };
        asked.insert(self.tx, self.scope, &case.conversation.id, now).await?;
        let job = jobs::Job {
            company: self.scope.company().clone(),
            kind: GIVE_UP,
            payload: serde_json::json!({ "message": case.message.id }),
            key: key(&case.message.id),
            // The resident's next text does not wait for it.
            lane: key(&case.message.id),
            run_at: now.plus(PATIENCE),
        };
        jobs::enqueue(self.tx, &self.context.ids, now, job).await?;
        // For now it waits for the resident.
        conversation::settle(self.tx, self.scope, &case.conversation.id).await?;
        self.conclude(steps, ("asked_back", why.to_owned())).await?;
        self.say(&words::which(&questions), None).await
    }

    /// What the text says to what was asked.
    pub(super) fn hears(&self, asked: &Asked) -> Heard {
        match answering::pick(&self.case.message.body, asked.choices.len()) {
            Some(Pick::This(at)) => Heard::Picked(at),
            Some(Pick::Neither) => Heard::Neither,
            None => Heard::Else,
        }
    }

    /// Answers what was picked, or hands what was asked before to staff.
    pub(super) async fn take_pick(&mut self, asked: Asked) -> Result<(), Fault> {
        let Some(earlier) = self.stop_waiting(&asked).await? else { return Ok(()) };
        let mut steps = self.case.steps();
        let picked = match self.hears(&asked) {
            Heard::Picked(at) => asked.choices.get(at),
            _ => None,
        };
        let (today, nothing_read) = (self.today(), Meant::default());
        let found = self.known(&nothing_read, &today).await?.find(&earlier.message.body);
        // What was deleted meanwhile, or holds no longer, cannot be sent any more.
        let holds = |answer: &knowledge::Answer| answer.is_answered() && !answer.has_expired(&today);
        let answer = picked.and_then(|choice| Some((choice, found.named(&choice.answer)?)));
        let Some((choice, answer)) = answer.filter(|(_, answer)| holds(answer)) else {
            steps.push(("picked", "None of the questions that they were asked about.".to_owned()));
            let why = "The question that they asked before goes to staff.".to_owned();
            self.conclude(steps, ("escalated", why)).await?;
            let reply = words::hand_over(&self.case.to(Language::English), false);
            return self
                .of(&earlier)
                .give_up("They meant none of the questions, so staff answer.", &asked, Some(reply))
                .await;
        };
        steps.push(("picked", format!("They mean \"{}\".", choice.question)));
        let chosen = Match {
            id: choice.answer.clone(),
            question: choice.question.clone(),
            confidence: choice.confidence,
        };
        if texting::tells(&answer.answer) {
            self.note(&steps).await?;
            let (matches, language) = (std::slice::from_ref(&chosen), Language::English);
            let of = OfAccount { found: &found, matches, answer, language };
            self.of(&earlier).of_account(Vec::new(), &of).await?;
            return Ok(());
        }
        self.conclude(steps, ("replied", format!("Replied with the answer to \"{}\".", choice.question)))
            .await?;
        let decision = self.of(&earlier).decided(std::slice::from_ref(&chosen), &found, true).await?;
        let step =
            ("picked", format!("They said that they mean \"{}\", and that was answered.", choice.question));
        self.of(&earlier).note(&[step]).await?;
        let (community, now) = (&earlier.community.id, self.context.now());
        store::keep_pick(self.tx, self.scope, community, (&choice.answer, &earlier.message.body), now)
            .await?;
        self.say(&answer.answer, Some(&decision)).await?;
        knowledge::count_use(self.tx, self.scope, answer).await
    }

    /// What is done with what was asked back, when the resident wrote something else.
    pub(super) async fn let_go(&mut self, asked: Option<Asked>, outcome: End) -> Result<(), Fault> {
        let Some(asked) = asked else { return Ok(()) };
        let Some(earlier) = self.stop_waiting(&asked).await? else { return Ok(()) };
        match outcome {
            End::Replied => {
                let step = ("picked", "They asked anew, and that was answered.".to_owned());
                self.of(&earlier).note(&[step]).await
            }
            End::AskedBack | End::Escalated => {
                // They hear once that staff were asked.
                self.of(&earlier)
                    .give_up("They wrote something else, so staff answer this one.", &asked, None)
                    .await
            }
        }
    }

    /// The text that was asked back about, which waits no more; nothing when it did not wait.
    async fn stop_waiting(&mut self, asked: &Asked) -> Result<Option<Case>, Fault> {
        if !asked.delete(self.tx, self.scope).await? {
            return Ok(None);
        }
        jobs::cancel(self.tx, self.scope.company(), &key(&asked.message_id)).await?;
        Case::find(self.tx, self.scope, &asked.message_id).await
    }

    /// The same turn for another text of the conversation.
    pub(super) fn of<'a>(&'a mut self, case: &'a Case) -> Turn<'a> {
        Turn { context: self.context, brain: self.brain, tx: self.tx, scope: self.scope, case }
    }

    /// Hands the text to staff, with the likeliest of the choices.
    async fn give_up(&mut self, why: &str, asked: &Asked, reply: Option<String>) -> Result<(), Fault> {
        self.note(&[("escalated", why.to_owned())]).await?;
        let body = self.case.message.body.as_str();
        let (today, nothing_read) = (self.today(), Meant::default());
        let found = self.known(&nothing_read, &today).await?.find(body);
        let likely = asked.choices.first();
        let suggested =
            likely.and_then(|choice| Some((found.named(&choice.answer)?, f64::from(choice.confidence))));
        let reply = reply.as_deref().map(Words::Plain);
        self.hand_over(&Handed { question: body, suggested, language: Language::English, reply }).await
    }
}

fn key(message: &MessageId) -> String {
    format!("asked back {message}")
}

/// Gives up waiting for a pick.
pub struct GiveUp {
    /// Storage, time and ids.
    pub context: Context,
    /// What the bot knows.
    pub brain: Brain,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: MessageId,
}

#[async_trait]
impl jobs::Handler for GiveUp {
    fn purpose(&self) -> &'static str {
        "Hand a question to staff that a resident was asked back about"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(case) = Case::find(&mut tx, &scope, &message).await? {
            let asked = Asked::find(&mut tx, &scope, &case.conversation.id).await?;
            let waits = asked.filter(|asked| asked.message_id == message);
            if let Some(asked) = waits
                && asked.delete(&mut tx, &scope).await?
            {
                let (context, brain) = (&self.context, &self.brain);
                let mut turn = Turn { context, brain, tx: &mut tx, scope: &scope, case: &case };
                if case.is_held() {
                    turn.note(&[("held", rules::HELD.to_owned())]).await?;
                } else {
                    let reply = words::hand_over(&case.to(Language::English), false);
                    turn.give_up(
                        "They did not say which one they mean, so staff answer.",
                        &asked,
                        Some(reply),
                    )
                    .await?;
                }
                conversation::announce(&mut tx, &scope, &case.conversation, self.context.now());
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
