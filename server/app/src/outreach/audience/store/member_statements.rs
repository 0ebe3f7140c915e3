//! Statements over the members of an audience: the phones of the accounts that a filter finds, each with the reason
//! why it is left out, if it is. `$1` and `$2` are the scope, `$3` the filter with the position of its first community.
//! `CROSS JOIN` makes SQLite read the tables in the order in which they are written; without statistics, it would begin
//! with all phones.

/// Whether the filter finds account `a` of a chosen community.
macro_rules! matches_sqlite {
    () => {
        "($3->>'list') IS NULL
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
                 IN (SELECT value FROM json_each($3, '$.languages')))"
    };
}

/// As `matches_sqlite`, for PostgreSQL.
macro_rules! matches_postgres {
    () => {
        "($3->>'list') IS NULL
         AND (jsonb_array_length($3->'buildings') = 0 OR $3->'buildings' ? lower(a.building))
         AND a.unit_key >= ($3->>'unit_from')
         AND (($3->>'unit_to') = '' OR a.unit_key <= ($3->>'unit_to'))
         AND (jsonb_array_length($3->'kinds') = 0 OR $3->'kinds' @> to_jsonb(a.kind))
         AND (jsonb_array_length($3->'tags') = 0 OR EXISTS (
              SELECT 1 FROM jsonb_array_elements_text(a.tags) t WHERE $3->'tags' ? t))
         AND (($3->>'min_balance_cents') IS NULL
              OR a.balance_cents >= ($3->>'min_balance_cents')::BIGINT)
         AND (jsonb_array_length($3->'languages') = 0
              OR $3->'languages' ? CASE a.language WHEN '' THEN 'en' ELSE a.language END)"
    };
}

/// The end of `found`: the recipients of the list, if the audience is one.
macro_rules! listed {
    () => {
        " UNION ALL
          SELECT c.community_id, c.position, c.has_number, '', m.position, m.name, m.unit, m.building, m.phone
          FROM chosen c
          JOIN audience_member m ON m.company_id = $1 AND m.audience_id = ($3->>'list')
               AND m.community_id = c.community_id
          WHERE c.is_wanted)"
    };
}

/// The accounts that the filter finds in the communities that are wanted, with their phones, as `found`.
macro_rules! found_sqlite {
    () => {
        concat!(
            "WITH chosen AS (
                 SELECT c.value AS community_id, c.key + ($3->>'first') AS position,
                        c.key >= ($3->>'preceding') AS is_wanted,
                        EXISTS (SELECT 1 FROM text_number n
                                WHERE n.company_id = $1 AND n.community_id = c.value) AS has_number
                 FROM json_each($3, '$.communities') c WHERE ",
            platform::sees!("c.value"),
            "), found AS (
                 SELECT a.community_id, c.position, c.has_number, a.id AS account_id, a.sort_key, a.name, a.unit,
                        a.building, p.phone
                 FROM chosen c
                 CROSS JOIN homeowner_account a
                 CROSS JOIN homeowner_phone p
                 WHERE c.is_wanted AND a.company_id = $1 AND a.community_id = c.community_id
                   AND p.company_id = $1 AND p.account_id = a.id AND ",
            matches_sqlite!(),
            listed!()
        )
    };
}

/// As `found_sqlite`, for PostgreSQL. The limit tells its planner how many communities there are. Phones are joined by
/// their account alone, as in the foreign key: with their community as well, the planner expects far too few.
macro_rules! found_postgres {
    () => {
        concat!(
            "WITH chosen AS (
                 SELECT c.value AS community_id, c.place - 1 + ($3->>'first')::BIGINT AS position,
                        c.place > ($3->>'preceding')::BIGINT AS is_wanted,
                        EXISTS (SELECT 1 FROM text_number n
                                WHERE n.company_id = $1 AND n.community_id = c.value) AS has_number
                 FROM (SELECT * FROM jsonb_array_elements_text($3->'communities') WITH ORDINALITY e (value, place)
                       LIMIT jsonb_array_length($3->'communities')) c
                 WHERE ",
            platform::sees!("c.value"),
            "), found AS (
                 SELECT a.community_id, c.position, c.has_number, a.id AS account_id, a.sort_key, a.name, a.unit,
                        a.building, p.phone
                 FROM chosen c
                 JOIN homeowner_account a ON a.company_id = $1 AND a.community_id = c.community_id
                 JOIN homeowner_phone p ON p.company_id = $1 AND p.account_id = a.id
                 WHERE c.is_wanted AND ",
            matches_postgres!(),
            listed!()
        )
    };
}

