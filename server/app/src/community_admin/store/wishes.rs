//! Wishes for communities in storage. `$1` and `$2` are the scope: a member of staff sees their own.
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};
use sqlx::types::Json;

use crate::{
    community::name_key,
    community_admin::model::{State, Wish, WishId},
};

macro_rules! wishes {
    ($rest:literal) => {
        concat!(
            "SELECT r.company_id, r.id, r.community_name, r.escalation_email, r.secondary_escalation_emails,
                    r.state, r.requested_by, COALESCE(s.first_name || ' ' || s.last_name, '') AS requested_by_name,
                    r.requested_ms, r.decided_by, r.decided_ms, r.reason, r.community_id
             FROM community_request r LEFT JOIN staff s ON s.company_id = r.company_id AND s.id = r.requested_by
             WHERE r.company_id = $1 AND ($2 IS NULL OR r.requested_by = $2) ",
            $rest
        )
    };
}

/// A wish: of the scope's company, or for a member of staff one of their own.
pub async fn wish(tx: &mut Tx, scope: &Scope, id: &WishId) -> Result<Option<Wish>, Fault> {
    Ok(tx.query(wishes!("AND r.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// The newest first, before a key; one more than `limit`.
pub async fn wishes(
    tx: &mut Tx,
    scope: &Scope,
    state: Option<State>,
    before: Option<(Timestamp, String)>,
    limit: i64,
) -> Result<Vec<Wish>, Fault> {
    let (at, id) = before.unwrap_or((Timestamp(i64::MAX), String::new()));
    Ok(tx
        .query(wishes!(
            "AND ($3 IS NULL OR r.state = $3) AND (r.requested_ms, r.id) < ($4, $5)
             ORDER BY r.requested_ms DESC, r.id DESC LIMIT $6"
        ))
        .scope(scope)
        .bind(state.map(|state| state as i32))
        .bind(at)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Adds a wish; false when one for that name waits.
///
/// # Errors
/// Those of storage.
pub async fn insert_wish(tx: &mut Tx, wish: &Wish) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO community_request (company_id, id, community_name, name_key, escalation_email,
                 secondary_escalation_emails, state, requested_by, requested_ms, decided_by, reason)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '') ON CONFLICT DO NOTHING",
        )
        .bind(wish.company_id.as_str())
        .bind(wish.id.as_str())
        .bind(wish.community_name.as_str())
        .bind(name_key(&wish.community_name))
        .bind(wish.escalation_email.as_str())
        .bind(Json(&wish.secondary_escalation_emails))
        .bind(wish.state as i32)
        .bind(wish.requested_by.as_str())
        .bind(wish.requested_ms)
        .run()
        .await?;
    Ok(added == 1)
}

/// Writes a wish as it is now, if it still is in the state that was read.
pub async fn save_wish(tx: &mut Tx, before: State, wish: &Wish) -> Result<(), Fault> {
    let saved = tx
        .query(
            "UPDATE community_request SET state = $4, decided_by = $5, decided_ms = $6, reason = $7,
                 community_id = $8
             WHERE company_id = $1 AND id = $2 AND state = $3",
        )
        .bind(wish.company_id.as_str())
        .bind(wish.id.as_str())
        .bind(before as i32)
        .bind(wish.state as i32)
        .bind(wish.decided_by.as_str())
        .bind(wish.decided_ms)
        .bind(wish.reason.as_str())
        .bind(wish.community_id.as_ref().map(CommunityId::as_str))
        .run()
        .await?;
    if saved == 1 {
        return Ok(());
    }
    Err(Fault::aborted("REQUEST_CHANGED", "Somebody was faster. Look at it again before you go on."))
}
