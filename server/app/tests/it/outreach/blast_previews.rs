//! Previews of a draft's text for each recipient.
use serde_json::json;

use super::*;

const BODY: &str = "Hi {{first_name|neighbor}} of {{unit}}, the sauna is closed.";

async fn page(staff: &Staff<'_>, blast: &Value, query: &str) -> (Vec<Value>, String) {
    let listed = staff.get(&format!("{}/previews?{query}", path_of(blast))).await.ok();
    let token = listed["nextPageToken"].as_str().unwrap_or_default().to_owned();
    (listed["previews"].as_array().cloned().unwrap_or_default(), token)
}

fn names(previews: &[Value]) -> Vec<&str> {
    previews.iter().map(|one| one["recipient"]["name"].as_str().unwrap_or_default()).collect()
}

on_both! {
    async fn every_recipient_of_a_draft_can_be_read_page_by_page(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, BODY, &[MERIDIAN]).await;
        let all = phones(&dana, &blast, "").await;
        let (mut read, mut token) = (Vec::new(), String::new());
        loop {
            let (previews, next) = page(&dana, &blast, &format!("limit=3&pageToken={token}")).await;
            assert!(previews.len() <= 3);
            read.extend(previews);
            token = next;
            if token.is_empty() {
                break;
            }
        }
        let shown: Vec<&str> = read.iter().map(|one| one["recipient"]["phone"].as_str().unwrap()).collect();
        assert_eq!(shown, all);
        for preview in &read {
            let parts = preview["parts"].as_array().unwrap().iter();
            let joined: String = parts.map(|part| part["text"].as_str().unwrap_or_default()).collect();
            assert_eq!(preview["text"], joined);
            assert!(joined.starts_with("The Meridian: Hi "), "{joined}");
        }
        let refused = dana.get(&format!("{}/previews?pageToken=zz", path_of(&blast))).await;
        assert_eq!(refused.fields(), ["pageToken"]);
    }

    async fn a_recipient_is_found_by_name_unit_or_phone_however_it_is_written(server: TestServer) {
        let dana = server.harborline_admin().await;
        let accounts = format!("/textCommunities/community/{MERIDIAN}/accounts");
        for (number, name, phone) in [("P-1", "Étienne 50% Marchand", "+12025550171"), ("P-2", "", "+12025550172")] {
            let account = json!({ "number": number, "name": name, "phones": [phone] });
            dana.post(&accounts, account).await.ok();
            dana.text(phone, MERIDIAN_NUMBER, "Hello").await;
        }
        let blast = draft(&dana, BODY, &[MERIDIAN]).await;
        for query in ["%C3%A9tienne", "MARCHAND", "50%25", "(202)+555-0171", "5550171", "marchand&limit=1"] {
            let (previews, token) = page(&dana, &blast, &format!("query={query}")).await;
            assert_eq!((names(&previews), token.as_str()), (vec!["Étienne 50% Marchand"], ""), "{query}");
        }
        for query in ["nobody", "_", "51%25", "99+99"] {
            assert!(page(&dana, &blast, &format!("query={query}")).await.0.is_empty(), "{query}");
        }
        let (nameless, _) = page(&dana, &blast, "query=0172").await;
        assert_eq!(nameless[0]["text"], "The Meridian: Hi neighbor of , the sauna is closed.");
        let parts = nameless[0]["parts"].as_array().unwrap().iter().filter(|part| part["isFallback"] == true);
        let marked: Vec<_> = parts.map(|part| (part["mergeField"].clone(), part["text"].clone())).collect();
        assert_eq!(marked[0], (json!("first_name"), json!("neighbor")));
        assert_eq!(marked[1].0, json!("unit"));
    }

    async fn the_review_says_how_many_get_a_fallback(server: TestServer) {
        let dana = server.harborline_admin().await;
        let phones = import(&dana, MERIDIAN, 3).await;
        let filter = json!({ "filter": { "communityIds": [MERIDIAN], "tags": ["imported", "garage"] } });
        let blast = json!({ "title": "Sauna", "body": "{{community}}: Hi {{first_name|neighbor}}", "audience": filter });
        let blast = dana.post("/blasts", blast).await.ok()["blast"].clone();
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!((&review["recipientCount"], &review["fallbackCount"]), (&json!(6), &json!(phones.len())));
        dana.patch(&path_of(&blast), json!({ "body": "{{community}}: Hi" })).await.ok();
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!(review["fallbackCount"].as_i64().unwrap_or(0), 0);
    }

    async fn previews_are_those_of_a_complete_draft_in_the_callers_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        let empty = draft(&dana, "", &[OSPREY_LAKE]).await;
        let previews = |blast: &Value| format!("{}/previews", path_of(blast));
        assert_eq!(dana.get(&previews(&empty)).await.reason(), "BLAST_INCOMPLETE");
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(&previews(&empty)).await.status, 404);
        let sent = draft(&dana, "{{community}}: hello", &[MERIDIAN]).await;
        send(&server, &dana, &sent).await;
        assert_eq!(dana.get(&previews(&sent)).await.reason(), "BLAST_NOT_DRAFT");
    }
}
