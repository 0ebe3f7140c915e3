//! The question that waits until the visitor proves who they are, with the answer as it is now.
use std::sync::Arc;

use platform::{Fault, Scope, Tx};

use super::AccountQuestion;
use crate::{
    bot::{
        channel::{
            preparation::{InboundQuestion, Preparer},
            web_chat::{handoff::Handoff, inbound::InboundChat},
        },
        index::{CommunityIndex, IndexCache},
    },
    context::Context,
    messaging::web_chat::{self, VisitorChallenge, WebChatMessage, WebChatMessageId},
    tenancy::community::Community,
};

/// Prepares the index of the community of a message whose question waits for a proof, so that a transaction does not
/// build it.
pub async fn prepare_index(
    context: &Context,
    index_cache: &IndexCache,
    scope: &Scope,
    message: &WebChatMessageId,
) -> Result<(), Fault> {
    let mut tx = context.db.read(scope).await?;
    let inbound = InboundChat::find(&mut tx, scope, message).await?;
    drop(tx);
    match inbound.filter(|inbound| inbound.challenge.is_some()) {
        Some(inbound) => index_cache.prepare(&context.db, scope, &inbound.community.id).await,
        None => Ok(()),
    }
}

/// The message that asks the question, and the answers of the community.
pub struct PendingQuestion {
    pub message: WebChatMessage,
    index: Arc<CommunityIndex>,
    /// The date in the community's time zone.
    today: String,
}

impl PendingQuestion {
    /// Finds the question of a challenge. Returns `None` if its message was deleted.
    pub async fn find(
        tx: &mut Tx,
        scope: &Scope,
        preparer: &Preparer<'_>,
        community: &Community,
        challenge: &VisitorChallenge,
    ) -> Result<Option<Self>, Fault> {
        let Some(message) = web_chat::find_message(tx, scope, &challenge.message_id).await? else {
            return Ok(None);
        };
        let index = preparer.index_cache.index(tx, scope, community, None).await?;
        Ok(Some(Self { message, index, today: preparer.today(community) }))
    }

    /// Returns the question with its answer. `None` if the answer was deleted or has expired in the meantime.
    pub fn account_question<'a>(&'a self, challenge: &'a VisitorChallenge) -> Option<AccountQuestion<'a>> {
        let answer = self.index.by_id(&challenge.answer_id)?;
        if !answer.is_answered() || answer.has_expired(&self.today) {
            return None;
        }
        Some(AccountQuestion {
            message: &self.message,
            question: &challenge.question,
            answer,
            confidence: challenge.confidence,
            language: answering::detect_language(&self.message.body),
        })
    }

    /// Returns the hand-off of the question, with its answer as a suggestion if there is one.
    pub fn handoff<'a>(&'a self, challenge: &'a VisitorChallenge) -> Handoff<'a> {
        match self.account_question(challenge) {
            Some(account_question) => account_question.handoff(),
            None => Handoff {
                message: &self.message,
                question: &challenge.question,
                suggested: None,
                is_urgent: false,
                language: answering::detect_language(&self.message.body),
            },
        }
    }
}
