//! Communities start with the questions of a catalog, and staff see how many are answered.
use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};
use tonic::Code;

use crate::{support::*, tenancy::communities::set_company};

const CREATE: &str = "/admin/textCommunities/create/company/company-harborline";
const NUMBER: &str = "+12025550177";
const PHONE: &str = "+12025550178";
/// An intent of the fine catalog, and its sample.
const DATES: (&str, &str) =
    ("Board meeting dates and place", "When's the next board meeting and is it in person or on zoom");

/// Returns the output of `parlor catalog`.
fn catalog(name: &str) -> Vec<Value> {
    let text = match name {
        "merged" => include_str!("../../../catalogs/merged.json"),
        "company" => include_str!("../../../catalogs/company.json"),
        _ => include_str!("../../../catalogs/fine.json"),
    };
    serde_json::from_str::<Value>(text).unwrap()["intents"].as_array().unwrap().clone()
}

/// Creates a community with the questions of a catalog. Returns its path.
async fn create(staff: &Staff<'_>, catalog: Option<&str>) -> String {
    let mut body = json!({ "label": "Quarry Bend", "escalationEmail": "office@quarry.example", "number": NUMBER, "vantaca_assoc_code": "QB4" });
    if let Some(catalog) = catalog {
        body["catalog"] = json!(catalog);
    }
    let made = staff.post(CREATE, body).await.ok();
    format!("/textCommunities/community/{}", made["textCommunity"]["_id"].as_str().unwrap())
}

/// Returns all answers of a community, read in pages.
async fn listed(staff: &Staff<'_>, community: &str, query: &str) -> Vec<Value> {
    let (mut all, mut token) = (vec![], String::new());
    loop {
        let page = staff.get(&format!("{community}/answers?limit=100{query}&pageToken={token}")).await.ok();
        let answers = page["answers"].as_array().unwrap();
        assert!(answers.len() <= 100);
        all.extend(answers.clone());
        token = page["nextPageToken"].as_str().unwrap().to_owned();
        if token.is_empty() {
            return all;
        }
    }
}

async fn coverage(staff: &Staff<'_>, community: &str) -> (i64, i64) {
    let coverage = staff.get(&format!("{community}/coverage")).await.ok();
    let categories = coverage["categories"].as_array().unwrap();
    let sum = |field: &str| categories.iter().map(|category| category[field].as_i64().unwrap()).sum::<i64>();
    let (answered, total) = (sum("answered"), sum("total"));
    assert_eq!((&coverage["answered"], &coverage["total"]), (&json!(answered), &json!(total)));
    (answered, total)
}

/// Stores answers of Harbor Row.
async fn add_answers(server: &TestServer, count: i64) {
    let scope = Scope::of_company(&CompanyId::from("company-harborline"));
    let mut tx = server.db.found(&scope).await.unwrap();
    let sql = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
        INSERT INTO answer (community_id, id, category, question, question_key, sort_key, search_text, samples, answer,
            source, version, used, updated_by, updated_ms)
        SELECT 'community-harbor-row', 'a' || i, 'Pets', 'q' || i, 'q' || i, 'q', 'q', '[]', 'Yes.', '', 1, 0, '', 0
        FROM n";
    tx.query(sql).bind(count).run().await.unwrap();
    tx.commit().await.unwrap();
}

