//! A message of a visitor, and its chat and community.
use answering::{Language, Selection};
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use super::verification::VisitorReply;
use crate::{
    bot::{
        channel::preparation::InboundQuestion,
        policy::{DecisionContext, is_emergency},
        templates::Recipient,
    },
    messaging::{
        photo,
        web_chat::{
            self, Choice, VisitorChallenge, WebChat, WebChatAuthor, WebChatMessage, WebChatMessageId,
        },
    },
    tenancy::community::{self, Community},
};

/// A message of a visitor that is being handled, with everything that was loaded for it.
pub struct InboundChat {
    pub message: WebChatMessage,
    pub chat: WebChat,
    pub community: Community,
    /// The community's display name.
    label: String,
    /// The bot's last message, if it asks which question the visitor means.
    pub pending: Option<WebChatMessage>,
    /// The question that waits until the visitor proves who they are.
    pub challenge: Option<VisitorChallenge>,
    /// The question that waited for a code when the website signed the visitor.
    void_challenge: Option<VisitorChallenge>,
}

/// What a message selects among the questions that the bot offered.
pub enum Selected<'a> {
    Choice(&'a Choice),
    NoneOfThem,
}

#[async_trait]
impl InboundQuestion for InboundChat {
    type Id = WebChatMessageId;

    async fn find(tx: &mut Tx, scope: &Scope, id: &WebChatMessageId) -> Result<Option<Self>, Fault> {
        let message = web_chat::find_message(tx, scope, id).await?;
        let Some(message) = message.filter(|message| message.author == WebChatAuthor::Visitor) else {
            return Ok(None);
        };
        let Some(chat) = web_chat::lock(tx, scope, &message.chat_id).await? else { return Ok(None) };
        let Some(community) = community::find(tx, scope, &chat.community_id).await? else {
            return Ok(None);
        };
        let pending = web_chat::find_bot_message_before(tx, scope, &message).await?;
        let pending = pending.filter(|last| !last.choices.is_empty());
        let challenge = VisitorChallenge::find(tx, scope, &chat.id).await?;
        let (void_challenge, challenge) = match challenge {
            Some(challenge) if challenge.is_void => (Some(challenge), None),
            challenge => (None, challenge),
        };
        let label = community.label();
        Ok(Some(Self { message, chat, community, label, pending, challenge, void_challenge }))
    }

    fn community(&self) -> &Community {
        &self.community
    }

    fn text(&self) -> &str {
        &self.message.body
    }

    fn is_handled(&self) -> bool {
        !self.is_taken_over()
            && self.selected().is_none()
            && answering::detect_small_talk(&self.message.body).is_none()
            && !self.is_photo_only()
            && self.visitor_reply().is_none()
            && self.void_code().is_none()
    }

    /// A selection, and a question that is escalated without one or waits for the visitor, are searched for.
    fn needs_index(&self) -> bool {
        (self.pending.is_some() || self.challenge.is_some()) && !self.is_taken_over()
    }

    /// The bot does not ask twice in a row which question the visitor means.
    fn decision_context(&self, english: Option<&str>) -> DecisionContext {
        let texts = [Some(self.message.body.as_str()), english];
        DecisionContext {
            is_assigned: self.is_taken_over(),
            is_urgent: texts.into_iter().flatten().any(is_emergency),
            is_training: self.community.is_training,
            can_disambiguate: self.pending.is_none(),
        }
    }
}

impl InboundChat {
    /// Returns whether a user answers instead of the bot.
    pub fn is_taken_over(&self) -> bool {
        self.chat.inbox_status.is_taken_over()
    }

    /// Returns whether the message has photos, which the bot cannot read, without words.
    pub fn is_photo_only(&self) -> bool {
        photo::is_placeholder(&self.message.body)
    }

    /// Returns what the message selects: the question itself, or its number.
    pub fn selected(&self) -> Option<Selected<'_>> {
        let choices = &self.pending.as_ref()?.choices;
        let body = self.message.body.trim();
        if let Some(choice) = choices.iter().find(|choice| choice.question.trim() == body) {
            return Some(Selected::Choice(choice));
        }
        match answering::parse_selection(body, choices.len())? {
            Selection::Candidate(index) => choices.get(index).map(Selected::Choice),
            Selection::NoneOfThem => Some(Selected::NoneOfThem),
        }
    }

    /// Returns the challenge to which the message replies, with the reply.
    pub fn visitor_reply(&self) -> Option<(&VisitorChallenge, VisitorReply)> {
        let challenge = self.challenge.as_ref()?;
        let reply = VisitorReply::parse(!challenge.email.is_empty(), &self.message.body)?;
        Some((challenge, reply))
    }

    /// Returns the challenge to which the message replies with a code, although the website has signed the visitor.
    pub fn void_code(&self) -> Option<&VisitorChallenge> {
        let challenge = self.void_challenge.as_ref()?;
        let reply = VisitorReply::parse(true, &self.message.body)?;
        matches!(reply, VisitorReply::Code(_)).then_some(challenge)
    }

    /// Returns the recipient that reply templates address.
    pub fn recipient(&self, language: Language) -> Recipient<'_> {
        let name = self.chat.name.split_whitespace().next();
        Recipient { name, community: &self.label, language }
    }
}
