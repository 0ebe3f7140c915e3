//! Community requests in storage. `$1` and `$2` are the scope; managers see their own requests only.
use platform::{ErrorReason, Fault, Scope, Tx, ids::CommunityId, paging::PageKey};
use sqlx::types::Json;

use crate::tenancy::{
    community::name_key,
    community_admin::model::{CommunityRequest, CommunityRequestId, RequestState},
};

macro_rules! community_requests {
    ($rest:literal) => {
        concat!(
            "SELECT r.company_id, r.id, r.community_name, r.escalation_email, r.secondary_escalation_emails,
                    r.state, r.requested_by, ",
            platform::staff_name!("r", "requested_by"),
            " AS requested_by_name,
                    r.requested_ms, r.decided_by, r.decided_ms, r.reason, r.community_id
             FROM community_request r
             WHERE r.company_id = $1 AND ($2 IS NULL OR r.requested_by = $2) ",
            $rest
        )
    };
}

/// Finds a request that the scope can see.
pub async fn find_community_request(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityRequestId,
) -> Result<Option<CommunityRequest>, Fault> {
    Ok(tx.query(community_requests!("AND r.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Lists requests before a key, the newest first; returns up to `limit + 1`.
pub async fn list_community_requests(
    tx: &mut Tx,
    scope: &Scope,
    state: Option<RequestState>,
    before: Option<PageKey>,
    limit: i64,
) -> Result<Vec<CommunityRequest>, Fault> {
    let PageKey { at, id } = before.unwrap_or_else(PageKey::max);
    Ok(tx
        .query(community_requests!(
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

/// Inserts a request. Returns false if a request for the same name is open.
pub async fn insert_community_request(tx: &mut Tx, request: &CommunityRequest) -> Result<bool, Fault> {
    let added = tx
        .query(
            "INSERT INTO community_request (company_id, id, community_name, name_key, escalation_email,
                 secondary_escalation_emails, state, requested_by, requested_ms, decided_by, reason)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', '') ON CONFLICT DO NOTHING",
        )
        .bind(request.company_id.as_str())
        .bind(request.id.as_str())
        .bind(request.community_name.as_str())
        .bind(name_key(&request.community_name))
        .bind(request.escalation_email.as_str())
        .bind(Json(&request.secondary_escalation_emails))
        .bind(request.state as i32)
        .bind(request.requested_by.as_str())
        .bind(request.requested_ms)
        .run()
        .await?;
    Ok(added == 1)
}

/// Updates a request whose stored state is `before`.
///
/// # Errors
/// `ABORTED` with reason `REQUEST_CHANGED` if the state has changed.
pub async fn save_community_request(
    tx: &mut Tx,
    before: RequestState,
    request: &CommunityRequest,
) -> Result<(), Fault> {
    let saved = tx
        .query(
            "UPDATE community_request SET state = $4, decided_by = $5, decided_ms = $6, reason = $7,
                 community_id = $8
             WHERE company_id = $1 AND id = $2 AND state = $3",
        )
        .bind(request.company_id.as_str())
        .bind(request.id.as_str())
        .bind(before as i32)
        .bind(request.state as i32)
        .bind(request.decided_by.as_str())
        .bind(request.decided_ms)
        .bind(request.reason.as_str())
        .bind(request.community_id.as_ref().map(CommunityId::as_str))
        .run()
        .await?;
    if saved == 1 {
        return Ok(());
    }
    Err(Fault::aborted(
        ErrorReason::RequestChanged,
        "Someone else just changed this. Review the latest version.",
    ))
}
