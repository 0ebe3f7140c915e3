//! Signed tokens (JWT, EdDSA: RFC 7519 and 8037) that speak for a company towards whoever
//! trusts our key set (RFC 7517).
//!
//! The keys are made at first use and kept in the secret store. The newest one signs; one that
//! was followed by another stays in the key set until all that it signed has expired.
mod crypto;
mod keys;
mod model;
mod rules;
mod store;

use platform::{Fault, Timestamp, ids::CompanyId};

pub use keys::{key_set, rotate};
pub use model::Issued;

use crate::{context::Context, limit};

/// Issues a token for a company in an issuer's name, for so many seconds; 0 is an hour.
///
/// # Errors
/// `INVALID_ARGUMENT` on the issuer or the time; `RESOURCE_EXHAUSTED` after too many.
pub async fn issue(
    context: &Context,
    company: &CompanyId,
    issuer: &str,
    seconds: i64,
) -> Result<Issued, Fault> {
    let lifetime = rules::lifetime(seconds)?;
    rules::issuer(&context.settings.jwt_issuers, "issuer", issuer)?;
    limit::take(context, &rules::ISSUED, company.as_str(), None).await?;
    let keys = keys::current(context).await?;
    let now = context.now();
    let claims = rules::claims(company, issuer, context.ids.next(now), lifetime, now);
    let token = crypto::sign(&keys, &claims)?;
    let expires_at = Timestamp(claims.exp.saturating_mul(1000));
    Ok(Issued { token: token.into(), id: claims.jti, lifetime, expires_at })
}

/// Checks that a token is one of ours for a company, in the name of an issuer of ours, and holds.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field `jwt`.
pub async fn check(context: &Context, company: &CompanyId, token: &str) -> Result<(), Fault> {
    let keys = keys::current(context).await?;
    let claims = crypto::verified(&keys, token, context.now()).ok_or_else(rules::not_ours)?;
    rules::holds(&claims, company, &context.settings.jwt_issuers, context.now())
}
