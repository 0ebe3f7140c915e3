//! Searches the answers of all communities that a scope sees.
use platform::{Fault, Scope, Tx, db::Sql, dialect};
use sqlx::types::Json;

use crate::knowledge::answer::model::{Answer, CompanySearch};

/// Maximum number of communities that are searched.
const MAX_COMMUNITIES: i64 = 100;
/// Maximum number of answers of a community.
const MAX_OF_COMMUNITY: i64 = 5;
/// Maximum number of words that are used.
const MAX_WORDS: usize = 8;

/// Selects the answers of the communities that a scope sees: `$1` and `$2` are the scope, `$3` are the IDs of the
/// communities that come first and `$4` are the words. The first argument is the place of a community `l` among `$3`,
/// the others are whether a text lacks one of the words.
macro_rules! found {
    ($place:literal, $lacks_word:literal, $title_lacks_word:literal) => {
        concat!(
            "SELECT id, community_id, category, question, samples, learned_samples, answer, source, version, used,
                    updated_by, updated_ms, valid_until
             FROM (SELECT a.*, c.place,
                          CASE WHEN EXISTS (",
            $title_lacks_word,
            ") THEN 1 ELSE 0 END AS is_lower,
                          row_number() OVER (PARTITION BY a.owner_id ORDER BY
                              CASE WHEN EXISTS (",
            $title_lacks_word,
            ") THEN 1 ELSE 0 END, a.category, a.sort_key, a.id) AS of_community
                   FROM (SELECT l.community_id, COALESCE((",
            $place,
            "), 1000) AS place FROM company_community l WHERE l.company_id = $1 AND ",
            platform::sees!("l.community_id"),
            " ORDER BY 2, l.community_id LIMIT $5) c
                   JOIN answer a ON a.owner_id = c.community_id
                   WHERE a.answer <> '' AND NOT EXISTS (",
            $lacks_word,
            ")) found
             WHERE of_community <= $6
             ORDER BY is_lower, place, category, sort_key, community_id, id LIMIT $7"
        )
    };
}

/// Returns the answers whose question, samples or answer have all words. The beginning of a question ranks first.
pub async fn search_company(
    tx: &mut Tx,
    scope: &Scope,
    search: &CompanySearch<'_>,
) -> Result<Vec<Answer>, Fault> {
    let words = search.query.to_lowercase();
    let words: Vec<&str> = words.split_whitespace().take(MAX_WORDS).collect();
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let sql: Sql = dialect(
        found!(
            "SELECT min(CAST(p.key AS INTEGER)) FROM json_each($3) p WHERE p.value = l.community_id",
            "SELECT 1 FROM json_each($4) w WHERE instr(a.search_text, w.value) = 0",
            "SELECT 1 FROM json_each($4) w WHERE instr(a.sort_key, w.value) = 0"
        ),
        found!(
            "SELECT min(p.key) FROM jsonb_array_elements_text($3) WITH ORDINALITY AS p (value, key)
             WHERE p.value = l.community_id",
            "SELECT 1 FROM jsonb_array_elements_text($4) w WHERE position(w IN a.search_text) = 0",
            "SELECT 1 FROM jsonb_array_elements_text($4) w WHERE position(w IN a.sort_key) = 0"
        ),
    );
    Ok(tx
        .query(sql)
        .scope(scope)
        .bind(Json(search.first))
        .bind(Json(words))
        .bind(MAX_COMMUNITIES)
        .bind(MAX_OF_COMMUNITY)
        .bind(search.limit)
        .all()
        .await?)
}
