//! The job of a subscription.
use platform::{
    Fault, Scope, Tx,
    jobs::{self, Job},
};

use super::model::Subscription;
use crate::context::Context;

/// The kind of the jobs that send reports.
pub const SEND_REPORT: jobs::JobKind = jobs::JobKind::SendReport;

/// Enqueues the job of a subscription.
pub async fn enqueue_next(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    subscription: &Subscription,
) -> Result<(), Fault> {
    let Subscription { staff_id, version, next_ms, .. } = subscription;
    let job = Job {
        company: scope.company().clone(),
        kind: SEND_REPORT,
        payload: serde_json::json!({ "staff": staff_id, "version": version, "at": next_ms }),
        key: format!("report email {staff_id} {version} {next_ms}"),
        queue_key: format!("report email {staff_id} {version} {next_ms}"),
        run_at: *next_ms,
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}
