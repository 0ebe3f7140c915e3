//! Renews the access to CINC. A refresh token works once, so only one server renews at a time, and the new tokens are
//! stored before they are used.
use platform::{Fault, Scope, secrets::PreparedSecret};
use secrecy::SecretString;

use super::{api::Api, tokens::Tokens};
use crate::{
    context::Context,
    integrations::integration::{
        software::{self, SoftwareError},
        store,
    },
    tenancy::community::Association,
};

/// Seconds after which another server has probably renewed.
const WAIT: u64 = 2;

/// The renewal of a company's access.
pub struct Renewal {
    pub context: Context,
    pub scope: Scope,
    pub api: Api,
    pub association: &'static Association,
}

/// Why an access was not renewed.
enum RenewalError {
    Software(SoftwareError),
    Fault(Fault),
}

impl From<SoftwareError> for RenewalError {
    fn from(error: SoftwareError) -> Self {
        Self::Software(error)
    }
}

impl From<Fault> for RenewalError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl Renewal {
    /// Returns the access token of renewed tokens. It ends even if the caller stops waiting, because CINC no longer
    /// accepts the tokens before.
    pub async fn run(self) -> Result<SecretString, SoftwareError> {
        let words = "Parlor could not renew its access to CINC. Try again.";
        let failed = || SoftwareError::Away(words.to_owned());
        match tokio::spawn(async move { self.renew().await }).await {
            Ok(Ok(token)) => Ok(token),
            Ok(Err(RenewalError::Software(error))) => Err(error),
            Ok(Err(RenewalError::Fault(fault))) => {
                tracing::warn!(%fault, "could not renew the access to CINC");
                Err(failed())
            }
            Err(_) => Err(failed()),
        }
    }

    async fn renew(&self) -> Result<SecretString, RenewalError> {
        let id: String = self.context.ids.next(self.context.now());
        if !self.reserve(&id).await? {
            let words = "The access to CINC is being renewed. Try again in a moment.".to_owned();
            return Err(SoftwareError::Busy { words, wait: Some(WAIT) }.into());
        }
        let renewed = self.renew_reserved(&id).await;
        if renewed.is_err() {
            self.release(&id).await?;
        }
        renewed
    }

    async fn renew_reserved(&self, id: &str) -> Result<SecretString, RenewalError> {
        let Some(tokens) = self.stored().await? else { return Err(changed().into()) };
        if tokens.is_fresh(self.context.now()) {
            // Another server was quicker.
            self.release(id).await?;
            return Ok(tokens.access_token());
        }
        let tokens = self.api.refresh(self.scope.company(), &tokens).await?;
        match self.store(&tokens, id).await? {
            true => Ok(tokens.access_token()),
            false => Err(changed().into()),
        }
    }

    /// Reserves the renewal for this server. Returns false if another one has it, or there is no connection.
    async fn reserve(&self, id: &str) -> Result<bool, Fault> {
        let (context, scope) = (&self.context, &self.scope);
        let mut tx = context.db.write(scope).await?;
        let current = store::find_renewal(&mut tx, scope).await?;
        let has_ended = |current: &String| {
            self.api.reservations.has_ended(scope.company(), current, context.clock.uptime())
        };
        let ended = current.filter(has_ended);
        let is_reserved = store::reserve_renewal(&mut tx, scope, id, ended.as_deref()).await?;
        tx.commit().await?;
        Ok(is_reserved)
    }

    async fn release(&self, id: &str) -> Result<(), Fault> {
        let mut tx = self.context.db.write(&self.scope).await?;
        store::end_renewal(&mut tx, &self.scope, id).await?;
        tx.commit().await
    }

    async fn stored(&self) -> Result<Option<Tokens>, Fault> {
        let name = software::secret_name(self.association);
        self.context.secrets.load(&self.scope, &name).await?;
        let mut tx = self.context.db.read(&self.scope).await?;
        let secret = self.context.secrets.get(&mut tx, &self.scope, &name).await?;
        Ok(secret.as_ref().and_then(Tokens::from_secret))
    }

    /// Stores tokens. Returns false if the connection was removed or replaced meanwhile.
    async fn store(&self, tokens: &Tokens, id: &str) -> Result<bool, Fault> {
        // The earlier refresh token is used up: these must not be lost if the outside store of secrets fails.
        let secret = match self.context.secrets.prepare(&self.scope, tokens.to_secret()).await {
            Ok(secret) => secret,
            Err(fault) => {
                tracing::warn!(%fault, "the secret store failed, so the tokens of CINC are stored in the database");
                PreparedSecret::in_database(tokens.to_secret())
            }
        };
        let mut tx = self.context.db.write(&self.scope).await?;
        let is_ours = store::end_renewal(&mut tx, &self.scope, id).await?;
        if is_ours {
            let name = software::secret_name(self.association);
            self.context.secrets.put(&mut tx, &self.scope, &name, &secret).await?;
        }
        tx.commit().await?;
        Ok(is_ours)
    }
}

fn changed() -> SoftwareError {
    SoftwareError::Denied("The connection to CINC was changed during the sync. Sync again.".to_owned())
}
