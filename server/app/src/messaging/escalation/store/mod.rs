//! Queries for escalations. In queries with a scope, the scope is `$1` and `$2`.
mod answered;
mod counts;

use platform::{ErrorReason, Fault, Priority, Scope, Tx, paging::PageKey};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, types::Json};

use super::model::{Escalation, EscalationId, ListedEscalation};
use crate::{
    email::email_thread::{EmailMessageId, EmailThreadId},
    messaging::{
        thread::{ConversationId, MessageId, TestTraffic, has_test_traffic},
        web_chat::{self, WebChatId, WebChatMessageId},
    },
    operations::mail::MailId,
};

pub use answered::{answer_times, answered_beside};
pub use counts::{count, open_by_community};

/// Filter and position of a list of escalations.
pub struct Filter<'a> {
    pub reviewed: bool,
    /// Whether to include communities of which the caller is a secondary contact.
    pub secondary: bool,
    pub community: Option<&'a str>,
    pub newest_first: bool,
    pub test_traffic: TestTraffic,
    pub after: Option<Position>,
    pub limit: i64,
}

/// The position after which a page begins.
#[derive(Serialize, Deserialize)]
pub struct Position {
    /// Time of the question or of the review, and ID.
    pub key: PageKey,
    /// Number of the priority.
    pub priority: i32,
}

/// In SQL: the user of the scope is a secondary contact of the community `c`.
macro_rules! secondary_contact {
    () => {
        "EXISTS (SELECT 1 FROM staff me JOIN secondary_escalation_contact contact ON contact.email = me.email
             WHERE me.company_id = $1 AND me.id = $2 AND contact.community_id = c.id)"
    };
}

/// Selects escalations of the scope with the data that lists show. `$3` is whether to include communities of
/// which the user is a secondary contact.
macro_rules! listed {
    ($($rest:expr),*) => {
        concat!(
            "SELECT e.id, e.community_id, e.conversation_id, e.message_id, e.email_thread_id, e.email_message_id,
                    e.web_chat_id, e.web_chat_message_id, e.state, e.question, e.answer,
                    e.bot_trained, e.notify, e.suggested_answer, e.suggested_question, e.suggested_source,
                    e.suggested_confidence, e.claimed_by, e.claimed_ms, e.reviewed_by, e.dismissed_reason, e.asked_ms,
                    e.reviewed_ms, e.undo, e.urgent, e.priority, e.is_test, e.language, e.suggested_expired, e.suggested_category, e.mail_id, c.tag, v.phone,
                    COALESCE(q.english, '') AS english,
                    COALESCE(r.name, t.participant_name, ",
            web_chat::identified_name!(),
            ", w.name, '') AS name,
                    COALESCE(r.unit, (SELECT h.unit FROM homeowner_account h WHERE h.company_id = t.company_id
                        AND h.community_id = t.community_id AND h.email = t.participant_address AND h.email <> ''
                        ORDER BY h.id LIMIT 1), ",
            web_chat::identified_unit!(),
            ", '') AS unit, COALESCE(i.verification, 0) AS web_chat_verification,
                    COALESCE(r.kind, 0) AS kind, COALESCE(r.email, t.participant_address, w.email, '') AS email, ",
            platform::actor_name!("e", "claimed_by"),
            " AS claimed_by_name, ",
            platform::actor_name!("e", "reviewed_by"),
            " AS reviewed_by_name,
                    COALESCE(l.status, 0) AS mail_status, COALESCE(l.problem, '') AS mail_problem
             FROM escalation e
             JOIN community c ON c.id = e.community_id
             LEFT JOIN conversation v ON v.company_id = e.company_id AND v.id = e.conversation_id
             LEFT JOIN email_thread t ON t.company_id = e.company_id AND t.id = e.email_thread_id
             LEFT JOIN web_chat w ON w.company_id = e.company_id AND w.id = e.web_chat_id",
            web_chat::join_identity!(),
            " LEFT JOIN resident r
               ON r.company_id = v.company_id AND r.community_id = v.community_id AND r.phone = v.phone
             LEFT JOIN mail l ON l.company_id = e.company_id AND l.id = e.mail_id
             LEFT JOIN message q ON q.company_id = e.company_id AND q.id = e.message_id
             WHERE e.company_id = $1 AND ",
            platform::live!("e.community_id"),
            " AND ($2 IS NULL OR ",
            platform::assigned!("e.community_id"),
            " OR ($3 AND ",
            secondary_contact!(),
            ")) ",
            $($rest),*
        )
    };
}

/// Returns an escalation in a community that the scope includes, or of which the user is a secondary contact.
pub async fn find(tx: &mut Tx, scope: &Scope, id: &EscalationId) -> Result<Option<ListedEscalation>, Fault> {
    Ok(tx.query(listed!("AND e.id = $4")).scope(scope).bind(true).bind(id.as_str()).optional().await?)
}

/// Returns whether the user is a secondary contact of a community that is not archived.
pub async fn is_secondary_contact(tx: &mut Tx, scope: &Scope, community: &str) -> Result<bool, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT c.id FROM community c WHERE c.id = $3 AND ",
            platform::live!("c.id"),
            " AND ",
            secondary_contact!()
        ))
        .scope(scope)
        .bind(community)
        .exists()
        .await?)
}