/// The members with the reason why they are left out, as `classified`. Each phone counts once: all but its first
/// member are duplicates. A list has each phone once.
macro_rules! classified {
    ($matches:expr, $shared:expr, $is_shared:expr) => {
        concat!(
            ", classified AS (
                 SELECT f.*, CASE
                     WHEN ",
            $is_shared,
            " AND EXISTS (
                         SELECT 1 FROM homeowner_phone d
                         CROSS JOIN homeowner_account a
                         CROSS JOIN chosen c
                         WHERE d.company_id = $1 AND d.phone = f.phone AND d.account_id <> f.account_id
                           AND a.company_id = $1 AND a.id = d.account_id AND c.community_id = a.community_id
                           AND (NOT c.has_number, c.position, a.sort_key, a.id)
                               < (NOT f.has_number, f.position, f.sort_key, f.account_id)
                           AND ",
            $matches,
            ") THEN 5
                     WHEN k.state = 4 THEN 1
                     WHEN f.phone IN (
                         SELECT y.phone FROM homeowner_account x
                         CROSS JOIN homeowner_phone y
                         WHERE x.company_id = $1 AND x.do_not_text
                           AND y.company_id = $1 AND y.account_id = x.id) THEN 3
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
                 LEFT JOIN unreachable_phone u ON u.company_id = $1 AND u.phone = f.phone ",
            $shared,
            ") "
        )
    };
}

/// The members with their position in the audience, as `member`.
macro_rules! numbered {
    () => {
        ", member AS (
             SELECT m.*, m.position * 1000000 + row_number() OVER (
                 PARTITION BY m.community_id ORDER BY m.sort_key, m.account_id, m.phone) AS seq
             FROM classified m) "
    };
}

/// The start of a statement over `classified`.
macro_rules! classified_sqlite {
    () => {
        concat!(found_sqlite!(), classified!(matches_sqlite!(), "", "TRUE"))
    };
}

/// As `classified_sqlite`, for PostgreSQL. It first finds all phones that several accounts share, which is faster there
/// than looking for other accounts phone by phone: among the phones of the chosen communities or, if these are most
/// communities of the company, among all its phones, which an index has in their order.
macro_rules! classified_postgres {
    () => {
        concat!(
            found_postgres!(),
            ", extent AS MATERIALIZED (
                 SELECT (SELECT 2 * count(*) FROM chosen) > count(*) AS has_most
                 FROM company_community WHERE company_id = $1 AND live),
               shared AS MATERIALIZED (
                 SELECT phone FROM homeowner_phone
                 WHERE company_id = $1 AND (SELECT has_most FROM extent)
                 GROUP BY phone HAVING count(*) > 1
                 UNION ALL
                 SELECT phone FROM homeowner_phone
                 WHERE company_id = $1 AND NOT (SELECT has_most FROM extent)
                   AND community_id IN (SELECT community_id FROM chosen)
                 GROUP BY phone HAVING count(*) > 1)",
            classified!(
                matches_postgres!(),
                "LEFT JOIN shared s ON s.phone = f.phone",
                "s.phone IS NOT NULL"
            )
        )
    };
}

/// A statement over the members of an audience, `member`.
macro_rules! over_members {
    ($rest:expr) => {
        over_members!($rest, $rest)
    };
    ($sqlite:expr, $postgres:expr) => {
        dialect(
            concat!(classified_sqlite!(), numbered!(), $sqlite),
            concat!(classified_postgres!(), numbered!(), $postgres),
        )
    };
}

/// A statement over the members of an audience without their positions, `classified`.
macro_rules! over_classified {
    ($rest:expr) => {
        over_classified!($rest, $rest)
    };
    ($sqlite:expr, $postgres:expr) => {
        dialect(concat!(classified_sqlite!(), $sqlite), concat!(classified_postgres!(), $postgres))
    };
}

pub(super) use {
    classified, classified_postgres, classified_sqlite, found_postgres, found_sqlite, listed,
    matches_postgres, matches_sqlite, numbered, over_classified, over_members,
};
