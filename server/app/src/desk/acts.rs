//! What staff do with a conversation.
use platform::{Actor, Fault, Scope, Timestamp, Tx};

use super::{
    model::{Listed, Note, NoteId},
    rules, store, wake,
};
use crate::{
    audit::{self, Deed},
    carrier, consent,
    context::Context,
    conversation::{
        self, Author, Conversation, ConversationError, ConversationId, Message, MessageId, Outbound, State,
        Status,
    },
    homeowner,
};

/// The acts, over storage, time and ids.
pub struct Acts<'a>(pub &'a Context);

impl Acts<'_> {
    /// Changes a conversation by a rule and shows it. Listeners hear of what changed.
    pub async fn turn(
        &self,
        actor: &Actor,
        id: &ConversationId,
        rule: impl FnOnce(Conversation) -> Result<Conversation, ConversationError>,
    ) -> Result<Listed, Fault> {
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let before = hold(&mut tx, &scope, id).await?;
        let after = rule(before.clone())?;
        if after != before {
            self.save(&mut tx, &scope, actor, (&before, &after)).await?;
        }
        self.finish(tx, &scope, id).await
    }

    async fn save(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        actor: &Actor,
        (before, after): (&Conversation, &Conversation),
    ) -> Result<(), Fault> {
        let now = self.0.now();
        conversation::save(tx, scope, after).await?;
        conversation::announce(tx, scope, after, now);
        if let Some(until) = after.snoozed_until_ms.filter(|_| after.state == State::Snoozed) {
            wake::enqueue(tx, scope, self.0, after, until).await?;
        }
        // What a colleague had is not taken from them unseen.
        if before.assigned_to.as_ref().is_some_and(|had| *had != actor.id) {
            let summary = "Took a conversation over that a colleague had.".to_owned();
            let deed = Deed { action: "conversation.taken", subject: after.id.as_str(), summary };
            audit::record(tx, scope, self.0, actor, deed).await?;
        }
        Ok(())
    }

    async fn finish(&self, mut tx: Tx, scope: &Scope, id: &ConversationId) -> Result<Listed, Fault> {
        let listed = require(&mut tx, scope, id).await?;
        tx.commit().await?;
        Ok(listed)
    }

    /// Writes to the resident; it leaves when it can no longer be taken back.
    pub async fn reply(
        &self,
        actor: &Actor,
        id: &ConversationId,
        body: &str,
    ) -> Result<(Listed, Message), Fault> {
        let (scope, now) = (actor.scope(), self.0.now());
        let body = rules::filled(body)?;
        let mut tx = self.0.db.write(&scope).await?;
        let before = hold(&mut tx, &scope, id).await?;
        let opted_out = consent::is_out(&mut tx, &scope, &before.phone).await?;
        let after = conversation::reply(before.clone(), &actor.id, opted_out)?;
        if after != before {
            conversation::save(&mut tx, &scope, &after).await?;
        }
        let until = now.plus(conversation::UNDO_WINDOW);
        let to = (&after.community_id, Some(&after.phone));
        let body = &homeowner::written(&mut tx, &scope, self.0, to, body).await?;
        let outbound = Outbound { author: Author::Staff, staff: Some(&actor.id), body, decision: None };
        let sent = carrier::post(&mut tx, &scope, self.0, &after, &outbound, until).await?;
        conversation::set_undo(&mut tx, &scope, &sent, until).await?;
        conversation::announce(&mut tx, &scope, &after, now);
        let message = message(&mut tx, &scope, id, &sent).await?;
        let listed = self.finish(tx, &scope, id).await?;
        Ok((listed, Message { author_name: actor.name.to_string(), ..message }))
    }

    /// Takes a reply back.
    pub async fn undo(
        &self,
        actor: &Actor,
        id: &ConversationId,
        reply: &MessageId,
    ) -> Result<Message, Fault> {
        let (scope, now) = (actor.scope(), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let conversation = hold(&mut tx, &scope, id).await?;
        let written = message(&mut tx, &scope, id, reply).await?;
        conversation::undo(&written, &actor.id, now)?;
        if !carrier::recall(&mut tx, &scope, reply).await? {
            return Err(ConversationError::UndoTooLate.into());
        }
        store::refresh_preview(&mut tx, &scope, id).await?;
        let step = ("canceled", format!("{} took it back before it was sent.", actor.name));
        self.told(tx, &scope, &conversation, reply, step, now).await
    }

    /// Sends a text again that did not get there.
    pub async fn retry(
        &self,
        actor: &Actor,
        id: &ConversationId,
        lost: &MessageId,
    ) -> Result<Message, Fault> {
        let (scope, now) = (actor.scope(), self.0.now());
        let mut tx = self.0.db.write(&scope).await?;
        let conversation = hold(&mut tx, &scope, id).await?;
        let failed = message(&mut tx, &scope, id, lost).await?;
        conversation::refuse_anothers(&conversation, actor)?;
        let opted_out = consent::is_out(&mut tx, &scope, &conversation.phone).await?;
        conversation::retry(&failed, opted_out)?;
        let from = [Status::Undelivered, Status::Failed];
        if !conversation::set_status(&mut tx, &scope, lost, &from, Status::Queued).await? {
            return Err(ConversationError::NothingToRetry.into());
        }
        carrier::post_again(&mut tx, &scope, self.0, &conversation, lost).await?;
        let step = ("retried", format!("{} had it sent again.", actor.name));
        self.told(tx, &scope, &conversation, lost, step, now).await
    }

    /// Notes a step on a message, tells listeners and shows it.
    async fn told(
        &self,
        mut tx: Tx,
        scope: &Scope,
        conversation: &Conversation,
        id: &MessageId,
        step: (&str, String),
        now: Timestamp,
    ) -> Result<Message, Fault> {
        conversation::add_steps(&mut tx, scope, id, &[step], now).await?;
        conversation::announce(&mut tx, scope, conversation, now);
        let message = message(&mut tx, scope, &conversation.id, id).await?;
        tx.commit().await?;
        Ok(message)
    }

    /// Leaves a note for colleagues.
    pub async fn note(&self, actor: &Actor, id: &ConversationId, body: &str) -> Result<Note, Fault> {
        let (scope, now) = (actor.scope(), self.0.now());
        let body = rules::filled(body)?;
        let mut tx = self.0.db.write(&scope).await?;
        let conversation = hold(&mut tx, &scope, id).await?;
        let note = Note {
            id: self.0.ids.next(now),
            conversation_id: id.clone(),
            staff_id: actor.id.clone(),
            author: actor.name.to_string(),
            body: body.to_owned(),
            created_ms: now,
        };
        store::insert_note(&mut tx, &scope, &note).await?;
        conversation::announce(&mut tx, &scope, &conversation, now);
        tx.commit().await?;
        Ok(note)
    }

    /// Deletes one's own note.
    pub async fn delete_note(&self, actor: &Actor, id: &ConversationId, note: &NoteId) -> Result<(), Fault> {
        let scope = actor.scope();
        let mut tx = self.0.db.write(&scope).await?;
        let conversation = hold(&mut tx, &scope, id).await?;
        let note = store::note(&mut tx, &scope, id, note).await?;
        let note = note.ok_or_else(|| Fault::not_found("note"))?;
        rules::delete(&note, &actor.id)?;
        store::delete_note(&mut tx, &scope, &note.id).await?;
        conversation::announce(&mut tx, &scope, &conversation, self.0.now());
        tx.commit().await
    }
}

async fn hold(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Conversation, Fault> {
    conversation::hold(tx, scope, id).await?.ok_or_else(|| Fault::not_found("conversation"))
}

/// A message of a conversation that the scope was seen to have.
async fn message(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    id: &MessageId,
) -> Result<Message, Fault> {
    let message = conversation::find_message(tx, scope, id).await?;
    message.filter(|m| m.conversation_id == *conversation).ok_or_else(|| Fault::not_found("message"))
}

/// A conversation as it is shown.
pub async fn require(tx: &mut Tx, scope: &Scope, id: &ConversationId) -> Result<Listed, Fault> {
    store::listed(tx, scope, id).await?.ok_or_else(|| Fault::not_found("conversation"))
}
