//! Queries for service requests. In queries with a scope, the scope is `$1` and `$2`.
mod activities;
mod counts;
mod documents;
mod search;

use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};

pub use activities::{
    delete_photo, find_photo, insert_activity, insert_photo, insert_photos_of_texts, list_activities,
    list_photos, list_photos_of_texts,
};
pub use counts::{count_assigned, count_by_state, count_due, count_pending_estimates, move_count};
pub use documents::{delete_document, insert_document, list_documents};
pub use search::{index_words, list, list_of_phone, open_of_phones, similar};

use super::model::{ServiceRequest, ServiceRequestId};
use crate::operations::file::{self, FileId};

/// Selects service requests of communities that the scope can see.
macro_rules! requests {
    ($rest:expr) => {
        concat!(
            "SELECT r.id, r.community_id, c.tag AS community_tag, r.number, r.state, r.kind, r.priority, r.title,
                    r.description, r.unit, r.location, r.contact_name, r.contact_phone, r.contact_email,
                    r.entry_permission, r.pets, r.assignee_id, r.vendor, r.estimate_cents, r.estimate_state,
                    r.due_ms, r.deferred_until_ms, r.notify_resident, r.conversation_id, r.escalation_id,
                    r.created_by, r.created_ms, r.state_changed_ms, r.photo_count, r.version, ",
            platform::staff_name!("r", "assignee_id"),
            " AS assignee_name, ",
            platform::actor_name!("r", "created_by"),
            " AS created_by_name
             FROM service_request r
             JOIN community c ON c.id = r.community_id
             WHERE r.company_id = $1 AND ",
            platform::sees!("r.community_id"),
            " ",
            $rest
        )
    };
}
pub(super) use requests;

pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    id: &ServiceRequestId,
) -> Result<Option<ServiceRequest>, Fault> {
    Ok(tx.query(requests!("AND r.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns a request and locks it until the transaction ends. SQLite has a single writer and needs no lock.
pub async fn lock(
    tx: &mut Tx,
    scope: &Scope,
    id: &ServiceRequestId,
) -> Result<Option<ServiceRequest>, Fault> {
    let sql = dialect(requests!("AND r.id = $3"), requests!("AND r.id = $3 FOR UPDATE OF r"));
    Ok(tx.query(sql).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns the next number of a community's requests.
pub async fn next_number(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<i64, Fault> {
    Ok(tx
        .query(
            "INSERT INTO service_request_number (company_id, community_id, last) VALUES ($1, $2, 101)
             ON CONFLICT (company_id, community_id) DO UPDATE SET last = service_request_number.last + 1
             RETURNING last",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .value()
        .await?)
}

/// Inserts or replaces a request.
pub async fn save(tx: &mut Tx, scope: &Scope, request: &ServiceRequest) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO service_request (company_id, id, community_id, number, state, kind, priority, title,
             description, unit, location, contact_name, contact_phone, contact_email, entry_permission, pets,
             assignee_id, vendor, estimate_cents, estimate_state, due_ms, deferred_until_ms, notify_resident,
             conversation_id, escalation_id, created_by, created_ms, state_changed_ms, photo_count, version)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
             $21, $22, $23, $24, $25, $26, $27, $28, $29, $30)
         ON CONFLICT (company_id, id) DO UPDATE SET state = excluded.state, kind = excluded.kind,
             priority = excluded.priority, title = excluded.title, description = excluded.description,
             unit = excluded.unit, location = excluded.location, contact_name = excluded.contact_name,
             contact_phone = excluded.contact_phone, contact_email = excluded.contact_email,
             entry_permission = excluded.entry_permission, pets = excluded.pets,
             assignee_id = excluded.assignee_id, vendor = excluded.vendor,
             estimate_cents = excluded.estimate_cents, estimate_state = excluded.estimate_state,
             due_ms = excluded.due_ms, deferred_until_ms = excluded.deferred_until_ms,
             notify_resident = excluded.notify_resident, state_changed_ms = excluded.state_changed_ms,
             photo_count = excluded.photo_count, version = excluded.version",
    )
    .bind(scope.company().as_str())
    .bind(request.id.as_str())
    .bind(request.community_id.as_str())
    .bind(&*request.number)
    .bind(request.state as i32)
    .bind(request.kind as i32)
    .bind(request.priority as i32)
    .bind(&*request.title)
    .bind(&*request.description)
    .bind(&*request.unit)
    .bind(&*request.location)
    .bind(&*request.contact_name)
    .bind(&*request.contact_phone)
    .bind(&*request.contact_email)
    .bind(request.entry_permission as i32)
    .bind(&*request.pets)
    .bind(request.assignee_id.as_ref().map(platform::ids::UserId::as_str))
    .bind(&*request.vendor)
    .bind(request.estimate_cents)
    .bind(request.estimate_state as i32)
    .bind(request.due_ms)
    .bind(request.deferred_until_ms)
    .bind(request.notify_resident)
    .bind(request.conversation_id.as_deref())
    .bind(request.escalation_id.as_deref())
    .bind(request.created_by.as_str())
    .bind(request.created_ms)
    .bind(request.state_changed_ms)
    .bind(request.photo_count)
    .bind(request.version)
    .run()
    .await?;
    Ok(())
}

/// Deletes up to `limit` requests of a community with all dependent rows. Returns the number of deleted
/// requests.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId, limit: i64) -> Result<u64, Fault> {
    let files: Vec<(FileId, FileId)> = tx
        .query(
            "SELECT file_id, thumbnail_id FROM service_request_photo
             WHERE company_id = $1 AND request_id IN (SELECT id FROM service_request
             WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?;
    let documents: Vec<(FileId,)> = tx
        .query(
            "SELECT file_id FROM service_request_document
             WHERE company_id = $1 AND request_id IN (SELECT id FROM service_request
             WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?;
    let photos = files.iter().flat_map(|(photo, thumbnail)| [photo, thumbnail]);
    let files: Vec<&FileId> = photos.chain(documents.iter().map(|(file,)| file)).collect();
    file::remove(tx, scope, &files).await?;
    let requests = [
        platform::delete_of_first!("service_request_photo", "request_id", "service_request"),
        platform::delete_of_first!("service_request_document", "request_id", "service_request"),
        platform::delete_of_first!("work_order", "request_id", "service_request"),
        platform::delete_of_first!("software_request", "request_id", "service_request"),
        platform::delete_of_first!("service_request_activity", "request_id", "service_request"),
        platform::delete_of_first!("service_request_word", "request_id", "service_request"),
        platform::delete_of_first!("service_request", "id", "service_request"),
    ];
    let deleted = platform::purge(tx, scope, community, limit, &requests).await?;
    if deleted == 0 {
        for sql in [
            "DELETE FROM service_request_count WHERE company_id = $1 AND community_id = $2",
            "DELETE FROM service_request_number WHERE company_id = $1 AND community_id = $2",
        ] {
            tx.query(sql).bind(scope.company().as_str()).bind(community.as_str()).run().await?;
        }
    }
    Ok(deleted)
}
