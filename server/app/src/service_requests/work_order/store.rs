//! Queries for work orders. Functions without a scope are for platform use, because vendors are not signed in.
use platform::{Fault, Scope, Tx, dialect};

use super::model::{State, WorkOrder};
use crate::service_requests::service_request::ServiceRequestId;

/// Inserts a work order by the digest of its token.
pub async fn insert(tx: &mut Tx, scope: &Scope, order: &WorkOrder, token_hash: &str) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO work_order (company_id, id, request_id, vendor, email, message, token_hash, state, sent_ms,
             expires_ms, scheduled_on, note)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '')",
    )
    .bind(scope.company().as_str())
    .bind(order.id.as_str())
    .bind(order.request_id.as_str())
    .bind(&*order.vendor)
    .bind(&*order.email)
    .bind(&*order.message)
    .bind(token_hash)
    .bind(order.state as i32)
    .bind(order.sent_ms)
    .bind(order.expires_ms)
    .run()
    .await?;
    Ok(())
}

/// Replaces the work orders of a request that are not answered.
pub async fn replace(tx: &mut Tx, scope: &Scope, request: &ServiceRequestId) -> Result<(), Fault> {
    tx.query("UPDATE work_order SET state = $4 WHERE company_id = $1 AND request_id = $2 AND state = $3")
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(State::Sent as i32)
        .bind(State::Replaced as i32)
        .run()
        .await?;
    Ok(())
}

/// Lists the work orders of a request before an ID, newest first; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    before: Option<String>,
    limit: i64,
) -> Result<Vec<WorkOrder>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, id, request_id, vendor, email, message, state, sent_ms, expires_ms, answered_ms,
                    scheduled_on, estimate_cents, note
             FROM work_order WHERE company_id = $1 AND request_id = $2 AND ($3 = '' OR id < $3)
             ORDER BY id DESC LIMIT $4",
        )
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(before.unwrap_or_default())
        .bind(limit + 1)
        .all()
        .await?)
}

/// Returns the work order of a token.
pub async fn find_by_token(tx: &mut Tx, token_hash: &str) -> Result<Option<WorkOrder>, Fault> {
    Ok(tx
        .query(
            "SELECT company_id, id, request_id, vendor, email, message, state, sent_ms, expires_ms, answered_ms,
                    scheduled_on, estimate_cents, note
             FROM work_order WHERE token_hash = $1",
        )
        .bind(token_hash)
        .optional()
        .await?)
}

/// Returns a work order, locked until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, token_hash: &str) -> Result<Option<WorkOrder>, Fault> {
    Ok(tx
        .query(dialect(
            "SELECT company_id, id, request_id, vendor, email, message, state, sent_ms, expires_ms, answered_ms,
                    scheduled_on, estimate_cents, note
             FROM work_order WHERE company_id = $1 AND token_hash = $2",
            "SELECT company_id, id, request_id, vendor, email, message, state, sent_ms, expires_ms, answered_ms,
                    scheduled_on, estimate_cents, note
             FROM work_order WHERE company_id = $1 AND token_hash = $2 FOR UPDATE",
        ))
        .bind(scope.company().as_str())
        .bind(token_hash)
        .optional()
        .await?)
}

/// Stores the answer of a work order.
pub async fn save_answer(tx: &mut Tx, scope: &Scope, order: &WorkOrder) -> Result<(), Fault> {
    tx.query(
        "UPDATE work_order SET state = $3, answered_ms = $4, scheduled_on = $5, estimate_cents = $6, note = $7
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(order.id.as_str())
    .bind(order.state as i32)
    .bind(order.answered_ms)
    .bind(&*order.scheduled_on)
    .bind(order.estimate_cents)
    .bind(&*order.note)
    .run()
    .await?;
    Ok(())
}
