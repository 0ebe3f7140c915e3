//! Changes the name and email address of a visitor.
use platform::Fault;

use crate::{
    context::Context,
    messaging::{
        web_chat::{
            access, contact,
            model::{ContactChange, WebChat},
            publish, rules, store,
        },
        web_chat_site,
    },
    operations::rate_limit,
};

/// Changes the contact of a visitor's chat. Another email address ends the verification of the visitor.
///
/// # Errors
/// `NOT_FOUND`; `TOO_MANY_ATTEMPTS`.
pub async fn update_contact(
    context: &Context,
    key: &str,
    token: &str,
    change: ContactChange,
) -> Result<WebChat, Fault> {
    let visit = access::require(context, key, token).await?;
    rate_limit::take(context, &rules::CONTACT_CHANGES, visit.chat.id.as_str(), None).await?;
    let scope = &visit.site.scope;
    let mut tx = context.db.write(scope).await?;
    let chat = store::lock(&mut tx, scope, &visit.chat.id).await?.ok_or_else(web_chat_site::not_found)?;
    let changed = rules::change_contact(chat, change);
    contact::save_contact(&mut tx, scope, &changed).await?;
    publish(&mut tx, scope, &changed, context.now());
    tx.commit().await?;
    Ok(changed)
}
