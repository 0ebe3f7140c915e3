//! Photos of an answer, in the form in which its channel carries them: shown with a text or in a web chat, attached to a
//! reply by email, or linked in any other email.
use std::time::Duration;

use platform::{Actor, Fault, Scope, Timestamp, Tx};

use super::{recipient::find_recipient, require};
use crate::{
    context::Context,
    messaging::{
        carrier,
        escalation::{
            model::{AnswerEscalation, Escalation, NoticeChannel, NoticeRecipient},
            rules,
        },
        photo::MAX_SENT_PHOTOS,
        thread, web_chat,
    },
    operations::file::{self, FileId, NewFile, WrittenFile, WrittenPhoto},
};

/// How long links in an email work.
const EMAIL_LINK: Duration = Duration::from_secs(7 * 24 * 3_600);

/// The photos of an answer, whose files are written.
#[derive(Default)]
pub struct AnswerPhotos {
    /// Photos of a text or of a message of a web chat.
    pub shown: Vec<WrittenPhoto>,
    /// Photos of an email. Linked ones expire, attached ones do not.
    pub files: Vec<WrittenFile>,
}

/// Writes the photos of an answer, if its notice can have them. Call it without a transaction: encoding and storage may
/// be slow.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `ALREADY_REVIEWED`, `CLAIMED_BY_ANOTHER`; `PHOTOS_NOT_SUPPORTED`; `INVALID_ARGUMENT`
/// on `photos`, and without an answer; fails as `find_recipient` does.
pub async fn write_photos(
    context: &Context,
    actor: &Actor,
    command: &AnswerEscalation,
) -> Result<AnswerPhotos, Fault> {
    if command.photos.is_empty() {
        return Ok(AnswerPhotos::default());
    }
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let listed = require(&mut tx, &scope, &command.id).await?;
    rules::filled(&command.answer)?;
    rules::check_open(&listed.escalation, &actor.id)?;
    let to = find_recipient(&mut tx, &scope, context, &listed, command.notice.as_ref()).await?;
    let to = to.ok_or_else(|| {
        Fault::field("photos", "Photos are sent with a notification. Notify the homeowner, or remove them.")
    })?;
    if max_photos(&mut tx, &scope, context, &listed.escalation, to.channel()).await? == 0 {
        return Err(carrier::photos_not_supported("Remove them, or notify the homeowner by email."));
    }
    drop(tx);
    let (photos, expires) = (&command.photos, context.now().plus(rules::UNDO_WINDOW).plus(EMAIL_LINK));
    match to {
        NoticeRecipient::Phone(_) => write_shown(context, &scope, photos, file::SENT_PICTURE_PIXELS).await,
        NoticeRecipient::Chat(_) => write_shown(context, &scope, photos, file::PHOTO_PIXELS).await,
        NoticeRecipient::Thread(_) => write_files(context, &scope, photos, None).await,
        NoticeRecipient::Address(_) => write_files(context, &scope, photos, Some(expires)).await,
    }
}

/// Returns the maximum number of photos of an answer: 0 for a text whose carrier cannot send them.
pub async fn max_photos(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    escalation: &Escalation,
    channel: NoticeChannel,
) -> Result<i32, Fault> {
    let (NoticeChannel::Text, Some(id)) = (channel, &escalation.conversation_id) else {
        return Ok(MAX_SENT_PHOTOS);
    };
    // A user who may answer the escalation may lack access to the conversation.
    let scope = &scope.whole();
    match thread::find(tx, scope, id).await? {
        Some(conversation) => carrier::max_photos(tx, scope, context, &conversation.number).await,
        None => Ok(MAX_SENT_PHOTOS),
    }
}

async fn write_shown(
    context: &Context,
    scope: &Scope,
    photos: &[String],
    pixels: u32,
) -> Result<AnswerPhotos, Fault> {
    let shown = file::write_photos(context, scope, photos, pixels).await?;
    Ok(AnswerPhotos { shown, files: Vec::new() })
}

/// Writes the photos of an email. Attached ones are downloaded rather than shown by the browser, like all attachments.
async fn write_files(
    context: &Context,
    scope: &Scope,
    photos: &[String],
    expires: Option<Timestamp>,
) -> Result<AnswerPhotos, Fault> {
    let media_type = if expires.is_some() { "image/jpeg" } else { "application/octet-stream" };
    let mut files = Vec::with_capacity(photos.len());
    for (number, encoded) in (1..).zip(file::encode_photos(photos, file::PHOTO_PIXELS).await?) {
        let name = format!("photo-{number}.jpg");
        let bytes = encoded.photo.bytes;
        let new = NewFile { name: &name, media_type, bytes, expires, single_use: false };
        files.push(file::write(context, scope, new).await?);
    }
    Ok(AnswerPhotos { shown: Vec::new(), files })
}

/// An emailed answer with links to its photos.
pub struct LinkedAnswer {
    pub answer: String,
    /// The files of the photos, which expire with the links.
    pub files: Vec<FileId>,
}

/// Stores the files of an emailed answer's photos, and adds links to them to the answer.
pub async fn link_photos(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    answer: &str,
    photos: &[WrittenFile],
) -> Result<LinkedAnswer, Fault> {
    let (mut files, mut links) = (Vec::with_capacity(photos.len()), Vec::with_capacity(photos.len()));
    for photo in photos {
        let id = file::keep(tx, scope, context, photo).await?;
        let until = photo.expires.unwrap_or_else(|| context.now());
        links.push(file::link(context, scope.company(), &id, until));
        files.push(id);
    }
    let links: Vec<&str> = links.iter().map(String::as_str).collect();
    let answer = if links.is_empty() { answer.to_owned() } else { web_chat::emailed_body(answer, &links) };
    Ok(LinkedAnswer { answer, files })
}
