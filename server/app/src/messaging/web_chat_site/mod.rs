//! Settings of the chats on communities' websites, and the public keys by which websites name them.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx, ids::CommunityId};
use secrecy::SecretString;

pub use model::{EnabledSite, SiteHealth, WebChatSite};
pub use rules::not_found;
pub use service::Service;
pub use store::{list_health, purge, save};

use crate::{
    context::Context,
    tenancy::{community, company},
};

/// Returns the settings of a community that the scope can see; the defaults if they were never saved.
///
/// # Errors
/// `NOT_FOUND` outside the scope; `INVALID_ARGUMENT` if the `community` header names another community.
pub async fn require(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<WebChatSite, Fault> {
    scope.require(store::find(tx, scope, community).await?).map(rules::with_defaults)
}

/// Returns the web chat that a key opens for visitors.
///
/// # Errors
/// The same `NOT_FOUND` if the key is unknown, the chat is disabled, the community was deleted, or the company may not
/// have web chats.
pub async fn require_enabled(context: &Context, key: &str) -> Result<EnabledSite, Fault> {
    if !rules::is_key(key) {
        return Err(not_found());
    }
    let mut tx = context.db.platform_read().await?;
    let owner = store::find_owner(&mut tx, key).await?.ok_or_else(not_found)?;
    drop(tx);
    let scope = Scope::of_company(&owner.company_id);
    let mut tx = context.db.read(&scope).await?;
    let company = company::require(&mut tx, &scope).await?;
    let community = community::find(&mut tx, &scope, &owner.community_id).await?.ok_or_else(not_found)?;
    let site = store::find(&mut tx, &scope, &owner.community_id).await?.ok_or_else(not_found)?;
    let may_chat = company::may_web_chat(&company, context.settings.main_company.as_deref());
    // The key may have been replaced since it was looked up.
    if !may_chat || !site.is_enabled || site.key != key {
        return Err(not_found());
    }
    Ok(EnabledSite { scope, site, community, company })
}

/// Loads the secret with which a community's website signs visitors, for [`signing_secret`].
///
/// # Errors
/// `UNAVAILABLE` if the secret store does not respond.
pub async fn load_signing_secret(context: &Context, site: &EnabledSite) -> Result<(), Fault> {
    context.secrets.load(&site.scope, &model::signing_secret_name(&site.community.id)).await
}

/// Returns the secret with which a community's website signs visitors who are signed in there, if there is one. Without
/// it, or if the secret store no longer has it, signatures are not valid. It must be loaded before the transaction.
pub async fn signing_secret(
    tx: &mut Tx,
    context: &Context,
    site: &EnabledSite,
) -> Result<Option<SecretString>, Fault> {
    let name = model::signing_secret_name(&site.community.id);
    Ok(context.secrets.find(tx, &site.scope, &name).await?.value())
}
