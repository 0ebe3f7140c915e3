//! Authentication of OAuth clients.
use platform::Fault;

use super::{
    model::ClientCredentials,
    rules::{self, OAuthError},
};
use crate::{
    context::Context,
    identity::partner::{self, Partner},
    operations::rate_limit,
};

/// Authenticates a client. A confidential client must send its secret; a public client must not send one.
///
/// # Errors
/// `UNAUTHENTICATED`, the same for an unknown client and for a missing or wrong secret; `RESOURCE_EXHAUSTED` after 20
/// failures in 15 minutes.
pub async fn authenticate(context: &Context, credentials: &ClientCredentials) -> Result<Partner, Fault> {
    let mut tx = context.db.platform_read().await?;
    let partner = partner::find_by_client(&mut tx, &credentials.client_id).await?;
    drop(tx);
    let is_known = partner.is_some();
    let authenticated = partner.filter(|partner| match &credentials.secret {
        Some(secret) => !partner.is_public && partner::is_secret_of(secret, &partner.secret_hash),
        None => partner.is_public,
    });
    match authenticated {
        Some(partner) => Ok(partner),
        None => {
            // Unknown clients of a location count together, so that invented ids are limited as well.
            count_failure(context, if is_known { &credentials.client_id } else { "" }).await?;
            Err(OAuthError::InvalidClient.into())
        }
    }
}

/// Counts a failed authentication.
///
/// # Errors
/// `RESOURCE_EXHAUSTED` above the limit.
pub async fn count_failure(context: &Context, client_id: &str) -> Result<(), Fault> {
    let subject = format!("{client_id} {}", rate_limit::place());
    rate_limit::take(context, &rules::FAILED_AUTHENTICATION, &subject, None).await?;
    Ok(())
}
