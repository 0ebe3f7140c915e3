//! The job that alerts staff before a reply is due.
use async_trait::async_trait;
use platform::{
    Fault, Scope, Timestamp, Tx,
    jobs::{self, Claimed, Handler},
};
use serde::{Deserialize, Serialize};

use super::{
    model::{Channel, Waiting},
    rules, store,
};
use crate::{context::Context, operations::mail, tenancy::community};

/// The kind of job.
pub const ALERT_REPLY: jobs::JobKind = jobs::JobKind::AlertReplyTarget;

pub struct AlertReply {
    pub context: Context,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    channel: Channel,
    id: String,
    since: Timestamp,
}

/// Enqueues an alert, which is skipped if staff reply first.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    waiting: &Waiting,
    at: Timestamp,
) -> Result<(), Fault> {
    let Waiting { channel, id, since, .. } = waiting;
    let payload = Payload { channel: *channel, id: id.clone(), since: *since };
    let key = format!("{ALERT_REPLY} {id} {}", since.0);
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ALERT_REPLY,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key.clone(),
        queue_key: key,
        run_at: at,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

#[async_trait]
impl Handler for AlertReply {
    fn purpose(&self) -> &'static str {
        "Alert staff before a reply is due"
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        self.alert(&mut tx, &scope, &payload).await?;
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

impl AlertReply {
    async fn alert(&self, tx: &mut Tx, scope: &Scope, payload: &Payload) -> Result<(), Fault> {
        let Payload { channel, id, since } = payload;
        let Some(item) = store::waiting_since(tx, scope, *channel, id, *since).await? else { return Ok(()) };
        let Some(community) = community::find(tx, scope, &item.community_id).await? else { return Ok(()) };
        let url = &self.context.settings.public_url;
        for to in rules::recipients(&item, &community) {
            let email = rules::alert(to, &item, *channel, id, &community, url);
            mail::post(tx, scope, &self.context, &email, self.context.now()).await?;
        }
        Ok(())
    }
}
