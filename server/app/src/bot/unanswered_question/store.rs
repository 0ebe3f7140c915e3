//! Queries of escalated texts.
use platform::{Fault, Scope, Timestamp, Tx, ids::CommunityId};

use super::model::EscalatedText;

/// Returns up to `limit` texts since a time that were left to staff, newest first, in one community or in all
/// that the scope includes: escalations that trained nothing and were not dismissed, and questions in
/// assigned conversations. Translated texts are returned in English. Test traffic is included on request.
pub async fn texts(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
    since: Timestamp,
    includes_test_traffic: bool,
    limit: i64,
) -> Result<Vec<EscalatedText>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT * FROM (
                 SELECT e.id, e.community_id, COALESCE(v.phone, t.participant_address, e.web_chat_id) AS phone,
                        COALESCE(NULLIF(m.english, ''), m.body, e.question) AS body, e.answer AS reply, e.asked_ms, NOT e.reviewed AS is_open,
                        CASE WHEN e.suggested_answer = '' OR e.suggested_expired THEN 0.0
                             ELSE e.suggested_confidence END AS suggested_confidence
                 FROM escalation e
                 LEFT JOIN message m ON m.company_id = e.company_id AND m.id = e.message_id
                 LEFT JOIN conversation v ON v.company_id = e.company_id AND v.id = e.conversation_id
                 LEFT JOIN email_thread t ON t.company_id = e.company_id AND t.id = e.email_thread_id
                 WHERE e.company_id = $1 AND e.asked_ms >= $4 AND ($3 IS NULL OR e.community_id = $3)
                   AND NOT e.bot_trained AND NOT e.urgent AND e.state <> 4 AND (m.bot_community_id IS NOT NULL
                        OR e.email_message_id IS NOT NULL OR e.web_chat_message_id IS NOT NULL)
                   AND ($6 OR NOT e.is_test) AND ",
            platform::sees!("e.community_id"),
            "    ORDER BY e.asked_ms DESC, e.id DESC LIMIT $5) escalated
             UNION ALL
             SELECT * FROM (
                 SELECT m.id, v.community_id, v.phone, m.body, '' AS reply, m.created_ms AS asked_ms, FALSE AS is_open,
                        0.0 AS suggested_confidence
                 FROM message m JOIN conversation v ON v.company_id = m.company_id AND v.id = m.conversation_id
                 WHERE m.company_id = $1 AND m.created_ms >= $4 AND ($3 IS NULL OR v.community_id = $3)
                   AND m.direction = 1 AND m.bot_community_id IS NULL AND m.body LIKE '%?%'
                   AND ($6 OR NOT m.is_test) AND ",
            platform::sees!("v.community_id"),
            "      AND EXISTS (SELECT 1 FROM message_step s WHERE s.company_id = m.company_id AND s.message_id = m.id
                                 AND s.kind = 24)
                 ORDER BY m.created_ms DESC, m.id DESC LIMIT $5) held
             ORDER BY asked_ms DESC, id DESC LIMIT $5"
        ))
        .scope(scope)
        .bind(community.map(CommunityId::as_str))
        .bind(since)
        .bind(limit)
        .bind(includes_test_traffic)
        .all()
        .await?)
}
