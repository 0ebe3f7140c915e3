//! Queries for homeowner accounts. In `accounts!`, `$1` and `$2` are the scope and `$3` is the community.
mod search;
mod verification;

use platform::{Fault, Scope, Sql, Tx, dialect, ids::CommunityId, paging::NameKey, phone::Phone};
use sqlx::types::Json;

pub use search::{find_by_words, sort_by_rarity};
pub use verification::{
    VerificationChallenge, VerificationFailures, codes_since, save_code, save_verified_account,
    verified_accounts,
};

use super::model::{self, Account, AccountId, MAX_ACCOUNTS};

/// Selects accounts of the company `$1` as `a`.
macro_rules! company_accounts {
    ($($rest:expr),*) => {
        concat!(
            "SELECT a.id, a.community_id, a.number, a.unit, a.name, a.phones, a.email, a.balance_cents,
                    a.balance_on, a.in_collections, a.building, a.kind, a.language, a.tags, a.do_not_text,
                    a.version, a.updated_ms
             FROM homeowner_account a
             WHERE a.company_id = $1 AND ",
            $($rest),*
        )
    };
}

/// Selects accounts of a community as `a`.
macro_rules! accounts {
    ($rest:literal) => {
        company_accounts!("a.community_id = $3 AND ", platform::sees!("$3"), " ", $rest)
    };
}

