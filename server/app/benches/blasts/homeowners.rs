//! Homeowners with one phone each, in communities with one number each. One in a hundred opted out, one in
//! fifty never gave consent.
use std::time::Instant;

use platform::Db;

use crate::{HARBORLINE, bulk, bulk::for_each_row};

const PER_COMMUNITY: i64 = 10_000;

/// Returns the IDs of the communities of this number of homeowners.
pub fn communities(people: i64) -> impl Iterator<Item = String> {
    (0..number_of_communities(people)).map(|n| format!("bulk-{n}"))
}

fn number_of_communities(people: i64) -> i64 {
    (people + PER_COMMUNITY - 1) / PER_COMMUNITY
}

pub async fn load(db: &Db, people: i64) {
    let begun = Instant::now();
    let of_communities = [
        for_each_row!(
            "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
             SELECT 'bulk-' || i, 'Bulk_' || i, 'America/Chicago', 10000, FALSE, 1, 0 FROM n
             WHERE $1 <> '' AND $2 = ''"
        ),
        for_each_row!(
            "INSERT INTO company_community (company_id, community_id, name_key)
             SELECT $1, 'bulk-' || i, 'bulk ' || i FROM n WHERE $2 = ''"
        ),
        for_each_row!(
            "INSERT INTO text_number (company_id, number, community_id, carrier, segments_per_second)
             SELECT $1, '+1213556' || (1000 + i), 'bulk-' || i, 2, 1000 FROM n WHERE $2 = ''"
        ),
    ];
    bulk::insert(db, HARBORLINE, "", number_of_communities(people), &of_communities).await;
    let of_people = [
        for_each_row!(
            "INSERT INTO homeowner_account (company_id, id, community_id, number, number_key, unit, name, phones, email,
                 balance_on, in_collections, version, updated_ms, sort_key, search_text, unit_key)
             SELECT $1, 'bulk-' || i, 'bulk-' || (i / 10000), 'B-' || i, 'b-' || i, CAST(i % 10000 AS TEXT),
                 'Ann Kowalski', '[]', '', '', FALSE, 1, 0, CAST(10000 + i % 10000 AS TEXT), '', ''
             FROM n WHERE $2 = ''"
        ),
        for_each_row!(
            "INSERT INTO homeowner_phone (company_id, community_id, phone, account_id)
             SELECT $1, 'bulk-' || (i / 10000), '+1303' || (5000000 + i), 'bulk-' || i FROM n WHERE $2 = ''"
        ),
        for_each_row!(
            "INSERT INTO consent (company_id, phone, program, state, source, at_ms)
             SELECT $1, '+1303' || (5000000 + i), 'texts', CASE i % 100 WHEN 7 THEN 4 ELSE 3 END, 1, 0
             FROM n WHERE i % 50 <> 3 AND $2 = ''"
        ),
    ];
    bulk::insert(db, HARBORLINE, "", people, &of_people).await;
    println!("{people} homeowners loaded in {:.0} s", begun.elapsed().as_secs_f64());
}
