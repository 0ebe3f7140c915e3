//! Lists service requests by filters and by words.
use platform::{
    Fault, Scope, Sql, Timestamp, Tx, dialect, ids::CommunityId, paging::PageKey, phone::Phone, sms,
};
use sqlx::types::Json;

use super::requests;
use crate::service_requests::service_request::model::{Filter, Order, Page, ServiceRequest};

/// Sorts after every character that may follow the beginning of a word.
const AFTER: char = '\u{10ffff}';

/// Maximum number of a unit's open requests that a new request is compared with.
const COMPARED: i64 = 50;

macro_rules! filtered {
    ($length:literal, $has_state:literal, $has_kind:literal, $has_priority:literal, $page:expr) => {
        requests!(concat!(
            "AND ($3 IS NULL OR r.community_id = $3)
             AND (",
            $length,
            "($4) = 0 OR ",
            $has_state,
            ") AND (",
            $length,
            "($5) = 0 OR ",
            $has_kind,
            ") AND (",
            $length,
            "($6) = 0 OR ",
            $has_priority,
            ") AND ($7 IS NULL OR r.assignee_id = $7)
             AND ($8 IS NULL OR (r.due_ms < $8 AND r.state IN (2, 3, 4, 5, 11)))
             AND (NOT $9 OR (r.estimate_state = 1 AND r.state IN (2, 3, 4, 5, 6, 11)))
             AND ($10 IS NULL OR r.id IN (SELECT w.request_id FROM service_request_word w
                  WHERE w.company_id = $1 AND w.word >= $10 AND w.word < $11))
             AND ($12 IS NULL OR EXISTS (SELECT 1 FROM service_request_word w
                  WHERE w.company_id = $1 AND w.request_id = r.id AND w.word >= $12 AND w.word < $13))
             AND ($14 IS NULL OR EXISTS (SELECT 1 FROM service_request_word w
                  WHERE w.company_id = $1 AND w.request_id = r.id AND w.word >= $14 AND w.word < $15))
             AND ($16 IS NULL OR r.vendor = $16) ",
            $page
        ))
    };
}

macro_rules! page_of {
    ($page:expr) => {
        dialect(
            filtered!(
                "json_array_length",
                "r.state IN (SELECT value FROM json_each($4))",
                "r.kind IN (SELECT value FROM json_each($5))",
                "r.priority IN (SELECT value FROM json_each($6))",
                $page
            ),
            filtered!(
                "jsonb_array_length",
                "r.state = ANY (ARRAY(SELECT jsonb_array_elements_text($4)::int))",
                "r.kind = ANY (ARRAY(SELECT jsonb_array_elements_text($5)::int))",
                "r.priority = ANY (ARRAY(SELECT jsonb_array_elements_text($6)::int))",
                $page
            ),
        )
    };
}

/// Requests in the states that the indexes of current requests contain.
macro_rules! current {
    ($page:literal) => {
        concat!("AND r.state IN (2, 3, 4, 5, 6, 7, 11) ", $page)
    };
}

fn statement(filter: &Filter, order: Order) -> Sql {
    match order {
        Order::Newest if filter.is_current() => page_of!(current!(
            "AND (r.created_ms, r.id) < ($17, $18) ORDER BY r.created_ms DESC, r.id DESC LIMIT $19"
        )),
        Order::Newest => {
            page_of!("AND (r.created_ms, r.id) < ($17, $18) ORDER BY r.created_ms DESC, r.id DESC LIMIT $19")
        }
        Order::Oldest => {
            page_of!(current!("AND (r.created_ms, r.id) > ($17, $18) ORDER BY r.created_ms, r.id LIMIT $19"))
        }
        Order::Due => {
            page_of!(current!("AND (r.due_ms, r.id) > ($17, $18) ORDER BY r.due_ms, r.id LIMIT $19"))
        }
    }
}

/// Lists up to `limit + 1` requests. Only the three longest words of a search are used.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    filter: &Filter,
    now: Timestamp,
    page: Page,
) -> Result<Vec<ServiceRequest>, Fault> {
    let first = || if page.order == Order::Newest { PageKey::max() } else { PageKey::min() };
    let PageKey { at, id } = page.after.unwrap_or_else(first);
    let mut query = tx
        .query(statement(filter, page.order))
        .planned_anew()
        .scope(scope)
        .bind(filter.community.as_ref().map(CommunityId::as_str))
        .bind(Json(&filter.states))
        .bind(Json(&filter.kinds))
        .bind(Json(&filter.priorities))
        .bind(filter.assignee.as_ref().map(platform::ids::UserId::as_str))
        .bind(filter.is_overdue.then_some(now))
        .bind(filter.has_pending_estimate);
    for place in 0..3 {
        let word = filter.words.get(place);
        query = query.bind(word.map(String::as_str)).bind(word.map(|word| format!("{word}{AFTER}")));
    }
    Ok(query.bind(filter.vendor.as_deref()).bind(at).bind(id).bind(page.limit + 1).all().await?)
}

