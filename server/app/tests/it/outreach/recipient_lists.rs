//! Lists of fixed recipients, from files and from pasted numbers.
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::*;

const EVIDENCE: &str = "Signed the sheet at the annual meeting.";

async fn import(staff: &Staff<'_>, request: Value) -> Answer {
    staff.post("/audiences/import", request).await
}

on_both! {
    async fn pasted_numbers_become_a_list_that_a_blast_is_sent_to(server: TestServer) {
        let dana = server.harborline_admin().await;
        let numbers = "(202) 555-0161, 202-555-0162\n202 555 0161\nnone";
        let request = json!({
            "name": "Contractors", "communityId": MERIDIAN, "numbers": numbers, "consentEvidence": EVIDENCE,
        });
        let mut dry_run = request.clone();
        dry_run["isDryRun"] = json!(true);
        let preview = import(&dana, dry_run).await.ok();
        assert_eq!(preview.get("audience"), None);
        assert_eq!(
            (&preview["acceptedCount"], &preview["duplicateCount"], &preview["rejectedCount"]),
            (&json!(2), &json!(1), &json!(1))
        );
        assert_eq!((&preview["rejected"][0]["line"], &preview["rejected"][0]["cells"]), (&json!(3), &json!(["none"])));

        let saved = import(&dana, request.clone()).await.ok()["audience"].clone();
        assert_eq!(saved["list"], json!({ "communityId": MERIDIAN, "memberCount": 2 }));
        assert_eq!(import(&dana, request).await.reason(), "AUDIENCE_EXISTS");
        let audience = json!({ "audienceId": saved["_id"] });
        let blast = dana
            .post("/blasts", json!({ "title": "Gate code", "body": "{{community}}: Hi {{first_name|neighbor}}.", "audience": audience }))
            .await
            .ok()["blast"]
            .clone();
        assert_eq!(phones(&dana, &blast, "").await, ["+12025550161", "+12025550162"]);
        send(&server, &dana, &blast).await;
        server.settled().await;
        assert_eq!(read(&dana, &blast).await["counts"]["delivered"], 2);
    }

    async fn all_rejected_rows_are_returned_on_request(server: TestServer) {
        let dana = server.harborline_admin().await;
        let rows: String = (0..1_200).map(|row| format!("none {row}\n")).collect();
        let mut request = json!({ "communityId": MERIDIAN, "file": STANDARD.encode(format!("Phone\n{rows}")), "isDryRun": true });
        let rejected = |preview: &Value| (preview["rejected"].as_array().unwrap().len(), preview["rejectedCount"].clone());
        assert_eq!(rejected(&import(&dana, request.clone()).await.ok()), (1_000, json!(1_200)));
        request["allRejected"] = json!(true);
        assert_eq!(rejected(&import(&dana, request).await.ok()), (1_200, json!(1_200)));
        let numbers = "none\n".repeat(20_001);
        let pasted = json!({ "communityId": MERIDIAN, "numbers": numbers, "isDryRun": true });
        assert_eq!(import(&dana, pasted).await.fields(), ["numbers"]);
    }

    async fn a_file_is_read_with_the_chosen_columns(server: TestServer) {
        let dana = server.harborline_admin().await;
        let file = STANDARD.encode("Unit,Resident,Mobile,Work\n12,Ana Ruiz,2025550161,2025550171\n14,Bo Li,,2025550172\n");
        let dry_run = json!({ "communityId": MERIDIAN, "file": file, "isDryRun": true });
        let preview = import(&dana, dry_run.clone()).await.ok();
        assert_eq!(preview["headings"], json!(["Unit", "Resident", "Mobile", "Work"]));
        assert_eq!(preview["columns"], json!({ "phone": 3, "name": 2, "unit": 1, "building": 0 }));
        assert_eq!((&preview["acceptedCount"], &preview["rejectedCount"]), (&json!(1), &json!(1)));
        let columns = json!({ "phone": 4, "name": 2, "unit": 1 });
        let request = json!({ "name": "Work phones", "communityId": MERIDIAN, "file": file, "columns": columns });
        let saved = import(&dana, request).await.ok()["audience"].clone();
        assert_eq!(saved["list"]["memberCount"], 2);
        let audience = json!({ "audienceId": saved["_id"] });
        let blast = json!({ "title": "Hello", "body": "{{community}}: hello {{unit}}.", "audience": audience });
        let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
        // Without evidence of consent, phones that never texted are left out.
        assert!(phones(&dana, &blast, "").await.is_empty());
        assert_eq!(phones(&dana, &blast, "exclusion=NO_CONSENT").await, ["+12025550171", "+12025550172"]);
    }

    async fn clicks_of_short_links_are_counted_for_each_blast(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut blasts = Vec::new();
        for title in ["First", "Second"] {
            let audience = json!({ "filter": { "communityIds": [MERIDIAN] } });
            let blast = json!({ "title": title, "body": "{{community}}: hello", "audience": audience });
            let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
            let campaign = blast["_id"].as_str().unwrap();
            let path = format!("/attachments/createShortLink?url=https%3A%2F%2Fexample.com%2Fpool&campaign={campaign}");
            let url = dana.get(&path).await.ok()["url"].as_str().unwrap().to_owned();
            assert_eq!(dana.get(&path).await.ok()["url"], url, "a campaign has one link to a URL");
            let body = json!({ "body": format!("{{{{community}}}}: see {url}") });
            dana.patch(&path_of(&blast), body).await.ok();
            blasts.push((blast, url));
        }
        assert_ne!(blasts[0].1, blasts[1].1);
        let path = blasts[0].1.rsplit_once("/s/").unwrap().1;
        assert_eq!(server.rest("GET", &format!("/s/{path}"), "", None).await.status, 302);
        for ((blast, url), clicks) in blasts.iter().zip([1, 0]) {
            let links = dana.get(&path_of(blast)).await.ok()["links"].clone();
            assert_eq!(links, json!([{ "url": url, "target": "https://example.com/pool", "clicks": clicks }]));
        }
    }

    async fn what_is_no_list_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let request = |more: Value| {
            let mut request = json!({ "name": "List", "communityId": MERIDIAN });
            request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            request
        };
        for (more, field) in [
            (json!({}), "numbers"),
            (json!({ "numbers": "call me" }), "numbers"),
            (json!({ "numbers": "2025550161", "consentEvidence": "yes" }), "consentEvidence"),
            (json!({ "numbers": "2025550161", "name": " " }), "name"),
            (json!({ "file": STANDARD.encode("First,Last\nAna,Ruiz\n") }), "columns"),
            (json!({ "file": STANDARD.encode("Phone\n2025550161\n"), "columns": { "phone": 2 } }), "columns"),
        ] {
            assert_eq!(import(&dana, request(more.clone())).await.fields(), [field], "{more}");
        }
        let marcus = server.login("manager@harborline.example").await;
        let elsewhere = json!({ "communityId": OSPREY_LAKE, "numbers": "2025550161" });
        assert_eq!(import(&marcus, request(elsewhere)).await.status, 404, "Osprey Lake is not his");

        let saved = import(&dana, request(json!({ "numbers": "2025550161" }))).await.ok()["audience"].clone();
        let path = format!("/audiences/{}", saved["_id"].as_str().unwrap());
        let filter = json!({ "filter": { "communityIds": [MERIDIAN] } });
        assert_eq!(dana.patch(&path, filter).await.fields(), ["filter"]);
        assert_eq!(dana.patch(&path, json!({ "name": "Renamed" })).await.ok()["audience"]["list"]["memberCount"], 1);
        dana.delete(&path).await.ok();
    }
}
