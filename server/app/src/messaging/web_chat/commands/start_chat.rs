//! Begins a chat.
use platform::{Fault, Tx};

use crate::{
    context::Context,
    identity::session,
    messaging::{
        web_chat::{
            access, answer_job, contact,
            messages::{self, NewMessage},
            model::{InboxStatus, NewWebChat, VisitorChat, VisitorIdentity, WebChat, WebChatAuthor},
            photos, rules, signature, store,
        },
        web_chat_site::{self, EnabledSite},
    },
    operations::rate_limit::{self, Counted, Enforcement},
};

/// Begins a chat with the visitor's first message. A repeated call with the same token returns the chat that exists. A
/// signature of the website that is not valid is ignored.
///
/// # Errors
/// `NOT_FOUND`; `INVALID_ARGUMENT` on `body`, on `photos`, or on `email` if the chat is closed and there is no address;
/// `TOO_MANY_WEB_CHATS`; `TOO_MANY_ATTEMPTS`.
pub async fn start_chat(context: &Context, key: &str, new: NewWebChat) -> Result<VisitorChat, Fault> {
    let site = web_chat_site::require_enabled(context, key).await?;
    let token_hash = session::digest_of(&new.token);
    if new.signed_visitor.is_some() {
        web_chat_site::load_signing_secret(context, &site).await?;
    }
    let mut tx = context.db.read(&site.scope).await?;
    let existing = store::find_by_token(&mut tx, &site.scope, &site.community.id, &token_hash).await?;
    if existing.is_some() {
        return existing_chat(&mut tx, context, &site, &new.token).await;
    }
    let identity = signed_identity(&mut tx, context, &site, &new).await?;
    drop(tx);
    let (chat, body) = compose(context, &site, &new, identity.as_ref())?;
    count(context, &site, &token_hash, !new.photos.is_empty()).await?;
    let written = photos::write(context, &site.scope, &new.photos).await?;
    let mut tx = context.db.write(&site.scope).await?;
    if !store::insert(&mut tx, &site.scope, &chat, &token_hash).await? {
        return existing_chat(&mut tx, context, &site, &new.token).await;
    }
    if let Some(identity) = &identity {
        contact::save_identity(&mut tx, &site.scope, &chat, identity).await?;
    }
    store::index_contact(&mut tx, &site.scope, &chat).await?;
    let author = WebChatAuthor::Visitor;
    let first = NewMessage { author, staff: None, body: &body, choices: Vec::new(), at: chat.started_ms };
    let message = messages::add(&mut tx, context, &site.scope, &chat, first).await?;
    photos::keep(&mut tx, context, &site.scope, &message, &written, photos::VISITOR_LINK).await?;
    answer_job::enqueue(&mut tx, context, &site.scope, &message).await?;
    let begun = access::read(&mut tx, context, &site.scope, chat, None).await?;
    tx.commit().await?;
    Ok(begun)
}

/// Counts a chat toward the limits. Repeated calls count once. Their photos count each time, because a call whose
/// photos are refused begins no chat and could be repeated without end.
///
/// # Errors
/// `TOO_MANY_WEB_CHATS`; `TOO_MANY_ATTEMPTS`.
async fn count(
    context: &Context,
    site: &EnabledSite,
    token_hash: &str,
    has_photos: bool,
) -> Result<(), Fault> {
    let (place, community) = (rate_limit::place(), site.community.id.as_str());
    let counted = |(limit, subject)| Counted { limit, subject, enforcement: Enforcement::Always };
    let starts = [(&rules::STARTS_BY_PLACE, place.as_str()), (&rules::STARTS_BY_COMMUNITY, community)];
    let attempt = format!("{community} {token_hash}");
    rate_limit::take_all(context, &starts.map(counted), Some(attempt)).await?;
    if has_photos {
        let photos = [(&rules::PHOTOS_BY_PLACE, place.as_str()), (&rules::PHOTOS_BY_COMMUNITY, community)];
        rate_limit::take_all(context, &photos.map(counted), None).await?;
    }
    Ok(())
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

/// Returns what the signature of the website proves, if it is valid.
async fn signed_identity(
    tx: &mut Tx,
    context: &Context,
    site: &EnabledSite,
    new: &NewWebChat,
) -> Result<Option<VisitorIdentity>, Fault> {
    let Some(visitor) = &new.signed_visitor else { return Ok(None) };
    let secret = web_chat_site::signing_secret(tx, context, site).await?;
    Ok(signature::verify(secret.as_ref(), &site.site.key, visitor, context.now()).ok())
}

/// Returns the chat to store, and its first message.
///
/// # Errors
/// `INVALID_ARGUMENT`.
fn compose(
    context: &Context,
    site: &EnabledSite,
    new: &NewWebChat,
    identity: Option<&VisitorIdentity>,
) -> Result<(WebChat, String), Fault> {
    let now = context.now();
    let signed_name = new.signed_visitor.as_ref().map(|visitor| visitor.name.as_str()).unwrap_or_default();
    let email = match identity {
        Some(identity) => identity.email.as_str(),
        None => new.email.as_str(),
    };
    let (is_open, body) = (site.is_open(now), rules::body(&new.body, new.photos.len())?);
    let chat = WebChat {
        id: context.ids.next(now),
        community_id: site.community.id.clone(),
        name: rules::name_or(&new.name, signed_name),
        email: rules::first_email(email, is_open)?,
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
        staff_typing_until_ms: None,
        inbox_status: InboxStatus::default(),
    };
    Ok((chat, body))
}
