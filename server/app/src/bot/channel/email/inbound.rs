//! An email, and its thread, community and company.
use answering::Language;
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use super::question;
use crate::{
    bot::{
        channel::preparation::InboundQuestion,
        policy::{DecisionContext, is_emergency},
        templates::Recipient,
    },
    email::email_thread::{self, EmailKind, EmailMessage, EmailMessageId, EmailThread},
    messaging::thread,
    tenancy::{
        community::{self, Community},
        company,
    },
};

/// An email that is being handled, with everything that was loaded for it.
pub struct InboundEmail {
    pub message: EmailMessage,
    pub thread: EmailThread,
    pub community: Community,
    /// The community's display name.
    label: String,
    /// The text of the email without greeting and signature.
    pub question: String,
    /// The first line of the company's emails; may be empty.
    pub header: String,
    /// Whether the company sends the bot's replies at once. Otherwise, they are drafts.
    pub is_sent_at_once: bool,
    /// Whether the sender is a homeowner or resident of the community.
    is_homeowner: bool,
    /// Whether staff have already replied.
    is_answered: bool,
}

#[async_trait]
impl InboundQuestion for InboundEmail {
    type Id = EmailMessageId;

    async fn find(tx: &mut Tx, scope: &Scope, id: &EmailMessageId) -> Result<Option<Self>, Fault> {
        let message = email_thread::lock_message(tx, scope, id).await?;
        let Some(message) = message.filter(|message| message.kind == EmailKind::Normal) else {
            return Ok(None);
        };
        let Some(thread_id) = &message.thread_id else { return Ok(None) };
        let Some(thread) = email_thread::lock(tx, scope, thread_id).await? else { return Ok(None) };
        let Some(community) = community::find(tx, scope, &thread.community_id).await? else {
            return Ok(None);
        };
        let address = &message.from_address;
        // A reply goes to the thread's participant, not to another sender in the thread.
        let is_participant = *address == thread.participant_address && !address.is_empty();
        let is_resident = thread::find_email(tx, scope, &community.id, address).await?.is_some();
        let newest = email_thread::newest_message(tx, scope, &thread.id).await?;
        let is_answered = newest.is_some_and(|newest| newest.status != message.status);
        let customizations = company::require(tx, scope).await?.customizations;
        Ok(Some(Self {
            label: community.label(),
            question: question::question(&message.subject, &message.text),
            header: customizations.header,
            is_sent_at_once: customizations.sends_email_replies,
            is_homeowner: is_participant && (is_resident || !thread.unit.is_empty()),
            is_answered,
            message,
            thread,
            community,
        }))
    }

    fn community(&self) -> &Community {
        &self.community
    }

    fn text(&self) -> &str {
        &self.question
    }

    fn is_handled(&self) -> bool {
        self.is_homeowner && !self.is_answered && !self.question.is_empty()
    }

    /// An email reports an emergency in its subject, its text or the translation; the signature of other
    /// senders, such as a vendor, is ignored. The bot does not ask for disambiguation by email.
    fn decision_context(&self, english: Option<&str>) -> DecisionContext {
        let text = if self.is_homeowner { &self.message.text } else { &self.question };
        let texts = [Some(self.message.subject.as_str()), Some(text), english];
        DecisionContext {
            is_assigned: self.thread.assignee_id.is_some() && self.thread.assigned_by_rule.is_empty(),
            is_urgent: texts.into_iter().flatten().any(is_emergency),
            is_training: self.community.is_training,
            can_disambiguate: false,
        }
    }
}

impl InboundEmail {
    /// Returns the recipient that reply templates address.
    pub fn recipient(&self, language: Language) -> Recipient<'_> {
        let name = self.thread.participant_name.split_whitespace().next();
        Recipient { name, community: &self.label, language }
    }
}
