//! Greetings, thanks, and requests for a person.
use std::time::Duration;

use answering::{Language, SmallTalk};
use platform::Fault;

use super::{Handoff, ReplyHandler};
use crate::{
    bot::{
        response::{self, ReplyBody},
        rules, templates,
    },
    messaging::thread::{self, Direction, NewStep, StepKind},
};

/// Minimum time before the same reply is repeated.
const REPEAT_INTERVAL: Duration = Duration::from_secs(3_600);
/// Number of recent messages that are searched for the last reply.
const MESSAGES_SEARCHED: i64 = 10;

impl ReplyHandler<'_> {
    /// Replies to a greeting or thanks, once. An acknowledgment gets no reply.
    pub(super) async fn reply_to_small_talk(
        &mut self,
        small_talk: SmallTalk,
        language: Language,
    ) -> Result<(), Fault> {
        let reply = templates::small_talk(&self.inbound.recipient(language), small_talk);
        let why = match (small_talk, &reply) {
            (_, Some(_)) if self.inbound.is_opted_out => {
                "It asks for nothing, and they opted out of texts, so nothing was sent."
            }
            (_, Some(reply)) if self.was_just_sent(reply).await? => {
                "They just heard the same from the bot, so nothing was sent."
            }
            (SmallTalk::Greeting, Some(reply)) => {
                self.send_plain(reply, None).await?;
                rules::GREETING
            }
            (_, Some(reply)) => {
                self.send_plain(reply, None).await?;
                rules::THANKS
            }
            (_, None) => rules::ASKS_NOTHING,
        };
        thread::mark_one_read(self.tx, self.scope, &self.inbound.conversation.id).await?;
        self.finish_steps(self.inbound.steps(), NewStep::new(StepKind::SmallTalk, why)).await
    }

    /// Returns whether the last message to the resident was the same reply, sent less than an hour ago.
    async fn was_just_sent(&mut self, words: &str) -> Result<bool, Fault> {
        let id = &self.inbound.conversation.id;
        let texts = thread::messages(self.tx, self.scope, id, None, MESSAGES_SEARCHED).await?;
        let last = texts.into_iter().find(|text| text.direction == Direction::Outbound);
        let now = self.context.now();
        // A first reply follows the waiver in the same message.
        let words = response::plain(&self.inbound.community, words);
        Ok(last
            .is_some_and(|last| last.body.ends_with(&words) && last.created_ms.plus(REPEAT_INTERVAL) > now))
    }

    /// Escalates a request for a person.
    pub(super) async fn escalate_human_request(&mut self, language: Language) -> Result<(), Fault> {
        let reply = templates::human_request(&self.inbound.recipient(language));
        let question = &self.inbound.message.body;
        let why = "The resident asks for a person; sent to your team.";
        self.finish_steps(self.inbound.steps(), NewStep::new(StepKind::Escalated, why)).await?;
        let reply = Some(ReplyBody::Plain(&reply));
        self.hand_off(&Handoff { question, suggested: None, language, reply }).await
    }
}
