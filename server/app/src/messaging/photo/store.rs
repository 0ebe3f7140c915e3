//! Queries for photos of messages.
use platform::{Fault, Scope, Timestamp, Tx, dialect};
use serde_json::Value;
use sqlx::types::Json;

use super::model::{Failure, MessagePhoto, MessagePhotoId, Size, State};
use crate::{
    messaging::thread::{ConversationId, Direction, MessageId},
    operations::file::{FileId, PhotoFiles},
};

/// Stores photos of a message: ID, position, state, failure, address, type and carrier of each.
pub async fn insert(tx: &mut Tx, scope: &Scope, message: &MessageId, rows: Vec<Value>) -> Result<(), Fault> {
    tx.query(dialect(
        "INSERT INTO message_photo (company_id, id, message_id, position, state, failure, source_url, content_type,
             carrier, width, height, size_bytes, tries)
         SELECT $1, value->>0, $2, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, 0, 0, 0, 0
         FROM json_each($3)",
        "INSERT INTO message_photo (company_id, id, message_id, position, state, failure, source_url, content_type,
             carrier, width, height, size_bytes, tries)
         SELECT $1, value->>0, $2, (value->>1)::INTEGER, (value->>2)::INTEGER, (value->>3)::INTEGER, value->>4,
                value->>5, (value->>6)::INTEGER, 0, 0, 0, 0
         FROM jsonb_array_elements($3)",
    ))
    .bind(scope.company().as_str())
    .bind(message.as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Selects the photos of messages: their own, and the picture of their blast.
macro_rules! photos_of {
    ($ids:literal) => {
        concat!(
            "SELECT id, message_id, state, failure, carrier, source_url, content_type, width, height, size_bytes,
                    file_id, thumbnail_id, tries
             FROM (SELECT id, message_id, position, state, failure, carrier, source_url, content_type, width, height,
                          size_bytes, file_id, thumbnail_id, tries
                   FROM message_photo WHERE company_id = $1 AND message_id IN (",
            $ids,
            ") UNION ALL
                   SELECT m.id, m.id, 0, 2, 0, 0, '', 'image/jpeg', CAST(b.picture->>'width' AS INTEGER),
                          CAST(b.picture->>'height' AS INTEGER), CAST(b.picture->>'bytes' AS INTEGER),
                          b.picture->>'file', b.picture->>'thumbnail', 0
                   FROM message m JOIN blast b ON b.company_id = m.company_id AND b.id = m.blast_id
                   WHERE m.company_id = $1 AND b.picture IS NOT NULL AND m.id IN (",
            $ids,
            ")) p ORDER BY message_id, position"
        )
    };
}

/// Returns the photos of messages, in order.
pub async fn of_messages(tx: &mut Tx, scope: &Scope, messages: &[&str]) -> Result<Vec<MessagePhoto>, Fault> {
    if messages.is_empty() {
        return Ok(Vec::new());
    }
    Ok(tx
        .query(dialect(
            photos_of!("SELECT value FROM json_each($2)"),
            photos_of!("SELECT jsonb_array_elements_text($2)"),
        ))
        .bind(scope.company().as_str())
        .bind(Json(messages))
        .all()
        .await?)
}

/// Returns the pending photo of a message with the fewest failed attempts.
pub async fn next_pending(
    tx: &mut Tx,
    scope: &Scope,
    message: &MessageId,
) -> Result<Option<MessagePhoto>, Fault> {
    Ok(tx
        .query(
            "SELECT id, message_id, state, failure, carrier, source_url, content_type, width, height, size_bytes,
                    file_id, thumbnail_id, tries
             FROM message_photo WHERE company_id = $1 AND message_id = $2 AND state = $3
             ORDER BY tries, position LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .bind(State::Pending as i32)
        .optional()
        .await?)
}

/// Returns the files of the stored photos of a message.
pub async fn files_of(
    tx: &mut Tx,
    scope: &Scope,
    message: &MessageId,
) -> Result<Vec<(FileId, FileId)>, Fault> {
    Ok(tx
        .query(
            "SELECT file_id, thumbnail_id FROM message_photo
             WHERE company_id = $1 AND message_id = $2 AND file_id IS NOT NULL",
        )
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .all()
        .await?)
}

/// Deletes the photos of a message. The caller removes their files.
pub async fn delete(tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<(), Fault> {
    tx.query("DELETE FROM message_photo WHERE company_id = $1 AND message_id = $2")
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns the texts of the resident in a conversation that have photos, since a time, oldest first; at most 20.
pub async fn messages_since(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    since: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    Ok(tx
        .query(
            "SELECT id FROM message WHERE company_id = $1 AND conversation_id = $2 AND created_ms >= $3
                 AND direction = $5
                 AND EXISTS (SELECT 1 FROM message_photo p
                             WHERE p.company_id = $1 AND p.message_id = message.id AND p.state <> $4)
             ORDER BY created_ms, id LIMIT 20",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .bind(since)
        .bind(State::Failed as i32)
        .bind(Direction::Inbound as i32)
        .values()
        .await?)
}

/// Records that a pending photo is stored.
pub async fn mark_ready(
    tx: &mut Tx,
    scope: &Scope,
    id: &MessagePhotoId,
    files: &PhotoFiles,
    size: &Size,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE message_photo SET state = $3, content_type = 'image/jpeg', file_id = $4, thumbnail_id = $5,
             width = $6, height = $7, size_bytes = $8
         WHERE company_id = $1 AND id = $2",
    )
    .bind(scope.company().as_str())
    .bind(id.as_str())
    .bind(State::Ready as i32)
    .bind(files.file_id.as_str())
    .bind(files.thumbnail_id.as_str())
    .bind(size.width)
    .bind(size.height)
    .bind(size.bytes)
    .run()
    .await?;
    Ok(())
}

/// Marks the pending photos of a message, or one of them, as failed.
pub async fn mark_failed(
    tx: &mut Tx,
    scope: &Scope,
    message: &MessageId,
    only: Option<&MessagePhotoId>,
    failure: Failure,
) -> Result<(), Fault> {
    tx.query(
        "UPDATE message_photo SET state = $4, failure = $5
         WHERE company_id = $1 AND message_id = $2 AND state = $3 AND ($6 = '' OR id = $6)",
    )
    .bind(scope.company().as_str())
    .bind(message.as_str())
    .bind(State::Pending as i32)
    .bind(State::Failed as i32)
    .bind(failure as i32)
    .bind(only.map_or("", MessagePhotoId::as_str))
    .run()
    .await?;
    Ok(())
}

/// Records a failed attempt to fetch a photo.
pub async fn record_failed_try(tx: &mut Tx, scope: &Scope, id: &MessagePhotoId) -> Result<(), Fault> {
    tx.query("UPDATE message_photo SET tries = tries + 1 WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
