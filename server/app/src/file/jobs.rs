//! The job that removes one file when its time is over.
use async_trait::async_trait;
use platform::{Fault, Scope, Timestamp, Tx, jobs};
use serde::Deserialize;

use super::{model::FileId, store};
use crate::context::Context;

/// Removes.
pub struct Removal {
    /// Storage.
    pub context: Context,
}

#[derive(Deserialize)]
struct Payload {
    file: FileId,
}

pub async fn remove_at(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    id: &FileId,
    at: Timestamp,
) -> Result<(), Fault> {
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: super::REMOVE,
        payload: serde_json::json!({ "file": id }),
        key: format!("file {id}"),
        lane: format!("file {id}"),
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl jobs::Handler for Removal {
    fn purpose(&self) -> &'static str {
        "Remove a file whose time is over"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { file } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        store::delete(&mut tx, &scope, &file).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