/// Returns at most `limit + 1` escalations after a key. Open escalations are sorted by priority.
pub async fn list(tx: &mut Tx, scope: &Scope, filter: &Filter<'_>) -> Result<Vec<ListedEscalation>, Fault> {
    let most = filter.limit + 1;
    let after = filter.after.as_ref().map(|position| &position.key);
    if filter.reviewed {
        return list_with_priority(tx, scope, filter, None, after, most).await;
    }
    let last = filter.after.as_ref().map(|position| position.priority);
    let mut rows = Vec::new();
    for priority in Priority::DESCENDING {
        let left = most - i64::try_from(rows.len()).unwrap_or(most);
        if left <= 0 {
            break;
        }
        let after = match last {
            Some(last) if priority as i32 > last => continue,
            Some(last) if priority as i32 == last => after,
            _ => None,
        };
        rows.append(&mut list_with_priority(tx, scope, filter, Some(priority), after, left).await?);
    }
    Ok(rows)
}

/// Reads a page of open escalations of a priority after a key. Reviewed escalations form one list.
async fn list_with_priority(
    tx: &mut Tx,
    scope: &Scope,
    filter: &Filter<'_>,
    priority: Option<Priority>,
    after: Option<&PageKey>,
    most: i64,
) -> Result<Vec<ListedEscalation>, Fault> {
    let backwards = filter.reviewed || filter.newest_first;
    let first = || if backwards { PageKey::max() } else { PageKey::min() };
    let PageKey { at, id } = after.cloned().unwrap_or_else(first);
    let sql = match (filter.reviewed, backwards) {
        (true, _) => listed!(
            "AND e.reviewed = $4 AND (e.reviewed_ms, e.id) < ($5, $6) AND ($7 IS NULL OR e.community_id = $7) AND ",
            has_test_traffic!("e", "$9"),
            " ORDER BY e.reviewed_ms DESC, e.id DESC LIMIT $8"
        ),
        (false, true) => listed!(
            "AND e.reviewed = $4 AND (e.asked_ms, e.id) < ($5, $6) AND ($7 IS NULL OR e.community_id = $7)
             AND e.priority = $10 AND ",
            has_test_traffic!("e", "$9"),
            " ORDER BY e.asked_ms DESC, e.id DESC LIMIT $8"
        ),
        (false, false) => listed!(
            "AND e.reviewed = $4 AND (e.asked_ms, e.id) > ($5, $6) AND ($7 IS NULL OR e.community_id = $7)
             AND e.priority = $10 AND ",
            has_test_traffic!("e", "$9"),
            " ORDER BY e.asked_ms, e.id LIMIT $8"
        ),
    };
    let query = tx
        .query(sql)
        .scope(scope)
        .bind(filter.secondary)
        .bind(filter.reviewed)
        .bind(at)
        .bind(id)
        .bind(filter.community)
        .bind(most)
        .bind(filter.test_traffic as i32);
    let query = match priority {
        Some(priority) => query.bind(priority as i32),
        None => query,
    };
    Ok(query.all().await?)
}

