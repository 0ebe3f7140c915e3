//! Texts that ask nothing of what the community knows.
use std::time::Duration;

use answering::{Courtesy, Language};
use platform::Fault;

use super::{Handed, Turn};
use crate::{
    bot::words,
    conversation::{self, Direction},
    voice::{self, Words},
};

/// The same kind words are not said again for so long, unless something else was said in between.
const SAID_ONCE_IN: Duration = Duration::from_secs(3_600);
/// Between two words of the bot are seldom more texts than that.
const LOOKED_AT: i64 = 10;

impl Turn<'_> {
    /// Greets back, or thanks back, once; a nod is left at that.
    pub(super) async fn be_courteous(&mut self, courtesy: Courtesy, language: Language) -> Result<(), Fault> {
        let reply = words::courtesy(&self.case.to(language), courtesy);
        let why = match (courtesy, &reply) {
            (_, Some(_)) if self.case.is_out => {
                "It asks for nothing, and they opted out of texts, so nothing was sent."
            }
            (_, Some(reply)) if self.has_just_said(reply).await? => {
                "They just heard the same from the bot, so nothing was sent."
            }
            (Courtesy::Greeting, Some(reply)) => {
                self.say(reply, None).await?;
                "Only a greeting: it was returned."
            }
            (_, Some(reply)) => {
                self.say(reply, None).await?;
                "Only thanks: they were returned."
            }
            (_, None) => "It asks for nothing, so nothing was sent.",
        };
        conversation::settle(self.tx, self.scope, &self.case.conversation.id).await?;
        self.conclude(self.case.steps(), ("courtesy", why.to_owned())).await
    }

    /// Whether these were the last words to the resident, not long ago.
    async fn has_just_said(&mut self, words: &str) -> Result<bool, Fault> {
        let id = &self.case.conversation.id;
        let texts = conversation::messages(self.tx, self.scope, id, None, LOOKED_AT).await?;
        let last = texts.into_iter().find(|text| text.direction == Direction::Outbound);
        let now = self.context.now();
        // The first of them may have stood behind the waiver.
        let words = voice::plain(&self.case.community, words);
        Ok(last.is_some_and(|last| last.body.ends_with(&words) && last.created_ms.plus(SAID_ONCE_IN) > now))
    }

    /// Hands the conversation to staff for somebody who wishes for a person.
    pub(super) async fn call_a_person(&mut self, language: Language) -> Result<(), Fault> {
        let reply = words::person(&self.case.to(language));
        let question = &self.case.message.body;
        let why = "They ask for a person, so staff are asked at once.".to_owned();
        self.conclude(self.case.steps(), ("escalated", why)).await?;
        let reply = Some(Words::Plain(&reply));
        self.hand_over(&Handed { question, suggested: None, language, reply }).await
    }
}
