//! Queries for items of the inbox. The scope is `$1` and `$2`.
mod merged_persons;

use platform::{
    Fault, Scope, Sql, Tx, dialect,
    ids::{CommunityId, UserId},
    phone::Phone,
};
use sqlx::types::Json;

pub use merged_persons::{merge, merged_account, merged_addresses, participant_name, purge, unmerge};

use super::model::{Counts, Filter, InboxItem, Order};
use crate::messaging::{
    thread::has_test_traffic,
    web_chat::{identified_name, identified_unit, join_identity},
};

/// Sorts after every character that may follow the beginning of a word.
const AFTER: char = '\u{10ffff}';

/// Selects up to `$3` items of all channels in an order: newest message first, earliest due reply first, or
/// highest priority first.
macro_rules! items {
    (newest_first, $texts:expr, $emails:expr, $chats:expr) => {
        items!(
            $texts,
            $emails,
            $chats,
            " ORDER BY v.last_message_ms DESC, v.id DESC",
            " ORDER BY t.last_message_ms DESC, t.id DESC",
            " ORDER BY w.last_message_ms DESC, w.id DESC",
            " ORDER BY last_message_ms DESC, id DESC"
        )
    };
    // The sum is in no index: the few chats of an address are looked up by it and sorted, instead of scanned by time.
    (newest_of_person, $texts:expr, $emails:expr, $chats:expr) => {
        items!(
            $texts,
            $emails,
            $chats,
            " ORDER BY v.last_message_ms DESC, v.id DESC",
            " ORDER BY t.last_message_ms DESC, t.id DESC",
            " ORDER BY w.last_message_ms + 0 DESC, w.id DESC",
            " ORDER BY last_message_ms DESC, id DESC"
        )
    };
    (due_first, $texts:expr, $emails:expr, $chats:expr) => {
        items!(
            $texts,
            $emails,
            $chats,
            " ORDER BY v.reply_due_ms, v.id",
            " ORDER BY t.reply_due_ms, t.id",
            " ORDER BY w.reply_due_ms, w.id",
            " ORDER BY reply_due_ms, id"
        )
    };
    (priority_first, $texts:expr, $emails:expr, $chats:expr) => {
        items!(
            $texts,
            $emails,
            $chats,
            " ORDER BY v.priority DESC, v.last_message_ms DESC, v.id DESC",
            " ORDER BY t.priority DESC, t.last_message_ms DESC, t.id DESC",
            " ORDER BY w.priority DESC, w.last_message_ms DESC, w.id DESC",
            " ORDER BY priority DESC, last_message_ms DESC, id DESC"
        )
    };
    ($texts:expr, $emails:expr, $chats:expr, $by_text:literal, $by_email:literal, $by_chat:literal, $by:literal) => {
        concat!(
            "SELECT * FROM (
                 SELECT 1 AS channel, v.id, v.community_id, c.tag AS community_tag, COALESCE(r.name, '') AS name,
                        COALESCE(r.unit, '') AS unit, v.phone AS address, '' AS subject, v.preview, v.state,
                        v.unread > 0 AS is_unread, v.assigned_to AS assignee_id, ",
            platform::actor_name!("v", "assigned_to"),
            " AS assignee_name,
                        v.snoozed_until_ms, v.last_message_ms, v.is_test, v.reply_due_ms, v.priority
                 FROM conversation v
                 JOIN community c ON c.id = v.community_id
                 LEFT JOIN resident r
                   ON r.company_id = v.company_id AND r.community_id = v.community_id AND r.phone = v.phone
                 WHERE v.company_id = $1 AND ",
            platform::sees!("v.community_id"),
            " ",
            $texts,
            $by_text,
            " LIMIT $3) texts
             UNION ALL
             SELECT * FROM (
                 SELECT 2 AS channel, t.id, t.community_id, c.tag AS community_tag, t.participant_name AS name,
                        COALESCE((SELECT h.unit FROM homeowner_account h WHERE h.company_id = t.company_id
                            AND h.community_id = t.community_id AND h.email = t.participant_address
                            AND h.email <> '' ORDER BY h.id LIMIT 1), '') AS unit,
                        t.participant_address AS address, t.subject, t.snippet AS preview, t.state,
                        t.unread AS is_unread, t.assignee_id, ",
            platform::staff_name!("t", "assignee_id"),
            " AS assignee_name,
                        t.snoozed_until_ms, t.last_message_ms, FALSE AS is_test, t.reply_due_ms, t.priority
                 FROM email_thread t
                 JOIN mailbox m ON m.company_id = t.company_id AND m.id = t.mailbox_id AND m.deleted_ms IS NULL
                 JOIN community c ON c.id = t.community_id
                 WHERE t.company_id = $1 AND ",
            platform::sees!("t.community_id"),
            " ",
            $emails,
            $by_email,
            " LIMIT $3) emails
             UNION ALL
             SELECT * FROM (
                 SELECT 3 AS channel, w.id, w.community_id, c.tag AS community_tag, COALESCE(",
            identified_name!(),
            ", w.name) AS name, COALESCE(",
            identified_unit!(),
            ", '') AS unit,
                        w.email AS address, '' AS subject, w.snippet AS preview, w.state, w.is_unread, w.assignee_id, ",
            platform::staff_name!("w", "assignee_id"),
            " AS assignee_name,
                        w.snoozed_until_ms, w.last_message_ms, w.is_test, w.reply_due_ms, w.priority
                 FROM web_chat w
                 JOIN community c ON c.id = w.community_id",
            join_identity!(),
            "
                 WHERE w.company_id = $1 AND ",
            platform::sees!("w.community_id"),
            " ",
            $chats,
            $by_chat,
            " LIMIT $3) chats",
            $by,
            " LIMIT $3"
        )
    };
}

/// Selects items that match a filter. The conditions on texts, emails and web chats cover the state, the assignment and
/// the page key. Web chats have the states of conversations.
macro_rules! filtered {
    ($order:ident, $texts:expr, $emails:expr, $chats:expr) => {
        items!(
            $order,
            concat!(
                "AND ",
                has_test_traffic!("v", "$18"),
                " AND $6 IN (0, 1) AND ($7 IS NULL OR v.community_id = $7) AND ",
                $texts,
                "
         AND ($12 IS NULL OR v.id IN (SELECT w.conversation_id FROM conversation_word w
              WHERE w.company_id = $1 AND w.word >= $12 AND w.word < $13))
         AND ($14 IS NULL OR EXISTS (SELECT 1 FROM conversation_word w
              WHERE w.company_id = $1 AND w.conversation_id = v.id AND w.word >= $14 AND w.word < $15))
         AND ($16 IS NULL OR EXISTS (SELECT 1 FROM conversation_word w
              WHERE w.company_id = $1 AND w.conversation_id = v.id AND w.word >= $16 AND w.word < $17))"
            ),
            concat!(
                "AND $18 <> 3 AND $6 IN (0, 2) AND ($7 IS NULL OR t.community_id = $7) AND ",
                $emails,
                "
     AND ($12 IS NULL OR t.id IN (SELECT w.thread_id FROM email_thread_word w
          WHERE w.company_id = $1 AND w.word >= $12 AND w.word < $13))
     AND ($14 IS NULL OR EXISTS (SELECT 1 FROM email_thread_word w
          WHERE w.company_id = $1 AND w.thread_id = t.id AND w.word >= $14 AND w.word < $15))
     AND ($16 IS NULL OR EXISTS (SELECT 1 FROM email_thread_word w
          WHERE w.company_id = $1 AND w.thread_id = t.id AND w.word >= $16 AND w.word < $17))"
            ),
            concat!(
                "AND ",
                has_test_traffic!("w", "$18"),
                " AND $6 IN (0, 3) AND ($7 IS NULL OR w.community_id = $7) AND ",
                $chats,
                "
     AND ($12 IS NULL OR w.id IN (SELECT o.chat_id FROM web_chat_word o
          WHERE o.company_id = $1 AND o.word >= $12 AND o.word < $13))
     AND ($14 IS NULL OR EXISTS (SELECT 1 FROM web_chat_word o
          WHERE o.company_id = $1 AND o.chat_id = w.id AND o.word >= $14 AND o.word < $15))
     AND ($16 IS NULL OR EXISTS (SELECT 1 FROM web_chat_word o
          WHERE o.company_id = $1 AND o.chat_id = w.id AND o.word >= $16 AND o.word < $17))"
            )
        )
    };
}

/// In SQL: whether a row matches the assignment of a filter in `$8`, by the assignee in the given column.
macro_rules! has_assignment {
    ($assignee:literal) => {
        concat!(
            "($8 = 0 OR ($8 IN (1, 3) AND ",
            $assignee,
            " = $9) OR ($8 IN (2, 3) AND ",
            $assignee,
            " IS NULL)) AND "
        )
    };
}

const NEWEST_FIRST: &str = filtered!(
    newest_first,
    concat!("v.state = $4 AND ", has_assignment!("v.assigned_to"), "(v.last_message_ms, v.id) < ($10, $11)"),
    concat!("t.state = $5 AND ", has_assignment!("t.assignee_id"), "(t.last_message_ms, t.id) < ($10, $11)"),
    concat!("w.state = $4 AND ", has_assignment!("w.assignee_id"), "(w.last_message_ms, w.id) < ($10, $11)")
);

// Uses the indexes of assigned items.
const MINE_NEWEST_FIRST: &str = filtered!(
    newest_first,
    "v.state = $4 AND $8 = 1 AND v.assigned_to = $9 AND (v.last_message_ms, v.id) < ($10, $11)",
    "t.state = $5 AND $8 = 1 AND t.assignee_id = $9 AND (t.last_message_ms, t.id) < ($10, $11)",
    "w.state = $4 AND $8 = 1 AND w.assignee_id = $9 AND (w.last_message_ms, w.id) < ($10, $11)"
);

// Uses the indexes of items with a due reply. The unary plus prevents SQLite from using the indexes by state.
const DUE_FIRST: &str = filtered!(
    due_first,
    concat!(
        "+v.state = $4 AND ",
        has_assignment!("v.assigned_to"),
        "v.reply_due_ms IS NOT NULL AND (v.reply_due_ms, v.id) > ($10, $11)"
    ),
    concat!(
        "+t.state = $5 AND ",
        has_assignment!("t.assignee_id"),
        "t.reply_due_ms IS NOT NULL AND (t.reply_due_ms, t.id) > ($10, $11)"
    ),
    concat!(
        "+w.state = $4 AND ",
        has_assignment!("w.assignee_id"),
        "w.reply_due_ms IS NOT NULL AND (w.reply_due_ms, w.id) > ($10, $11)"
    )
);

// Uses the indexes of items of high and urgent priority.
const PRIORITY_FIRST: &str = filtered!(
    priority_first,
    concat!(
        "v.state = $4 AND v.priority > 2 AND ",
        has_assignment!("v.assigned_to"),
        "(v.priority, v.last_message_ms, v.id) < ($19, $10, $11)"
    ),
    concat!(
        "t.state = $5 AND t.priority > 2 AND ",
        has_assignment!("t.assignee_id"),
        "(t.priority, t.last_message_ms, t.id) < ($19, $10, $11)"
    ),
    concat!(
        "w.state = $4 AND w.priority > 2 AND ",
        has_assignment!("w.assignee_id"),
        "(w.priority, w.last_message_ms, w.id) < ($19, $10, $11)"
    )
);

// Uses the indexes of assigned items of high and urgent priority.
const MINE_PRIORITY_FIRST: &str = filtered!(
    priority_first,
    "v.state = $4 AND v.priority > 2 AND $8 = 1 AND v.assigned_to = $9
         AND (v.priority, v.last_message_ms, v.id) < ($19, $10, $11)",
    "t.state = $5 AND t.priority > 2 AND $8 = 1 AND t.assignee_id = $9
         AND (t.priority, t.last_message_ms, t.id) < ($19, $10, $11)",
    "w.state = $4 AND w.priority > 2 AND $8 = 1 AND w.assignee_id = $9
         AND (w.priority, w.last_message_ms, w.id) < ($19, $10, $11)"
);

/// Value of a filter's assignment: items of the user.
const MINE: i32 = 1;

/// Lists items after a key; up to `limit + 1`. Only the first three words of a search are used.
pub async fn list(tx: &mut Tx, scope: &Scope, filter: &Filter) -> Result<Vec<InboxItem>, Fault> {
    let (sql, first) = match filter.order {
        Order::ReplyDue => (DUE_FIRST, i64::MIN),
        Order::Priority if filter.assignment == MINE => (MINE_PRIORITY_FIRST, i64::MAX),
        Order::Priority => (PRIORITY_FIRST, i64::MAX),
        Order::Newest if filter.assignment == MINE => (MINE_NEWEST_FIRST, i64::MAX),
        Order::Newest => (NEWEST_FIRST, i64::MAX),
    };
    let (at, id, priority) = filter.after.clone().unwrap_or((first, String::new(), i32::MAX));
    let mut query = tx
        .query(sql)
        .planned_anew()
        .scope(scope)
        .bind(filter.limit + 1)
        .bind(filter.conversation_state)
        .bind(filter.thread_state)
        .bind(filter.channel)
        .bind(filter.community.as_ref().map(CommunityId::as_str))
        .bind(filter.assignment)
        .bind(filter.me.as_str())
        .bind(at)
        .bind(id);
    for place in 0..3 {
        let word = filter.words.get(place);
        query = query.bind(word.map(String::as_str)).bind(word.map(|word| format!("{word}{AFTER}")));
    }
    let query = query.bind(filter.test_traffic as i32);
    let query = if filter.order == Order::Priority { query.bind(priority) } else { query };
    Ok(query.all().await?)
}

const OF_PERSON: Sql = dialect(
    items!(
        newest_of_person,
        "AND NOT v.is_test AND v.community_id = $4 AND v.phone IN (SELECT value FROM json_each($5))",
        "AND t.community_id = $4 AND t.participant_address IN (SELECT value FROM json_each($6))",
        "AND NOT w.is_test AND w.community_id = $4 AND w.email <> ''
         AND lower(w.email) IN (SELECT value FROM json_each($6))"
    ),
    items!(
        newest_of_person,
        "AND NOT v.is_test AND v.community_id = $4 AND v.phone IN (SELECT jsonb_array_elements_text($5))",
        "AND t.community_id = $4 AND t.participant_address IN (SELECT jsonb_array_elements_text($6))",
        "AND NOT w.is_test AND w.community_id = $4 AND w.email <> ''
         AND lower(w.email) IN (SELECT jsonb_array_elements_text($6))"
    ),
);

/// Lists the items of phone numbers and email addresses in a community; up to `limit`.
pub async fn list_of_person(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phones: &[Phone],
    emails: &[String],
    limit: i64,
) -> Result<Vec<InboxItem>, Fault> {
    let query = tx.query(OF_PERSON).scope(scope).bind(limit).bind(community.as_str());
    Ok(query.bind(Json(phones)).bind(Json(emails)).all().await?)
}

/// Counts rows of a table that the scope sees, up to `$3`.
macro_rules! counted {
    ($table:literal, $condition:literal) => {
        concat!(
            "(SELECT count(*) FROM (SELECT 1 FROM ",
            $table,
            " item WHERE company_id = $1 AND ",
            $condition,
            " AND ($4 IS NULL OR community_id = $4) AND ",
            platform::sees!("item.community_id"),
            " LIMIT $3) counted)"
        )
    };
}

/// Counts items, each up to `most`.
pub async fn counts(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&CommunityId>,
    me: &UserId,
    most: i64,
) -> Result<Counts, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT ",
            counted!("conversation", "NOT is_test AND state = 2"),
            " AS open_texts, ",
            counted!("email_thread", "state = 1"),
            " AS open_emails, ",
            counted!("conversation", "NOT is_test AND state = 3"),
            " AS snoozed_texts, ",
            counted!("email_thread", "state = 2"),
            " AS snoozed_emails, ",
            counted!("web_chat", "NOT is_test AND state = 2"),
            " AS open_web_chats, ",
            counted!("web_chat", "NOT is_test AND state = 3"),
            " AS snoozed_web_chats, ",
            counted!("web_chat", "NOT is_test AND state = 2 AND assignee_id = $5"),
            " AS my_web_chats, ",
            counted!("conversation", "NOT is_test AND state = 2 AND assigned_to = $5"),
            " AS my_texts, ",
            counted!("email_thread", "state = 1 AND assignee_id = $5"),
            " AS my_emails"
        ))
        .scope(scope)
        .bind(most)
        .bind(community.map(CommunityId::as_str))
        .bind(me.as_str())
        .one()
        .await?)
}
