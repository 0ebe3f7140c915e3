//! Saves and discards drafts.
use platform::{Actor, Fault, Timestamp, ids::UserId};

use super::{attach::delete_files, publish, require_locked};
use crate::{
    context::Context,
    email::{
        mailbox::{self, Mailbox},
        outgoing_email::{model::DraftContent, rules},
        thread::{self, EmailKind, EmailMessage, EmailMessageId, EmailStatus, EmailThread},
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
        Some(id) => Some(thread::require(&mut tx, &scope, id).await?),
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
        && thread::count_drafts(&mut tx, &scope, &mailbox.id, rules::MAX_DRAFTS).await? >= rules::MAX_DRAFTS
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
        true => thread::insert_message(&mut tx, &scope, &draft).await?,
        false => thread::save_message(&mut tx, &scope, &draft).await?,
    }
    publish(&mut tx, actor, &draft, now);
    tx.commit().await?;
    Ok(draft)
}

/// Deletes a draft.
///
/// # Errors
/// `NOT_FOUND`, `EMAIL_ALREADY_SENT`.
pub async fn discard(context: &Context, actor: &Actor, id: &EmailMessageId) -> Result<(), Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let draft = require_locked(&mut tx, actor, id).await?;
    rules::check_draft(&draft)?;
    delete_files(&mut tx, &scope, id, None).await?;
    thread::delete_draft(&mut tx, &scope, id).await?;
    publish(&mut tx, actor, &draft, context.now());
    tx.commit().await
}

pub(super) fn subject(subject: &str, thread: Option<&EmailThread>) -> String {
    match (subject.trim(), thread) {
        ("", Some(thread)) if thread.subject.to_lowercase().starts_with("re:") => thread.subject.clone(),
        ("", Some(thread)) => format!("Re: {}", thread.subject).trim().to_owned(),
        (subject, _) => subject.to_owned(),
    }
}

pub(super) fn new_draft(
    context: &Context,
    author: Option<UserId>,
    mailbox: &Mailbox,
    now: Timestamp,
) -> EmailMessage {
    let id: EmailMessageId = context.ids.next(now);
    EmailMessage {
        community_id: mailbox.community_id.clone(),
        mailbox_id: mailbox.id.clone(),
        thread_id: None,
        message_id: format!("{id}@{}", mailbox.domain()),
        reference_ids: vec![],
        status: EmailStatus::Draft,
        kind: EmailKind::Normal,
        bounced: false,
        from_address: mailbox.address.clone(),
        from_name: mailbox.display_name.clone(),
        to_addresses: vec![],
        cc_addresses: vec![],
        subject: String::new(),
        text: String::new(),
        quoted_text: String::new(),
        html: String::new(),
        blocked_image_count: 0,
        content_hash: id.to_string(),
        author_id: author,
        author_name: String::new(),
        at_ms: now,
        send_at_ms: None,
        problem: String::new(),
        bot_note: String::new(),
        id,
    }
}
