//! Opens a community's chat for a visitor.
use platform::Fault;

use crate::{
    context::Context,
    messaging::{
        web_chat::{access, model::OpenedSite},
        web_chat_site,
    },
    operations::mail::{self, EmailTransport},
};

/// Returns how to show the chat of a key, and the visitor's chat if the token is valid.
///
/// # Errors
/// `NOT_FOUND`.
pub async fn open_chat(context: &Context, key: &str, token: &str) -> Result<OpenedSite, Fault> {
    let site = web_chat_site::require_enabled(context, key).await?;
    let mut tx = context.db.read(&site.scope).await?;
    let transport = mail::transport(&mut tx, &site.scope, context).await?;
    let found = match token {
        "" => None,
        token => access::find_valid(&mut tx, context, &site, token).await?,
    };
    let chat = match found {
        Some(chat) => Some(access::read(&mut tx, context, &site.scope, chat, None).await?),
        None => None,
    };
    Ok(OpenedSite { site, can_email: transport != EmailTransport::Outbox, chat })
}
