//! Queries for the members of an audience: the phones of the accounts that a filter finds, each with the
//! reason why it is left out, if it is. `$1` and `$2` are the scope, `$3` the filter with the position of
//! its first community.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use serde::Serialize;
use sqlx::{FromRow, types::Json};

use crate::{
    outreach::audience::model::{AudienceId, AudienceMember, Exclusion, Filter, MemberPart},
    residents::homeowner,
};

/// A filter as queries take it.
#[derive(Clone, Serialize)]
pub struct SqlAudience<'a> {
    communities: &'a [CommunityId],
    /// Position of the first community in the audience.
    first: usize,
    buildings: &'a [String],
    unit_from: String,
    unit_to: String,
    kinds: &'a [i32],
    tags: &'a [String],
    min_balance_cents: Option<i64>,
    languages: &'a [String],
    list: Option<&'a AudienceId>,
    /// "consent" to select people to ask for consent; otherwise empty.
    purpose: &'static str,
}

impl<'a> SqlAudience<'a> {
    /// The whole audience.
    #[must_use]
    pub fn whole(filter: &'a Filter) -> Self {
        Self::part(filter, &filter.communities, 0)
    }

    /// The part of an audience in consecutive communities, the first of which is at `first`.
    #[must_use]
    pub fn part(filter: &'a Filter, communities: &'a [CommunityId], first: usize) -> Self {
        Self {
            communities,
            first,
            buildings: &filter.buildings,
            unit_from: homeowner::unit_key(&filter.unit_from),
            unit_to: homeowner::unit_key(&filter.unit_to),
            kinds: &filter.kinds,
            tags: &filter.tags,
            min_balance_cents: filter.min_balance_cents,
            languages: &filter.languages,
            list: filter.list.as_ref(),
            purpose: "",
        }
    }

    /// Returns the audience for asking for consent, if `is_asked`: those without consent are the ones who are meant.
    #[must_use]
    pub fn asking_consent(self, is_asked: bool) -> Self {
        Self { purpose: if is_asked { "consent" } else { "" }, ..self }
    }
}

/// The accounts that the filter finds, with their phones, as `found`.
macro_rules! found_sqlite {
    () => {
        concat!(
            "WITH chosen AS (
                 SELECT c.value AS community_id, c.key + ($3->>'first') AS position,
                        EXISTS (SELECT 1 FROM text_number n
                                WHERE n.company_id = $1 AND n.community_id = c.value) AS has_number
                 FROM json_each($3, '$.communities') c WHERE ",
            platform::sees!("c.value"),
            "), found AS (
                 SELECT a.community_id, c.position, c.has_number, a.id AS account_id, a.place, a.name, a.unit,
                        a.building, p.phone
                 FROM chosen c
                 JOIN homeowner_account a ON a.company_id = $1 AND a.community_id = c.community_id
                 JOIN homeowner_phone p ON p.company_id = $1 AND p.account_id = a.id
                 WHERE ($3->>'list') IS NULL
                   AND (json_array_length($3, '$.buildings') = 0
                        OR lower(a.building) IN (SELECT value FROM json_each($3, '$.buildings')))
                   AND a.unit_key >= ($3->>'unit_from')
                   AND (($3->>'unit_to') = '' OR a.unit_key <= ($3->>'unit_to'))
                   AND (json_array_length($3, '$.kinds') = 0
                        OR a.kind IN (SELECT value FROM json_each($3, '$.kinds')))
                   AND (json_array_length($3, '$.tags') = 0 OR EXISTS (
                        SELECT 1 FROM json_each(a.tags) t
                        WHERE t.value IN (SELECT value FROM json_each($3, '$.tags'))))
                   AND (($3->>'min_balance_cents') IS NULL OR a.balance_cents >= ($3->>'min_balance_cents'))
                   AND (json_array_length($3, '$.languages') = 0
                        OR CASE a.language WHEN '' THEN 'en' ELSE a.language END
                           IN (SELECT value FROM json_each($3, '$.languages')))
                 UNION ALL
                 SELECT c.community_id, c.position, c.has_number, '', m.place, m.name, m.unit, m.building,
                        m.phone
                 FROM chosen c
                 JOIN audience_member m ON m.company_id = $1 AND m.audience_id = ($3->>'list')
                      AND m.community_id = c.community_id)"
        )
    };
}

