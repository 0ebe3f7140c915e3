//! Adds a received email to the right thread of its mailbox, exactly once.
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    model::{Arrival, Ingested, ParsedAttachment, ParsedEmail},
    parse, rules,
};
use crate::{
    context::Context,
    email::{
        email_thread::{
            self, Attachment, EmailKind, EmailMessage, EmailMessageId, EmailStatus, EmailThread,
            EmailThreadId, Participant,
        },
        mailbox::{self, Mailbox, MailboxId},
    },
    operations::file::{self, NewFile, WrittenFile},
};

/// Maximum size of a received email in bytes: 25 MB of files, which encoding increases by a third.
pub const MAX_EMAIL: usize = 36 << 20;

/// Job kind of the bot's handling of an email.
pub const ANSWER_EMAIL: jobs::JobKind = jobs::JobKind::AnswerEmail;

/// The payload of the job [`ANSWER_EMAIL`].
#[derive(Serialize, Deserialize)]
pub struct AnswerEmailPayload {
    pub message: EmailMessageId,
}

/// Adds an email to a mailbox and notifies browsers. A new email that a person wrote is queued for the bot.
///
/// # Errors
/// `NOT_FOUND` for a mailbox outside the scope; `INVALID_ARGUMENT` on `raw` if it is larger than 36 MB.
pub async fn ingest(
    context: &Context,
    scope: &Scope,
    mailbox: &MailboxId,
    raw: Vec<u8>,
    arrival: Arrival,
) -> Result<Ingested, Fault> {
    if raw.len() > MAX_EMAIL {
        return Err(Fault::field("raw", "This email is larger than 36 MB."));
    }
    let prepared = prepare(context, scope, raw).await?;
    let now = context.now();
    let mut tx = context.db.write(scope).await?;
    // Emails of one mailbox are added one after another, so that the first one creates the thread.
    let mailbox = scope.require(mailbox::lock(&mut tx, scope, mailbox).await?)?;
    let scope = scope.whole();
    let is_answered = arrival == Arrival::New && prepared.email.kind == EmailKind::Normal;
    let is_auto_reply = prepared.email.kind == EmailKind::AutoReply;
    let (ingested, added) = add(&mut tx, context, &scope, &mailbox, prepared, now).await?;
    if let (Some(id), true) = (added, is_answered) {
        enqueue_answer(&mut tx, &scope, context, &ingested, id).await?;
    }
    if let (Ingested::Added(thread), true) = (&ingested, arrival == Arrival::New && !is_auto_reply) {
        // Runs after the bot, which determines the category.
        let queue_key = answer_queue(thread);
        email_thread::enqueue_triage(&mut tx, &scope, context, thread, queue_key).await?;
    }
    tx.commit().await?;
    Ok(ingested)
}

/// An email to add to a mailbox, with its attachments already written.
pub struct PreparedEmail {
    email: ParsedEmail,
    files: Vec<Option<WrittenFile>>,
}

/// Parses an email and writes its attachments. Must be called without an open transaction, because storage
/// may be slow.
pub async fn prepare(context: &Context, scope: &Scope, raw: Vec<u8>) -> Result<PreparedEmail, Fault> {
    let mut email = parsed(raw).await;
    let files = write_attachments(context, scope, &mut email).await?;
    Ok(PreparedEmail { email, files })
}

/// Adds an email that was received at a time to a mailbox.
pub async fn receive(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    mailbox: &Mailbox,
    prepared: PreparedEmail,
    at: Timestamp,
) -> Result<Ingested, Fault> {
    let (ingested, _) = add(tx, context, scope, mailbox, prepared, at).await?;
    Ok(ingested)
}

