//! Queries for conversation lists. In queries with a scope, the scope is `$1` and `$2`.
use std::collections::BTreeSet;

use platform::{Fault, Scope, Tx, db::Sql, dialect, ids::UserId, paging::PageKey};
use sqlx::types::Json;

use super::model::{Counts, Filter, ListedConversation, MessageMatch};
use crate::messaging::thread::{ConversationId, State, has_test_traffic};

/// Sorts after every character that may follow the beginning of a word.
const AFTER: char = '\u{10FFFF}';
/// Number of conversations from which a word does not narrow the search.
const RARE: i64 = 2_000;

/// Selects conversations of the scope with the data that lists show.
macro_rules! listed {
    ($($rest:expr),*) => {
        concat!(
            "SELECT v.id, v.community_id, v.phone, v.number, v.state, v.preview, v.last_message_ms,
                    v.assigned_to, v.assigned_by_rule, v.snoozed_until_ms, v.unread, v.is_test, v.priority, c.tag,
                    COALESCE(r.name, '') AS name, COALESCE(r.unit, '') AS unit, COALESCE(r.kind, 0) AS kind,
                    COALESCE(r.email, '') AS email, ",
            platform::actor_name!("v", "assigned_to"),
            " AS assigned_to_name,
                    (SELECT CAST(count(*) AS INTEGER) FROM note n
                     WHERE n.company_id = v.company_id AND n.conversation_id = v.id) AS notes,
                    o.phone IS NOT NULL AS opted_out
             FROM conversation v JOIN community c ON c.id = v.community_id
             LEFT JOIN consent o
               ON o.company_id = v.company_id AND o.phone = v.phone AND o.program = 'texts' AND o.state = 4
             LEFT JOIN resident r
               ON r.company_id = v.company_id AND r.community_id = v.community_id AND r.phone = v.phone
             WHERE v.company_id = $1 AND ",
            platform::sees!("v.community_id"),
            " ",
            $($rest),*
        )
    };
}

/// Selects a page, newest message first. The first condition selects the index; the other conditions only
/// filter.
macro_rules! page {
    ($condition:literal) => {
        page!($condition, $condition, "v.last_message_ms")
    };
    ($sqlite:literal, $postgres:literal, $time:literal) => {
        dialect(
            listed!(
                $sqlite,
                " AND (",
                $time,
                ", v.id) < ($3, $4) AND ",
                has_test_traffic!("v", "$11"),
                " AND NOT EXISTS (SELECT 1 FROM json_each($9) q WHERE NOT EXISTS (
                      SELECT 1 FROM conversation_word w WHERE w.company_id = $1 AND w.conversation_id = v.id
                      AND w.word >= q.value AND w.word < q.value || $10))
                  ORDER BY ",
                $time,
                " DESC, v.id DESC LIMIT $8"
            ),
            listed!(
                $postgres,
                " AND (",
                $time,
                ", v.id) < ($3, $4) AND ",
                has_test_traffic!("v", "$11"),
                " AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($9) AS q (value) WHERE NOT EXISTS (
                      SELECT 1 FROM conversation_word w WHERE w.company_id = $1 AND w.conversation_id = v.id
                      AND w.word >= q.value AND w.word < q.value || $10))
                  ORDER BY ",
                $time,
                " DESC, v.id DESC LIMIT $8"
            ),
        )
    };
}

const NEWEST: Sql = page!("AND $5 IS NULL AND $6 IS NULL AND $7 IS NULL");
const OF_STATE: Sql = page!("AND v.state = $6 AND $5 IS NULL AND $7 IS NULL");
const OF_COMMUNITY: Sql = page!("AND v.community_id = $5 AND ($6 IS NULL OR v.state = $6) AND $7 IS NULL");
const OF_ASSIGNEE: Sql =
    page!("AND v.assigned_to = $7 AND ($5 IS NULL OR v.community_id = $5) AND ($6 IS NULL OR v.state = $6)");
const AMONG: Sql = page!(
    "AND v.id IN (SELECT value FROM json_each($12)) AND ($5 IS NULL OR v.community_id = $5)
     AND ($6 IS NULL OR v.state = $6) AND ($7 IS NULL OR v.assigned_to = $7)",
    "AND v.id IN (SELECT jsonb_array_elements_text($12)) AND ($5 IS NULL OR v.community_id = $5)
     AND ($6 IS NULL OR v.state = $6) AND ($7 IS NULL OR v.assigned_to = $7)",
    // The sum is in no index: the few conversations are looked up by ID and sorted, instead of scanned by
    // time.
    "v.last_message_ms + 0"
);

/// Returns a conversation that the scope includes.
pub async fn listed(
    tx: &mut Tx,
    scope: &Scope,
    id: &ConversationId,
) -> Result<Option<ListedConversation>, Fault> {
    Ok(tx.query(listed!("AND v.id = $3")).scope(scope).bind(id.as_str()).optional().await?)
}

