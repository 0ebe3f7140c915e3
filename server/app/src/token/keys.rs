//! The signing keys in the secret store, where they belong to the platform itself.
use platform::{Fault, Scope, Tx, ids::PLATFORM};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use super::{crypto, model::SigningKey, rules, store};
use crate::{
    audit::{self, Deed},
    context::Context,
};

const NAME: &str = "signing-keys";

/// All keys, the newest first; the first one is made if there is none.
pub async fn current(context: &Context) -> Result<Vec<SigningKey>, Fault> {
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
    let keys = vec![crypto::make(context.ids.secret())?];
    write(context, &mut tx, &keys).await?;
    tx.commit().await?;
    Ok(keys)
}

/// What others verify our tokens with: a key set (RFC 7517, section 5).
///
/// # Errors
/// Those of storage.
pub async fn key_set(context: &Context) -> Result<Value, Fault> {
    let keys = current(context).await?;
    let public: Vec<Value> = rules::published(&keys, context.now()).map(crypto::public).collect();
    Ok(json!({ "keys": public }))
}

/// Has a new key sign from now on; its id. The one before stays in the key set for 48 hours.
///
/// # Errors
/// Those of storage.
pub async fn rotate(context: &Context) -> Result<String, Fault> {
    let scope = platform();
    let mut tx = context.db.platform().await?;
    store::lock(&mut tx).await?;
    let keys = read(context, &mut tx).await?;
    let new = crypto::make(context.ids.secret())?;
    let kid = new.kid.clone();
    write(context, &mut tx, &rules::rotated(&keys, new, context.now())).await?;
    let summary = "A new key signs tokens from now on.".to_owned();
    let deed = Deed { action: "signing_key.rotated", subject: &kid, summary };
    audit::write(&mut tx, &scope, context, ("", "The operator"), deed).await?;
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
    context.secrets.put(tx, &platform(), NAME, &text.into()).await.map(drop)
}

fn platform() -> Scope {
    Scope::of_company(&PLATFORM.into())
}
