//! Filters of accounts, and saved filters.
use std::fmt::Write as _;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _};
use sqlx_postgres::PgConnection;

use super::*;

/// Adds 190 audiences.
const AUDIENCES: &str = "INSERT INTO audience (company_id, id, name, name_key, filter, version, updated_ms)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 190)
    SELECT a.company_id, 'filler-' || i, 'Filler ' || i, 'filler ' || i, a.filter, 1, 0
    FROM n, (SELECT company_id, filter FROM audience WHERE company_id = 'company-harborline' LIMIT 1) a";

async fn describe(staff: &Staff<'_>, filter: Value) -> Value {
    staff.post("/audiences/describe", json!({ "filter": filter })).await.ok()
}

on_both! {
    async fn a_filter_finds_the_accounts_that_meet_every_criterion(server: TestServer) {
        let dana = server.harborline_admin().await;
        let all = describe(&dana, json!({ "communityIds": [MERIDIAN] })).await;
        assert_eq!((&all["accountCount"], &all["phoneCount"]), (&json!(9), &json!(9)));
        assert_eq!(all["buildings"], json!(["North Tower", "South Tower"]));
        assert_eq!(all["tags"], json!(["board", "garage", "storage"]));
        assert_eq!(all["languages"], json!(["en", "es"]));
        for (criterion, count) in [
            (json!({ "buildings": ["north tower"] }), 4),
            (json!({ "tags": ["GARAGE"] }), 4),
            (json!({ "tags": ["garage", "storage"] }), 6),
            (json!({ "kinds": ["TENANT", "BOARD_MEMBER"] }), 3),
            (json!({ "languages": ["es"] }), 1),
            (json!({ "languages": ["en"] }), 8),
            (json!({ "minBalanceCents": 100_000 }), 2),
            (json!({ "unitFrom": "305", "unitTo": "1107" }), 4),
            (json!({ "tags": ["garage"], "buildings": ["South Tower"], "minBalanceCents": 1 }), 2),
            (json!({ "tags": ["pool"] }), 0),
        ] {
            let mut filter = criterion.clone();
            filter["communityIds"] = json!([MERIDIAN]);
            assert_eq!(describe(&dana, filter).await["accountCount"], count, "{criterion}");
        }
        let both = describe(&dana, json!({ "communityIds": [MERIDIAN, OSPREY_LAKE, MERIDIAN] })).await;
        assert_eq!(both["accountCount"], 18);
        let refused = dana.post("/audiences/describe", json!({ "filter": { "communityIds": [MERIDIAN], "unitFrom": "10", "unitTo": "9" } })).await;
        assert_eq!(refused.fields(), ["unitTo"]);
        // The unset kind would otherwise mean everybody.
        let unset = json!({ "filter": { "communityIds": [MERIDIAN], "kinds": ["UNSPECIFIED"] } });
        let refused = dana.post("/audiences/describe", unset).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["filter.kinds[0]".to_owned()]));
    }

    async fn a_company_has_at_most_200_audiences_also_if_several_are_saved_at_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let count = async || dana.get("/audiences").await.ok()["audiences"].as_array().unwrap().len();
        let before = count().await;
        server.insert("company-harborline", AUDIENCES).await;
        let filter = json!({ "communityIds": [MERIDIAN] });
        let save = |nth: i32| dana.post("/audiences", json!({ "name": format!("More {nth}"), "filter": filter }));
        let answers = futures::future::join_all((0..16).map(save)).await;
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status != 200).collect();
        assert_eq!(refused.len(), 6 + before);
        assert!(refused.iter().all(|answer| answer.reason() == "TOO_MANY_AUDIENCES"));
        assert_eq!(count().await, 200);
    }

    async fn an_audience_is_saved_changed_and_deleted_unless_a_blast_uses_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let filter = json!({ "communityIds": [MERIDIAN], "tags": ["Board"] });
        let saved = dana.post("/audiences", json!({ "name": " The board ", "filter": filter })).await.ok()["audience"].clone();
        assert_eq!((&saved["name"], &saved["filter"]["tags"]), (&json!("The board"), &json!(["board"])));
        let again = dana.post("/audiences", json!({ "name": "the BOARD", "filter": filter })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "AUDIENCE_EXISTS"));
        let path = format!("/audiences/{}", saved["_id"].as_str().unwrap());
        let changed = dana.patch(&path, json!({ "version": 1, "name": "Board" })).await.ok();
        assert_eq!(changed["audience"]["version"], 2);
        assert_eq!(dana.patch(&path, json!({ "version": 1, "name": "Old" })).await.reason(), "AUDIENCE_CHANGED");
        assert_eq!(dana.patch(&path, json!({ "name": "\u{200b} \u{202e}" })).await.fields(), ["name"]);

        let audience = json!({ "audienceId": saved["_id"] });
        let blast = dana.post("/blasts", json!({ "title": "Minutes", "body": "{{community}}: read the minutes.", "audience": audience })).await.ok()["blast"].clone();
        assert_eq!(phones(&dana, &blast, "").await, ["+13015550133"]);
        assert_eq!(dana.delete(&path).await.reason(), "AUDIENCE_IN_USE");
        // The draft uses the current filter of the audience.
        dana.patch(&path, json!({ "filter": { "communityIds": [OSPREY_LAKE], "tags": ["board"] } })).await.ok();
        assert_eq!(phones(&dana, &blast, "").await, ["+17035550134"]);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(&path_of(&blast)).await.status, 404, "Osprey Lake is not his");
        dana.delete(&path_of(&blast)).await.ok();
        dana.delete(&path).await.ok();
        let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
        let of = |action: &str| trail.as_array().unwrap().iter().filter(|entry| entry["action"] == action).count();
        assert_eq!((of("AUDIENCE_CREATED"), of("AUDIENCE_UPDATED"), of("AUDIENCE_DELETED")), (1, 2, 1), "{trail}");
        let names = dana.get("/audiences").await.ok()["audiences"].clone();
        assert_eq!(names.as_array().unwrap().len(), 1, "{names}");
    }

    async fn a_phone_counts_once_however_many_accounts_have_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (community, rows) in [
            (MERIDIAN, "S-1,+13032561001,blue\nS-2,+13032561001,red\nS-3,+13032561002,red\n"),
            (OSPREY_LAKE, "S-4,+13032561001,red\nS-5,+13032561003,red\n"),
        ] {
            let rows = rows.replace(",+", ",yes,+");
            let data = STANDARD.encode(format!("account,text consent,phone,tags\n{rows}"));
            let path = format!("/textCommunities/community/{community}/accounts/import");
            dana.post(&path, json!({ "data": data })).await.ok();
        }
        for (communities, tags, included, duplicates) in [
            (vec![MERIDIAN, OSPREY_LAKE], json!(["red", "blue"]), vec!["1001", "1002", "1003"], 2),
            (vec![OSPREY_LAKE, MERIDIAN], json!(["red", "blue"]), vec!["1001", "1003", "1002"], 2),
            // An account outside of the filter does not make another one a duplicate.
            (vec![MERIDIAN], json!(["red"]), vec!["1001", "1002"], 0),
            (vec![MERIDIAN], json!(["blue"]), vec!["1001"], 0),
        ] {
            let audience = json!({ "filter": { "communityIds": communities, "tags": tags } });
            let blast = json!({ "title": "Hello", "body": "{{community}}: hello", "audience": audience });
            let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
            let ends: Vec<String> = phones(&dana, &blast, "").await.iter().map(|phone| phone[8..].to_owned()).collect();
            assert_eq!(ends, included, "{communities:?} {tags}");
            let left_out = phones(&dana, &blast, "exclusion=DUPLICATE").await;
            assert_eq!(left_out.len(), duplicates, "{communities:?} {tags}");
            let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
            assert_eq!(review["recipientCount"], included.len(), "{review}");
            // What is written when it is sent is what was reviewed.
            send(&server, &dana, &blast).await;
            let ends: Vec<String> = phones(&dana, &blast, "").await.iter().map(|phone| phone[8..].to_owned()).collect();
            assert_eq!(ends, included, "{communities:?} {tags}");
            assert_eq!(phones(&dana, &blast, "exclusion=DUPLICATE").await, left_out, "{communities:?} {tags}");
        }
    }

    async fn statistics_for_the_planner_are_renewed_right_after_a_large_import(server: TestServer) {
        // PostgreSQL searches a large audience quickly only after the rows were counted, which here nothing but the
        // import itself does.
        let tables = ["homeowner_account", "homeowner_phone"];
        let mut superuser = match server.database.ends_with("parlor.db") {
            true => None,
            false => Some(PgConnection::connect(&superuser_url(&server.database)).await.unwrap()),
        };
        if let Some(superuser) = &mut superuser {
            for table in tables {
                let off = format!("ALTER TABLE {table} SET (autovacuum_enabled = false)");
                superuser.execute(AssertSqlSafe(off)).await.unwrap();
            }
        }
        let mut rows = "account,text consent,phone\n".to_owned();
        for number in 0..1_000 {
            writeln!(rows, "N-{number},yes,+1303{}", 5_000_000 + number).unwrap();
        }
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
        dana.post(&path, json!({ "data": STANDARD.encode(rows), "whole": true })).await.ok();
        let blast = draft(&dana, "{{community}}: hello", &[HARBOR_ROW]).await;
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!(review["recipientCount"], 1_000);
        if let Some(superuser) = &mut superuser {
            for table in tables {
                let counted = format!("SELECT reltuples::BIGINT FROM pg_class WHERE oid = '{table}'::regclass");
                let counted: i64 =
                    sqlx::query_scalar(AssertSqlSafe(counted)).fetch_one(&mut *superuser).await.unwrap();
                assert!(counted >= 1_000, "{table}: {counted} rows were counted");
            }
        }
    }
}
