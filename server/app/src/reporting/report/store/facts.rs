//! The definition of what is counted, as SQL.

/// The spans of time `$3`, and the facts in them as `fact`: counter, community, time, dimension, value, conversation,
/// and the ID of what is counted. `$1` is the company. Test traffic is not counted, nor does it change what is.
macro_rules! with_facts {
    ($spans:literal, $rest:expr) => {
        concat!(
            "WITH span AS (", $spans, "), fact AS (
             SELECT 1 AS counter, v.community_id, m.created_ms AS at_ms, '' AS dimension, CAST(1 AS BIGINT) AS value,
                    m.conversation_id, m.id AS subject_id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 1
             UNION ALL
             SELECT 2, v.community_id, m.created_ms, CASE WHEN m.blast_id IS NULL THEN 'text' ELSE 'blast' END,
                    CAST(1 AS BIGINT), m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 2 AND m.status IN (3, 4, 5, 6, 7, 11)
             UNION ALL
             SELECT 3, v.community_id, m.created_ms, CASE WHEN m.blast_id IS NULL THEN 'text' ELSE 'blast' END,
                    CAST(m.segments AS BIGINT), m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 2 AND m.status IN (4, 5, 6)
             UNION ALL
             SELECT 4, v.community_id, m.created_ms, COALESCE(m.decision->>'answer_id', ''), CAST(1 AS BIGINT),
                    m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 2 AND m.author = 2 AND m.decision IS NOT NULL
             UNION ALL
             SELECT 5, v.community_id, m.created_ms, '', CAST(1 AS BIGINT), m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 2 AND m.author = 2 AND m.decision IS NOT NULL
               AND NOT EXISTS (
                   SELECT 1 FROM escalation e WHERE e.company_id = $1 AND e.conversation_id = m.conversation_id
                      AND e.asked_ms > m.created_ms AND e.asked_ms <= m.created_ms + 86400000 AND NOT e.is_test)
               AND NOT EXISTS (
                   SELECT 1 FROM message r WHERE r.company_id = $1 AND r.conversation_id = m.conversation_id
                      AND r.created_ms > m.created_ms AND r.created_ms <= m.created_ms + 86400000
                      AND r.author = 2 AND NOT r.is_test AND r.decision->>'answer_id' = m.decision->>'answer_id')
             UNION ALL
             SELECT 6, v.community_id, m.created_ms, COALESCE(m.staff_id, ''), CAST(1 AS BIGINT),
                    m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.direction = 2 AND m.author = 3 AND m.blast_id IS NULL AND m.status IN (3, 4, 5, 6, 7, 11)
             UNION ALL
             SELECT 7, v.community_id, m.created_ms, '', CAST(1 AS BIGINT), m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.blast_id IS NOT NULL AND m.status = 5
             UNION ALL
             SELECT 8, v.community_id, m.created_ms, '', CAST(1 AS BIGINT), m.conversation_id, m.id
             FROM span CROSS JOIN message m JOIN conversation v ON v.company_id = $1 AND v.id = m.conversation_id
             WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
               AND NOT m.is_test AND m.blast_id IS NOT NULL AND m.status IN (6, 7)
             UNION ALL
             SELECT 9, e.community_id, e.asked_ms, e.suggested_question, CAST(1 AS BIGINT), e.conversation_id, e.id
             FROM span CROSS JOIN escalation e
             WHERE e.company_id = $1 AND e.asked_ms >= span.since_ms AND e.asked_ms < span.until_ms AND NOT e.is_test
             UNION ALL
             SELECT 10, e.community_id, e.reviewed_ms, '', CAST(1 AS BIGINT), e.conversation_id, e.id
             FROM span CROSS JOIN escalation e
             WHERE e.company_id = $1 AND e.reviewed AND NOT e.is_test AND e.reviewed_ms >= span.since_ms
               AND e.reviewed_ms < span.until_ms AND e.state = 3
             UNION ALL
             SELECT 11, e.community_id, e.reviewed_ms, '', CAST(1 AS BIGINT), e.conversation_id, e.id
             FROM span CROSS JOIN escalation e
             WHERE e.company_id = $1 AND e.reviewed AND NOT e.is_test AND e.reviewed_ms >= span.since_ms
               AND e.reviewed_ms < span.until_ms AND e.bot_trained
             UNION ALL
             SELECT 14, e.community_id, e.reviewed_ms, COALESCE(e.reviewed_by, ''), CAST(1 AS BIGINT),
                    e.conversation_id, e.id
             FROM span CROSS JOIN escalation e
             WHERE e.company_id = $1 AND e.reviewed AND NOT e.is_test AND e.reviewed_ms >= span.since_ms
               AND e.reviewed_ms < span.until_ms
             UNION ALL
             SELECT 15, v.community_id, k.at_ms, '', CAST(1 AS BIGINT), v.id, k.id
             FROM span CROSS JOIN consent_entry k JOIN conversation v ON v.company_id = $1 AND v.id = COALESCE(
                 (SELECT m.conversation_id FROM message m WHERE m.company_id = $1 AND m.id = k.message_id),
                 (SELECT MIN(o.id) FROM conversation o WHERE o.company_id = $1 AND o.phone = k.phone))
             WHERE k.company_id = $1 AND k.at_ms >= span.since_ms AND k.at_ms < span.until_ms AND k.state = 4
               AND NOT COALESCE(
                   (SELECT m.is_test FROM message m WHERE m.company_id = $1 AND m.id = k.message_id), v.is_test)
             UNION ALL
             SELECT 16, v.community_id, b.replied_ms, '', CAST(1 AS BIGINT), v.id, b.blast_id || ' ' || v.id
             FROM span CROSS JOIN blast_reply b
             JOIN conversation v ON v.company_id = $1 AND v.id = b.conversation_id
             WHERE b.company_id = $1 AND b.replied_ms >= span.since_ms AND b.replied_ms < span.until_ms
               AND NOT v.is_test
             ) ",
            $rest
        )
    };
}

/// A statement over facts, for both engines.
macro_rules! facts {
    ($rest:expr) => {
        platform::dialect(
            $crate::reporting::report::store::facts::with_facts!(
                "SELECT value->>0 AS since_ms, value->>1 AS until_ms FROM json_each($3)",
                $rest
            ),
            $crate::reporting::report::store::facts::with_facts!(
                "SELECT (value->>0)::BIGINT AS since_ms, (value->>1)::BIGINT AS until_ms FROM jsonb_array_elements($3)",
                $rest
            ),
        )
    };
}

pub(super) use {facts, with_facts};
