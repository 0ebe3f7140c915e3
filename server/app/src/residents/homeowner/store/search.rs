//! Searches accounts in all communities that a scope sees. Each statement goes through the communities and looks up a
//! word in each, so its cost depends on the number of communities and of matches, not of accounts.
use platform::{Fault, Scope, Sql, Tx, dialect};
use sqlx::types::Json;

use crate::residents::homeowner::model::AccountId;

/// Follows every character that may continue a word.
const AFTER_WORDS: &str = "\u{10ffff}";
/// Precedes every character that may continue a word.
const BEFORE_CONTINUATION: &str = " ";
/// Number of matches from which a word does not narrow a search.
const RARE: i64 = 2_000;

/// Selects from the words that begin with `$3`, as `w`, of the communities that the scope sees. `$4` follows the
/// words: they are equal to `$3` if it precedes every continuation.
macro_rules! words_sqlite {
    ($selected:literal, $rest:literal) => {
        concat!(
            $selected,
            " FROM company_community c CROSS JOIN homeowner_word w
             WHERE c.company_id = $1 AND ",
            platform::sees!("c.community_id"),
            " AND w.company_id = $1 AND w.community_id = c.community_id AND w.word >= $3 AND w.word < $3 || $4 ",
            $rest
        )
    };
}

/// As `words_sqlite`, for PostgreSQL. The limit inside makes its planner go through the communities.
macro_rules! words_postgres {
    ($selected:literal, $each:literal, $rest:literal, $limit:literal) => {
        concat!(
            $selected,
            " FROM company_community c CROSS JOIN LATERAL (",
            $each,
            " FROM homeowner_word w
                 WHERE w.company_id = $1 AND w.community_id = c.community_id AND w.word >= $3 AND w.word < $3 || $4 ",
            $rest,
            $limit,
            ") f WHERE c.company_id = $1 AND ",
            platform::sees!("c.community_id"),
            $limit
        )
    };
}

const WITH_WORDS: Sql = dialect(
    words_sqlite!(
        "SELECT DISTINCT w.account_id",
        "AND NOT EXISTS (SELECT 1 FROM json_each($5) q WHERE NOT EXISTS (
             SELECT 1 FROM homeowner_word o WHERE o.company_id = $1 AND o.account_id = w.account_id
             AND o.word >= q.value AND o.word < q.value || $4)) LIMIT $6"
    ),
    words_postgres!(
        "SELECT f.account_id",
        "SELECT DISTINCT w.account_id",
        "AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text($5) AS q (value) WHERE NOT EXISTS (
             SELECT 1 FROM homeowner_word o WHERE o.company_id = $1 AND o.account_id = w.account_id
             AND o.word >= q.value AND o.word < q.value || $4))",
        " LIMIT $6"
    ),
);

const COUNT: Sql = dialect(
    concat!("SELECT count(*) FROM (", words_sqlite!("SELECT 1", "LIMIT $5"), ") counted"),
    concat!("SELECT count(*) FROM (", words_postgres!("SELECT 1", "SELECT 1", "", " LIMIT $5"), ") counted"),
);

/// Returns up to `limit` accounts that have all words, or words that begin with them unless `is_exact`. The first word
/// should be the rarest.
pub async fn find_by_words(
    tx: &mut Tx,
    scope: &Scope,
    words: &[String],
    is_exact: bool,
    limit: i64,
) -> Result<Vec<AccountId>, Fault> {
    let Some((first, others)) = words.split_first() else { return Ok(Vec::new()) };
    Ok(tx
        .query(WITH_WORDS)
        .planned_anew()
        .scope(scope)
        .bind(first.as_str())
        .bind(if is_exact { BEFORE_CONTINUATION } else { AFTER_WORDS })
        .bind(Json(others))
        .bind(limit)
        .values()
        .await?)
}

/// Sorts words by the number of accounts with a word that begins with them, the rarest first.
pub async fn sort_by_rarity(tx: &mut Tx, scope: &Scope, words: Vec<String>) -> Result<Vec<String>, Fault> {
    if words.len() < 2 {
        return Ok(words);
    }
    let mut counted: Vec<(i64, String)> = Vec::new();
    for word in words {
        let query = tx.query(COUNT).planned_anew().scope(scope).bind(word.as_str());
        counted.push((query.bind(AFTER_WORDS).bind(RARE).value().await?, word));
    }
    counted.sort();
    Ok(counted.into_iter().map(|(_, word)| word).collect())
}