/// Returns at most `limit + 1` conversations after a key, newest message first.
pub async fn list(tx: &mut Tx, scope: &Scope, filter: &Filter<'_>) -> Result<Vec<ListedConversation>, Fault> {
    let PageKey { at, id } = filter.before.clone().unwrap_or_else(PageKey::max);
    let among = rarest(tx, scope, &filter.words).await?;
    let sql = match (&among, filter.assignee, filter.community, filter.state) {
        (Some(_), ..) => AMONG,
        (None, Some(_), ..) => OF_ASSIGNEE,
        (None, None, Some(_), _) => OF_COMMUNITY,
        (None, None, None, Some(_)) => OF_STATE,
        (None, None, None, None) => NEWEST,
    };
    let mut query = tx
        .query(sql)
        .scope(scope)
        .bind(at)
        .bind(id)
        .bind(filter.community)
        .bind(filter.state)
        .bind(filter.assignee)
        .bind(filter.limit + 1)
        .bind(Json(&filter.words))
        .bind(AFTER.to_string())
        .bind(filter.test_traffic as i32);
    if let Some(among) = among {
        query = query.bind(Json(among));
    }
    Ok(query.all().await?)
}

/// Returns the company's conversations with the first rare word. `None` if no word is rare, so that a scan by
/// time soon finds enough conversations with all words.
async fn rarest(tx: &mut Tx, scope: &Scope, words: &[String]) -> Result<Option<BTreeSet<String>>, Fault> {
    for word in words {
        let rows: Vec<(String,)> = tx
            .query(
                "SELECT conversation_id FROM conversation_word
                 WHERE company_id = $1 AND word >= $2 AND word < $3 LIMIT $4",
            )
            .bind(scope.company().as_str())
            .bind(word.as_str())
            .bind(format!("{word}{AFTER}"))
            .bind(RARE)
            .all()
            .await?;
        if i64::try_from(rows.len()).unwrap_or(RARE) < RARE {
            return Ok(Some(rows.into_iter().map(|(id,)| id).collect()));
        }
    }
    Ok(None)
}

/// Returns the newest message of each conversation that contains one of the words.
pub async fn found(
    tx: &mut Tx,
    scope: &Scope,
    conversations: &[&str],
    words: &[String],
) -> Result<Vec<MessageMatch>, Fault> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    Ok(tx
        .query(dialect(
            "SELECT e.conversation_id, e.id AS message_id, e.body, e.created_ms FROM message e
             WHERE e.company_id = $1 AND e.id IN (
                 SELECT max(w.message_id) FROM json_each($2) v, json_each($3) q, conversation_word w
                 WHERE w.company_id = $1 AND w.conversation_id = v.value
                   AND w.word >= q.value AND w.word < q.value || $4
                 GROUP BY w.conversation_id)",
            "SELECT e.conversation_id, e.id AS message_id, e.body, e.created_ms FROM message e
             WHERE e.company_id = $1 AND e.id IN (
                 SELECT max(w.message_id) FROM jsonb_array_elements_text($2) AS v (value),
                     jsonb_array_elements_text($3) AS q (value), conversation_word w
                 WHERE w.company_id = $1 AND w.conversation_id = v.value
                   AND w.word >= q.value AND w.word < q.value || $4
                 GROUP BY w.conversation_id)",
        ))
        .bind(scope.company().as_str())
        .bind(Json(conversations))
        .bind(Json(words))
        .bind(AFTER.to_string())
        .all()
        .await?)
}

/// Counts conversations of the scope that are not test traffic, up to `$4`.
macro_rules! count {
    ($condition:literal) => {
        concat!(
            "SELECT count(*) FROM (
                 SELECT 1 FROM conversation v WHERE v.company_id = $1 AND NOT v.is_test AND ($3 IS NULL OR v.community_id = $3) AND ",
            $condition,
            " AND ",
            platform::sees!("v.community_id"),
            " LIMIT $4) counted"
        )
    };
}

/// Counts the conversations of each kind, up to `most`.
pub async fn counts(
    tx: &mut Tx,
    scope: &Scope,
    community: Option<&str>,
    me: &UserId,
    most: i64,
) -> Result<Counts, Fault> {
    let mut of_state = [0; 4];
    for (count, state) in of_state.iter_mut().zip([State::Bot, State::Open, State::Snoozed, State::Resolved])
    {
        let sql = count!("v.state = $5");
        let (counted,): (i64,) =
            tx.query(sql).scope(scope).bind(community).bind(most).bind(state as i32).one().await?;
        *count = i32::try_from(counted).unwrap_or(i32::MAX);
    }
    let (mine,): (i64,) = tx
        .query(count!("v.assigned_to = $5"))
        .scope(scope)
        .bind(community)
        .bind(most)
        .bind(me.as_str())
        .one()
        .await?;
    let (unread,): (i64,) =
        tx.query(count!("v.unread > 0")).scope(scope).bind(community).bind(most).one().await?;
    let [bot, open, snoozed, resolved] = of_state;
    let small = |counted: i64| i32::try_from(counted).unwrap_or(i32::MAX);
    Ok(Counts { bot, open, snoozed, resolved, mine: small(mine), unread: small(unread) })
}