/// Lists accounts by unit and number after a key; returns up to `limit + 1`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    query: &str,
    after: Option<NameKey>,
    limit: i64,
) -> Result<Vec<Account>, Fault> {
    let (text, digits) = model::search_patterns(query);
    let NameKey { name, id } = after.unwrap_or_default();
    Ok(tx
        .query(accounts!(
            "AND (a.search_text LIKE $4 ESCAPE '!' OR a.search_text LIKE $5 ESCAPE '!')
             AND (a.sort_key > $6 OR a.sort_key = $6 AND a.id > $7)
             ORDER BY a.sort_key, a.id LIMIT $8"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(text)
        .bind(digits)
        .bind(name)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Lists all accounts of a community.
pub async fn list_all(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Account>, Fault> {
    let max = i64::try_from(MAX_ACCOUNTS).unwrap_or(i64::MAX);
    list(tx, scope, community, "", None, max).await
}

pub async fn find(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    id: &AccountId,
) -> Result<Option<Account>, Fault> {
    let found = tx.query(accounts!("AND a.id = $4")).scope(scope).bind(community.as_str());
    Ok(found.bind(id.as_str()).optional().await?)
}

/// Finds the account with this number, ignoring case.
pub async fn find_by_number(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    number: &str,
) -> Result<Option<Account>, Fault> {
    let found = tx.query(accounts!("AND a.number_key = $4")).scope(scope).bind(community.as_str());
    Ok(found.bind(model::number_key(number)).optional().await?)
}

/// Returns the accounts of a community with these ids, by unit and number.
pub async fn accounts_of_ids(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    ids: &[AccountId],
) -> Result<Vec<Account>, Fault> {
    let ids: Vec<&str> = ids.iter().map(|id| id.as_str()).collect();
    let sql = dialect(
        accounts!("AND a.id IN (SELECT value FROM json_each($4)) ORDER BY a.sort_key, a.id LIMIT $5"),
        accounts!("AND $4 @> to_jsonb(a.id) ORDER BY a.sort_key, a.id LIMIT $5"),
    );
    let limit = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let query = tx.query(sql).scope(scope).bind(community.as_str());
    Ok(query.bind(Json(ids)).bind(limit).all().await?)
}

/// Returns the accounts with these ids in all communities that the scope contains, by name.
pub async fn company_accounts_of_ids(
    tx: &mut Tx,
    scope: &Scope,
    ids: &[AccountId],
) -> Result<Vec<Account>, Fault> {
    const SELECTED: Sql = dialect(
        company_accounts!(
            platform::sees!("a.community_id"),
            " AND a.id IN (SELECT value FROM json_each($3)) ORDER BY lower(a.name), a.sort_key, a.id"
        ),
        company_accounts!(
            platform::sees!("a.community_id"),
            " AND a.id IN (SELECT jsonb_array_elements_text($3)) ORDER BY lower(a.name), a.sort_key, a.id"
        ),
    );
    Ok(tx.query(SELECTED).scope(scope).bind(Json(ids)).all().await?)
}

/// Returns the accounts with a phone number, at most 50. The caller has checked that the scope contains the
/// community.
pub async fn accounts_of_phone(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
) -> Result<Vec<Account>, Fault> {
    Ok(tx
        .query(accounts!(
            "AND a.id IN (SELECT p.account_id FROM homeowner_phone p
                 WHERE p.company_id = $1 AND p.community_id = $3 AND p.phone = $4)
             ORDER BY a.sort_key, a.id LIMIT 50"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(phone.as_str())
        .all()
        .await?)
}

/// Returns the accounts with an email address in lowercase, at most 50. The caller has checked that the scope
/// contains the community.
pub async fn accounts_of_email(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    email: &str,
) -> Result<Vec<Account>, Fault> {
    Ok(tx
        .query(accounts!(
            "AND a.community_id = $3 AND a.email = $4 AND a.email <> '' ORDER BY a.sort_key, a.id LIMIT 50"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(email)
        .all()
        .await?)
}

/// Returns the accounts of a community with this unit or this name, ignoring case; up to `limit`. An empty
/// unit or name matches no account. The caller has checked that the scope contains the community.
pub async fn accounts_alike(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    unit: &str,
    name: &str,
    limit: i64,
) -> Result<Vec<Account>, Fault> {
    Ok(tx
        .query(accounts!(
            "AND ((a.unit <> '' AND lower(a.unit) = $4) OR (a.name <> '' AND lower(a.name) = $5))
             ORDER BY a.sort_key, a.id LIMIT $6"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(unit.to_lowercase())
        .bind(name.to_lowercase())
        .bind(limit)
        .all()
        .await?)
}

/// Counts the accounts of a community. The caller has checked that the scope contains it.
pub async fn count(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<i64, Fault> {
    Ok(tx
        .query("SELECT count(*) FROM homeowner_account WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .value()
        .await?)
}

/// Blocks other changes to accounts of this community until the transaction ends, so that no number is used
/// twice. SQLite has a single writer and needs no lock.
pub async fn lock(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.lock(&format!("homeowners {} {community}", scope.company())).await
}

/// Inserts or replaces the accounts that a query selects.
macro_rules! upsert_accounts {
    ($query:literal) => {
        concat!(
            "INSERT INTO homeowner_account (company_id, community_id, id, number, number_key, unit, name, phones,
                 email, balance_cents, balance_on, in_collections, building, kind, language, tags, do_not_text,
                 unit_key, version, updated_ms, sort_key, search_text) ",
            $query,
            " ON CONFLICT (company_id, id) DO UPDATE SET
                 number = excluded.number, number_key = excluded.number_key, unit = excluded.unit,
                 name = excluded.name, phones = excluded.phones, email = excluded.email,
                 balance_cents = excluded.balance_cents, balance_on = excluded.balance_on,
                 in_collections = excluded.in_collections, building = excluded.building, kind = excluded.kind,
                 language = excluded.language, tags = excluded.tags, do_not_text = excluded.do_not_text,
                 unit_key = excluded.unit_key, version = excluded.version,
                 updated_ms = excluded.updated_ms, sort_key = excluded.sort_key,
                 search_text = excluded.search_text"
        )
    };
}

/// Inserts or replaces accounts of a community. The caller has checked that the scope contains it.
pub async fn save_accounts(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    accounts: &[&Account],
) -> Result<(), Fault> {
    let row = |account: &&Account| {
        let entry = &account.entry;
        serde_json::json!({
            "id": account.id, "number": entry.number, "number_key": model::number_key(&entry.number), "unit": entry.unit,
            "name": entry.name, "phones": entry.phones, "email": entry.email, "balance_cents": entry.balance_cents,
            "balance_on": entry.balance_on, "in_collections": entry.in_collections, "building": entry.building,
            "kind": entry.kind as i32, "language": entry.language, "tags": entry.tags,
            "do_not_text": entry.do_not_text, "unit_key": model::unit_key(&entry.unit), "version": account.version,
            "updated_ms": account.updated_ms, "sort_key": model::sort_key(entry),
            "search_text": model::search_text(entry), "words": model::account_words(entry),
        })
    };
    let rows: Vec<_> = accounts.iter().map(row).collect();
    for sql in [
        dialect(
            upsert_accounts!(
                "SELECT $1, $2, value->>'id', value->>'number', value->>'number_key', value->>'unit', value->>'name',
                        json(value->'phones'), value->>'email', value->>'balance_cents', value->>'balance_on',
                        value->>'in_collections', value->>'building', value->>'kind', value->>'language',
                        json(value->'tags'), value->>'do_not_text', value->>'unit_key', value->>'version', value->>'updated_ms',
                        value->>'sort_key', value->>'search_text'
                 FROM json_each($3) WHERE true"
            ),
            upsert_accounts!(
                "SELECT $1, $2, v->>'id', v->>'number', v->>'number_key', v->>'unit', v->>'name', v->'phones',
                        v->>'email', (v->>'balance_cents')::BIGINT, v->>'balance_on',
                        (v->>'in_collections')::BOOLEAN, v->>'building', (v->>'kind')::INTEGER, v->>'language',
                        v->'tags', (v->>'do_not_text')::BOOLEAN, v->>'unit_key', (v->>'version')::BIGINT, (v->>'updated_ms')::BIGINT,
                        v->>'sort_key', v->>'search_text'
                 FROM jsonb_array_elements($3) v"
            ),
        ),
        dialect(
            "DELETE FROM homeowner_phone WHERE company_id = $1 AND community_id = $2
             AND account_id IN (SELECT value->>'id' FROM json_each($3))",
            "DELETE FROM homeowner_phone WHERE company_id = $1 AND community_id = $2
             AND account_id IN (SELECT v->>'id' FROM jsonb_array_elements($3) v)",
        ),
        dialect(
            "INSERT INTO homeowner_phone (company_id, community_id, phone, account_id)
             SELECT $1, $2, p.value, v.value->>'id' FROM json_each($3) v, json_each(v.value->'phones') p",
            "INSERT INTO homeowner_phone (company_id, community_id, phone, account_id)
             SELECT $1, $2, p, v->>'id' FROM jsonb_array_elements($3) v, jsonb_array_elements_text(v->'phones') p",
        ),
        // Most changes are of balances, and keep the words.
        dialect(
            "DELETE FROM homeowner_word WHERE company_id = $1 AND +community_id = $2
             AND account_id IN (SELECT value->>'id' FROM json_each($3))
             AND (account_id, word) NOT IN (
                 SELECT v.value->>'id', w.value FROM json_each($3) v, json_each(v.value->'words') w)",
            "DELETE FROM homeowner_word WHERE company_id = $1 AND community_id = $2
             AND account_id IN (SELECT v->>'id' FROM jsonb_array_elements($3) v)
             AND NOT EXISTS (
                 SELECT 1 FROM jsonb_array_elements($3) v, jsonb_array_elements_text(v->'words') w
                 WHERE v->>'id' = homeowner_word.account_id AND w = homeowner_word.word)",
        ),
        dialect(
            "INSERT INTO homeowner_word (company_id, community_id, account_id, word)
             SELECT $1, $2, v.value->>'id', w.value FROM json_each($3) v, json_each(v.value->'words') w WHERE TRUE
             ON CONFLICT DO NOTHING",
            "INSERT INTO homeowner_word (company_id, community_id, account_id, word)
             SELECT $1, $2, v->>'id', w FROM jsonb_array_elements($3) v, jsonb_array_elements_text(v->'words') w
             ON CONFLICT DO NOTHING",
        ),
    ] {
        let query = tx.query(sql).bind(scope.company().as_str()).bind(community.as_str());
        query.bind(Json(&rows)).run().await?;
    }
    Ok(())
}

/// Renews the statistics that PostgreSQL plans with after many accounts have changed.
pub async fn renew_statistics(tx: &mut Tx) -> Result<(), Fault> {
    tx.query(dialect("SELECT 1", "SELECT CAST(analyze_homeowners() AS TEXT)")).run().await?;
    Ok(())
}

/// Deletes accounts of the scope's company with their phone numbers, words and codes.
pub async fn delete(tx: &mut Tx, scope: &Scope, ids: &[&AccountId]) -> Result<(), Fault> {
    for sql in [
        platform::with_list!("DELETE FROM homeowner_code WHERE company_id = $1 AND account_id IN ", "$2"),
        platform::with_list!("DELETE FROM homeowner_phone WHERE company_id = $1 AND account_id IN ", "$2"),
        platform::with_list!("DELETE FROM homeowner_word WHERE company_id = $1 AND account_id IN ", "$2"),
        platform::with_list!("DELETE FROM homeowner_account WHERE company_id = $1 AND id IN ", "$2"),
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(Json(ids)).run().await?;
    }
    Ok(())
}

/// Deletes up to `limit` accounts of a community that is being purged. Returns the number of deleted
/// accounts.
pub async fn purge_accounts(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    limit: i64,
) -> Result<u64, Fault> {
    let accounts = [
        platform::delete_of_first!("homeowner_code", "account_id", "homeowner_account"),
        platform::delete_of_first!("homeowner_phone", "account_id", "homeowner_account"),
        platform::delete_of_first!("homeowner_word", "account_id", "homeowner_account"),
        platform::delete_of_first!("homeowner_account", "id", "homeowner_account"),
    ];
    platform::purge(tx, scope, community, limit, &accounts).await
}