/// As `found_sqlite`, for PostgreSQL.
macro_rules! found_postgres {
    () => {
        concat!(
            "WITH chosen AS (
                 SELECT c.value AS community_id, c.place - 1 + ($3->>'first')::BIGINT AS position,
                        EXISTS (SELECT 1 FROM text_number n
                                WHERE n.company_id = $1 AND n.community_id = c.value) AS has_number
                 FROM jsonb_array_elements_text($3->'communities') WITH ORDINALITY c (value, place) WHERE ",
            platform::sees!("c.value"),
            "), found AS (
                 SELECT a.community_id, c.position, c.has_number, a.id AS account_id, a.place, a.name, a.unit,
                        a.building, p.phone
                 FROM chosen c
                 JOIN homeowner_account a ON a.company_id = $1 AND a.community_id = c.community_id
                 JOIN homeowner_phone p ON p.company_id = $1 AND p.account_id = a.id
                 WHERE ($3->>'list') IS NULL
                   AND (jsonb_array_length($3->'buildings') = 0 OR $3->'buildings' ? lower(a.building))
                   AND a.unit_key >= ($3->>'unit_from')
                   AND (($3->>'unit_to') = '' OR a.unit_key <= ($3->>'unit_to'))
                   AND (jsonb_array_length($3->'kinds') = 0 OR $3->'kinds' @> to_jsonb(a.kind))
                   AND (jsonb_array_length($3->'tags') = 0 OR EXISTS (
                        SELECT 1 FROM jsonb_array_elements_text(a.tags) t WHERE $3->'tags' ? t))
                   AND (($3->>'min_balance_cents') IS NULL
                        OR a.balance_cents >= ($3->>'min_balance_cents')::BIGINT)
                   AND (jsonb_array_length($3->'languages') = 0
                        OR $3->'languages' ? CASE a.language WHEN '' THEN 'en' ELSE a.language END)
                 UNION ALL
                 SELECT c.community_id, c.position, c.has_number, '', m.place, m.name, m.unit, m.building,
                        m.phone
                 FROM chosen c
                 JOIN audience_member m ON m.company_id = $1 AND m.audience_id = ($3->>'list')
                      AND m.community_id = c.community_id)"
        )
    };
}

/// The members with their position and the reason why they are left out, as `member`. Each phone counts
/// once: all but its first member are duplicates.
macro_rules! member {
    () => {
        ", member AS (
             SELECT f.*,
                 f.position * 1000000 + row_number() OVER (
                     PARTITION BY f.community_id ORDER BY f.place, f.account_id, f.phone) AS seq,
                 CASE
                     WHEN row_number() OVER (PARTITION BY f.phone ORDER BY f.has_number DESC, f.position,
                                             f.place, f.account_id) > 1 THEN 5
                     WHEN k.state = 4 THEN 1
                     WHEN f.phone IN (
                         SELECT y.phone FROM homeowner_account x
                         JOIN homeowner_phone y ON y.company_id = x.company_id AND y.account_id = x.id
                         WHERE x.company_id = $1 AND x.do_not_text) THEN 3
                     WHEN u.error_code = 30006 THEN 7
                     WHEN u.error_code IS NOT NULL THEN 4
                     WHEN NOT f.has_number THEN 6
                     WHEN ($3->>'purpose') = 'consent' AND k.state IS NOT NULL THEN 8
                     WHEN ($3->>'purpose') = 'consent' AND EXISTS (
                         SELECT 1 FROM consent_request q
                         WHERE q.company_id = $1 AND q.phone = f.phone AND q.program = 'texts') THEN 9
                     WHEN ($3->>'purpose') = 'consent' THEN 0
                     WHEN k.state IS NULL THEN 2
                     ELSE 0
                 END AS exclusion
             FROM found f
             LEFT JOIN consent k ON k.company_id = $1 AND k.phone = f.phone AND k.program = 'texts'
             LEFT JOIN unreachable_phone u ON u.company_id = $1 AND u.phone = f.phone) "
    };
}

