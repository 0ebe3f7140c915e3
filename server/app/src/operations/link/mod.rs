//! Short links for texts. They lead only to public addresses and count their clicks.
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{
    Fault, Scope, Tx,
    network_address::{Resolver, resolves_to_public},
};

pub use service::Service;

use crate::context::Context;

/// A short link in a text.
pub struct LinkInText {
    pub url: String,
    pub target: String,
    pub clicks: i64,
}

/// Returns the company's short links in a text, each once.
pub async fn find_in_text(
    tx: &mut Tx,
    scope: &Scope,
    public_url: &str,
    text: &str,
) -> Result<Vec<LinkInText>, Fault> {
    let codes = rules::codes_in(text, public_url);
    if codes.is_empty() {
        return Ok(Vec::new());
    }
    let links = store::by_codes(tx, scope, &codes).await?.into_iter();
    let to_link = |link: model::Link| LinkInText {
        url: rules::address(public_url, &link.code),
        target: link.target,
        clicks: link.clicks,
    };
    Ok(links.map(to_link).collect())
}

/// Returns the target of the short link with a code, if there is one that is not private. `counts` tells whether this
/// is a click.
pub async fn follow(
    context: &Context,
    resolver: &dyn Resolver,
    code: &str,
    counts: bool,
) -> Result<Option<String>, Fault> {
    if !rules::is_code(code) {
        return Ok(None);
    }
    let mut tx = context.db.platform_read().await?;
    let found = store::find_target(&mut tx, code).await?;
    drop(tx);
    let Some(target) = found else { return Ok(None) };
    if is_private(context, resolver, code, &target).await? {
        return Ok(None);
    }
    if counts {
        let mut tx = context.db.platform().await?;
        store::count(&mut tx, code).await?;
        tx.commit().await?;
    }
    Ok(Some(target.target))
}

/// Returns whether a target is known to have a private address. Resolves its name if that never succeeded before; one
/// click at a time and at most every 10 seconds, so that clicks cannot keep the resolver busy.
async fn is_private(
    context: &Context,
    resolver: &dyn Resolver,
    code: &str,
    target: &model::Target,
) -> Result<bool, Fault> {
    if let Some(is_public) = target.is_target_public {
        return Ok(!is_public);
    }
    let now = context.now();
    let Some(name) = rules::name(&target.target) else { return Ok(false) };
    if !rules::should_check(target.target_checked_ms, now) {
        return Ok(false);
    }
    let mut tx = context.db.platform().await?;
    let is_begun = store::begin_check(&mut tx, code, target, now).await?;
    tx.commit().await?;
    if !is_begun {
        return Ok(false);
    }
    let Some(is_public) = resolves_to_public(resolver, &name).await else { return Ok(false) };
    let mut tx = context.db.platform().await?;
    store::set_target_public(&mut tx, code, is_public).await?;
    tx.commit().await?;
    Ok(!is_public)
}
