//! Queries for routing rules and their assignees.
use std::collections::HashMap;

use platform::{
    Fault, Scope, Tx, dialect,
    ids::{CommunityId, UserId},
};
use sqlx::types::Json;

use super::model::{Candidate, NamedUser, RoutingRule, RoutingRuleId};

/// Selects rules of the company.
macro_rules! routing_rules {
    ($rest:expr) => {
        concat!(
            "SELECT r.id, r.position, r.name, r.channel, r.community_id, COALESCE(c.tag, '') AS community_tag,
                    r.category, r.hours
             FROM routing_rule r LEFT JOIN community c ON c.id = r.community_id
             WHERE r.company_id = $1 ",
            $rest
        )
    };
}

/// Lists rules in order; up to `limit`.
pub async fn list(tx: &mut Tx, scope: &Scope, limit: i64) -> Result<Vec<RoutingRule>, Fault> {
    let query = tx.query(routing_rules!("ORDER BY r.position, r.id LIMIT $2"));
    let found: Vec<RoutingRule> = query.bind(scope.company().as_str()).bind(limit).all().await?;
    with_assignees(tx, scope, found).await
}

pub async fn find(tx: &mut Tx, scope: &Scope, id: &RoutingRuleId) -> Result<Option<RoutingRule>, Fault> {
    let query = tx.query(routing_rules!("AND r.id = $2"));
    let found: Option<RoutingRule> =
        query.bind(scope.company().as_str()).bind(id.as_str()).optional().await?;
    Ok(with_assignees(tx, scope, found.into_iter().collect()).await?.pop())
}

/// Returns rules with their assignees in order.
async fn with_assignees(
    tx: &mut Tx,
    scope: &Scope,
    mut found: Vec<RoutingRule>,
) -> Result<Vec<RoutingRule>, Fault> {
    let ids: Vec<&RoutingRuleId> = found.iter().map(|rule| &rule.id).collect();
    let assignees: Vec<(RoutingRuleId, UserId)> = tx
        .query(platform::with_list!(
            "SELECT rule_id, staff_id FROM routing_rule_assignee
             WHERE company_id = $1 AND rule_id IN ",
            "$2",
            " ORDER BY rule_id, position"
        ))
        .bind(scope.company().as_str())
        .bind(Json(&ids))
        .all()
        .await?;
    let mut by_rule: HashMap<RoutingRuleId, Vec<UserId>> = HashMap::new();
    for (rule, user) in assignees {
        by_rule.entry(rule).or_default().push(user);
    }
    for rule in &mut found {
        rule.assignees = by_rule.remove(&rule.id).unwrap_or_default();
    }
    Ok(found)
}

/// Blocks other transactions that add or move rules until this one ends.
pub async fn lock(tx: &mut Tx, scope: &Scope) -> Result<(), Fault> {
    tx.lock(&format!("routing rules {}", scope.company())).await
}

/// Returns the number of rules, and the position of the next one.
pub async fn count(tx: &mut Tx, scope: &Scope) -> Result<(i64, i32), Fault> {
    Ok(tx
        .query("SELECT count(*), CAST(COALESCE(max(position) + 1, 0) AS INTEGER) FROM routing_rule WHERE company_id = $1")
        .bind(scope.company().as_str())
        .one()
        .await?)
}

/// Inserts or replaces a rule. Returns `false` if another one has the name.
pub async fn save(tx: &mut Tx, scope: &Scope, rule: &RoutingRule) -> Result<bool, Fault> {
    let key = rule.name.to_lowercase();
    let taken = tx
        .query("SELECT id FROM routing_rule WHERE company_id = $1 AND name_key = $2 AND id <> $3")
        .bind(scope.company().as_str())
        .bind(&*key)
        .bind(rule.id.as_str())
        .exists()
        .await?;
    if taken {
        return Ok(false);
    }
    let saved = tx
        .query(
            "INSERT INTO routing_rule (company_id, id, position, name, name_key, channel, community_id, category, hours)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             ON CONFLICT (company_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
                 channel = excluded.channel, community_id = excluded.community_id, category = excluded.category,
                 hours = excluded.hours",
        )
        .bind(scope.company().as_str())
        .bind(rule.id.as_str())
        .bind(rule.position)
        .bind(&*rule.name)
        .bind(&*key)
        .bind(rule.channel)
        .bind(rule.community_id.as_ref().map(CommunityId::as_str))
        .bind(&*rule.category)
        .bind(rule.hours as i32)
        .run()
        .await?;
    set_assignees(tx, scope, rule).await?;
    Ok(saved == 1)
}

