//! Textline's webhook, version 3. Textline's signature is not documented, so the address has a secret of 256 bits. Only
//! its digest is stored. Nothing is processed before it is compared.
use platform::{Fault, Scope, Tx, ids::CompanyId, secrets::PreparedSecret};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{post, receive_job};
use crate::context::Context;

/// Name of the secret that holds the digest.
const NAME: &str = "textline-webhook";

/// Path for texts of customers.
pub const POSTS: &str = "/webhooks/textline/{company}/{secret}";

/// Returns the address of [`POSTS`] for a company.
pub fn url(public_url: &str, company: &CompanyId, secret: &str) -> String {
    format!("{public_url}{}", POSTS.replace("{company}", company.as_str()).replace("{secret}", secret))
}

/// Returns whether a company has a webhook.
pub async fn exists(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<bool, Fault> {
    context.secrets.contains(tx, scope, NAME).await
}

/// Stores the secret in the webhook's address, by its digest. The digest stays in the database, so that texts are
/// received while an outside store of secrets does not respond.
pub async fn set(tx: &mut Tx, scope: &Scope, context: &Context, secret: &str) -> Result<(), Fault> {
    let digest = PreparedSecret::in_database(digest(secret).into());
    context.secrets.put(tx, scope, NAME, &digest).await.map(drop)
}

/// Removes the webhook.
pub async fn remove(tx: &mut Tx, scope: &Scope, context: &Context) -> Result<(), Fault> {
    context.secrets.delete(tx, scope, NAME).await.map(drop)
}

fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret))
}

/// An unverified request to the webhook.
pub struct Call<'a> {
    /// ID of the company in the address.
    pub company: &'a str,
    /// The secret in the address.
    pub secret: &'a str,
    pub body: &'a [u8],
}

/// Verifies a request, and enqueues the job that stores its text, if it is a customer's. Returns false if the address
/// is not valid.
pub async fn report_post(context: &Context, call: &Call<'_>) -> Result<bool, Fault> {
    // No ID contains control characters, and PostgreSQL does not accept NUL.
    if call.company.contains(char::is_control) {
        return Ok(false);
    }
    let scope = Scope::of_company(&call.company.into());
    let mut tx = context.db.read(&scope).await?;
    let stored = context.secrets.get(&mut tx, &scope, NAME).await?;
    drop(tx);
    let given = digest(call.secret);
    let is_genuine = |stored: &str| bool::from(given.as_bytes().ct_eq(stored.as_bytes()));
    if !stored.is_some_and(|stored| is_genuine(stored.expose_secret())) {
        return Ok(false);
    }
    if let Some(post) = post::customer_post(call.body, context.now()) {
        let mut tx = context.db.write(&scope).await?;
        receive_job::enqueue(&mut tx, &scope, context, post).await?;
        tx.commit().await?;
    }
    Ok(true)
}
