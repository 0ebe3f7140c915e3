//! The definition of what is counted, as SQL.
//!
//! A fact has a counter, a community, a time, a dimension, a category, a value, a conversation, a service
//! request, and the ID of the counted row. Test traffic is not counted and does not affect other counts. `$1`
//! is the company.

/// Texts in the spans as `m`, joined with their conversations and the counters, up to the first conditions.
macro_rules! texts_of_spans {
    () => {
        "FROM span CROSS JOIN message m CROSS JOIN conversation v CROSS JOIN text_counter k
          WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
            AND NOT m.is_test"
    };
}

/// Texts from `$from`, each joined with every counter that counts it. Counter 5 uses CASE because SQLite
/// evaluates both sides of AND here, but only one branch of CASE.
macro_rules! texts {
    ($from:expr) => {
        concat!(
            " SELECT k.counter, v.community_id, m.created_ms AS at_ms,
                 CASE WHEN k.counter IN (2, 3) THEN CASE WHEN m.blast_id IS NULL THEN 'text' ELSE 'blast' END
                      WHEN k.counter = 4 AND CAST(m.decision->>'is_learned' AS TEXT) IN ('1', 'true') THEN 'learned'
                      WHEN k.counter = 6 THEN COALESCE(m.staff_id, '') ELSE '' END AS dimension,
                 CASE WHEN k.counter IN (4, 5) THEN COALESCE(m.decision->>'category', '') ELSE '' END AS category,
                 CAST(CASE WHEN k.counter = 3 THEN m.segments ELSE 1 END AS BIGINT) AS value,
                 m.conversation_id, '' AS request_id, m.id AS subject_id ",
            $from,
            " AND v.company_id = $1 AND v.id = m.conversation_id
            AND CASE k.counter
                WHEN 1 THEN m.direction = 1
                WHEN 2 THEN m.direction = 2 AND m.status IN (3, 4, 5, 6, 7, 11)
                WHEN 3 THEN m.direction = 2 AND m.status IN (4, 5, 6)
                WHEN 4 THEN m.direction = 2 AND m.author = 2 AND m.decision IS NOT NULL
                WHEN 5 THEN CASE
                    WHEN m.direction <> 2 OR m.author <> 2 OR m.decision IS NULL THEN FALSE
                    WHEN EXISTS (
                        SELECT 1 FROM escalation e WHERE e.company_id = $1 AND e.conversation_id = m.conversation_id
                           AND e.asked_ms > m.created_ms AND e.asked_ms <= m.created_ms + 86400000 AND NOT e.is_test)
                        THEN FALSE
                    ELSE NOT EXISTS (
                        SELECT 1 FROM message r WHERE r.company_id = $1 AND r.conversation_id = m.conversation_id
                           AND r.created_ms > m.created_ms AND r.created_ms <= m.created_ms + 86400000
                           AND r.author = 2 AND NOT r.is_test AND r.decision->>'answer_id' = m.decision->>'answer_id')
                    END
                WHEN 6 THEN m.direction = 2 AND m.author = 3 AND m.blast_id IS NULL
                    AND m.status IN (3, 4, 5, 6, 7, 11)
                WHEN 7 THEN m.blast_id IS NOT NULL AND m.status = 5
                ELSE m.blast_id IS NOT NULL AND m.status IN (6, 7)
            END"
        )
    };
}

/// Escalations that match a condition, with a time.
macro_rules! escalations {
    ($counter:literal, $time:literal, $dimension:literal, $condition:expr) => {
        concat!(
            " SELECT ",
            $counter,
            ", e.community_id, ",
            $time,
            ", ",
            $dimension,
            ", e.suggested_category, CAST(1 AS BIGINT), COALESCE(e.conversation_id, ''), '', e.id
             FROM span CROSS JOIN escalation e
             WHERE e.company_id = $1 AND ",
            $time,
            " >= span.since_ms AND ",
            $time,
            " < span.until_ms AND NOT e.is_test AND ",
            $condition
        )
    };
}

/// State changes of service requests that match a condition.
macro_rules! service_requests {
    ($counter:literal, $dimension:literal, $condition:literal) => {
        concat!(
            " SELECT ",
            $counter,
            ", q.community_id, a.at_ms, ",
            $dimension,
            ", '', CAST(1 AS BIGINT), '', q.id, q.id || ' ' || a.id
             FROM span CROSS JOIN service_request_activity a
             JOIN service_request q ON q.company_id = $1 AND q.id = a.request_id
             WHERE a.company_id = $1 AND a.at_ms >= span.since_ms AND a.at_ms < span.until_ms AND a.state <> 0 AND ",
            $condition
        )
    };
}

