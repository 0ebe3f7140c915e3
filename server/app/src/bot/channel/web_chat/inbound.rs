//! A message of a visitor, and its chat and community.
use answering::{Language, Selection};
use async_trait::async_trait;
use platform::{Fault, Scope, Tx};

use crate::{
    bot::{
        channel::preparation::InboundQuestion,
        policy::{DecisionContext, is_emergency},
        templates::Recipient,
    },
    messaging::web_chat::{self, Choice, WebChat, WebChatAuthor, WebChatMessage, WebChatMessageId},
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
        let pending = web_chat::find_last_before(tx, scope, &message).await?;
        let pending = pending.filter(|last| !last.choices.is_empty());
        Ok(Some(Self { label: community.label(), message, chat, community, pending }))
    }

    fn community(&self) -> &Community {
        &self.community
    }

    fn text(&self) -> &str {
        &self.message.body
    }

    fn is_handled(&self) -> bool {
        self.selected().is_none() && answering::detect_small_talk(&self.message.body).is_none()
    }

    /// A selection, and a question that is escalated without one, are searched for.
    fn needs_index(&self) -> bool {
        self.pending.is_some()
    }

    /// The bot does not ask twice in a row which question the visitor means.
    fn decision_context(&self, english: Option<&str>) -> DecisionContext {
        let texts = [Some(self.message.body.as_str()), english];
        DecisionContext {
            is_assigned: false,
            is_urgent: texts.into_iter().flatten().any(is_emergency),
            is_training: self.community.is_training,
            can_disambiguate: self.pending.is_none(),
        }
    }
}

impl InboundChat {
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

    /// Returns the recipient that reply templates address.
    pub fn recipient(&self, language: Language) -> Recipient<'_> {
        let name = self.chat.name.split_whitespace().next();
        Recipient { name, community: &self.label, language }
    }
}
