//! Accounts of homeowners in storage. `$1` and `$2` are the scope, `$3` the community.
mod proofs;

use platform::{Fault, Scope, Tx, dialect, ids::CommunityId, phone::Phone};
use sqlx::types::Json;

pub use proofs::{Asked, Wrong, codes_since, keep_code, keep_proved, proved};

use super::model::{self, Account, AccountId, MOST_ACCOUNTS};

/// Accounts of a community, as `a`.
macro_rules! accounts {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.community_id, a.number, a.unit, a.name, a.phones, a.email, a.balance_cents,
                    a.balance_on, a.in_collections, a.version, a.updated_ms
             FROM homeowner_account a
             WHERE a.company_id = $1 AND a.community_id = $3 AND ",
            platform::sees!("$3"),
            " ",
            $rest
        )
    };
}

/// After which account a page begins: by what it is listed, and its id.
pub type Key = (String, String);

/// By unit and number, after a key; one more than `limit`.
pub async fn list(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    query: &str,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<Account>, Fault> {
    let (written, digits) = model::patterns(query);
    let (place, id) = after.unwrap_or_default();
    Ok(tx
        .query(accounts!(
            "AND (a.words LIKE $4 ESCAPE '!' OR a.words LIKE $5 ESCAPE '!')
             AND (a.place > $6 OR a.place = $6 AND a.id > $7)
             ORDER BY a.place, a.id LIMIT $8"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(written)
        .bind(digits)
        .bind(place)
        .bind(id)
        .bind(limit + 1)
        .all()
        .await?)
}

/// All of them.
pub async fn all(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<Vec<Account>, Fault> {
    let most = i64::try_from(MOST_ACCOUNTS).unwrap_or(i64::MAX);
    list(tx, scope, community, "", None, most).await
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

/// The account with this number, in any case.
pub async fn find_by_number(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    number: &str,
) -> Result<Option<Account>, Fault> {
    let found = tx.query(accounts!("AND a.number_key = $4")).scope(scope).bind(community.as_str());
    Ok(found.bind(model::key(number)).optional().await?)
}

/// The accounts of a phone, in a community that the caller has looked up in the scope.
///
/// # Errors
/// Those of storage.
pub async fn of_phone(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
) -> Result<Vec<Account>, Fault> {
    Ok(tx
        .query(accounts!(
            "AND a.id IN (SELECT p.account_id FROM homeowner_phone p
                 WHERE p.company_id = $1 AND p.community_id = $3 AND p.phone = $4)
             ORDER BY a.place, a.id LIMIT 50"
        ))
        .scope(scope)
        .bind(community.as_str())
        .bind(phone.as_str())
        .all()
        .await?)
}

/// How many a community that the caller has looked up in the scope has.
pub async fn count(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<i64, Fault> {
    let (count,): (i64,) = tx
        .query("SELECT count(*) FROM homeowner_account WHERE company_id = $1 AND community_id = $2")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .one()
        .await?;
    Ok(count)
}

/// Has others who change accounts of this community wait until this is committed, so that no two give
/// out one number. On SQLite they do anyway.
pub async fn lock(tx: &mut Tx, scope: &Scope, community: &CommunityId) -> Result<(), Fault> {
    tx.query(dialect("SELECT $1", "SELECT CAST(pg_advisory_xact_lock(hashtext($1)) AS TEXT)"))
        .bind(format!("homeowners {} {community}", scope.company()))
        .run()
        .await?;
    Ok(())
}

/// Writes accounts of a community that the caller has looked up in the scope: new ones, and over
/// those that are there.
///
/// # Errors
/// Those of storage.
pub async fn save(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    accounts: &[&Account],
) -> Result<(), Fault> {
    let row = |account: &&Account| {
        let entry = &account.entry;
        serde_json::json!({
            "id": account.id, "number": entry.number, "number_key": model::key(&entry.number), "unit": entry.unit,
            "name": entry.name, "phones": entry.phones, "email": entry.email, "balance_cents": entry.balance_cents,
            "balance_on": entry.balance_on, "in_collections": entry.in_collections, "version": account.version,
            "updated_ms": account.updated_ms, "place": model::place(entry), "words": model::words(entry),
        })
    };
    let rows: Vec<_> = accounts.iter().map(row).collect();
    for sql in [
        dialect(
            "INSERT INTO homeowner_account (company_id, community_id, id, number, number_key, unit, name, phones,
                 email, balance_cents, balance_on, in_collections, version, updated_ms, place, words)
             SELECT $1, $2, value->>'id', value->>'number', value->>'number_key', value->>'unit', value->>'name',
                    json(value->'phones'), value->>'email', value->>'balance_cents', value->>'balance_on',
                    value->>'in_collections', value->>'version', value->>'updated_ms', value->>'place',
                    value->>'words'
             FROM json_each($3) WHERE true
             ON CONFLICT (company_id, id) DO UPDATE SET
                 number = excluded.number, number_key = excluded.number_key, unit = excluded.unit,
                 name = excluded.name, phones = excluded.phones, email = excluded.email,
                 balance_cents = excluded.balance_cents, balance_on = excluded.balance_on,
                 in_collections = excluded.in_collections, version = excluded.version,
                 updated_ms = excluded.updated_ms, place = excluded.place, words = excluded.words",
            "INSERT INTO homeowner_account (company_id, community_id, id, number, number_key, unit, name, phones,
                 email, balance_cents, balance_on, in_collections, version, updated_ms, place, words)
             SELECT $1, $2, v->>'id', v->>'number', v->>'number_key', v->>'unit', v->>'name', v->'phones',
                    v->>'email', (v->>'balance_cents')::BIGINT, v->>'balance_on',
                    (v->>'in_collections')::BOOLEAN, (v->>'version')::BIGINT, (v->>'updated_ms')::BIGINT,
                    v->>'place', v->>'words'
             FROM jsonb_array_elements($3) v
             ON CONFLICT (company_id, id) DO UPDATE SET
                 number = excluded.number, number_key = excluded.number_key, unit = excluded.unit,
                 name = excluded.name, phones = excluded.phones, email = excluded.email,
                 balance_cents = excluded.balance_cents, balance_on = excluded.balance_on,
                 in_collections = excluded.in_collections, version = excluded.version,
                 updated_ms = excluded.updated_ms, place = excluded.place, words = excluded.words",
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
    ] {
        let query = tx.query(sql).bind(scope.company().as_str()).bind(community.as_str());
        query.bind(Json(&rows)).run().await?;
    }
    Ok(())
}

/// Removes accounts of the scope's company.
pub async fn delete(tx: &mut Tx, scope: &Scope, ids: &[&AccountId]) -> Result<(), Fault> {
    for sql in [
        dialect(
            "DELETE FROM homeowner_code WHERE company_id = $1 AND account_id IN (SELECT value FROM json_each($2))",
            "DELETE FROM homeowner_code WHERE company_id = $1
             AND account_id IN (SELECT jsonb_array_elements_text($2))",
        ),
        dialect(
            "DELETE FROM homeowner_phone WHERE company_id = $1 AND account_id IN (SELECT value FROM json_each($2))",
            "DELETE FROM homeowner_phone WHERE company_id = $1
             AND account_id IN (SELECT jsonb_array_elements_text($2))",
        ),
        dialect(
            "DELETE FROM homeowner_account WHERE company_id = $1 AND id IN (SELECT value FROM json_each($2))",
            "DELETE FROM homeowner_account WHERE company_id = $1 AND id IN (SELECT jsonb_array_elements_text($2))",
        ),
    ] {
        tx.query(sql).bind(scope.company().as_str()).bind(Json(ids)).run().await?;
    }
    Ok(())
}

/// Removes some of a community's accounts, which is to be purged; how many.
///
/// # Errors
/// Those of storage.
pub async fn purge(tx: &mut Tx, scope: &Scope, community: &CommunityId, limit: i64) -> Result<u64, Fault> {
    let mut deleted = 0;
    for sql in [
        "DELETE FROM homeowner_code WHERE company_id = $1 AND account_id IN
             (SELECT id FROM homeowner_account WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
        "DELETE FROM homeowner_phone WHERE company_id = $1 AND account_id IN
             (SELECT id FROM homeowner_account WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
        "DELETE FROM homeowner_account WHERE company_id = $1 AND id IN
             (SELECT id FROM homeowner_account WHERE company_id = $1 AND community_id = $2 ORDER BY id LIMIT $3)",
    ] {
        let query = tx.query(sql).bind(scope.company().as_str()).bind(community.as_str()).bind(limit);
        deleted = query.run().await?;
    }
    Ok(deleted)
}
