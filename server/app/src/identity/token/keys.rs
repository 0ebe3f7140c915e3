//! Signing keys in the secret store; they belong to the platform.
use platform::{Fault, Scope, Tx, ids::PLATFORM, secrets::PreparedSecret};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::{crypto, model::SigningKey, rules, store};
use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditActor, AuditEvent},
};

const NAME: &str = "signing-keys";

/// Loads all keys, the newest first; generates one if there is none. They stay in the database, because they are
/// generated under a lock.
pub async fn load(context: &Context) -> Result<Vec<SigningKey>, Fault> {
    let mut tx = context.db.platform_read().await?;
    let keys = read(context, &mut tx).await?;
    drop(tx);
    if !keys.is_empty() {
        return Ok(keys);
    }
    let mut tx = context.db.platform().await?;
    store::lock(&mut tx).await?;
    let keys = read(context, &mut tx).await?;
    if !keys.is_empty() {
        return Ok(keys);
    }
    let keys = vec![crypto::generate_key(context.ids.secret())?];
    write(context, &mut tx, &keys).await?;
    tx.commit().await?;
    Ok(keys)
}

/// Returns the public key set (RFC 7517, section 5).
pub async fn key_set(context: &Context) -> Result<Value, Fault> {
    let keys = load(context).await?;
    let public: Vec<Value> = rules::published(&keys, context.now()).map(crypto::public).collect();
    Ok(json!({ "keys": public }))
}

/// Generates a new signing key and returns its id. The previous key stays in the key set for 48 hours.
pub async fn rotate(context: &Context) -> Result<String, Fault> {
    let scope = platform();
    let mut tx = context.db.platform().await?;
    store::lock(&mut tx).await?;
    let keys = read(context, &mut tx).await?;
    let new = crypto::generate_key(context.ids.secret())?;
    let kid = new.kid.clone();
    write(context, &mut tx, &rules::rotated(&keys, new, context.now())).await?;
    let summary = "A new key signs tokens from now on.".to_owned();
    let audit_event = AuditEvent { action: AuditAction::SigningKeyRotated, subject: &kid, summary };
    let operator = AuditActor { name: "The operator", ..AuditActor::default() };
    audit::write(&mut tx, &scope, context, operator, audit_event).await?;
    tx.commit().await?;
    Ok(kid)
}

async fn read(context: &Context, tx: &mut Tx) -> Result<Vec<SigningKey>, Fault> {
    match context.secrets.get(tx, &platform(), NAME).await? {
        Some(text) => serde_json::from_str(text.expose_secret()).map_err(Fault::internal),
        None => Ok(vec![]),
    }
}

async fn write(context: &Context, tx: &mut Tx, keys: &[SigningKey]) -> Result<(), Fault> {
    let text = serde_json::to_string(keys).map_err(Fault::internal)?;
    let secret = PreparedSecret::in_database(text.into());
    context.secrets.put(tx, &platform(), NAME, &secret).await.map(drop)
}

fn platform() -> Scope {
    Scope::of_company(&PLATFORM.into())
}
