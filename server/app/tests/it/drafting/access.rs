//! Who can see and create drafts.
use serde_json::json;

use super::*;

/// The kinds of the assistants with their options.
const ASSISTANTS: [(&str, &str); 6] = [
    ("MEETING_MINUTES", "MEETING_SUMMARIZER"),
    ("SCOPE_OF_WORK", "SCOPE_OF_WORK_GENERATOR"),
    ("POLICY", "POLICY_DRAFTING_TOOL"),
    ("MEDIATION", "MEDIATION_CONSULTANT"),
    ("SOCIAL_MEDIA", "SOCIAL_MEDIA_PR"),
    ("LETTER", "DRAFT_EMAILS_LETTERS"),
];

/// Inputs that are enough for every assistant, without its guided inputs.
fn inputs(kind: &str) -> Value {
    let field = |key: &str| json!({ "key": key, "value": "Given by a test" });
    let fields: Vec<Value> = match kind {
        "SCOPE_OF_WORK" => ["TRADE", "SITE"].map(field).into(),
        "MEDIATION" => ["FIRST_PARTY", "FIRST_ACCOUNT", "SECOND_PARTY", "SECOND_ACCOUNT"].map(field).into(),
        _ => Vec::new(),
    };
    json!({ "notes": "Hello", "fields": fields, "sources": [{ "name": "a.txt", "text": "Ann: I move to adjourn." }] })
}

on_both! {
    async fn a_company_has_only_the_assistants_of_its_options(server: TestServer) {
        let operator = server.login("admin@parlor.example").await;
        let ingrid = server.northgate_admin().await;
        for (own, option) in ASSISTANTS {
            let options = json!({ "dashboard_options": [option] });
            operator.patch("/admin/companies/company-northgate", options).await.ok();
            for (kind, _) in ASSISTANTS {
                let created = ingrid.post("/drafts", json!({ "kind": kind, "inputs": inputs(kind) })).await;
                match kind == own {
                    true => { created.ok(); }
                    false => {
                        let refusal = (created.status.as_u16(), created.reason());
                        assert_eq!(refusal, (400, "ASSISTANT_NOT_ENABLED".into()), "{kind} with {option}");
                    }
                }
            }
            // A status of 401 or 403 would have logged the browser out.
            ingrid.get("/users/token").await.ok();
            let listed = ingrid.get("/drafts").await.ok()["drafts"].clone();
            assert!(listed.as_array().unwrap().iter().all(|draft| draft["kind"] == own), "{own}: {listed}");
            let writing = json!({ "purpose": "NOTICE", "notes": "Hello" });
            ingrid.post("/drafts", json!({ "kind": "WRITING", "inputs": writing })).await.ok();
            let listed = ingrid.get("/drafts?kinds=WRITING").await.ok()["drafts"].clone();
            let id = listed[0]["_id"].as_str().unwrap().to_owned();
            ingrid.delete(&format!("/drafts/{id}")).await.ok();
        }
    }

    async fn only_the_owner_sees_a_draft_that_is_not_shared(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = create(&server, &marcus, "The gate is painted.").await;
        assert_eq!(dana.get(&path_of(&draft)).await.reason(), "NOT_FOUND");
        assert_eq!(dana.patch(&path_of(&draft), json!({ "text": "Mine" })).await.reason(), "NOT_FOUND");
        let refused = watch(&server, &dana.token, &draft, 0).await.unwrap_err();
        assert_eq!(refused.code(), tonic::Code::NotFound);
        let listed = dana.get("/drafts?limit=200").await.ok()["drafts"].clone();
        assert!(listed.as_array().unwrap().iter().all(|one| one["_id"] != draft["_id"]));
    }

    async fn a_draft_of_an_assistant_that_is_turned_off_is_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let operator = server.login("admin@parlor.example").await;
        dana.get("/drafts/draft-board-minutes").await.ok();
        let options = json!({ "dashboard_options": ["TEXT_BLAST"] });
        operator.patch("/admin/companies/company-harborline", options).await.ok();
        assert_eq!(dana.get("/drafts/draft-board-minutes").await.reason(), "NOT_FOUND");
        dana.get("/drafts/draft-garage-cleaning").await.ok();
    }
}
