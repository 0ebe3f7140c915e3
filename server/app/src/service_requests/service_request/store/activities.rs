//! Activities and photos of service requests.
use platform::{Fault, Scope, Tx, dialect};
use serde_json::json;
use sqlx::types::Json;

use crate::service_requests::service_request::model::{Activity, Photo, PhotoId, ServiceRequestId};

pub async fn insert_activity(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    activity: &Activity,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO service_request_activity (company_id, request_id, id, kind, at_ms, actor, state, body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(scope.company().as_str())
    .bind(request.as_str())
    .bind(&*activity.id)
    .bind(activity.kind as i32)
    .bind(activity.at_ms)
    .bind(&*activity.actor)
    .bind(activity.state)
    .bind(&*activity.body)
    .run()
    .await?;
    Ok(())
}

/// Lists the newest activities of a request, oldest first; up to `limit`.
pub async fn list_activities(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    limit: i64,
) -> Result<Vec<Activity>, Fault> {
    let mut activities: Vec<Activity> = tx
        .query(
            "SELECT id, kind, at_ms, actor, state, body FROM service_request_activity
             WHERE company_id = $1 AND request_id = $2 ORDER BY id DESC LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(limit)
        .all()
        .await?;
    activities.reverse();
    Ok(activities)
}

/// Lists the photos of a request, oldest first.
pub async fn list_photos(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
) -> Result<Vec<Photo>, Fault> {
    Ok(tx
        .query(
            "SELECT id, file_id, thumbnail_id, caption, added_ms, is_from_text FROM service_request_photo
             WHERE company_id = $1 AND request_id = $2 ORDER BY id LIMIT 20",
        )
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .all()
        .await?)
}

pub async fn find_photo(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    id: &PhotoId,
) -> Result<Option<Photo>, Fault> {
    Ok(tx
        .query(
            "SELECT id, file_id, thumbnail_id, caption, added_ms, is_from_text FROM service_request_photo
             WHERE company_id = $1 AND request_id = $2 AND id = $3",
        )
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(id.as_str())
        .optional()
        .await?)
}

pub async fn insert_photo(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    photo: &Photo,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO service_request_photo (company_id, request_id, id, file_id, thumbnail_id, caption, added_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(scope.company().as_str())
    .bind(request.as_str())
    .bind(photo.id.as_str())
    .bind(photo.file_id.as_str())
    .bind(photo.thumbnail_id.as_str())
    .bind(&*photo.caption)
    .bind(photo.added_ms)
    .run()
    .await?;
    Ok(())
}

/// Adds photos of texts, except photos that are already in a request.
pub async fn insert_photos_of_texts(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    photos: &[Photo],
) -> Result<(), Fault> {
    let rows: Vec<_> = photos
        .iter()
        .map(|photo| json!([photo.id, photo.file_id, photo.thumbnail_id, photo.added_ms.0]))
        .collect();
    tx.query(dialect(
        "INSERT INTO service_request_photo (company_id, request_id, id, file_id, thumbnail_id, caption, added_ms,
             is_from_text)
         SELECT $1, $2, value->>0, value->>1, value->>2, '', value->>3, TRUE FROM json_each($3) WHERE TRUE
         ON CONFLICT DO NOTHING",
        "INSERT INTO service_request_photo (company_id, request_id, id, file_id, thumbnail_id, caption, added_ms,
             is_from_text)
         SELECT $1, $2, value->>0, value->>1, value->>2, '', (value->>3)::BIGINT, TRUE
         FROM jsonb_array_elements($3) ON CONFLICT DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(request.as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Returns the photos of texts that are already in a request.
pub async fn list_photos_of_texts(tx: &mut Tx, scope: &Scope, ids: &[&str]) -> Result<Vec<PhotoId>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT id FROM service_request_photo WHERE company_id = $1 AND is_from_text
             AND id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .values()
        .await?)
}

pub async fn delete_photo(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    id: &PhotoId,
) -> Result<(), Fault> {
    tx.query("DELETE FROM service_request_photo WHERE company_id = $1 AND request_id = $2 AND id = $3")
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
