//! Signed tokens (JWT with EdDSA: RFC 7519 and 8037) that identify a company to systems that trust Parlor's key set
//! (RFC 7517).
//!
//! Keys are generated at first use and kept in the secret store. The newest key signs; a retired key stays in the
//! key set until all tokens that it signed have expired.
mod crypto;
mod keys;
mod model;
mod rules;
mod store;

use platform::{Fault, Timestamp, ids::CompanyId};

pub use keys::{key_set, rotate};
pub use model::IssuedToken;

use crate::{context::Context, operations::rate_limit};

/// Issues a token for a company that expires after `seconds`; 0 means one hour.
///
/// # Errors
/// `INVALID_ARGUMENT` for an unknown issuer or an invalid lifetime; `RESOURCE_EXHAUSTED` above 60 tokens per hour.
pub async fn issue(
    context: &Context,
    company: &CompanyId,
    issuer: &str,
    seconds: i64,
) -> Result<IssuedToken, Fault> {
    let lifetime = rules::lifetime(seconds)?;
    rules::check_issuer(&context.settings.jwt_issuers, "issuer", issuer)?;
    rate_limit::take(context, &rules::ISSUED_TOKENS, company.as_str(), None).await?;
    let keys = keys::load(context).await?;
    let now = context.now();
    let claims = rules::claims(company, issuer, context.ids.next(now), lifetime, now);
    let token = crypto::sign(&keys, &claims)?;
    let expires_at = Timestamp(claims.exp.saturating_mul(1000));
    Ok(IssuedToken { token: token.into(), id: claims.jti, lifetime, expires_at })
}

/// Checks that Parlor signed a token for the company in the name of a configured issuer, and that it has not
/// expired.
///
/// # Errors
/// `INVALID_ARGUMENT` on the field `jwt`.
pub async fn check(context: &Context, company: &CompanyId, token: &str) -> Result<(), Fault> {
    let keys = keys::load(context).await?;
    let claims = crypto::verify(&keys, token, context.now()).ok_or_else(rules::unknown_token)?;
    rules::check_claims(&claims, company, &context.settings.jwt_issuers, context.now())
}
