//! Stores and reads secrets.
use std::{sync::Arc, time::Duration};

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;

use crate::{
    Clock, Db, ErrorReason, Fault, Ids, Scope, Tx, Vault, idempotency,
    jobs::{self, Job, JobKind},
};

use super::{
    parameters::{ParameterStore, Parameters},
    store::{self, StoredSecret},
};

/// Time until a parameter is deleted that no secret uses. Calls and jobs that still read it, or have written it and
/// not stored its name yet, end before.
const UNUSED_AGE: Duration = Duration::from_secs(15 * 60);

/// Stores secrets in the database, or in a parameter store if there is one.
pub struct SecretStore {
    db: Db,
    vault: Arc<Vault>,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    parameters: Option<Parameters>,
}

/// A secret as far as it can be read.
pub enum SecretState {
    /// There is no secret.
    Unset,
    /// The parameter store no longer has the value. It has to be entered again.
    Missing,
    /// The value.
    Set(SecretString),
}

impl SecretState {
    /// Returns the value, if it can be read.
    #[must_use]
    pub fn value(self) -> Option<SecretString> {
        match self {
            Self::Set(value) => Some(value),
            Self::Unset | Self::Missing => None,
        }
    }
}

/// What to do about a secret whose value the parameter store no longer has.
pub const SECRET_MISSING: &str = "The secret is missing in Parameter Store. Enter it again.";

/// Returns the error of a missing secret as `UNAVAILABLE`, so that a sender of webhooks repeats the request. Other
/// errors stay the same.
#[must_use]
pub fn retryable(fault: Fault) -> Fault {
    match fault.reason() {
        ErrorReason::SecretMissing => Fault::not_now(ErrorReason::SecretMissing, SECRET_MISSING),
        _ => fault,
    }
}

/// A secret that is ready to be stored in a transaction, by [`SecretStore::put`].
pub struct PreparedSecret {
    /// The value, or the name of the parameter that has it.
    text: SecretString,
    is_parameter: bool,
}

impl PreparedSecret {
    /// Returns a secret whose value stays in the database. For secrets of the platform, which are created under a lock,
    /// and for digests.
    #[must_use]
    pub fn in_database(secret: SecretString) -> Self {
        Self { text: secret, is_parameter: false }
    }
}

impl SecretStore {
    /// Creates a store. With a parameter store, new values are written there. Values in the database stay readable.
    #[must_use]
    pub fn new(
        db: Db,
        vault: Arc<Vault>,
        clock: Arc<dyn Clock>,
        ids: Arc<Ids>,
        parameters: Option<Arc<dyn ParameterStore>>,
    ) -> Self {
        let parameters = parameters.map(|store| Parameters::new(store, clock.clone()));
        Self { db, vault, clock, ids, parameters }
    }

    /// Prepares a secret for [`SecretStore::put`], and writes its value to the parameter store if there is one. Call it
    /// without a transaction: the parameter store may be slow. What is not put afterwards is deleted by a job.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the parameter store does not accept the value.
    pub async fn prepare(&self, scope: &Scope, secret: SecretString) -> Result<PreparedSecret, Fault> {
        // No parameter can be empty.
        let Some(parameters) = self.parameters.as_ref().filter(|_| !secret.expose_secret().is_empty()) else {
            return Ok(PreparedSecret::in_database(secret));
        };
        let id: String = self.ids.next(self.clock.now());
        let parameter = parameters.name(scope.company(), &id);
        // Storing the secret is the effect of the call, not this.
        idempotency::outside(self.expect(scope, &parameter)).await?;
        parameters.write(scope.company(), &parameter, &secret).await?;
        Ok(PreparedSecret { text: parameter.into(), is_parameter: true })
    }

    /// Stores a secret under a name. Returns whether it replaced an existing one.
    pub async fn put(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        name: &str,
        secret: &PreparedSecret,
    ) -> Result<bool, Fault> {
        let now = self.clock.now();
        let text = secret.text.expose_secret();
        let sealed = self.vault.seal(scope.company(), name, text.as_bytes())?;
        let stored = StoredSecret { sealed, parameter: secret.is_parameter.then(|| text.to_owned()) };
        let before = store::find(tx, scope, name).await?;
        if before.is_none() && store::add(tx, scope, name, &stored, now).await? {
            return Ok(false);
        }
        store::replace(tx, scope, name, &stored, now).await?;
        self.supersede(tx, scope, before).await?;
        Ok(true)
    }

    /// Reads a secret from the parameter store, so that [`SecretStore::get`] can return it. Call it without a
    /// transaction, before the one in which the secret is needed: the parameter store may be slow. Does nothing for a
    /// secret in the database, or if there is none.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the parameter store does not return it.
    pub async fn load(&self, scope: &Scope, name: &str) -> Result<(), Fault> {
        let Some(parameters) = &self.parameters else { return Ok(()) };
        let mut tx = self.db.read(scope).await?;
        let stored = store::find(&mut tx, scope, name).await?;
        drop(tx);
        match stored.and_then(|stored| stored.parameter) {
            Some(parameter) => parameters.load(&parameter).await,
            None => Ok(()),
        }
    }

