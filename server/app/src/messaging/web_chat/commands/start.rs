//! Begins a chat.
use platform::{Fault, Tx};

use crate::{
    context::Context,
    identity::session,
    messaging::{
        web_chat::{
            access, answer_job,
            messages::{self, NewMessage},
            model::{NewWebChat, VisitorChat, WebChat, WebChatAuthor},
            rules, store,
        },
        web_chat_site::{self, EnabledSite},
    },
    operations::rate_limit::{self, Counted, Enforcement},
};

/// Begins a chat with the visitor's first message. A repeated call with the same token returns the chat that exists.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body`, or on `email` if the chat is closed and there is no address;
/// `TOO_MANY_WEB_CHATS`.
pub async fn start(context: &Context, key: &str, new: NewWebChat) -> Result<VisitorChat, Fault> {
    let site = web_chat_site::require_enabled(context, key).await?;
    let token_hash = session::digest_of(&new.token);
    let mut tx = context.db.read(&site.scope).await?;
    let existing = store::find_by_token(&mut tx, &site.scope, &site.community.id, &token_hash).await?;
    if existing.is_some() {
        return existing_chat(&mut tx, context, &site, &new.token).await;
    }
    drop(tx);
    let (chat, body) = compose(context, &site, &new)?;
    let place = rate_limit::place();
    let counted = [
        Counted { limit: &rules::STARTS_BY_PLACE, subject: &place, enforcement: Enforcement::Always },
        Counted {
            limit: &rules::STARTS_BY_COMMUNITY,
            subject: site.community.id.as_str(),
            enforcement: Enforcement::Always,
        },
    ];
    // Repeated calls count once.
    let attempt = format!("{} {token_hash}", site.community.id);
    rate_limit::take_all(context, &counted, Some(attempt)).await?;
    let mut tx = context.db.write(&site.scope).await?;
    if !store::insert(&mut tx, &site.scope, &chat, &token_hash).await? {
        return existing_chat(&mut tx, context, &site, &new.token).await;
    }
    let author = WebChatAuthor::Visitor;
    let first = NewMessage { author, staff: None, body: &body, choices: Vec::new(), at: chat.started_ms };
    let message = messages::add(&mut tx, context, &site.scope, &chat, first).await?;
    answer_job::enqueue(&mut tx, context, &site.scope, &message).await?;
    let begun = access::read(&mut tx, context, &site.scope, chat, None).await?;
    tx.commit().await?;
    Ok(begun)
}

/// Returns the chat that has the token.
///
/// # Errors
/// `NOT_FOUND` if it has expired, or is one of another community.
async fn existing_chat(
    tx: &mut Tx,
    context: &Context,
    site: &EnabledSite,
    token: &str,
) -> Result<VisitorChat, Fault> {
    let chat = access::find_valid(tx, context, site, token).await?.ok_or_else(web_chat_site::not_found)?;
    access::read(tx, context, &site.scope, chat, None).await
}

/// Returns the chat to store, and its first message.
///
/// # Errors
/// `INVALID_ARGUMENT`.
fn compose(context: &Context, site: &EnabledSite, new: &NewWebChat) -> Result<(WebChat, String), Fault> {
    let now = context.now();
    let (is_open, body) = (site.is_open(now), rules::body(&new.body)?);
    let chat = WebChat {
        id: context.ids.next(now),
        community_id: site.community.id.clone(),
        name: rules::name(&new.name),
        email: rules::first_email(&new.email, is_open)?,
        page: rules::page(&new.page),
        snippet: String::new(),
        message_count: 0,
        is_after_hours: !is_open,
        is_test: new.is_test,
        is_greeted: false,
        started_ms: now,
        last_message_ms: now,
        seen_ms: None,
        expires_ms: rules::expires_at(now),
        has_open_question: false,
    };
    Ok((chat, body))
}