/// A statement over the members of an audience.
macro_rules! over_members {
    ($rest:literal) => {
        dialect(concat!(found_sqlite!(), member!(), $rest), concat!(found_postgres!(), member!(), $rest))
    };
}

/// Number of members of a community with the same reason for being left out.
#[derive(FromRow)]
pub struct ExclusionCount {
    pub community_id: CommunityId,
    #[sqlx(try_from = "i32")]
    pub exclusion: Exclusion,
    pub count: i64,
}

/// Counts members by community and reason.
pub async fn count_exclusions(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
) -> Result<Vec<ExclusionCount>, Fault> {
    let sql = over_members!(
        "SELECT community_id, exclusion, count(*) AS count FROM member
         GROUP BY community_id, exclusion ORDER BY community_id, exclusion"
    );
    Ok(tx.query(sql).scope(scope).bind(Json(audience)).all().await?)
}

/// Lists members with a reason after a position; up to `limit`.
pub async fn list_members(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    exclusion: Exclusion,
    after: i64,
    limit: i64,
) -> Result<Vec<AudienceMember>, Fault> {
    let sql = over_members!(
        "SELECT seq, community_id, phone, name, unit, building, exclusion FROM member
         WHERE exclusion = $4 AND seq > $5 ORDER BY seq LIMIT $6"
    );
    let query = tx.query(sql).scope(scope).bind(Json(audience)).bind(exclusion as i32);
    Ok(query.bind(after).bind(limit).all().await?)
}

