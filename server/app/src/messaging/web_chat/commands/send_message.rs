//! Sends a message of a visitor.
use platform::{Fault, Tx};

use crate::{
    context::Context,
    messaging::{
        thread::State,
        web_chat::{
            access::{self, Visit},
            answer_job, inbox_status,
            messages::{self, NewMessage},
            model::{Content, NewContent, SentMessage, WebChatAuthor},
            photos, rules, store, triage,
        },
        web_chat_site,
    },
    operations::rate_limit::{self, Counted, Enforcement},
};

/// Adds a message to the visitor's chat, for the bot to answer.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body`, `photos` or `choice`; `TOO_MANY_ATTEMPTS`.
pub async fn send_message(
    context: &Context,
    key: &str,
    token: &str,
    new: NewContent,
) -> Result<SentMessage, Fault> {
    let visit = access::require(context, key, token).await?;
    let NewContent { content, photos: files } = new;
    if let Content::Body(text) = &content {
        rules::body(text, files.len())?;
    }
    count(context, &visit, !files.is_empty()).await?;
    let scope = &visit.site.scope;
    let written = photos::write(context, scope, &files).await?;
    let mut tx = context.db.write(scope).await?;
    // The chat may have been deleted in the meantime.
    let chat = store::lock(&mut tx, scope, &visit.chat.id).await?.ok_or_else(web_chat_site::not_found)?;
    let body = text_of(&mut tx, &visit, content, written.len()).await?;
    let received = inbox_status::receive(chat.inbox_status.clone());
    if received != chat.inbox_status {
        store::save_inbox_status(&mut tx, scope, &chat.id, &received).await?;
    }
    let author = WebChatAuthor::Visitor;
    let new = NewMessage { author, staff: None, body: &body, choices: Vec::new(), at: context.now() };
    let message = messages::add(&mut tx, context, scope, &chat, new).await?;
    let photos = photos::keep(&mut tx, context, scope, &message, &written, photos::VISITOR_LINK).await?;
    if received.state == State::Open {
        triage::enqueue(&mut tx, scope, context, &chat.id).await?;
    }
    answer_job::enqueue(&mut tx, context, scope, &message).await?;
    tx.commit().await?;
    Ok(SentMessage { message, photos })
}

/// Counts a message toward the limits.
///
/// # Errors
/// `TOO_MANY_ATTEMPTS`.
async fn count(context: &Context, visit: &Visit, has_photos: bool) -> Result<(), Fault> {
    let place = rate_limit::place();
    let (chat, community) = (visit.chat.id.as_str(), visit.site.community.id.as_str());
    let limits = [
        (&rules::MESSAGES_BY_CHAT, chat),
        (&rules::MESSAGES_BY_PLACE, place.as_str()),
        (&rules::MESSAGES_BY_COMMUNITY, community),
        (&rules::PHOTOS_BY_CHAT, chat),
        (&rules::PHOTOS_BY_PLACE, place.as_str()),
        (&rules::PHOTOS_BY_COMMUNITY, community),
    ];
    let counted = |(limit, subject)| Counted { limit, subject, enforcement: Enforcement::Always };
    let counted: Vec<_> = limits.into_iter().take(if has_photos { 6 } else { 3 }).map(counted).collect();
    rate_limit::take_all(context, &counted, None).await.map(drop)
}

/// Returns the text of the message. A choice is one of the bot's last message.
///
/// # Errors
/// `INVALID_ARGUMENT` on `body` or `choice`.
async fn text_of(tx: &mut Tx, visit: &Visit, content: Content, photos: usize) -> Result<String, Fault> {
    match content {
        Content::Body(text) => rules::body(&text, photos),
        Content::Choice(choice) => {
            let last = store::find_last_of_bot(tx, &visit.site.scope, &visit.chat.id).await?;
            rules::chosen(&last.map(|message| message.choices).unwrap_or_default(), choice)
        }
    }
}
