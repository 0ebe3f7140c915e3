//! SQL of subscriptions.
use platform::{Fault, Scope, Timestamp, Tx, ids::UserId};

use super::model::Subscription;

/// Returns the subscription of a user.
pub async fn find(tx: &mut Tx, scope: &Scope, staff: &UserId) -> Result<Option<Subscription>, Fault> {
    Ok(tx
        .query(
            "SELECT staff_id, frequency, community_id, next_ms, version FROM report_subscription
             WHERE company_id = $1 AND staff_id = $2",
        )
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .optional()
        .await?)
}

/// Inserts or replaces a subscription. Its version is 1, or one more than that of the stored subscription.
pub async fn save(
    tx: &mut Tx,
    scope: &Scope,
    subscription: &Subscription,
    now: Timestamp,
) -> Result<Subscription, Fault> {
    Ok(tx
        .query(
            "INSERT INTO report_subscription (company_id, staff_id, frequency, community_id, next_ms, version, updated_ms)
             VALUES ($1, $2, $3, $4, $5, 1, $6)
             ON CONFLICT (company_id, staff_id) DO UPDATE SET frequency = excluded.frequency,
                 community_id = excluded.community_id, next_ms = excluded.next_ms,
                 version = report_subscription.version + 1, updated_ms = excluded.updated_ms
             RETURNING staff_id, frequency, community_id, next_ms, version",
        )
        .bind(scope.company().as_str())
        .bind(subscription.staff_id.as_str())
        .bind(subscription.frequency as i32)
        .bind(subscription.community_id.as_str())
        .bind(subscription.next_ms)
        .bind(now)
        .one()
        .await?)
}

/// Moves a subscription to its next time and version. Returns false if it no longer has the given version.
pub async fn advance(
    tx: &mut Tx,
    scope: &Scope,
    subscription: &Subscription,
    next: Timestamp,
) -> Result<bool, Fault> {
    let moved = tx
        .query(
            "UPDATE report_subscription SET next_ms = $4, version = version + 1
             WHERE company_id = $1 AND staff_id = $2 AND version = $3",
        )
        .bind(scope.company().as_str())
        .bind(subscription.staff_id.as_str())
        .bind(subscription.version)
        .bind(next)
        .run()
        .await?;
    Ok(moved == 1)
}

/// Deletes a subscription. Returns whether there was one.
pub async fn delete(tx: &mut Tx, scope: &Scope, staff: &UserId) -> Result<bool, Fault> {
    let deleted = tx
        .query("DELETE FROM report_subscription WHERE company_id = $1 AND staff_id = $2")
        .bind(scope.company().as_str())
        .bind(staff.as_str())
        .run()
        .await?;
    Ok(deleted == 1)
}