/// Lists the members of a part after a position; up to `limit`.
pub async fn list_part(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    part: &MemberPart,
    after: i64,
    limit: i64,
) -> Result<Vec<AudienceMember>, Fault> {
    macro_rules! part {
        ($communities:literal, $has_prefix:literal) => {
            concat!(
                ", included AS (
                     SELECT member.*, row_number() OVER (PARTITION BY community_id ORDER BY seq) AS nth
                     FROM member WHERE exclusion = 0)
                 SELECT i.seq, i.community_id, i.phone, i.name, i.unit, i.building, i.exclusion FROM included i
                 JOIN ",
                $communities,
                " p ON p.value->>'id' = i.community_id AND i.nth > CAST(p.value->>'skipped' AS BIGINT)
                 WHERE i.seq > $5 AND (NOT CAST(p.value->>'is_by_area_code' AS BOOLEAN)
                     OR (",
                $has_prefix,
                ") <> CAST($4->>'are_others' AS BOOLEAN))
                 ORDER BY i.seq LIMIT $6"
            )
        };
    }
    let sql = dialect(
        concat!(
            found_sqlite!(),
            member!(),
            part!(
                "json_each($4, '$.communities')",
                "substr(i.phone, 1, 5) IN (SELECT value FROM json_each($4, '$.prefixes'))"
            )
        ),
        concat!(
            found_postgres!(),
            member!(),
            part!("jsonb_array_elements($4->'communities')", "$4->'prefixes' ? substr(i.phone, 1, 5)")
        ),
    );
    let query = tx.query(sql).scope(scope).bind(Json(audience)).bind(Json(part));
    Ok(query.bind(after).bind(limit).all().await?)
}

/// Counts the members of communities who are not left out, by the beginning of their phone up to the area code.
pub async fn count_area_codes(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    communities: &[CommunityId],
) -> Result<Vec<(String, i64)>, Fault> {
    macro_rules! counted {
        ($communities:literal) => {
            concat!(
                "SELECT substr(phone, 1, 5), count(*) FROM member
                 WHERE exclusion = 0 AND community_id IN (",
                $communities,
                ") GROUP BY 1"
            )
        };
    }
    let sql = dialect(
        concat!(found_sqlite!(), member!(), counted!("SELECT value FROM json_each($4)")),
        concat!(found_postgres!(), member!(), counted!("SELECT jsonb_array_elements_text($4)")),
    );
    Ok(tx.query(sql).scope(scope).bind(Json(audience)).bind(Json(communities)).all().await?)
}

/// Lists members who are not left out and whose name, unit or phone contains `query`, after a position; up to
/// `limit`. A phone may be written in any way.
pub async fn search_members(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    query: &str,
    after: i64,
    limit: i64,
) -> Result<Vec<AudienceMember>, Fault> {
    macro_rules! found {
        ($like:literal) => {
            concat!(
                "SELECT seq, community_id, phone, name, unit, building, exclusion FROM member
                 WHERE exclusion = 0 AND seq > $4 AND (name ",
                $like,
                " $5 ESCAPE '!' OR name ",
                $like,
                " $6 ESCAPE '!' OR unit ",
                $like,
                " $5 ESCAPE '!' OR phone LIKE $7 ESCAPE '!') ORDER BY seq LIMIT $8"
            )
        };
    }
    let sql = dialect(
        concat!(found_sqlite!(), member!(), found!("LIKE")),
        concat!(found_postgres!(), member!(), found!("ILIKE")),
    );
    let [written, capitalized, phone] = search_patterns(query);
    let query = tx.query(sql).scope(scope).bind(Json(audience)).bind(after);
    Ok(query.bind(written).bind(capitalized).bind(phone).bind(limit).all().await?)
}

/// Returns LIKE patterns for a query, escaped with `!`: as written, with capital initials, because SQLite tells
/// capitals apart outside of ASCII, and as digits of a phone.
fn search_patterns(query: &str) -> [String; 3] {
    let contains =
        |part: &str| format!("%{}%", part.replace('!', "!!").replace('%', "!%").replace('_', "!_"));
    let capitalized = |word: &str| {
        let mut rest = word.chars();
        let first = rest.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
        first + &rest.as_str().to_lowercase()
    };
    let words: Vec<&str> = query.split_whitespace().collect();
    let written = words.join(" ");
    let digits: String = query.chars().filter(char::is_ascii_digit).collect();
    let is_phone = query.chars().all(|c| c.is_ascii_digit() || " +()-./".contains(c)) && digits.len() >= 3;
    [
        contains(&written),
        contains(&words.iter().map(|word| capitalized(word)).collect::<Vec<_>>().join(" ")),
        contains(if is_phone { &digits } else { &written }),
    ]
}

/// Returns the number of accounts that a filter finds, and of their different phones.
pub async fn count_members(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
) -> Result<(i64, i64), Fault> {
    let sql = dialect(
        concat!(found_sqlite!(), " SELECT count(DISTINCT account_id), count(DISTINCT phone) FROM found"),
        concat!(found_postgres!(), " SELECT count(DISTINCT account_id), count(DISTINCT phone) FROM found"),
    );
    Ok(tx.query(sql).scope(scope).bind(Json(audience)).one().await?)
}

/// Writes the members of an audience as the recipients of a blast. A phone that is a recipient already is a
/// duplicate.
pub async fn expand(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    blast: &str,
) -> Result<u64, Fault> {
    macro_rules! insert {
        ($found:expr, $member:expr) => {
            concat!(
                "INSERT INTO blast_recipient (company_id, blast_id, seq, community_id, account_id, phone, name,
                     unit, building, exclusion) ",
                $found,
                $member,
                "SELECT $1, $4, seq, community_id, account_id, phone, name, unit, building,
                     CASE WHEN EXISTS (SELECT 1 FROM blast_recipient r WHERE r.company_id = $1
                         AND r.blast_id = $4 AND r.phone = member.phone AND r.exclusion <> 5)
                     THEN 5 ELSE exclusion END
                 FROM member"
            )
        };
    }
    let sql = dialect(insert!(found_sqlite!(), member!()), insert!(found_postgres!(), member!()));
    Ok(tx.query(sql).scope(scope).bind(Json(audience)).bind(blast).run().await?)
}
