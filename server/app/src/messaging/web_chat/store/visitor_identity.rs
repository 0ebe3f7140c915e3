//! Queries for the identities of visitors.
use platform::{Fault, Scope, Tx};

use crate::messaging::web_chat::model::{VisitorIdentity, WebChatId};

/// In SQL: joins the identity `i` of the visitor of a chat `w`.
macro_rules! join_identity {
    () => {
        " LEFT JOIN web_chat_identity i ON i.company_id = w.company_id AND i.chat_id = w.id"
    };
}
pub(crate) use join_identity;

/// In SQL: selects from the accounts `h` that have the email address of the identity `i` of a chat `w`. `$rest` sorts by
/// an expression, so that SQLite finds them by the address instead of walking through all accounts in their order.
macro_rules! of_identified_accounts {
    ($column:literal, $rest:literal) => {
        concat!(
            "(SELECT ",
            $column,
            " FROM homeowner_account h WHERE h.company_id = w.company_id AND h.community_id = w.community_id
                 AND h.email = i.email AND h.email <> '' ",
            $rest,
            ")"
        )
    };
}
pub(crate) use of_identified_accounts;

/// In SQL: the name on the accounts with the email address of the identity `i` of a chat `w`; NULL without one.
macro_rules! identified_name {
    () => {
        $crate::messaging::web_chat::of_identified_accounts!(
            "h.name",
            "AND h.name <> '' ORDER BY h.sort_key || h.id LIMIT 1"
        )
    };
}
pub(crate) use identified_name;

/// In SQL: the unit of the first of these accounts; NULL without one.
macro_rules! identified_unit {
    () => {
        $crate::messaging::web_chat::of_identified_accounts!(
            "h.unit",
            "AND h.unit <> '' ORDER BY h.sort_key || h.id LIMIT 1"
        )
    };
}
pub(crate) use identified_unit;

/// In SQL: the columns of a [`ListedIdentity`](crate::messaging::web_chat::model::ListedIdentity).
macro_rules! identity_columns {
    () => {
        concat!(
            "i.email AS verified_email, i.verification, i.verified_ms, i.expires_ms AS verified_until_ms, COALESCE(",
            $crate::messaging::web_chat::identified_name!(),
            ", '') AS account_name, COALESCE(",
            $crate::messaging::web_chat::identified_unit!(),
            ", '') AS account_unit, ",
            $crate::messaging::web_chat::of_identified_accounts!("count(*)", ""),
            " AS account_count"
        )
    };
}
pub(crate) use identity_columns;

/// Returns the identity of the visitor of a chat, even if it has expired.
pub async fn find_identity(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
) -> Result<Option<VisitorIdentity>, Fault> {
    Ok(tx
        .query(
            "SELECT email, verification, verified_ms, expires_ms FROM web_chat_identity
             WHERE company_id = $1 AND chat_id = $2",
        )
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .optional()
        .await?)
}

/// Stores the identity of the visitor of a chat, replacing an earlier one.
pub async fn save_identity(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    identity: &VisitorIdentity,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO web_chat_identity (company_id, chat_id, email, verification, verified_ms, expires_ms)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (company_id, chat_id) DO UPDATE SET email = excluded.email,
             verification = excluded.verification, verified_ms = excluded.verified_ms,
             expires_ms = excluded.expires_ms",
    )
    .bind(scope.company().as_str())
    .bind(chat.as_str())
    .bind(identity.email.as_str())
    .bind(identity.verification as i32)
    .bind(identity.verified_ms)
    .bind(identity.expires_ms)
    .run()
    .await?;
    Ok(())
}

/// Deletes the identity of the visitor of a chat unless it has this email address in lowercase.
pub async fn delete_other_identity(
    tx: &mut Tx,
    scope: &Scope,
    chat: &WebChatId,
    email: &str,
) -> Result<(), Fault> {
    tx.query("DELETE FROM web_chat_identity WHERE company_id = $1 AND chat_id = $2 AND email <> $3")
        .bind(scope.company().as_str())
        .bind(chat.as_str())
        .bind(email)
        .run()
        .await?;
    Ok(())
}
