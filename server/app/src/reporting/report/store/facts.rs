//! The definition of what is counted, as SQL.
//!
//! A fact has a counter, a channel, a community, a time, a dimension, a category, a value, a thread, a service request,
//! and the ID of the counted row. The channels are those of the contract, and 0 for none; the thread is a conversation,
//! an email thread or a web chat. Test traffic is not counted and does not affect other counts. `$1` is the company.

/// The facts in the spans as `fact`; `$texts`, `$emails` and `$chat_messages` select the messages.
macro_rules! with_facts {
    ($texts:expr, $emails:expr, $chat_messages:expr, $rest:expr) => {
        concat!(
            ", text_counter (counter) AS (VALUES (1), (2), (3), (4), (5), (6), (7), (8)),
               reply_counter (counter) AS (VALUES (1), (2), (4), (5), (6)), fact AS (",
            $crate::reporting::report::store::sources::texts!($texts),
            " UNION ALL",
            $crate::reporting::report::store::sources::emails!($emails),
            " UNION ALL",
            $crate::reporting::report::store::sources::chat_messages!($chat_messages),
            " UNION ALL",
            $crate::reporting::report::store::sources::escalations!(9, "e.asked_ms", "''", "TRUE"),
            " UNION ALL",
            $crate::reporting::report::store::sources::escalations!(
                10,
                "e.reviewed_ms",
                "''",
                $crate::reporting::report::store::sources::answered!()
            ),
            " UNION ALL",
            $crate::reporting::report::store::sources::escalations!(
                11,
                "e.reviewed_ms",
                "''",
                "e.reviewed = TRUE AND e.bot_trained"
            ),
            " UNION ALL",
            $crate::reporting::report::store::sources::escalations!(
                14,
                "e.reviewed_ms",
                "COALESCE(e.reviewed_by, '')",
                "e.reviewed = TRUE"
            ),
            " UNION ALL",
            $crate::reporting::report::store::sources::escalations!(
                17,
                "e.asked_ms",
                "''",
                "e.suggested_question = ''"
            ),
            " UNION ALL
             SELECT 15, 1, v.community_id, k.at_ms, '', '', CAST(1 AS BIGINT), v.id, '', k.id
             FROM span CROSS JOIN consent_entry k JOIN conversation v ON v.company_id = $1 AND v.id = COALESCE(
                 (SELECT m.conversation_id FROM message m WHERE m.company_id = $1 AND m.id = k.message_id),
                 (SELECT MIN(o.id) FROM conversation o WHERE o.company_id = $1 AND o.phone = k.phone))
             WHERE k.company_id = $1 AND k.at_ms >= span.since_ms AND k.at_ms < span.until_ms AND k.state = 4
               AND NOT COALESCE(
                   (SELECT m.is_test FROM message m WHERE m.company_id = $1 AND m.id = k.message_id), v.is_test)
             UNION ALL
             SELECT 16, 2, v.community_id, b.replied_ms, '', '', CAST(1 AS BIGINT), v.id, '', b.blast_id || ' ' || v.id
             FROM span CROSS JOIN blast_reply b
             JOIN conversation v ON v.company_id = $1 AND v.id = b.conversation_id
             WHERE b.company_id = $1 AND b.replied_ms >= span.since_ms AND b.replied_ms < span.until_ms
               AND NOT b.is_test
             UNION ALL",
            $crate::reporting::report::store::sources::service_requests!(
                18,
                "''",
                "a.state > 1 AND NOT EXISTS (
                   SELECT 1 FROM service_request_activity p WHERE p.company_id = $1 AND p.request_id = a.request_id
                      AND p.state > 1 AND p.id < a.id)"
            ),
            " UNION ALL",
            $crate::reporting::report::store::sources::service_requests!(19, "''", "a.state = 7"),
            " UNION ALL",
            $crate::reporting::report::store::sources::service_requests!(
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
    ($sqlite:expr, $postgres:expr) => {
        $crate::reporting::report::store::facts::in_spans!(
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::sources::texts_of_spans!(),
                $crate::reporting::report::store::sources::emails_of_spans!(),
                $crate::reporting::report::store::sources::chat_messages_of_spans!(),
                $sqlite
            ),
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::sources::texts_of_spans!(),
                $crate::reporting::report::store::sources::emails_of_spans!(),
                $crate::reporting::report::store::sources::chat_messages_of_spans!(),
                $postgres
            )
        )
    };
}

/// A statement that uses the facts in short spans of all communities, for both databases. It makes PostgreSQL
/// search for the messages in the spans first: PostgreSQL estimates that a span contains a ninth of all messages,
/// and would search every conversation instead. The bounds of all spans are not columns, which tells
/// PostgreSQL that few messages match.
macro_rules! facts_of_short_spans {
    ($sqlite:expr, $postgres:expr) => {
        $crate::reporting::report::store::facts::in_spans!(
            $crate::reporting::report::store::facts::with_facts!(
                $crate::reporting::report::store::sources::texts_of_spans!(),
                $crate::reporting::report::store::sources::emails_of_spans!(),
                $crate::reporting::report::store::sources::chat_messages_of_spans!(),
                $sqlite
            ),
            concat!(
                ", span_text AS MATERIALIZED (
                     SELECT m.id, m.conversation_id, m.created_ms, m.direction, m.author, m.status, m.staff_id,
                            m.blast_id, m.segments, m.decision
                     FROM span CROSS JOIN message m
                     WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
                       AND m.created_ms >= (SELECT MIN(since_ms) FROM span)
                       AND m.created_ms < (SELECT MAX(until_ms) FROM span) AND NOT m.is_test),
                   span_email AS MATERIALIZED (
                     SELECT m.id, m.community_id, m.thread_id, m.at_ms, m.status, m.kind, m.author_id, m.answer_id,
                            m.answer_category, m.is_answer_learned
                     FROM span CROSS JOIN email_message m
                     WHERE m.company_id = $1 AND m.status IN (1, 4)
                       AND m.at_ms >= span.since_ms AND m.at_ms < span.until_ms
                       AND m.at_ms >= (SELECT MIN(since_ms) FROM span)
                       AND m.at_ms < (SELECT MAX(until_ms) FROM span)),
                   span_chat_message AS MATERIALIZED (
                     SELECT m.id, m.chat_id, m.at_ms, m.author, m.staff_id, m.answer_id, m.answer_category,
                            m.is_answer_learned
                     FROM span CROSS JOIN web_chat_message m
                     WHERE m.company_id = $1 AND m.at_ms >= span.since_ms AND m.at_ms < span.until_ms
                       AND m.at_ms >= (SELECT MIN(since_ms) FROM span)
                       AND m.at_ms < (SELECT MAX(until_ms) FROM span))",
                $crate::reporting::report::store::facts::with_facts!(
                    "FROM span_text m CROSS JOIN conversation v CROSS JOIN text_counter k WHERE TRUE",
                    "FROM span_email m CROSS JOIN reply_counter k WHERE TRUE",
                    "FROM span_chat_message m CROSS JOIN web_chat w CROSS JOIN reply_counter k WHERE TRUE",
                    $postgres
                )
            )
        )
    };
}

pub(super) use {facts, facts_of_short_spans, in_spans, with_facts};
