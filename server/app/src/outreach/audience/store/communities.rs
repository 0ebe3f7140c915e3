//! Queries for the communities of an audience, and for the values that its filter can use.
use platform::{Fault, Scope, Tx, dialect, ids::CommunityId};
use sqlx::{FromRow, types::Json};

use crate::messaging::carrier;

/// A community of an audience, with what sending to it takes.
#[derive(Clone, FromRow)]
pub struct TextedCommunity {
    pub id: CommunityId,
    pub tag: String,
    pub time_zone: String,
    /// The number that texts are sent from.
    pub number: Option<String>,
    pub segments_per_second: Option<i32>,
    /// Carrier of the number.
    pub carrier: Option<i32>,
}

impl TextedCommunity {
    /// Returns the carrier of the number; `None` without a number.
    #[must_use]
    pub fn carrier_kind(&self) -> Option<carrier::Kind> {
        self.carrier.and_then(|kind| carrier::Kind::try_from(kind).ok())
    }

    /// Returns whether the texts of the number stay on the test phone.
    #[must_use]
    pub fn is_on_test_phone(&self) -> bool {
        self.carrier_kind() == Some(carrier::Kind::TestPhone)
    }

    /// Returns whether texts are handed to a carrier outside of Parlor.
    #[must_use]
    pub fn is_texted_by_carrier(&self) -> bool {
        self.number.is_some() && !self.is_on_test_phone()
    }
}

/// Returns those of the given communities that the scope can see, in their order.
pub async fn texted_communities(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
) -> Result<Vec<TextedCommunity>, Fault> {
    macro_rules! texted {
        ($ids:literal) => {
            concat!(
                "SELECT c.id, c.tag, c.time_zone, n.number, n.segments_per_second, n.carrier FROM community c
                 LEFT JOIN text_number n ON n.company_id = $1 AND n.community_id = c.id AND n.number = (
                     SELECT min(o.number) FROM text_number o WHERE o.company_id = $1 AND o.community_id = c.id)
                 WHERE c.id IN (",
                $ids,
                ") AND ",
                platform::sees!("c.id")
            )
        };
    }
    let sql =
        dialect(texted!("SELECT value FROM json_each($3)"), texted!("SELECT jsonb_array_elements_text($3)"));
    let mut found: Vec<TextedCommunity> = tx.query(sql).scope(scope).bind(Json(communities)).all().await?;
    found.sort_by_key(|community| communities.iter().position(|id| *id == community.id));
    Ok(found)
}

/// Values that filters of some communities can use.
pub struct FilterValues {
    pub buildings: Vec<String>,
    pub tags: Vec<String>,
    pub languages: Vec<String>,
}

/// Returns the buildings, tags and languages of the communities' accounts, at most 200 each.
pub async fn filter_values(
    tx: &mut Tx,
    scope: &Scope,
    communities: &[CommunityId],
) -> Result<FilterValues, Fault> {
    macro_rules! values {
        ($value:literal, $from:literal, $ids:literal, $rest:literal) => {
            concat!(
                "SELECT DISTINCT ",
                $value,
                " FROM homeowner_account a",
                $from,
                " WHERE a.company_id = $1 AND a.community_id IN (",
                $ids,
                ") AND ",
                platform::sees!("a.community_id"),
                $rest
            )
        };
    }
    macro_rules! both {
        ($value:literal, $sqlite:literal, $postgres:literal, $rest:literal) => {
            dialect(
                values!($value, $sqlite, "SELECT value FROM json_each($3)", $rest),
                values!($value, $postgres, "SELECT jsonb_array_elements_text($3)", $rest),
            )
        };
    }
    let mut columns: [Vec<String>; 3] = Default::default();
    let queries = [
        both!("a.building", "", "", " AND a.building <> '' ORDER BY 1 LIMIT 200"),
        both!(
            "t.value",
            ", json_each(a.tags) t",
            ", jsonb_array_elements_text(a.tags) t (value)",
            " ORDER BY 1 LIMIT 200"
        ),
        both!("CASE a.language WHEN '' THEN 'en' ELSE a.language END", "", "", " ORDER BY 1 LIMIT 200"),
    ];
    for (column, sql) in columns.iter_mut().zip(queries) {
        let rows: Vec<(String,)> = tx.query(sql).scope(scope).bind(Json(communities)).all().await?;
        *column = rows.into_iter().map(|(value,)| value).collect();
    }
    let [buildings, tags, languages] = columns;
    Ok(FilterValues { buildings, tags, languages })
}