    /// Returns the secret with a name, if there is one. A secret in the parameter store must be loaded before, by
    /// [`SecretStore::load`].
    ///
    /// # Errors
    /// `UNAVAILABLE` if the secret is in the parameter store and was not loaded, or there is no parameter store;
    /// `SECRET_MISSING` if the parameter store no longer has it.
    pub async fn get(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<Option<SecretString>, Fault> {
        match self.find(tx, scope, name).await? {
            SecretState::Unset => Ok(None),
            SecretState::Missing => Err(Fault::precondition(ErrorReason::SecretMissing, SECRET_MISSING)),
            SecretState::Set(value) => Ok(Some(value)),
        }
    }

    /// Returns the secret with a name as far as it can be read. A secret in the parameter store must be loaded before,
    /// by [`SecretStore::load`].
    ///
    /// # Errors
    /// `UNAVAILABLE` if the secret is in the parameter store and was not loaded, or there is no parameter store.
    pub async fn find(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<SecretState, Fault> {
        let Some(stored) = store::find(tx, scope, name).await? else { return Ok(SecretState::Unset) };
        let text = self.open(scope, name, &stored)?;
        if stored.parameter.is_none() {
            return Ok(SecretState::Set(text.into()));
        }
        let loaded = self.parameters.as_ref().ok_or_else(not_configured)?.loaded(&text)?;
        Ok(loaded.map_or(SecretState::Missing, SecretState::Set))
    }

    /// Returns whether this server knows that the parameter store no longer has the secret with a name. It need not be
    /// loaded.
    pub async fn is_missing(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault> {
        let Some(parameters) = &self.parameters else { return Ok(false) };
        let stored = store::find(tx, scope, name).await?;
        let parameter = stored.and_then(|stored| stored.parameter);
        Ok(parameter.is_some_and(|parameter| parameters.is_missing(&parameter)))
    }

    /// Returns whether there is a secret with a name.
    pub async fn contains(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault> {
        Ok(store::find(tx, scope, name).await?.is_some())
    }

    /// Deletes the secret with a name. Returns false if there is none.
    pub async fn delete(&self, tx: &mut Tx, scope: &Scope, name: &str) -> Result<bool, Fault> {
        let before = store::find(tx, scope, name).await?;
        let is_deleted = store::delete(tx, scope, name).await?;
        self.supersede(tx, scope, before).await?;
        Ok(is_deleted)
    }

    /// Deletes the secrets with some names, such as those of a purged community. Names without a secret are ignored.
    pub async fn delete_many(&self, tx: &mut Tx, scope: &Scope, names: &[String]) -> Result<(), Fault> {
        if names.is_empty() {
            return Ok(());
        }
        for parameter in store::delete_many(tx, scope, names).await? {
            self.delete_later(tx, scope, "superseded", &parameter).await?;
        }
        Ok(())
    }

    /// Renames a secret, or deletes it if there is no new name. Its value stays where it is.
    pub async fn rename(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        from: &str,
        to: Option<&str>,
    ) -> Result<(), Fault> {
        let Some(to) = to else { return self.delete(tx, scope, from).await.map(drop) };
        let Some(stored) = store::find(tx, scope, from).await? else { return Ok(()) };
        let text = self.open(scope, from, &stored)?.into();
        store::delete(tx, scope, from).await?;
        let renamed = PreparedSecret { text, is_parameter: stored.parameter.is_some() };
        self.put(tx, scope, to, &renamed).await.map(drop)
    }

    /// Deletes a parameter unless a secret has its value there.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the parameter store does not delete it, or there is none.
    pub(super) async fn delete_unused(&self, scope: &Scope, parameter: &str) -> Result<(), Fault> {
        let mut tx = self.db.read(scope).await?;
        let is_used = store::is_used(&mut tx, scope, parameter).await?;
        drop(tx);
        if is_used {
            return Ok(());
        }
        self.parameters.as_ref().ok_or_else(not_configured)?.delete(parameter).await
    }

    /// Returns what the row of a secret contains: its value, or the name of its parameter.
    fn open(&self, scope: &Scope, name: &str, stored: &StoredSecret) -> Result<String, Fault> {
        let plain = self.vault.open(scope.company(), name, &stored.sealed)?;
        let text = String::from_utf8(plain).map_err(|_| Fault::internal("a secret is no text"))?;
        if stored.parameter.as_ref().is_some_and(|parameter| *parameter != text) {
            return Err(Fault::internal("the row of a secret names another parameter"));
        }
        Ok(text)
    }

    /// Enqueues the deletion of a parameter that is about to be written, in case that it is never used.
    async fn expect(&self, scope: &Scope, parameter: &str) -> Result<(), Fault> {
        let mut tx = self.db.write(scope).await?;
        self.delete_later(&mut tx, scope, "written", parameter).await?;
        tx.commit().await
    }

    /// Enqueues the deletion of the value of a secret that was replaced or deleted, if it is in the parameter store.
    async fn supersede(&self, tx: &mut Tx, scope: &Scope, before: Option<StoredSecret>) -> Result<(), Fault> {
        match before.and_then(|before| before.parameter) {
            Some(parameter) => self.delete_later(tx, scope, "superseded", &parameter).await,
            None => Ok(()),
        }
    }

    async fn delete_later(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        cause: &str,
        parameter: &str,
    ) -> Result<(), Fault> {
        let now = self.clock.now();
        let job = Job {
            company: scope.company().clone(),
            kind: JobKind::DeleteParameter,
            payload: json!({ "parameter": parameter }),
            key: format!("{cause} {parameter}"),
            queue_key: format!("parameter {parameter}"),
            run_at: now.plus(UNUSED_AGE),
        };
        jobs::enqueue(tx, &self.ids, now, job).await
    }
}

fn not_configured() -> Fault {
    tracing::error!("a secret is in a parameter store, and none is configured");
    Fault::not_now(
        ErrorReason::Unavailable,
        "This needs a credential in a secret store that Parlor no longer uses. Contact Parlor support.",
    )
}
