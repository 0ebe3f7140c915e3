//! Lists the details of a figure.
use platform::{Fault, Scope, Tx, ids::CommunityId, paging::PageKey};
use sqlx::types::Json;

use super::{
    facts::{facts, facts_of_short_spans},
    sources::{first_reply, first_reply_by_index, question, question_by_index},
};
use crate::reporting::report::model::{Counter, Detail, Selection, Span};

/// Filters the listed facts.
pub struct DetailFilter<'a> {
    pub selection: &'a Selection,
    pub counters: &'a [Counter],
    /// Only answers that staff trained.
    pub is_learned: bool,
    /// Answers of the bot are shown as the questions that they answer.
    pub shows_questions: bool,
    pub before: PageKey,
    pub limit: i64,
}

/// Length of the first span that is searched; each further span is longer by [`SPAN_GROWTH`].
const FIRST_SPAN_MS: i64 = 24 * 3_600_000;
const SPAN_GROWTH: i64 = 16;

/// Facts in a span with the details that are shown, newest first; `$question` is the question of an answer of the bot,
/// and `$replied_ms` the time of the first reply to an escalation. Threads of deleted mailboxes cannot be opened, so
/// they are left out.
macro_rules! details {
    ($question:expr, $replied_ms:expr) => {
        concat!(
            "SELECT f.subject_id, COALESCE(v.id, '') AS conversation_id,
                    CASE WHEN b.deleted_ms IS NULL THEN COALESCE(t.id, '') ELSE '' END AS email_thread_id,
                    COALESCE(w.id, '') AS web_chat_id, f.request_id, f.community_id, c.tag, f.at_ms, f.value,
                    f.dimension, COALESCE(v.phone, q.contact_phone, '') AS phone, c.time_zone,
                    COALESCE(t.participant_address, w.email, q.contact_email, '') AS email_address,
                    COALESCE(r.name, t.participant_name, w.name, q.contact_name, '') AS resident_name,
                    SUBSTR(COALESCE(CASE WHEN $13 AND f.counter = 4 THEN ",
            $question,
            " END, m.body, e.question, x.text, h.body, k.body, q.number || ' ' || q.title, ''),
                        1, 160) AS excerpt,
                    e.asked_ms, ",
            $replied_ms,
            " AS replied_ms
             FROM (SELECT * FROM fact WHERE (counter = $7 OR counter = $8) AND ($4 IS NULL OR community_id = $4)
                     AND ($9 IS NULL OR channel = $9)
                     AND (NOT $10 OR dimension = 'learned') AND ($12 IS NULL OR category = $12)
                     AND (at_ms, subject_id) < ($5, $6) AND ",
            platform::sees!("fact.community_id"),
            "      ORDER BY at_ms DESC, subject_id DESC LIMIT $11) f
             LEFT JOIN conversation v ON v.company_id = $1 AND v.id = f.thread_id
             LEFT JOIN email_thread t ON t.company_id = $1 AND t.id = f.thread_id
             LEFT JOIN mailbox b ON b.company_id = $1 AND b.id = t.mailbox_id
             LEFT JOIN web_chat w ON w.company_id = $1 AND w.id = f.thread_id
             JOIN community c ON c.id = f.community_id
             LEFT JOIN service_request q ON q.company_id = $1 AND q.id = f.request_id
             LEFT JOIN message m ON m.company_id = $1 AND m.id = f.subject_id
             LEFT JOIN email_message x ON x.company_id = $1 AND x.id = f.subject_id
             LEFT JOIN web_chat_message h ON h.company_id = $1 AND h.id = f.subject_id
             LEFT JOIN escalation e ON e.company_id = $1 AND e.id = f.subject_id
             LEFT JOIN (SELECT x.id, o.body FROM consent_entry x
                        JOIN message o ON o.company_id = $1 AND o.id = x.message_id
                        WHERE x.company_id = $1) k ON k.id = f.subject_id
             LEFT JOIN resident r ON r.company_id = $1 AND r.community_id = f.community_id AND r.phone = v.phone
             ORDER BY f.at_ms DESC, f.subject_id DESC"
        )
    };
}

/// Lists up to `limit + 1` facts of the range, newest first. Spans are searched from the newest on, because
/// most figures have enough facts in a day, and a year can have a million.
pub async fn list_details(
    tx: &mut Tx,
    scope: &Scope,
    filter: &DetailFilter<'_>,
) -> Result<Vec<Detail>, Fault> {
    let start_ms = filter.selection.start_ms;
    let mut until_ms = filter.selection.end_ms.min(filter.before.at.0.saturating_add(1));
    let mut length_ms = FIRST_SPAN_MS;
    let mut details = Vec::new();
    let mut missing = filter.limit + 1;
    while until_ms > start_ms && missing > 0 {
        let since_ms = start_ms.max(until_ms.saturating_sub(length_ms));
        let found = details_of_span(tx, scope, filter, Span(since_ms, until_ms), missing).await?;
        missing -= i64::try_from(found.len()).unwrap_or(i64::MAX);
        details.extend(found);
        until_ms = since_ms;
        length_ms = length_ms.saturating_mul(SPAN_GROWTH);
    }
    Ok(details)
}

async fn details_of_span(
    tx: &mut Tx,
    scope: &Scope,
    filter: &DetailFilter<'_>,
    span: Span,
    limit: i64,
) -> Result<Vec<Detail>, Fault> {
    let selection = filter.selection;
    let number = |place: usize| filter.counters.get(place).map_or(0, |counter| *counter as i32);
    // The texts of a single community are found through its conversations.
    let sql = match &selection.community {
        Some(_) => facts!(
            details!(question_by_index!(), first_reply_by_index!()),
            details!(question!("", "", ""), first_reply!("", "", ""))
        ),
        None => facts_of_short_spans!(
            details!(question_by_index!(), first_reply_by_index!()),
            details!(question!("", "", ""), first_reply!("", "", ""))
        ),
    };
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(Json([span]))
        .bind(selection.community.as_ref().map(CommunityId::as_str))
        .bind(filter.before.at)
        .bind(filter.before.id.as_str())
        .bind(number(0))
        .bind(number(1))
        .bind(selection.channel.map(|channel| channel as i32))
        .bind(filter.is_learned)
        .bind(limit)
        .bind(selection.category.as_deref())
        .bind(filter.shows_questions)
        .all()
        .await?)
}