/// The facts in the spans as `fact`; `$texts` selects the texts.
macro_rules! with_facts {
    ($texts:expr, $rest:expr) => {
        concat!(
            ", text_counter (counter) AS (VALUES (1), (2), (3), (4), (5), (6), (7), (8)), fact AS (",
            $crate::reporting::report::store::facts::texts!($texts),
            " UNION ALL",
            $crate::reporting::report::store::facts::escalations!(9, "e.asked_ms", "''", "TRUE"),
            " UNION ALL",
            $crate::reporting::report::store::facts::escalations!(
                10,
                "e.reviewed_ms",
                "''",
                $crate::reporting::report::store::facts::answered!()
            ),
            " UNION ALL",
            $crate::reporting::report::store::facts::escalations!(
                11,
                "e.reviewed_ms",
                "''",
                "e.reviewed = TRUE AND e.bot_trained"
            ),
            " UNION ALL",
            $crate::reporting::report::store::facts::escalations!(
                14,
                "e.reviewed_ms",
                "COALESCE(e.reviewed_by, '')",
                "e.reviewed = TRUE"
            ),
            " UNION ALL",
            $crate::reporting::report::store::facts::escalations!(
                17,
                "e.asked_ms",
                "''",
                "e.suggested_question = ''"
            ),
            " UNION ALL
             SELECT 15, v.community_id, k.at_ms, '', '', CAST(1 AS BIGINT), v.id, '', k.id
             FROM span CROSS JOIN consent_entry k JOIN conversation v ON v.company_id = $1 AND v.id = COALESCE(
                 (SELECT m.conversation_id FROM message m WHERE m.company_id = $1 AND m.id = k.message_id),
                 (SELECT MIN(o.id) FROM conversation o WHERE o.company_id = $1 AND o.phone = k.phone))
             WHERE k.company_id = $1 AND k.at_ms >= span.since_ms AND k.at_ms < span.until_ms AND k.state = 4
               AND NOT COALESCE(
                   (SELECT m.is_test FROM message m WHERE m.company_id = $1 AND m.id = k.message_id), v.is_test)
             UNION ALL
             SELECT 16, v.community_id, b.replied_ms, '', '', CAST(1 AS BIGINT), v.id, '', b.blast_id || ' ' || v.id
             FROM span CROSS JOIN blast_reply b
             JOIN conversation v ON v.company_id = $1 AND v.id = b.conversation_id
             WHERE b.company_id = $1 AND b.replied_ms >= span.since_ms AND b.replied_ms < span.until_ms
               AND NOT b.is_test
             UNION ALL",
            $crate::reporting::report::store::facts::service_requests!(
                18,
                "''",
                "a.state > 1 AND NOT EXISTS (
                   SELECT 1 FROM service_request_activity p WHERE p.company_id = $1 AND p.request_id = a.request_id
                      AND p.state > 1 AND p.id < a.id)"
            ),
            " UNION ALL",
            $crate::reporting::report::store::facts::service_requests!(19, "''", "a.state = 7"),
            " UNION ALL",
            $crate::reporting::report::store::facts::service_requests!(
                20,
                // Whole hours, in minutes.
                "CAST((a.at_ms - q.created_ms + 1800000) / 3600000 * 60 AS TEXT)",
                "a.state = 7"
            ),
            ") ",
            $rest
        )
    };
}

/// A statement that uses the spans of time in `$3` as `span`, for both databases.
macro_rules! in_spans {
    ($sqlite:expr, $postgres:expr) => {
        platform::dialect(
            concat!(
                "WITH span AS (SELECT value->>0 AS since_ms, value->>1 AS until_ms FROM json_each($3))",
                $sqlite
            ),
            concat!("WITH span AS (SELECT since_ms, until_ms FROM report_spans($3))", $postgres),
        )
    };
}

/// A statement that uses the facts, for both databases.
macro_rules! facts {
    ($rest:expr) => {
        $crate::reporting::report::store::facts::in_spans!(
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::facts::texts_of_spans!(),
                $rest
            ),
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::facts::texts_of_spans!(),
                $rest
            )
        )
    };
}

/// A statement that uses the facts in short spans of all communities, for both databases. It makes PostgreSQL
/// search for the texts in the spans first: PostgreSQL estimates that a span contains a ninth of all texts,
/// and would search every conversation instead. The bounds of all spans are not columns, which tells
/// PostgreSQL that few texts match.
macro_rules! facts_of_short_spans {
    ($sqlite:expr, $postgres:expr) => {
        $crate::reporting::report::store::facts::in_spans!(
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::facts::texts_of_spans!(),
                $sqlite
            ),
            concat!(
                ", span_text AS MATERIALIZED (
                     SELECT m.id, m.conversation_id, m.created_ms, m.direction, m.author, m.status, m.staff_id,
                            m.blast_id, m.segments, m.decision
                     FROM span CROSS JOIN message m
                     WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
                       AND m.created_ms >= (SELECT MIN(since_ms) FROM span)
                       AND m.created_ms < (SELECT MAX(until_ms) FROM span) AND NOT m.is_test)",
                $crate::reporting::report::store::facts::with_facts!(
                    "FROM span_text m CROSS JOIN conversation v CROSS JOIN text_counter k WHERE TRUE",
                    $postgres
                )
            )
        )
    };
}

/// True if staff answered the escalation `e`.
macro_rules! answered {
    () => {
        "e.reviewed = TRUE AND e.state = 3"
    };
}

pub(super) use {
    answered, escalations, facts, facts_of_short_spans, in_spans, service_requests, texts, texts_of_spans,
    with_facts,
};
