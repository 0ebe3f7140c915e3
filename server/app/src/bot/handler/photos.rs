//! Handles texts that consist of photos without words.
use answering::Language;
use platform::Fault;

use super::{Handoff, ReplyHandler};
use crate::{
    bot::{response::ReplyBody, templates},
    messaging::thread::{NewStep, StepKind},
};

impl ReplyHandler<'_> {
    /// Adds the photos to the service request that they belong to, or else hands them off to staff.
    pub(super) async fn handle_photos(&mut self) -> Result<(), Fault> {
        if self.add_photos_to_request().await? {
            return Ok(());
        }
        let inbound = self.inbound;
        let why = "The text contains only photos, so it was sent to your team.";
        self.finish_steps(inbound.steps(), NewStep::new(StepKind::Escalated, why)).await?;
        let recipient = inbound.recipient(Language::English);
        let reply = templates::handoff(&recipient, inbound.community.is_training);
        self.hand_off(&Handoff {
            question: &inbound.message.body,
            suggested: None,
            language: Language::English,
            reply: Some(ReplyBody::Plain(&reply)),
        })
        .await
    }
}
