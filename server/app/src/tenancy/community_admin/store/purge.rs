//! Deletion of a purged community's data in batches.
use platform::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, CompanyId},
};
use sqlx::types::Json;

use crate::operations::file::{self, FileId};

/// Returns the community that was deleted first, at or before `deleted_until`.
pub async fn find_purgeable(tx: &mut Tx, deleted_until: Timestamp) -> Result<Option<CommunityId>, Fault> {
    Ok(tx
        .query("SELECT id FROM community WHERE archived_ms <= $1 ORDER BY archived_ms, id LIMIT 1")
        .bind(deleted_until)
        .optional_value()
        .await?)
}

/// Returns one of the companies that have or had a community.
pub async fn find_any_company(tx: &mut Tx, id: &CommunityId) -> Result<Option<CompanyId>, Fault> {
    Ok(tx
        .query("SELECT company_id FROM company_community WHERE community_id = $1 ORDER BY company_id LIMIT 1")
        .bind(id.as_str())
        .optional_value()
        .await?)
}

/// Returns the ids of up to `limit` messages of a community.
pub async fn list_messages(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    limit: i64,
) -> Result<Vec<String>, Fault> {
    Ok(tx
        .query(
            "SELECT e.id FROM conversation v
             JOIN message e ON e.company_id = v.company_id AND e.conversation_id = v.id
             WHERE v.company_id = $1 AND v.community_id = $2 LIMIT $3",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(limit)
        .values()
        .await?)
}

/// Deletes messages with their steps, photos, escalations and deliveries.
pub async fn delete_messages(tx: &mut Tx, scope: &Scope, ids: &[String]) -> Result<(), Fault> {
    let files: Vec<(FileId, FileId)> = tx
        .query(platform::with_list!(
            "SELECT file_id, thumbnail_id FROM message_photo
             WHERE company_id = $1 AND file_id IS NOT NULL AND thumbnail_id IS NOT NULL
             AND message_id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?;
    let files: Vec<&FileId> = files.iter().flat_map(|(photo, thumbnail)| [photo, thumbnail]).collect();
    file::remove(tx, scope, &files).await?;
    for sql in [
        platform::with_list!("DELETE FROM message_photo WHERE company_id = $1 AND message_id IN ", "$2"),
        platform::with_list!("DELETE FROM message_step WHERE company_id = $1 AND message_id IN ", "$2"),
        platform::with_list!("DELETE FROM escalation WHERE company_id = $1 AND message_id IN ", "$2"),
        platform::with_list!("DELETE FROM delivery WHERE company_id = $1 AND message_id IN ", "$2"),
        platform::with_list!("DELETE FROM chatwoot_message WHERE company_id = $1 AND message_id IN ", "$2"),
        platform::with_list!("DELETE FROM message WHERE company_id = $1 AND id IN ", "$2"),
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(Json(ids)).run().await?;
    }
    Ok(())
}

/// Deletes up to `limit` escalations that do not belong to a message of a conversation. Returns how many.
pub async fn delete_escalations_without_text(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    limit: i64,
) -> Result<u64, Fault> {
    Ok(tx
        .query(
            "DELETE FROM escalation WHERE company_id = $1 AND id IN (SELECT id FROM escalation
                 WHERE company_id = $1 AND community_id = $2 AND message_id IS NULL ORDER BY id LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(limit)
        .run()
        .await?)
}

/// Deletes up to `limit` conversations without messages, with their notes, words and open questions. Returns how
/// many.
pub async fn delete_conversations(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    limit: i64,
) -> Result<u64, Fault> {
    let conversations = [
        platform::delete_of_first!("note", "conversation_id", "conversation"),
        platform::delete_of_first!("chatwoot_conversation", "conversation_id", "conversation"),
        platform::delete_of_first!("blast_reply", "conversation_id", "conversation"),
        platform::delete_of_first!("conversation_word", "conversation_id", "conversation"),
        platform::delete_of_first!("verification_challenge", "conversation_id", "conversation"),
        platform::delete_of_first!("verified_account", "conversation_id", "conversation"),
        "DELETE FROM verification_failure WHERE company_id = $1 AND community_id = $2 AND phone IN
             (SELECT DISTINCT phone FROM verification_failure WHERE company_id = $1 AND community_id = $2
              ORDER BY phone LIMIT $3)",
        platform::delete_of_first!("pending_disambiguation", "conversation_id", "conversation"),
        platform::delete_of_first!("pending_service_request", "conversation_id", "conversation"),
        platform::delete_of_first!("conversation", "id", "conversation"),
    ];
    platform::purge(tx, scope, id, limit, &conversations).await
}

/// Deletes up to `limit` residents of a community. Returns how many.
pub async fn delete_residents(
    tx: &mut Tx,
    scope: &Scope,
    id: &CommunityId,
    limit: i64,
) -> Result<u64, Fault> {
    Ok(tx
        .query(
            "DELETE FROM resident WHERE company_id = $1 AND community_id = $2 AND phone IN
                 (SELECT phone FROM resident WHERE company_id = $1 AND community_id = $2 LIMIT $3)",
        )
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .bind(limit)
        .run()
        .await?)
}

/// Deletes a community's answers, and its assignments and link in the scope's company.
pub async fn detach(tx: &mut Tx, scope: &Scope, id: &CommunityId) -> Result<(), Fault> {
    for sql in ["DELETE FROM answer WHERE owner_id = $1", "DELETE FROM answer_version WHERE owner_id = $1"] {
        tx.query(sql).bind(id.as_str()).run().await?;
    }
    for sql in [
        "DELETE FROM test_case WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM utterance_feedback WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM staff_selection WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM staff_community WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM text_number WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM community_sync WHERE company_id = $1 AND community_id = $2",
        "DELETE FROM company_community WHERE company_id = $1 AND community_id = $2",
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(id.as_str()).run().await?;
    }
    Ok(())
}

/// Deletes a community that is linked to no company.
pub async fn delete(tx: &mut Tx, id: &CommunityId) -> Result<(), Fault> {
    for sql in [
        "DELETE FROM secondary_escalation_contact WHERE community_id = $1",
        "DELETE FROM community WHERE id = $1",
    ] {
        tx.query(sql).bind(id.as_str()).run().await?;
    }
    Ok(())
}
