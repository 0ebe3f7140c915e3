//! Queries for the groups of numbers at Textline, and for its conversations.
use platform::{Fault, Scope, Tx, phone::Phone};

use crate::{messaging::carrier::model::Kind, tenancy::community::TextNumber};

/// Maximum number of groups in which a conversation is looked for.
const MAX_GROUPS: i64 = 400;

/// Selects numbers of the company that use Textline.
macro_rules! numbers {
    ($condition:literal) => {
        concat!(
            "SELECT n.company_id, n.community_id, n.number FROM text_number n
             JOIN company_community l
               ON l.company_id = n.company_id AND l.community_id = n.community_id AND l.live
             WHERE n.company_id = $1 AND n.carrier = $2 AND ",
            $condition
        )
    };
}

async fn find(
    tx: &mut Tx,
    scope: &Scope,
    sql: &'static str,
    value: &str,
) -> Result<Option<TextNumber>, Fault> {
    let query = tx.query(sql).bind(scope.company().as_str()).bind(Kind::Textline as i32);
    Ok(query.bind(value).optional().await?)
}

/// Returns a number, if it uses Textline.
pub async fn find_number(tx: &mut Tx, scope: &Scope, number: &str) -> Result<Option<TextNumber>, Fault> {
    find(tx, scope, numbers!("n.number = $3"), number).await
}

/// Returns the number of a group.
pub async fn number_of_group(tx: &mut Tx, scope: &Scope, group: &str) -> Result<Option<TextNumber>, Fault> {
    find(tx, scope, numbers!("n.textline_group = $3"), group).await
}

/// Returns the number of a conversation that was found before.
pub async fn number_of_conversation(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &str,
) -> Result<Option<TextNumber>, Fault> {
    let condition =
        numbers!("n.number = (SELECT number FROM textline_conversation WHERE company_id = $1 AND id = $3)");
    find(tx, scope, condition, conversation).await
}

/// Stores the number of a conversation.
pub async fn remember_conversation(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &str,
    number: &str,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO textline_conversation (company_id, id, number) VALUES ($1, $2, $3)
         ON CONFLICT (company_id, id) DO UPDATE SET number = excluded.number",
    )
    .bind(scope.company().as_str())
    .bind(conversation)
    .bind(number)
    .run()
    .await?;
    Ok(())
}

/// Returns the company's numbers at Textline with their groups; those that a phone has texted before come first.
pub async fn groups(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<Vec<(String, String)>, Fault> {
    Ok(tx
        .query(
            "SELECT n.number, n.textline_group FROM text_number n
             WHERE n.company_id = $1 AND n.carrier = $2 AND n.textline_group IS NOT NULL
             ORDER BY CASE WHEN EXISTS (SELECT 1 FROM conversation c
                 WHERE c.company_id = $1 AND c.phone = $3 AND c.number = n.number) THEN 0 ELSE 1 END, n.number
             LIMIT $4",
        )
        .bind(scope.company().as_str())
        .bind(Kind::Textline as i32)
        .bind(phone)
        .bind(MAX_GROUPS)
        .all()
        .await?)
}

/// Returns the group of a number, if it has one.
pub async fn group_of(tx: &mut Tx, scope: &Scope, number: &str) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(
            "SELECT textline_group FROM text_number
             WHERE company_id = $1 AND number = $2 AND textline_group IS NOT NULL",
        )
        .bind(scope.company().as_str())
        .bind(number)
        .optional_value()
        .await?)
}

/// Returns whether no other number of the company has a group.
pub async fn is_group_free(tx: &mut Tx, scope: &Scope, number: &str, group: &str) -> Result<bool, Fault> {
    let is_taken = tx
        .query(
            "SELECT number FROM text_number WHERE company_id = $1 AND textline_group = $2 AND number <> $3 LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(group)
        .bind(number)
        .exists()
        .await?;
    Ok(!is_taken)
}

/// Sets the group of a number. Its conversations at Textline are looked for again.
pub async fn set_group(tx: &mut Tx, scope: &Scope, number: &str, group: &str) -> Result<(), Fault> {
    tx.query("UPDATE text_number SET textline_group = $3 WHERE company_id = $1 AND number = $2")
        .bind(scope.company().as_str())
        .bind(number)
        .bind(group)
        .run()
        .await?;
    tx.query("DELETE FROM textline_conversation WHERE company_id = $1 AND number = $2")
        .bind(scope.company().as_str())
        .bind(number)
        .run()
        .await?;
    Ok(())
}
