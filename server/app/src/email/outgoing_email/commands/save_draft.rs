//! Creates or changes a draft.
use platform::{Actor, Fault};

use super::{
    new_draft::{new_draft, subject},
    publish, require_locked,
};
use crate::{
    context::Context,
    email::{
        email_thread::{self, EmailMessage},
        mailbox,
        outgoing_email::{model::DraftContent, rules},
    },
};

/// Creates or changes a draft.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`, `TOO_MANY_EMAIL_DRAFTS`; `INVALID_ARGUMENT` on invalid fields.
pub async fn save_draft(
    context: &Context,
    actor: &Actor,
    content: DraftContent,
) -> Result<EmailMessage, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.write(&scope).await?;
    let mailbox = mailbox::require(&mut tx, &scope, &content.mailbox).await?;
    let thread = match &content.thread {
        Some(id) => Some(email_thread::require(&mut tx, &scope, id).await?),
        None => None,
    };
    let before = match &content.id {
        Some(id) => Some(require_locked(&mut tx, actor, id).await?),
        None => None,
    };
    if thread.as_ref().is_some_and(|thread| thread.mailbox_id != mailbox.id) {
        return Err(Fault::field("threadId", "This thread is in another mailbox."));
    }
    if before.as_ref().is_some_and(|draft| draft.mailbox_id != mailbox.id) {
        return Err(Fault::field("mailboxId", "This draft is in another mailbox."));
    }
    before.as_ref().map_or(Ok(()), rules::check_draft)?;
    rules::check_subject(&content.subject)?;
    let is_new = before.is_none();
    if is_new
        && email_thread::count_drafts(&mut tx, &scope, &mailbox.id, rules::MAX_DRAFTS).await?
            >= rules::MAX_DRAFTS
    {
        return Err(rules::too_many_drafts());
    }
    let mut draft = before.unwrap_or_else(|| new_draft(context, Some(actor.id.clone()), &mailbox, now));
    draft.to_addresses = rules::recipients("to", &content.to)?;
    draft.cc_addresses = rules::recipients("cc", &content.cc)?;
    draft.subject = subject(&content.subject, thread.as_ref());
    let text = content.text.replace('\0', "");
    if draft.text != text {
        draft.bot_note.clear();
    }
    draft.text = text;
    draft.thread_id = thread.map(|thread| thread.id);
    draft.author_id = Some(actor.id.clone());
    draft.author_name = actor.name.to_string();
    draft.at_ms = now;
    match is_new {
        true => email_thread::insert_message(&mut tx, &scope, &draft).await?,
        false => email_thread::save_message(&mut tx, &scope, &draft).await?,
    }
    publish(&mut tx, actor, &draft, now);
    tx.commit().await?;
    Ok(draft)
}
