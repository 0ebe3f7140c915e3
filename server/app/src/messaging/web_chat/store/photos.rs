//! Queries for the photos of messages of web chats.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use sqlx::types::Json;

use crate::{
    messaging::web_chat::model::{WebChatMessage, WebChatMessageId, WebChatPhoto},
    operations::file::FileId,
};

/// Inserts the photos of a message, in order.
pub async fn insert_photos(
    tx: &mut Tx,
    scope: &Scope,
    message: &WebChatMessage,
    photos: &[WebChatPhoto],
) -> Result<(), Fault> {
    let row = |(position, photo): (usize, &WebChatPhoto)| {
        let WebChatPhoto { id, width, height, size_bytes, file_id, thumbnail_id, .. } = photo;
        serde_json::json!([id, position, width, height, size_bytes, file_id, thumbnail_id])
    };
    let rows: Vec<_> = photos.iter().enumerate().map(row).collect();
    tx.query(dialect(
        "INSERT INTO web_chat_photo (company_id, chat_id, message_id, id, position, width, height, size_bytes, file_id,
             thumbnail_id)
         SELECT $1, $2, $3, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6
         FROM json_each($4)",
        "INSERT INTO web_chat_photo (company_id, chat_id, message_id, id, position, width, height, size_bytes, file_id,
             thumbnail_id)
         SELECT $1, $2, $3, value->>0, (value->>1)::INTEGER, (value->>2)::INTEGER, (value->>3)::INTEGER,
                (value->>4)::INTEGER, value->>5, value->>6
         FROM jsonb_array_elements($4)",
    ))
    .bind(scope.company().as_str())
    .bind(message.chat_id.as_str())
    .bind(message.id.as_str())
    .bind(Json(rows))
    .run()
    .await?;
    Ok(())
}

/// Returns the photos of messages, in order.
pub async fn photos_of_messages(
    tx: &mut Tx,
    scope: &Scope,
    messages: &[&str],
) -> Result<Vec<WebChatPhoto>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT id, message_id, width, height, size_bytes, file_id, thumbnail_id FROM web_chat_photo
             WHERE company_id = $1 AND message_id IN ",
            "$2",
            " ORDER BY message_id, position"
        ))
        .bind(scope.company().as_str())
        .bind(Json(messages))
        .all()
        .await?)
}

/// Deletes the photos of a message. The caller removes their files.
pub async fn delete_photos(tx: &mut Tx, scope: &Scope, message: &WebChatMessageId) -> Result<(), Fault> {
    tx.query("DELETE FROM web_chat_photo WHERE company_id = $1 AND message_id = $2")
        .bind(scope.company().as_str())
        .bind(message.as_str())
        .run()
        .await?;
    Ok(())
}

/// Returns the files of the photos in the first `limit` chats of a community.
pub async fn photo_files_of_first(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<Vec<(FileId, FileId)>, Fault> {
    Ok(tx
        .query(
            "SELECT file_id, thumbnail_id FROM web_chat_photo WHERE company_id = $1 AND chat_id IN (
                 SELECT id FROM web_chat WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(limit)
        .all()
        .await?)
}