/// Returns open requests of a unit that share a word of at least four letters with a title; newest first, up to 5.
pub async fn similar(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    unit: &str,
    title: &str,
) -> Result<Vec<ServiceRequest>, Fault> {
    let open: Vec<ServiceRequest> = tx
        .query(requests!(
            "AND r.community_id = $3 AND r.unit = $4 AND r.state IN (2, 3, 4, 5, 6, 11)
             ORDER BY r.created_ms DESC, r.id DESC LIMIT $5"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(unit)
        .bind(COMPARED)
        .all()
        .await?;
    let long = |text: &str| -> Vec<String> {
        sms::words_of(text).into_iter().filter(|word| word.chars().count() >= 4).collect()
    };
    let wanted = long(title);
    let shares = |request: &ServiceRequest| long(&request.title).iter().any(|word| wanted.contains(word));
    Ok(open.into_iter().filter(shares).take(5).collect())
}

/// Lists up to 5 requests of a phone in a community, newest first: open requests, and requests whose state
/// changed since a time. Drafts are excluded.
pub async fn list_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &str,
    since: Timestamp,
) -> Result<Vec<ServiceRequest>, Fault> {
    Ok(tx
        .query(requests!(
            "AND r.community_id = $3 AND r.contact_phone = $4 AND r.contact_phone <> ''
             AND (r.state IN (2, 3, 4, 5, 6, 11) OR (r.state <> 1 AND r.state_changed_ms >= $5))
             ORDER BY r.created_ms DESC LIMIT 5"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(phone)
        .bind(since)
        .all()
        .await?)
}

/// Lists open requests of phone numbers in a community, newest first; up to `limit`.
pub async fn open_of_phones(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phones: &[Phone],
    limit: i64,
) -> Result<Vec<ServiceRequest>, Fault> {
    const SELECTED: Sql = dialect(
        requests!(
            "AND r.community_id = $3 AND r.contact_phone IN (SELECT value FROM json_each($4)) AND r.contact_phone <> ''
             AND r.state IN (2, 3, 4, 5, 6, 11) ORDER BY r.created_ms DESC LIMIT $5"
        ),
        requests!(
            "AND r.community_id = $3 AND r.contact_phone IN (SELECT jsonb_array_elements_text($4)) AND r.contact_phone <> ''
             AND r.state IN (2, 3, 4, 5, 6, 11) ORDER BY r.created_ms DESC LIMIT $5"
        ),
    );
    let query = tx.query(SELECTED).scope(scope).bind(community.as_str()).bind(Json(phones));
    Ok(query.bind(limit).all().await?)
}

/// Replaces the indexed words of a request.
pub async fn index_words(tx: &mut Tx, scope: &Scope, request: &ServiceRequest) -> Result<(), Fault> {
    tx.query("DELETE FROM service_request_word WHERE company_id = $1 AND request_id = $2")
        .bind(scope.company().as_str())
        .bind(request.id.as_str())
        .run()
        .await?;
    let text = format!(
        "{} {} {} {} {}",
        request.number, request.title, request.unit, request.contact_name, request.location
    );
    tx.query(dialect(
        "INSERT INTO service_request_word (company_id, word, request_id)
         SELECT $1, value, $2 FROM json_each($3) WHERE TRUE ON CONFLICT DO NOTHING",
        "INSERT INTO service_request_word (company_id, word, request_id)
         SELECT $1, w, $2 FROM jsonb_array_elements_text($3) AS w ON CONFLICT DO NOTHING",
    ))
    .bind(scope.company().as_str())
    .bind(request.id.as_str())
    .bind(Json(sms::words_of(&text)))
    .run()
    .await?;
    Ok(())
}
