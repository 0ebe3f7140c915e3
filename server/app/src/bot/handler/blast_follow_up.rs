//! Answers a question about the last text blast by repeating the blast.
use std::time::Duration;

use answering::Language;
use platform::Fault;

use super::ReplyHandler;
use crate::{
    bot::{policy::is_answered_by_blast, templates},
    messaging::thread::{self, NewStep, StepKind},
};

/// Time after a blast in which questions about it are answered.
const FOLLOW_UP_WINDOW: Duration = Duration::from_secs(48 * 3_600);

impl ReplyHandler<'_> {
    /// Repeats the conversation's last blast if it answers the resident's question. Returns the step that
    /// records this.
    pub(super) async fn repeat_blast(&mut self, language: Language) -> Result<Option<NewStep>, Fault> {
        let inbound = self.inbound;
        let can_reply = !inbound.is_urgent && !inbound.is_assigned() && !inbound.is_opted_out;
        if !can_reply || inbound.community.is_training || language != Language::English {
            return Ok(None);
        }
        let since = self.context.now().minus(FOLLOW_UP_WINDOW);
        let blast = thread::last_blast(self.tx, self.scope, &inbound.conversation.id, since).await?;
        let Some(blast) = blast.filter(|blast| is_answered_by_blast(&inbound.message.body, &blast.body))
        else {
            return Ok(None);
        };
        self.send_plain(&templates::repeated_blast(&blast.body), None).await?;
        let why = format!("The text blast \"{}\" answers this, so it was sent again.", blast.title);
        Ok(Some(NewStep::new(StepKind::Replied, why)))
    }
}
