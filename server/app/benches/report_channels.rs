//! Emails and web chats for reports: one in ten exchanges of [`places`](crate::report_messages::places) is an email
//! thread's, and one in ten a web chat's.
use crate::report_messages::places;

/// A mailbox and 25 email threads of each of the communities `$2` to `$3`.
pub const MAILBOXES: &str = "
     INSERT INTO mailbox (company_id, id, community_id, kind, address, display_name, signature, version)
     WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3)
     SELECT $1, 'bulk-' || (10000 + k), 'bulk-' || (10000 + k), 1, 'desk' || (10000 + k) || '@elm.example', 'Office',
            '', 1 FROM c";
pub const THREADS: &str = "
     INSERT INTO email_thread (company_id, id, community_id, mailbox_id, subject, subject_key,
         participant_address, participant_name, snippet, state, unread, has_attachments, kind, message_count,
         last_message_ms, version)
     WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3),
          p (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM p WHERE i < 24)
     SELECT $1, 'bulk-' || (10000 + k) || '-' || i, 'bulk-' || (10000 + k), 'bulk-' || (10000 + k), 'Gate', 'gate',
            'owner' || i || '@mail.example', 'Owner', 'See you there.', 3, FALSE, FALSE, 1, 1, 0, 1
     FROM c CROSS JOIN p";
/// 25 web chats of each of the communities `$2` to `$3`.
pub const CHATS: &str = "
     INSERT INTO web_chat (company_id, id, community_id, token_hash, name, email, page, snippet,
         message_count, last_position, is_after_hours, is_test, started_ms, last_message_ms, expires_ms)
     WITH RECURSIVE c (k) AS (SELECT CAST($2 AS BIGINT) UNION ALL SELECT k + 1 FROM c WHERE k + 1 < $3),
          p (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM p WHERE i < 24)
     SELECT $1, 'bulk-' || (10000 + k) || '-' || i, 'bulk-' || (10000 + k), 'bulk-' || i, '', '', '',
            'See you there.', 1, 1,
            FALSE, FALSE, 0, 0, 0 FROM c CROSS JOIN p";

/// Two received emails, of which the bot answers one, with an answer that it gives at most once a day, and staff the
/// other.
pub const EMAILS: &str = concat!(
    "INSERT INTO email_message (company_id, id, community_id, mailbox_id, thread_id, message_id, reference_ids, status,
         kind, bounced, from_address, from_name, to_addresses, cc_addresses, subject, text, quoted_text, html,
         blocked_image_count, content_hash, author_id, at_ms, answer_id, answer_category, is_answer_learned) ",
    places!(
        "SELECT $1, id, 'bulk-' || (10000 + k), 'bulk-' || (10000 + k),
                'bulk-' || (10000 + k) || '-' || ((i / 100 + k) % 25), '', '[]',
                CASE WHEN i % 10 IN (1, 6) THEN 4 ELSE 1 END, 1, FALSE, '', '', '[]', '[]', 'Gate',
                'Thank you, that helps. See you there on Tuesday at seven.', '', '', 0, id,
                CASE WHEN i % 10 = 6 THEN 'bulk-staff-' || (k % 40) END, at_ms,
                CASE WHEN i % 10 = 1 THEN 'answer-' || answer END,
                CASE WHEN i % 10 = 1 THEN 'Category ' || (answer % 15) ELSE '' END, i % 10 = 1 AND answer % 6 = 0
         FROM place WHERE i / 10 % 10 = 0 AND i % 10 IN (0, 1, 5, 6)"
    )
);
/// The same in web chats.
pub const CHAT_MESSAGES: &str = concat!(
    "INSERT INTO web_chat_message (company_id, id, chat_id, position, author, staff_id, body, choices, at_ms, answer_id,
         answer_category, is_answer_learned) ",
    places!(
        "SELECT $1, id, 'bulk-' || (10000 + k) || '-' || ((i / 100 + k) % 25), CAST(i AS INTEGER),
                CASE i % 10 WHEN 1 THEN 2 WHEN 6 THEN 3 ELSE 1 END,
                CASE WHEN i % 10 = 6 THEN 'bulk-staff-' || (k % 40) END,
                'Thank you, that helps. See you there on Tuesday at seven.', '[]', at_ms,
                CASE WHEN i % 10 = 1 THEN 'answer-' || answer END,
                CASE WHEN i % 10 = 1 THEN 'Category ' || (answer % 15) ELSE '' END, i % 10 = 1 AND answer % 6 = 0
         FROM place WHERE i / 10 % 10 = 1 AND i % 10 IN (0, 1, 5, 6)"
    )
);
/// The questions that staff answer by email or in a web chat, reviewed a minute after the answer.
pub const ESCALATIONS: &str = concat!(
    "INSERT INTO escalation (company_id, id, community_id, email_thread_id, email_message_id, web_chat_id,
         web_chat_message_id, state, reviewed, question, answer, bot_trained, suggested_answer, suggested_question,
         suggested_source, suggested_confidence, dismissed_reason, asked_ms, reviewed_ms, reviewed_by,
         suggested_category) ",
    places!(
        "SELECT $1, id || '-' || channel, 'bulk-' || (10000 + k), CASE channel WHEN 0 THEN thread END,
                CASE channel WHEN 0 THEN id END, CASE channel WHEN 1 THEN thread END, CASE channel WHEN 1 THEN id END,
                3, TRUE, 'Where?', 'There.', FALSE, '', '', '', 0.0, 0, at_ms, at_ms + CAST($7 AS BIGINT) + 60000,
                'bulk-staff-' || (k % 40), 'Category ' || (answer % 15)
         FROM (SELECT place.*, i / 10 % 10 AS channel,
                      'bulk-' || (10000 + k) || '-' || ((i / 100 + k) % 25) AS thread FROM place) asked
         WHERE channel < 2 AND i % 10 = 5"
    )
);
