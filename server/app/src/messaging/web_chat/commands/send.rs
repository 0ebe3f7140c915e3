//! Sends a message of a visitor.
use platform::{Fault, Tx};

use crate::{
    context::Context,
    messaging::{
        web_chat::{
            access::{self, Visit},
            answer_job,
            messages::{self, NewMessage},
            model::{Content, WebChatAuthor, WebChatMessage},
            rules, store,
        },
        web_chat_site,
    },
    operations::rate_limit::{self, Counted, Enforcement},
};

/// Adds a message to the visitor's chat, for the bot to answer.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body` or `choice`; `TOO_MANY_ATTEMPTS`.
pub async fn send(
    context: &Context,
    key: &str,
    token: &str,
    content: Content,
) -> Result<WebChatMessage, Fault> {
    let visit = access::require(context, key, token).await?;
    if let Content::Body(text) = &content {
        rules::body(text)?;
    }
    count(context, &visit).await?;
    let scope = &visit.site.scope;
    let mut tx = context.db.write(scope).await?;
    // The chat may have been deleted in the meantime.
    let chat = store::lock(&mut tx, scope, &visit.chat.id).await?.ok_or_else(web_chat_site::not_found)?;
    let body = text_of(&mut tx, &visit, content).await?;
    let author = WebChatAuthor::Visitor;
    let new = NewMessage { author, staff: None, body: &body, choices: Vec::new(), at: context.now() };
    let message = messages::add(&mut tx, context, scope, &chat, new).await?;
    answer_job::enqueue(&mut tx, context, scope, &message).await?;
    tx.commit().await?;
    Ok(message)
}

/// Counts a message toward the limits.
///
/// # Errors
/// `TOO_MANY_ATTEMPTS`.
async fn count(context: &Context, visit: &Visit) -> Result<(), Fault> {
    let place = rate_limit::place();
    let enforcement = Enforcement::Always;
    let counted = [
        Counted { limit: &rules::MESSAGES_BY_CHAT, subject: visit.chat.id.as_str(), enforcement },
        Counted { limit: &rules::MESSAGES_BY_PLACE, subject: &place, enforcement },
        Counted {
            limit: &rules::MESSAGES_BY_COMMUNITY,
            subject: visit.site.community.id.as_str(),
            enforcement,
        },
    ];
    rate_limit::take_all(context, &counted, None).await.map(drop)
}

/// Returns the text of the message. A choice is one of the bot's last message.
///
/// # Errors
/// `INVALID_ARGUMENT` on `body` or `choice`.
async fn text_of(tx: &mut Tx, visit: &Visit, content: Content) -> Result<String, Fault> {
    match content {
        Content::Body(text) => rules::body(&text),
        Content::Choice(choice) => {
            let last = store::find_last_of_bot(tx, &visit.site.scope, &visit.chat.id).await?;
            rules::chosen(&last.map(|message| message.choices).unwrap_or_default(), choice)
        }
    }
}
