//! Which partner a client is, and whether it is that partner.
use platform::{Fault, request};

use super::{
    model::Shown,
    rules::{self, OAuthError},
};
use crate::{
    context::Context,
    limit,
    partner::{self, Partner},
};

/// The partner that a client says it is. A secret that is shown must be the right one; where
/// `secret` is asked for, it must be shown.
///
/// # Errors
/// `UNAUTHENTICATED`, the same for an unknown client and a wrong secret; `RESOURCE_EXHAUSTED`
/// after too many of these.
pub async fn authenticate(
    context: &Context,
    shown: &Shown,
    secret: impl Fn(&Partner) -> bool,
) -> Result<Partner, Fault> {
    let mut tx = context.db.platform_read().await?;
    let partner = partner::find_by_client(&mut tx, &shown.client_id).await?;
    drop(tx);
    let known = partner.is_some();
    let proven = partner.filter(|partner| match &shown.secret {
        Some(shown) => partner::is_secret_of(shown, &partner.secret_hash),
        None => !secret(partner),
    });
    match proven {
        Some(partner) => Ok(partner),
        None => {
            // Unknown ones of a place count together, or whoever invents them would never wait.
            count_failure(context, if known { &shown.client_id } else { "" }).await?;
            Err(OAuthError::InvalidClient.into())
        }
    }
}

/// Counts that somebody who says that they are a client could not show it.
///
/// # Errors
/// `RESOURCE_EXHAUSTED` when that is one too many.
pub async fn count_failure(context: &Context, client_id: &str) -> Result<(), Fault> {
    let place = request::origin().map(|address| address.to_string()).unwrap_or_default();
    limit::take(context, &rules::FAILURES, &format!("{client_id} {place}"), None).await?;
    Ok(())
}
