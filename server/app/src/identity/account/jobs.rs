//! The job that sends a password reset link. The job looks the address up, so that the call takes the same time
//! whether or not the address has an account.
use async_trait::async_trait;
use platform::{
    Fault, Scope, Tx,
    ids::{CompanyId, PLATFORM},
    jobs,
};
use serde::{Deserialize, Serialize};

use super::links::{self, Purpose};
use crate::{context::Context, identity::session};

/// The kind of these jobs.
pub const RESET: jobs::JobKind = jobs::JobKind::SendPasswordLink;

#[derive(Serialize, Deserialize)]
struct Payload {
    email: String,
}

/// Enqueues a password reset for an email address.
pub async fn enqueue_reset(tx: &mut Tx, context: &Context, email: &str) -> Result<(), Fault> {
    let now = context.now();
    let id: String = context.ids.next(now);
    let payload = serde_json::to_value(Payload { email: email.to_owned() }).map_err(Fault::internal)?;
    let job = jobs::Job {
        // The company is unknown until the job looks the address up.
        company: CompanyId::from(PLATFORM),
        kind: RESET,
        payload,
        key: format!("{RESET} {id}"),
        queue_key: format!("{RESET} {}", session::digest_of(email)),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Sends a password reset link if the address has an active account.
pub struct SendLink {
    pub context: Context,
}

#[async_trait]
impl jobs::Handler for SendLink {
    fn purpose(&self) -> &'static str {
        "Send a link to set a new password"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { email } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let mut tx = self.context.db.platform().await?;
        let staff = session::staff_by_email(&mut tx, &email).await?;
        if let Some(staff) = staff.filter(|staff| staff.active) {
            let scope = Scope::of_company(&staff.company_id);
            links::send(&mut tx, &scope, &self.context, &staff, Purpose::Reset).await?;
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
