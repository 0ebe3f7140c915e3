//! The rows that are counted, as SQL: texts, emails, messages of web chats, escalations and state changes of service
//! requests. Each `SELECT` has the columns of a fact.

/// Texts in the spans as `m`, joined with their conversations and the counters, up to the first conditions.
macro_rules! texts_of_spans {
    () => {
        "FROM span CROSS JOIN message m CROSS JOIN conversation v CROSS JOIN text_counter k
          WHERE m.company_id = $1 AND m.created_ms >= span.since_ms AND m.created_ms < span.until_ms
            AND NOT m.is_test"
    };
}

/// Texts from `$from`, each joined with every counter that counts it. An answer that was suppressed or canceled (8, 10)
/// was not given. Counter 5 uses CASE because SQLite evaluates both sides of AND here, but only one branch of CASE.
macro_rules! texts {
    ($from:expr) => {
        concat!(
            " SELECT k.counter, CASE WHEN m.blast_id IS NULL THEN 1 ELSE 2 END AS channel, v.community_id,
                 m.created_ms AS at_ms,
                 CASE WHEN k.counter = 4 AND CAST(m.decision->>'is_learned' AS TEXT) IN ('1', 'true') THEN 'learned'
                      WHEN k.counter = 6 THEN COALESCE(m.staff_id, '') ELSE '' END AS dimension,
                 CASE WHEN k.counter IN (4, 5) THEN COALESCE(m.decision->>'category', '') ELSE '' END AS category,
                 CAST(CASE WHEN k.counter = 3 THEN m.segments ELSE 1 END AS BIGINT) AS value,
                 m.conversation_id AS thread_id, '' AS request_id, m.id AS subject_id ",
            $from,
            " AND v.company_id = $1 AND v.id = m.conversation_id
            AND CASE k.counter
                WHEN 1 THEN m.direction = 1
                WHEN 2 THEN m.direction = 2 AND m.status IN (3, 4, 5, 6, 7, 11)
                WHEN 3 THEN m.direction = 2 AND m.status IN (4, 5, 6)
                WHEN 4 THEN m.direction = 2 AND m.author = 2 AND m.decision IS NOT NULL AND m.status NOT IN (8, 10)
                WHEN 5 THEN CASE
                    WHEN m.direction <> 2 OR m.author <> 2 OR m.decision IS NULL OR m.status IN (8, 10) THEN FALSE
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

/// Emails in the spans as `m`, with the counters, up to the first conditions.
macro_rules! emails_of_spans {
    () => {
        "FROM span CROSS JOIN email_message m CROSS JOIN reply_counter k
          WHERE m.company_id = $1 AND m.status IN (1, 4) AND m.at_ms >= span.since_ms AND m.at_ms < span.until_ms"
    };
}

/// Emails from `$from` that were received or sent, each with every counter that counts it. In `+r.status`, the sign
/// makes SQLite use the index by thread.
macro_rules! emails {
    ($from:expr) => {
        concat!(
            " SELECT k.counter, 3, m.community_id, m.at_ms,
                 CASE WHEN k.counter = 4 AND m.is_answer_learned THEN 'learned'
                      WHEN k.counter = 6 THEN COALESCE(m.author_id, '') ELSE '' END,
                 CASE WHEN k.counter IN (4, 5) THEN m.answer_category ELSE '' END,
                 CAST(1 AS BIGINT), COALESCE(m.thread_id, ''), '', m.id ",
            $from,
            " AND CASE k.counter
                WHEN 1 THEN m.status = 1 AND m.kind = 1
                WHEN 2 THEN m.status = 4
                WHEN 4 THEN m.status = 4 AND m.author_id IS NULL AND m.answer_id IS NOT NULL
                WHEN 5 THEN CASE
                    WHEN m.status <> 4 OR m.author_id IS NOT NULL OR m.answer_id IS NULL THEN FALSE
                    WHEN EXISTS (
                        SELECT 1 FROM escalation e WHERE e.company_id = $1 AND e.email_thread_id = m.thread_id
                           AND e.asked_ms > m.at_ms AND e.asked_ms <= m.at_ms + 86400000 AND NOT e.is_test)
                        THEN FALSE
                    ELSE NOT EXISTS (
                        SELECT 1 FROM email_message r WHERE r.company_id = $1 AND r.thread_id = m.thread_id
                           AND r.at_ms > m.at_ms AND r.at_ms <= m.at_ms + 86400000
                           AND +r.status = 4 AND r.author_id IS NULL AND r.answer_id = m.answer_id)
                    END
                ELSE m.status = 4 AND m.author_id IS NOT NULL
            END"
        )
    };
}

/// Messages of web chats in the spans as `m`, joined with their chats and the counters, up to the first conditions.
macro_rules! chat_messages_of_spans {
    () => {
        "FROM span CROSS JOIN web_chat_message m CROSS JOIN web_chat w CROSS JOIN reply_counter k
          WHERE m.company_id = $1 AND m.at_ms >= span.since_ms AND m.at_ms < span.until_ms"
    };
}

/// Messages of web chats from `$from`, each with every counter that counts it.
macro_rules! chat_messages {
    ($from:expr) => {
        concat!(
            " SELECT k.counter, 4, w.community_id, m.at_ms,
                 CASE WHEN k.counter = 4 AND m.is_answer_learned THEN 'learned'
                      WHEN k.counter = 6 THEN COALESCE(m.staff_id, '') ELSE '' END,
                 CASE WHEN k.counter IN (4, 5) THEN m.answer_category ELSE '' END,
                 CAST(1 AS BIGINT), m.chat_id, '', m.id ",
            $from,
            " AND w.company_id = $1 AND w.id = m.chat_id AND NOT w.is_test
            AND CASE k.counter
                WHEN 1 THEN m.author = 1
                WHEN 2 THEN m.author <> 1
                WHEN 4 THEN m.author = 2 AND m.answer_id IS NOT NULL
                WHEN 5 THEN CASE
                    WHEN m.author <> 2 OR m.answer_id IS NULL THEN FALSE
                    WHEN EXISTS (
                        SELECT 1 FROM escalation e WHERE e.company_id = $1 AND e.web_chat_id = m.chat_id
                           AND e.asked_ms > m.at_ms AND e.asked_ms <= m.at_ms + 86400000 AND NOT e.is_test)
                        THEN FALSE
                    ELSE NOT EXISTS (
                        SELECT 1 FROM web_chat_message r WHERE r.company_id = $1 AND r.chat_id = m.chat_id
                           AND r.at_ms > m.at_ms AND r.at_ms <= m.at_ms + 86400000
                           AND r.author = 2 AND r.answer_id = m.answer_id)
                    END
                ELSE m.author = 3
            END"
        )
    };
}

/// The channel of the question of the escalation `e`.
macro_rules! channel_of_escalation {
    () => {
        "CASE WHEN e.email_thread_id IS NOT NULL THEN 3 WHEN e.web_chat_id IS NOT NULL THEN 4 ELSE 1 END"
    };
}

/// Escalations that match a condition, with a time.
macro_rules! escalations {
    ($counter:literal, $time:literal, $dimension:literal, $condition:expr) => {
        concat!(
            " SELECT ",
            $counter,
            ", ",
            $crate::reporting::report::store::sources::channel_of_escalation!(),
            ", e.community_id, ",
            $time,
            ", ",
            $dimension,
            ", e.suggested_category, CAST(1 AS BIGINT),
                 COALESCE(e.conversation_id, e.email_thread_id, e.web_chat_id, ''), '', e.id
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
            ", 0, q.community_id, a.at_ms, ",
            $dimension,
            ", '', CAST(1 AS BIGINT), '', q.id, q.id || ' ' || a.id
             FROM span CROSS JOIN service_request_activity a
             JOIN service_request q ON q.company_id = $1 AND q.id = a.request_id
             WHERE a.company_id = $1 AND a.at_ms >= span.since_ms AND a.at_ms < span.until_ms AND a.state <> 0 AND ",
            $condition
        )
    };
}

/// True if staff answered the escalation `e`.
macro_rules! answered {
    () => {
        "e.reviewed = TRUE AND e.state = 3"
    };
}

/// The time of the first message of staff between the question of the escalation `e` and its review, in the channel of
/// the question. NULL if there is none. A text that was suppressed or canceled (8, 10) is no reply. `$by_…` are the
/// indexes to use.
macro_rules! first_reply {
    ($by_conversation:literal, $by_thread:literal, $by_chat:literal) => {
        concat!(
            "COALESCE(
                (SELECT MIN(m.created_ms) FROM message m",
            $by_conversation,
            "
                 WHERE m.company_id = $1 AND m.conversation_id = e.conversation_id AND m.author = 3
                   AND m.blast_id IS NULL AND m.status NOT IN (8, 10)
                   AND m.created_ms > e.asked_ms AND m.created_ms <= e.reviewed_ms),
                (SELECT MIN(m.at_ms) FROM email_message m",
            $by_thread,
            "
                 WHERE m.company_id = $1 AND m.thread_id = e.email_thread_id AND m.status = 4
                   AND m.author_id IS NOT NULL AND m.at_ms > e.asked_ms AND m.at_ms <= e.reviewed_ms),
                (SELECT MIN(m.at_ms) FROM web_chat_message m",
            $by_chat,
            "
                 WHERE m.company_id = $1 AND m.chat_id = e.web_chat_id AND m.author = 3
                   AND m.at_ms > e.asked_ms AND m.at_ms <= e.reviewed_ms))"
        )
    };
}

/// [`first_reply`] with the indexes that SQLite must use: it may otherwise choose those by time, with thousands of
/// messages between a question and its answer.
macro_rules! first_reply_by_index {
    () => {
        $crate::reporting::report::store::sources::first_reply!(
            " INDEXED BY message_by_time",
            " INDEXED BY email_message_by_thread",
            " INDEXED BY web_chat_message_by_time"
        )
    };
}

/// The last message of the resident or visitor in the thread before the answer of the bot that is the fact `f`. NULL
/// if there is none. Of texts, it is the last one on which the bot decided, if any: replies to "Did you mean" and to
/// the question for the unit follow the question. `$by_…` are the indexes to use.
macro_rules! question {
    ($by_conversation:literal, $by_thread:literal, $by_chat:literal) => {
        concat!(
            "COALESCE(
                (SELECT i.body FROM message i",
            $by_conversation,
            "
                 WHERE i.company_id = $1 AND i.conversation_id = f.thread_id AND i.direction = 1 AND NOT i.is_test
                   AND i.decision IS NOT NULL
                   AND i.created_ms <= f.at_ms ORDER BY i.created_ms DESC, i.id DESC LIMIT 1),
                (SELECT i.body FROM message i",
            $by_conversation,
            "
                 WHERE i.company_id = $1 AND i.conversation_id = f.thread_id AND i.direction = 1 AND NOT i.is_test
                   AND i.created_ms <= f.at_ms ORDER BY i.created_ms DESC, i.id DESC LIMIT 1),
                (SELECT i.text FROM email_message i",
            $by_thread,
            "
                 WHERE i.company_id = $1 AND i.thread_id = f.thread_id AND i.status = 1
                   AND i.at_ms <= f.at_ms ORDER BY i.at_ms DESC, i.id DESC LIMIT 1),
                (SELECT i.body FROM web_chat_message i",
            $by_chat,
            "
                 WHERE i.company_id = $1 AND i.chat_id = f.thread_id AND i.author = 1
                   AND i.at_ms <= f.at_ms ORDER BY i.at_ms DESC, i.id DESC LIMIT 1))"
        )
    };
}

/// [`question`] with the indexes that SQLite must use, as for [`first_reply_by_index`].
macro_rules! question_by_index {
    () => {
        $crate::reporting::report::store::sources::question!(
            " INDEXED BY message_by_time",
            " INDEXED BY email_message_by_thread",
            " INDEXED BY web_chat_message_by_time"
        )
    };
}

pub(super) use {
    answered, channel_of_escalation, chat_messages, chat_messages_of_spans, emails, emails_of_spans,
    escalations, first_reply, first_reply_by_index, question, question_by_index, service_requests, texts,
    texts_of_spans,
};
