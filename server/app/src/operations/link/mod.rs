//! Short links for texts. They lead only to public addresses and count their clicks.
mod convert;
mod model;
mod rules;
mod service;
mod store;

use platform::{Fault, Scope, Tx};

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

/// Returns the target of the short link with a code, if there is one. `counts` tells whether this is a click.
pub async fn follow(context: &Context, code: &str, counts: bool) -> Result<Option<String>, Fault> {
    if !rules::is_code(code) {
        return Ok(None);
    }
    let mut tx = context.db.platform_read().await?;
    let target = store::target(&mut tx, code).await?;
    drop(tx);
    if target.is_some() && counts {
        let mut tx = context.db.platform().await?;
        store::count(&mut tx, code).await?;
        tx.commit().await?;
    }
    Ok(target)
}
