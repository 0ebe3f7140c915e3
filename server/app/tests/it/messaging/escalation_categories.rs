//! Suggested categories of escalations, and the emergency of the demo.
use serde_json::{Value, json};

use crate::support::*;

const PHONE: &str = "+12025550173";
const HENS: &str = "may residents keep chickens in the yard";

async fn answers(dana: &Staff<'_>) -> Vec<Value> {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers?limit=200");
    dana.get(&path).await.ok()["answers"].as_array().unwrap().clone()
}

on_both! {
    async fn a_question_gets_the_category_of_the_closest_entry(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        dana.patch(&format!("{community}/training"), json!({ "isTraining": true })).await.ok();
        let entry = json!({ "category": "Livestock", "question": "May residents keep chickens?", "answer": "Yes." });
        dana.post(&format!("{community}/answers"), entry).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, HENS).await.ok();
        let raised = dana.open_escalations().await[0].clone();
        assert_eq!((&raised["question"], &raised["suggestedCategory"]), (&json!(HENS), &json!("Livestock")));

        // A new answer gets the suggested category, unless staff choose another one.
        let path = format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap());
        dana.post(&path, json!({ "answer": "Up to four.", "bot_trained": true, "question": "Hens?" })).await.ok();
        let hens = answers(&dana).await.into_iter().find(|one| one["question"] == "Hens?").unwrap();
        assert_eq!(hens["category"], "Livestock");
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        let chosen = json!({ "answer": "Up to four.", "bot_trained": true, "question": "Hens?", "category": "Pets" });
        dana.post(&path, chosen).await.ok();
        let hens = answers(&dana).await.into_iter().find(|one| one["question"] == "Hens?").unwrap();
        assert_eq!(hens["category"], "Pets");
    }

    async fn a_question_without_a_similar_entry_gets_a_catalog_category_or_none(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (body, category) in [
            ("when is the next board meeting and is it on zoom", "General Information"),
            ("zeppelin mast qwerty", ""),
        ] {
            dana.text(PHONE, "+12025550103", body).await.ok();
            let raised = dana.open_escalations().await[0].clone();
            assert_eq!((&raised["question"], &raised["suggestedCategory"]), (&json!(body), &json!(category)));
        }
    }

    async fn the_demo_has_an_urgent_emergency_that_is_listed_first(server: TestServer) {
        let dana = server.harborline_admin().await;
        let all = dana.get("/textConversations/escalations/user?limit=200").await.ok();
        let all = all["escalations"].as_array().unwrap();
        let is_urgent = |one: &Value| one["urgent"] == true;
        let water = "Water is coming through my bathroom ceiling";
        assert!(all.iter().any(|one| is_urgent(one) && one["question"].as_str().unwrap().starts_with(water)));
        assert!(all.is_sorted_by_key(|one| !is_urgent(one)), "emergencies come first");
        assert!(!all.iter().all(is_urgent));
    }
}