/// Enqueues an email for the bot. Emails of one thread are handled in order of arrival.
async fn enqueue_answer(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    ingested: &Ingested,
    message: EmailMessageId,
) -> Result<(), Fault> {
    let Ingested::Added(thread) = ingested else { return Ok(()) };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ANSWER_EMAIL,
        key: format!("{ANSWER_EMAIL} {message}"),
        queue_key: answer_queue(thread),
        payload: serde_json::to_value(AnswerEmailPayload { message }).map_err(Fault::internal)?,
        run_at: context.now(),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Returns the queue key by which emails of one thread are handled one after another.
fn answer_queue(thread: &EmailThreadId) -> String {
    format!("{ANSWER_EMAIL} {thread}")
}

/// Adds an email. Returns the outcome and, if the email was added, its ID.
async fn add(
    tx: &mut Tx,
    context: &Context,
    scope: &Scope,
    mailbox: &Mailbox,
    PreparedEmail { email, files }: PreparedEmail,
    now: Timestamp,
) -> Result<(Ingested, Option<EmailMessageId>), Fault> {
    if let Some(known) = email_thread::find_by_content(tx, scope, &mailbox.id, &email.content_hash).await? {
        return Ok((Ingested::Duplicate(known.thread_id), None));
    }
    if is_own(tx, scope, mailbox, &email).await? {
        return Ok((Ingested::Own, None));
    }
    if email.kind == EmailKind::Bounce {
        email_thread::mark_bounced(tx, scope, &mailbox.id, &email.bounced_ids).await?;
    }
    let mut message = message(context, mailbox, &email, now);
    let found = find_thread(tx, scope, mailbox, &message, &email).await?;
    let before = found.unwrap_or_else(|| {
        let participant =
            Participant { address: message.from_address.clone(), name: message.from_name.clone() };
        email_thread::new_thread(context.ids.next(now), mailbox, &message, participant)
    });
    let after = email_thread::add_incoming(before, &message, !email.attachments.is_empty());
    message.thread_id = Some(after.id.clone());
    email_thread::save(tx, scope, &after).await?;
    email_thread::insert_message(tx, scope, &message).await?;
    email_thread::insert_images(tx, scope, &message.id, &email.html.images).await?;
    for (position, (parsed, written)) in (0..).zip(email.attachments.into_iter().zip(files)) {
        add_attachment(tx, scope, context, &message.id, position, parsed, written).await?;
    }
    let searched =
        format!("{} {} {} {}", message.subject, message.from_name, message.from_address, message.text);
    email_thread::index_words(tx, scope, &after.id, &searched).await?;
    mailbox::record_receipt(tx, scope, &mailbox.id, now).await?;
    email_thread::publish(tx, scope, &after.community_id, after.id.as_str(), now);
    Ok((Ingested::Added(after.id), Some(message.id)))
}

/// Parses an email on a blocking thread. If that fails, the email's source is shown.
async fn parsed(raw: Vec<u8>) -> ParsedEmail {
    let raw = std::sync::Arc::new(raw);
    let source = raw.clone();
    let parsed = tokio::task::spawn_blocking(move || parse::parse(&source)).await;
    parsed.unwrap_or_else(|_| parse::unreadable(&raw))
}

/// Returns whether the mailbox itself sent the email, which came back in a loop.
async fn is_own(tx: &mut Tx, scope: &Scope, mailbox: &Mailbox, email: &ParsedEmail) -> Result<bool, Fault> {
    if email.from_address == mailbox.address {
        return Ok(true);
    }
    if email.message_id.is_empty() {
        return Ok(false);
    }
    let ids = [email.message_id.clone()];
    let found = email_thread::find_by_message_ids(tx, scope, &mailbox.id, &ids).await?;
    Ok(found.iter().any(|message| message.status != EmailStatus::Received))
}

fn message(context: &Context, mailbox: &Mailbox, email: &ParsedEmail, now: Timestamp) -> EmailMessage {
    EmailMessage {
        id: context.ids.next(now),
        community_id: mailbox.community_id.clone(),
        mailbox_id: mailbox.id.clone(),
        thread_id: None,
        message_id: email.message_id.clone(),
        reference_ids: email.reference_ids.clone(),
        status: EmailStatus::Received,
        kind: email.kind,
        bounced: false,
        from_address: email.from_address.clone(),
        from_name: email.from_name.clone(),
        to_addresses: email.to_addresses.clone(),
        cc_addresses: email.cc_addresses.clone(),
        subject: email.subject.clone(),
        text: email.text.clone(),
        quoted_text: email.quoted_text.clone(),
        html: email.html.html.clone(),
        blocked_image_count: i32::try_from(email.html.images.len()).unwrap_or(i32::MAX),
        content_hash: email.content_hash.clone(),
        author_id: None,
        author_name: String::new(),
        at_ms: now,
        send_at_ms: None,
        problem: String::new(),
        bot_note: String::new(),
    }
}

/// Finds the thread of an email: by its references, or else by its participant and subject.
async fn find_thread(
    tx: &mut Tx,
    scope: &Scope,
    mailbox: &Mailbox,
    message: &EmailMessage,
    email: &ParsedEmail,
) -> Result<Option<EmailThread>, Fault> {
    let mut ids = email.bounced_ids.clone();
    ids.extend(email.reference_ids.iter().cloned());
    let referred = match ids.is_empty() {
        true => vec![],
        false => email_thread::find_by_message_ids(tx, scope, &mailbox.id, &ids).await?,
    };
    let mut found = rules::referred_thread(&referred, &ids, &message.subject, message.kind);
    let key = email_thread::subject_key(&message.subject);
    if found.is_none() && !key.is_empty() {
        let since = message.at_ms.minus(rules::SUBJECT_WINDOW);
        found =
            email_thread::find_by_subject(tx, scope, &mailbox.id, &message.from_address, &key, since).await?;
    }
    match found {
        Some(id) => email_thread::lock(tx, scope, &id).await,
        None => Ok(None),
    }
}

/// Writes the files of the attachments that have content.
async fn write_attachments(
    context: &Context,
    scope: &Scope,
    email: &mut ParsedEmail,
) -> Result<Vec<Option<WrittenFile>>, Fault> {
    let mut files = Vec::with_capacity(email.attachments.len());
    for attachment in &mut email.attachments {
        files.push(match attachment.bytes.take() {
            Some(bytes) => {
                // Never shown in the browser, because the sender chose the type.
                let media_type = "application/octet-stream";
                let name = &attachment.name;
                let new = NewFile { name, media_type, bytes, expires: None, single_use: false };
                Some(file::write(context, scope, new).await?)
            }
            None => None,
        });
    }
    Ok(files)
}

async fn add_attachment(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    message: &EmailMessageId,
    position: i32,
    parsed: ParsedAttachment,
    written: Option<WrittenFile>,
) -> Result<(), Fault> {
    let file_id = match written {
        Some(written) => Some(file::keep(tx, scope, context, &written).await?),
        None => None,
    };
    let attachment = Attachment {
        message_id: message.clone(),
        position,
        name: parsed.name,
        media_type: parsed.media_type,
        size_bytes: i64::try_from(parsed.size).unwrap_or(i64::MAX),
        file_id,
    };
    email_thread::insert_attachment(tx, scope, &attachment).await
}