/// Returns at most `most` open and reviewed escalations before a key, newest first. Test traffic is included
/// as for [`TestTraffic::InTrials`].
pub async fn newest(
    tx: &mut Tx,
    scope: &Scope,
    before: &PageKey,
    most: i64,
) -> Result<Vec<ListedEscalation>, Fault> {
    Ok(tx
        .query(listed!(
            "AND (e.asked_ms, e.id) < ($4, $5) AND ",
            has_test_traffic!("e", "0"),
            " ORDER BY e.asked_ms DESC, e.id DESC LIMIT $6"
        ))
        .scope(scope)
        .bind(true)
        .bind(before.at)
        .bind(before.id.as_str())
        .bind(most)
        .all()
        .await?)
}

/// Returns whether a conversation has an open escalation.
pub async fn any_open(tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT CAST(1 AS INTEGER) FROM escalation
             WHERE company_id = $1 AND conversation_id = $2 AND NOT reviewed LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .exists()
        .await?)
}

/// Returns the probable category of the newest open question of a conversation or an email thread; empty if
/// it is unknown or there is no open question.
pub async fn open_category(tx: &mut Tx, scope: &Scope, asked_in: &str) -> Result<String, Fault> {
    let found: Option<(String,)> = tx
        .query(
            "SELECT suggested_category FROM escalation
             WHERE company_id = $1 AND (conversation_id = $2 OR email_thread_id = $2 OR web_chat_id = $2)
               AND NOT reviewed
             ORDER BY asked_ms DESC, id DESC LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(asked_in)
        .optional()
        .await?;
    Ok(found.map(|(category,)| category).unwrap_or_default())
}

/// Returns whether a conversation has an open emergency.
pub async fn is_urgent(tx: &mut Tx, scope: &Scope, conversation: &ConversationId) -> Result<bool, Fault> {
    Ok(tx
        .query(
            "SELECT CAST(1 AS INTEGER) FROM escalation
             WHERE company_id = $1 AND conversation_id = $2 AND NOT reviewed AND urgent LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(conversation.as_str())
        .exists()
        .await?)
}

/// The open escalations of a web chat.
#[derive(Clone, Copy, Debug, FromRow)]
pub struct OpenInWebChat {
    pub count: i64,
    /// Whether one of them is an emergency.
    pub is_urgent: bool,
}

/// Returns the open escalations of a web chat.
pub async fn open_in_web_chat(tx: &mut Tx, scope: &Scope, chat: &WebChatId) -> Result<OpenInWebChat, Fault> {
    Ok(tx
        .query(
            "SELECT count(*) AS count, count(CASE WHEN urgent THEN 1 END) > 0 AS is_urgent FROM escalation
             WHERE company_id = $1 AND web_chat_id = $2 AND NOT reviewed",
        )
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .one()
        .await?)
}

/// Inserts an escalation. Returns false if its message or email already has one.
pub async fn insert(tx: &mut Tx, scope: &Scope, escalation: &Escalation) -> Result<bool, Fault> {
    let added = tx.query(
        "INSERT INTO escalation (company_id, id, community_id, conversation_id, message_id, state, reviewed, question,
             answer, bot_trained, notify, suggested_answer, suggested_question, suggested_source,
             suggested_confidence, claimed_by, reviewed_by, dismissed_reason, asked_ms, reviewed_ms, urgent, language,
             suggested_expired, is_test, suggested_category, priority, email_thread_id, email_message_id, claimed_ms,
             web_chat_id, web_chat_message_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
             $23, $24, $25, $26, $27, $28, $29, $30, $31)
         ON CONFLICT DO NOTHING",
    )
    .bind(scope.company().as_str())
    .bind(escalation.id.as_str())
    .bind(escalation.community_id.as_str())
    .bind(escalation.conversation_id.as_ref().map(ConversationId::as_str))
    .bind(escalation.message_id.as_ref().map(MessageId::as_str))
    .bind(escalation.state as i32)
    .bind(escalation.is_reviewed())
    .bind(escalation.question.as_str())
    .bind(escalation.answer.as_str())
    .bind(escalation.bot_trained)
    .bind(escalation.notify.as_ref().map(Json))
    .bind(escalation.suggested_answer.as_str())
    .bind(escalation.suggested_question.as_str())
    .bind(escalation.suggested_source.as_str())
    .bind(escalation.suggested_confidence)
    .bind(escalation.claimed_by.as_ref().map(platform::ids::UserId::as_str))
    .bind(escalation.reviewed_by.as_ref().map(platform::ids::UserId::as_str))
    .bind(escalation.dismissed_reason as i32)
    .bind(escalation.asked_ms)
    .bind(escalation.reviewed_ms)
    .bind(escalation.urgent)
    .bind(escalation.language.as_str())
    .bind(escalation.suggested_expired)
    .bind(escalation.is_test)
    .bind(escalation.suggested_category.as_str())
    .bind(escalation.priority as i32)
    .bind(escalation.email_thread_id.as_ref().map(EmailThreadId::as_str))
    .bind(escalation.email_message_id.as_ref().map(EmailMessageId::as_str))
    .bind(escalation.claimed_ms)
    .bind(escalation.web_chat_id.as_ref().map(WebChatId::as_str))
    .bind(escalation.web_chat_message_id.as_ref().map(WebChatMessageId::as_str))
    .run()
    .await?;
    Ok(added == 1)
}

/// Saves an escalation if its stored state is unchanged.
///
/// # Errors
/// `ABORTED` if it was changed in the meantime.
pub async fn save(
    tx: &mut Tx,
    scope: &Scope,
    before: super::State,
    escalation: &Escalation,
) -> Result<(), Fault> {
    let saved = tx
        .query(
            "UPDATE escalation SET state = $4, reviewed = $5, question = $6, answer = $7, bot_trained = $8,
                 notify = $9, claimed_by = $10, reviewed_by = $11, dismissed_reason = $12, reviewed_ms = $13,
                 undo = $14, mail_id = $15, confirmed = $16, priority = $17, claimed_ms = $18
             WHERE company_id = $1 AND id = $2 AND state = $3",
        )
        .bind(scope.company().as_str())
        .bind(escalation.id.as_str())
        .bind(before as i32)
        .bind(escalation.state as i32)
        .bind(escalation.is_reviewed())
        .bind(escalation.question.as_str())
        .bind(escalation.answer.as_str())
        .bind(escalation.bot_trained)
        .bind(escalation.notify.as_ref().map(Json))
        .bind(escalation.claimed_by.as_ref().map(platform::ids::UserId::as_str))
        .bind(escalation.reviewed_by.as_ref().map(platform::ids::UserId::as_str))
        .bind(escalation.dismissed_reason as i32)
        .bind(escalation.reviewed_ms)
        .bind(escalation.undo.as_ref().map(Json))
        .bind(escalation.mail_id.as_ref().map(MailId::as_str))
        .bind(escalation.confirmed() as i32)
        .bind(escalation.priority as i32)
        .bind(escalation.claimed_ms)
        .run()
        .await?;
    if saved == 1 {
        Ok(())
    } else {
        Err(Fault::aborted(
            ErrorReason::EscalationChanged,
            "Someone else just changed this. Review the latest version.",
        ))
    }
}