/// Replaces the assignees of a stored rule.
async fn set_assignees(tx: &mut Tx, scope: &Scope, rule: &RoutingRule) -> Result<(), Fault> {
    tx.query("DELETE FROM routing_rule_assignee WHERE company_id = $1 AND rule_id = $2")
        .bind(scope.company().as_str())
        .bind(rule.id.as_str())
        .run()
        .await?;
    tx.query(dialect(
        "INSERT INTO routing_rule_assignee (company_id, rule_id, staff_id, position)
         SELECT $1, $2, value, key FROM json_each($3)",
        "INSERT INTO routing_rule_assignee (company_id, rule_id, staff_id, position)
         SELECT $1, $2, value, place - 1 FROM jsonb_array_elements_text($3) WITH ORDINALITY AS named (value, place)",
    ))
    .bind(scope.company().as_str())
    .bind(rule.id.as_str())
    .bind(Json(&rule.assignees))
    .run()
    .await?;
    Ok(())
}

/// Numbers the rules in the order of these ids.
pub async fn reorder(tx: &mut Tx, scope: &Scope, ids: &[RoutingRuleId]) -> Result<(), Fault> {
    tx.query(dialect(
        "UPDATE routing_rule SET position = (SELECT key FROM json_each($2) WHERE value = routing_rule.id)
         WHERE company_id = $1 AND id IN (SELECT value FROM json_each($2))",
        "UPDATE routing_rule SET position = o.place - 1
         FROM jsonb_array_elements_text($2) WITH ORDINALITY AS o (id, place)
         WHERE routing_rule.company_id = $1 AND routing_rule.id = o.id",
    ))
    .bind(scope.company().as_str())
    .bind(Json(ids))
    .run()
    .await?;
    Ok(())
}

pub async fn delete(tx: &mut Tx, scope: &Scope, id: &RoutingRuleId) -> Result<(), Fault> {
    tx.query("DELETE FROM routing_rule WHERE company_id = $1 AND id = $2")
        .bind(scope.company().as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}

/// Deletes the rules of a community. Returns the number of deleted rows.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<u64, Fault> {
    Ok(tx
        .query("DELETE FROM routing_rule WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .run()
        .await?)
}

/// Counts those of the given users who are active users of the company with the full view.
pub async fn count_users(tx: &mut Tx, scope: &Scope, ids: &[UserId]) -> Result<usize, Fault> {
    let (count,): (i64,) = tx
        .query(platform::with_list!(
            "SELECT count(*) FROM staff WHERE company_id = $1 AND active AND NOT restricted_view
             AND id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .one()
        .await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Returns the names of users.
pub async fn names(tx: &mut Tx, scope: &Scope, ids: &[UserId]) -> Result<Vec<NamedUser>, Fault> {
    Ok(tx
        .query(platform::with_list!(
            "SELECT id, first_name || ' ' || last_name AS name FROM staff
             WHERE company_id = $1 AND id IN ",
            "$2"
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .all()
        .await?)
}

/// Selects the users of a list who can see a community, with the number of their open items.
macro_rules! candidates {
    ($ids:literal) => {
        concat!(
            "SELECT s.id, s.first_name || ' ' || s.last_name AS name,
                    (SELECT count(*) FROM conversation v WHERE v.company_id = s.company_id AND v.assigned_to = s.id
                         AND v.state = 2 AND NOT v.is_test)
                    + (SELECT count(*) FROM email_thread t WHERE t.company_id = s.company_id AND t.assignee_id = s.id
                         AND t.state = 1)
                    + (SELECT count(*) FROM web_chat w WHERE w.company_id = s.company_id AND w.assignee_id = s.id
                         AND w.state = 2 AND NOT w.is_test) AS open_items
             FROM staff s
             WHERE s.company_id = $1 AND s.active AND NOT s.restricted_view AND s.id IN (",
            $ids,
            ") AND (s.parlor_role = 'admin' OR EXISTS (SELECT 1 FROM staff_community m WHERE m.company_id = $1
                 AND m.staff_id = s.id AND m.community_id = $3))"
        )
    };
}

/// Returns those of the given users to whom an item of the community can be assigned.
pub async fn candidates(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    ids: &[UserId],
) -> Result<Vec<Candidate>, Fault> {
    Ok(tx
        .query(dialect(
            candidates!("SELECT value FROM json_each($2)"),
            candidates!("SELECT jsonb_array_elements_text($2)"),
        ))
        .bind(scope.company().as_str())
        .bind(Json(ids))
        .bind(community.as_str())
        .all()
        .await?)
}
