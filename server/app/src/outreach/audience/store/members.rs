//! Queries for the members of an audience. PostgreSQL plans them anew each time: an audience can have two members or a
//! million.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use serde::Serialize;
use sqlx::types::Json;

use super::member_statements::{
    classified, classified_postgres, classified_sqlite, found_postgres, found_sqlite, listed,
    matches_postgres, matches_sqlite, numbered, over_classified, over_members,
};
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
    /// Number of communities at the beginning whose members are not wanted, but make others duplicates.
    preceding: usize,
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
            preceding: 0,
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

    /// The part of an audience in the last one of `communities`, which is at `position`. Members with a phone of one of
    /// the others, which come before it in the audience, are duplicates.
    #[must_use]
    pub fn last_of(filter: &'a Filter, communities: &'a [CommunityId], position: usize) -> Self {
        let preceding = communities.len().saturating_sub(1);
        Self { preceding, ..Self::part(filter, communities, position.saturating_sub(preceding)) }
    }

    /// If `is_asked`, selects only people without consent.
    #[must_use]
    pub fn asking_consent(self, is_asked: bool) -> Self {
        Self { purpose: if is_asked { "consent" } else { "" }, ..self }
    }
}

/// Number of members of a community with the same reason for being left out.
pub struct ExclusionCount {
    pub community_id: CommunityId,
    pub exclusion: Exclusion,
    pub count: i64,
}

/// Counts members by community and reason.
pub async fn count_exclusions(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
) -> Result<Vec<ExclusionCount>, Fault> {
    // Positions are sorted instead of IDs because they take less memory.
    let sql = over_classified!(
        "SELECT position, exclusion, count(*) FROM classified GROUP BY position, exclusion
         ORDER BY position, exclusion"
    );
    let rows: Vec<(i64, i32, i64)> =
        tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).all().await?;
    let count = |(position, exclusion, count): (i64, i32, i64)| {
        let at = usize::try_from(position).ok().and_then(|position| position.checked_sub(audience.first));
        let community = at.and_then(|at| audience.communities.get(at)).ok_or_else(unknown_position)?;
        let exclusion = Exclusion::try_from(exclusion).map_err(Fault::internal)?;
        Ok(ExclusionCount { community_id: community.clone(), exclusion, count })
    };
    rows.into_iter().map(count).collect()
}

fn unknown_position() -> Fault {
    Fault::internal("a member has the position of no community")
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
    let query = tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).bind(exclusion as i32);
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
    let sql = over_members!(
        part!(
            "json_each($4, '$.communities')",
            "substr(i.phone, 1, 5) IN (SELECT value FROM json_each($4, '$.prefixes'))"
        ),
        part!("jsonb_array_elements($4->'communities')", "$4->'prefixes' ? substr(i.phone, 1, 5)")
    );
    let query = tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).bind(Json(part));
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
                "SELECT substr(phone, 1, 5), count(*) FROM classified
                 WHERE exclusion = 0 AND community_id IN (",
                $communities,
                ") GROUP BY 1"
            )
        };
    }
    let sql = over_classified!(
        counted!("SELECT value FROM json_each($4)"),
        counted!("SELECT jsonb_array_elements_text($4)")
    );
    Ok(tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).bind(Json(communities)).all().await?)
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
    let sql = over_members!(found!("LIKE"), found!("ILIKE"));
    let [written, capitalized, phone] = search_patterns(query);
    let query = tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).bind(after);
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
    Ok(tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).one().await?)
}

/// Writes the members of an audience as the recipients of a blast. A phone that is a recipient already is a
/// duplicate. It is looked up by a scalar subquery, because for `EXISTS` PostgreSQL would read all recipients.
pub async fn expand(
    tx: &mut Tx,
    scope: &Scope,
    audience: &SqlAudience<'_>,
    blast: &str,
) -> Result<u64, Fault> {
    macro_rules! insert {
        ($classified:expr) => {
            concat!(
                "INSERT INTO blast_recipient (company_id, blast_id, seq, community_id, account_id, phone, name,
                     unit, building, exclusion) ",
                $classified,
                numbered!(),
                "SELECT $1, $4, seq, community_id, account_id, phone, name, unit, building,
                     CASE WHEN (SELECT TRUE FROM blast_recipient r WHERE r.company_id = $1
                         AND r.blast_id = $4 AND r.phone = member.phone AND r.exclusion <> 5 LIMIT 1)
                     THEN 5 ELSE exclusion END
                 FROM member"
            )
        };
    }
    let sql = dialect(insert!(classified_sqlite!()), insert!(classified_postgres!()));
    Ok(tx.query(sql).planned_anew().scope(scope).bind(Json(audience)).bind(blast).run().await?)
}