on_both! {
    async fn a_new_community_has_all_catalog_questions_unanswered(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = create(&dana, None).await;
        let mut listed = listed(&dana, &community, "").await;
        let mut expected = catalog("fine");
        listed.sort_by_key(|answer| answer["question"].to_string());
        expected.sort_by_key(|intent| intent["title"].to_string());
        assert_eq!(listed.len(), expected.len());
        for (answer, intent) in listed.iter().zip(&expected) {
            assert_eq!(answer["question"], intent["title"]);
            assert_eq!(answer["category"], intent["category"]);
            assert_eq!(answer["samples"], intent["samples"]);
            assert_eq!((&answer["answer"], &answer["updatedBy"], &answer["version"]), (&json!(""), &json!(""), &json!(1)));
        }
        assert_eq!(coverage(&dana, &community).await, (0, i64::try_from(expected.len()).unwrap()));
    }

    async fn a_new_community_starts_with_the_requested_catalog(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = create(&dana, Some("MERGED")).await;
        let merged = catalog("merged");
        let listed = listed(&dana, &community, "").await;
        assert_eq!(listed.len(), merged.len());
        let several = merged.iter().find(|intent| intent["samples"].as_array().unwrap().len() > 1).unwrap();
        let same = listed.iter().find(|answer| answer["question"] == several["title"]).unwrap();
        assert_eq!(same["samples"], several["samples"]);
        let refused = dana.post(CREATE, json!({ "label": "Another", "escalationEmail": "a@b.example", "catalog": 9 })).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["catalog".to_owned()]));
    }

    async fn coverage_counts_answered_questions_and_unanswered_ones_can_be_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = create(&dana, None).await;
        let waiting = listed(&dana, &community, "&answered=false").await;
        let total = i64::try_from(waiting.len()).unwrap();
        assert_eq!(listed(&dana, &community, "&answered=true").await, Vec::<Value>::new());
        let first = waiting.iter().find(|answer| answer["question"] == DATES.0).unwrap();
        let one = format!("{community}/answers/{}", first["_id"].as_str().unwrap());
        for blank in [" ", "\u{200b}"] {
            assert_eq!(dana.patch(&one, json!({ "answer": blank })).await.fields(), ["answer"]);
        }
        dana.patch(&one, json!({ "version": 1, "answer": "The first Tuesday, on Zoom." })).await.ok();
        assert_eq!(coverage(&dana, &community).await, (1, total));
        let answered = listed(&dana, &community, "&answered=true").await;
        assert_eq!(answered.iter().map(|answer| &answer["question"]).collect::<Vec<_>>(), [&json!(DATES.0)]);
        assert_eq!(listed(&dana, &community, "&answered=false").await.len(), waiting.len() - 1);
        // A list of answers includes answered questions only.
        let fetched = dana.get(&format!("{community}?includeAnswers=true")).await.ok();
        assert_eq!((&fetched["textCommunity"]["answers"], &fetched["textCommunity"]["hasMoreAnswers"]), (&json!(answered), &json!(false)));

        let id = community.rsplit('/').next().unwrap();
        let grpc = response_json(&server.rpc("KnowledgeService.GetCoverage", &dana.token, json!({ "communityId": id })).await);
        assert_same(&dana.get(&format!("{community}/coverage")).await.ok(), &grpc);
        let request = json!({ "communityId": id, "answered": true });
        let grpc = response_json(&server.rpc("KnowledgeService.ListAnswers", &dana.token, request).await);
        assert_same(&json!({ "answers": answered, "nextPageToken": "" }), &grpc);
    }

    async fn adding_a_catalog_adds_missing_questions_once_and_keeps_existing_ones(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        let before = listed(&dana, &community, "").await;
        assert!(before.iter().all(|answer| answer["answer"] != ""));
        let fine = catalog("fine");
        // The same question with different capitalization exists already.
        let own = json!({ "question": "annual owners' MEETING?", "answer": "In May." });
        let own = dana.post(&format!("{community}/answers"), own).await.ok()["answer"].clone();
        let added = dana.post(&format!("{community}/catalog"), json!({})).await.ok();
        assert_eq!((&added["added"], added["changes"].as_array().unwrap().len()), (&json!(fine.len() - 1), fine.len() - 1));
        let after = listed(&dana, &community, "").await;
        assert_eq!(after.len(), before.len() + fine.len());
        assert!(before.iter().chain([&own]).all(|answer| after.contains(answer)));
        for _ in 0..2 {
            assert_eq!(dana.post(&format!("{community}/catalog"), json!({ "catalog": "FINE" })).await.ok(), json!({ "added": 0, "changes": [] }));
        }
        // A removed question counts as missing; the questions of the other catalogs are added.
        let gone = after.iter().find(|answer| answer["answer"] == "").unwrap();
        dana.delete(&format!("{community}/answers/{}", gone["_id"].as_str().unwrap())).await.ok();
        let request = json!({ "communityId": HARBOR_ROW, "catalog": 1 });
        let grpc = response_json(&server.rpc("KnowledgeService.SeedAnswersFromCatalog", &dana.token, request).await);
        assert_eq!(grpc["added"], 1);
        let company = dana.post(&format!("{community}/catalog"), json!({ "catalog": "COMPANY" })).await.ok();
        assert_eq!(company["added"], catalog("company").len());
        let trail = dana.get("/admin/audit").await.ok()["entries"].clone();
        let words = format!("Added {} catalog questions to Harbor Row.", catalog("company").len());
        assert_eq!((&trail[0]["action"], &trail[0]["summary"]), (&json!("ANSWER_CATALOG_ADDED"), &json!(words)));
    }

    async fn only_administrators_add_a_catalog_and_only_to_their_own_communities(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/catalog");
        assert_eq!(marcus.post(&path, json!({})).await.reason(), "ADMINISTRATORS_ONLY");
        for id in [HARBOR_ROW, "community-nowhere"] {
            let foreign = [
                ingrid.post(&format!("/textCommunities/community/{id}/catalog"), json!({})).await,
                ingrid.get(&format!("/textCommunities/community/{id}/coverage")).await,
            ];
            for refused in foreign {
                assert_eq!((refused.status.as_u16(), refused.json()["message"].as_str()), (404, Some("There is no such community.")));
            }
            let grpc = server.rpc("KnowledgeService.SeedAnswersFromCatalog", &ingrid.token, json!({ "communityId": id })).await;
            assert_eq!(refused(&grpc), (Code::NotFound, "NOT_FOUND".to_owned()));
        }
        assert_eq!(coverage(&marcus, &format!("/textCommunities/community/{HARBOR_ROW}")).await.0, 45);
    }

    async fn a_community_has_at_most_2000_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        add_answers(&server, 1_800).await;
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        let (_, before) = coverage(&dana, &community).await;
        let refused = dana.post(&format!("{community}/catalog"), json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "TOO_MANY_ANSWERS"));
        assert_eq!(coverage(&dana, &community).await.1, before);
    }

    async fn concurrent_calls_do_not_exceed_the_limit_of_2000_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        let (_, total) = coverage(&dana, &community).await;
        add_answers(&server, 1_999 - total).await;
        let path = format!("{community}/answers");
        let add = |nth: usize| dana.post(&path, json!({ "question": format!("Zeppelin {nth}?"), "answer": "Yes." }));
        let answers = futures::future::join_all((0..8).map(add)).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let refused = answers.iter().filter(|answer| answer.status != 200);
        refused.for_each(|answer| assert_eq!(answer.reason(), "TOO_MANY_ANSWERS"));
        assert_eq!(coverage(&dana, &community).await.1, 2_000);
    }

    async fn an_unanswered_match_is_escalated_with_the_suggested_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = create(&dana, None).await;
        dana.text(PHONE, NUMBER, DATES.1).await.ok();
        assert!(dana.last_text(PHONE).await.contains("asking the office"));
        let escalation = dana.open_escalations().await[0].clone();
        assert_eq!((&escalation["suggestedAnswer"], &escalation["suggestedQuestion"]), (&json!(""), &json!(DATES.0)));
        assert!(escalation["suggestedConfidence"].as_f64().unwrap() > 0.9);
        let inbound = dana.phone(PHONE).await.into_iter().find(|m| m["direction"] == "INBOUND").unwrap();
        let steps: Vec<_> = inbound["steps"].as_array().unwrap().iter().filter(|step| step["kind"] == "UNANSWERED_MATCH").collect();
        assert_eq!(steps.len(), 1);
        assert!(steps[0]["reason"].as_str().unwrap().starts_with(&format!("It seems to ask \"{}\"", DATES.0)));

        // Staff answer the question, which is then covered.
        let total = coverage(&dana, &community).await.1;
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let body = json!({ "bot_trained": true, "question": DATES.0, "answer": "The first Tuesday, on Zoom." });
        dana.post(&path, body).await.ok();
        assert_eq!(coverage(&dana, &community).await, (1, total));
        dana.text(PHONE, NUMBER, DATES.1).await.ok();
        assert_eq!(dana.last_text(PHONE).await, "The first Tuesday, on Zoom.");
        // After an undo, the question is unanswered again.
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(coverage(&dana, &community).await, (0, total));
        dana.text(PHONE, NUMBER, DATES.1).await.ok();
        assert!(dana.last_text(PHONE).await.contains("asking the office"));
    }

    async fn communities_created_by_a_sync_get_the_catalog_questions(server: TestServer) {
        set_company(&server, "company-harborline", "software = 1").await;
        let dana = server.harborline_admin().await;
        let lines: String = (0..25).map(|i| format!("Q{i},Quarry {i}\n")).collect();
        let data = format!("code,name\nHR01,Harbor Row\nMER2,The Meridian\nOSP3,Osprey Lake\n{lines}");
        dana.put("/admin/companies/company-harborline/associations", json!({ "data": data })).await.ok();
        let synced = dana.get("/companies/sync/companyId/company-harborline").await.ok();
        server.settled().await;
        let fine = i64::try_from(catalog("fine").len()).unwrap();
        for community in synced["communities"].as_array().unwrap() {
            let old = !community["label"].as_str().unwrap().starts_with("Quarry");
            let path = format!("/textCommunities/community/{}", community["_id"].as_str().unwrap());
            let (answered, total) = coverage(&dana, &path).await;
            assert_eq!(total - answered, if old { 0 } else { fine }, "{}", community["label"]);
        }
    }
}
