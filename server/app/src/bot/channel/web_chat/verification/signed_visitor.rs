//! Questions that wait for a proof when the website signs the visitor: they are answered, and their codes are void.
use platform::{Fault, Scope, jobs};

use super::{VisitorChallenge, notes, pending_question, templates};
use crate::{
    bot::{
        channel::{
            preparation::{InboundQuestion, Preparer},
            web_chat::{AnswerWebChat, ChatHandler, Outcome, inbound::InboundChat},
        },
        response::ReplyBody,
        rules,
    },
    messaging::{
        thread::State,
        web_chat::{VisitorIdentity, WebChatMessageId},
    },
};

impl AnswerWebChat {
    /// Runs a job that answers the question of a message after the website signed the visitor.
    pub(in super::super) async fn answer_signed(
        &self,
        job: &jobs::Claimed,
        scope: &Scope,
        message: &WebChatMessageId,
    ) -> Result<(), Fault> {
        pending_question::prepare_index(&self.context, &self.index_cache, scope, message).await?;
        let preparer =
            Preparer { context: &self.context, index_cache: &self.index_cache, renderer: &self.renderer };
        let mut tx = self.context.db.write(scope).await?;
        let inbound = InboundChat::find(&mut tx, scope, message).await?;
        if let Some(inbound) = &inbound
            && let Some(challenge) = &inbound.challenge
            && challenge.message_id == *message
        {
            let mut handler = ChatHandler { preparer: &preparer, tx: &mut tx, scope, inbound };
            handler.end_with_signature(challenge).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl ChatHandler<'_> {
    /// Ends a challenge with the signature of the website, unless the visitor has given another address since. A user
    /// who has taken the chat over or resolved it sees the question in the chat.
    async fn end_with_signature(&mut self, challenge: &VisitorChallenge) -> Result<(), Fault> {
        let Some(identity) = self.valid_identity().await? else { return Ok(()) };
        if self.inbound.is_taken_over() {
            VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await?;
            return self.send_nothing(rules::WEB_CHAT_TAKEN_OVER).await;
        }
        if self.inbound.chat.inbox_status.state == State::Resolved {
            VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await?;
            return self.send_nothing(notes::RESOLVED).await;
        }
        let outcome = self.answer_pending(challenge, &identity).await?;
        VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await?;
        if outcome == Some(Outcome::Replied) && !challenge.email.is_empty() {
            // The visitor may still type the code.
            let void = VisitorChallenge { is_void: true, ..challenge.clone() };
            void.save(self.tx, self.scope).await?;
        }
        Ok(())
    }

    /// Answers the question of a challenge for a verified visitor. Returns `None` if its message was deleted.
    async fn answer_pending(
        &mut self,
        challenge: &VisitorChallenge,
        identity: &VisitorIdentity,
    ) -> Result<Option<Outcome>, Fault> {
        let Some(pending) = self.find_pending(challenge).await? else { return Ok(None) };
        let outcome = match pending.account_question(challenge) {
            None => self.escalate_account(&pending.handoff(challenge), notes::ANSWER_DELETED).await?,
            Some(account_question) if self.is_sharing_disabled() => {
                self.escalate_account(&account_question.handoff(), notes::DISABLED).await?
            }
            Some(account_question) => self.answer_account(&account_question, identity).await?,
        };
        Ok(Some(outcome))
    }

    /// Tells the visitor that the code they typed is not needed.
    pub(super) async fn decline_code(&mut self, challenge: &VisitorChallenge) -> Result<(), Fault> {
        let words = templates::code_not_needed(answering::detect_language(&challenge.question));
        self.send(ReplyBody::Plain(words), Vec::new(), notes::CODE_NOT_NEEDED).await
    }
}
