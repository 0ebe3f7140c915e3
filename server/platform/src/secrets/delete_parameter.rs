//! The job that deletes parameters that no secret uses.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use serde::Deserialize;

use crate::{
    Clock, Db, Fault, Scope,
    jobs::{self, Claimed, Handler},
};

use super::SecretStore;

/// Deletes a parameter, unless a secret has its value there. Runs after the parameter was written, and after the
/// secret was replaced or deleted.
pub struct DeleteParameter {
    /// The database.
    pub db: Db,
    /// The secrets.
    pub secrets: Arc<SecretStore>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

/// Time until the next attempt while the parameter store fails.
const RETRY_DELAY: Duration = Duration::from_secs(3_600);

#[derive(Deserialize)]
struct Payload {
    parameter: String,
}

#[async_trait]
impl Handler for DeleteParameter {
    fn purpose(&self) -> &'static str {
        "Delete an unused value from the secret store"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let Payload { parameter } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let deleted = self.secrets.delete_unused(&scope, &parameter).await;
        let mut tx = self.db.write(&scope).await?;
        match deleted {
            Ok(()) => jobs::finish(&mut tx, job).await?,
            Err(fault) => {
                tracing::warn!(%fault, "could not delete an unused value from the secret store; it will be retried");
                jobs::postpone(&mut tx, job, self.clock.now().plus(RETRY_DELAY)).await?;
            }
        }
        tx.commit().await
    }
}
