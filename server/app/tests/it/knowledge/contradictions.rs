//! Conflicting answers.
use serde_json::{Value, json};

use crate::support::*;

const MAST: &str = "When does the zeppelin mooring mast close?";

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/{rest}")
}

/// Returns the reasons of the conflicting pairs about zeppelins.
async fn reasons(dana: &Staff<'_>) -> Vec<Value> {
    let all = dana.get(&path("contradictions?limit=200")).await.ok();
    let of = |pair: &Value| pair["first"]["question"].as_str().unwrap().contains("zeppelin");
    let pairs = all["contradictions"].as_array().unwrap();
    pairs.iter().filter(|pair| of(pair)).map(|pair| pair["reasons"].clone()).collect()
}

on_both! {
    async fn contradictory_answers_are_listed_with_their_difference_until_corrected(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mast = json!({ "question": MAST, "answer": "The mast closes at 10 pm." });
        dana.post(&path("answers"), mast).await.ok();
        assert_eq!(reasons(&dana).await, Vec::<Value>::new());
        // The company has a different answer for all of its communities.
        let shared = json!({ "question": "What time does the zeppelin mast close?", "answer": "It closes at 8 pm." });
        let shared = dana.post("/companies/company-harborline/answers", shared).await.ok();
        assert_eq!(reasons(&dana).await, [json!(["10 pm here, 8 pm there"])]);
        let same = response_json(&server.rpc("ContradictionService.ListContradictions", &dana.token, json!({ "communityId": HARBOR_ROW })).await);
        assert_same(&dana.get(&path("contradictions")).await.ok(), &same);
        // An expired answer does not conflict with another one.
        let one = format!("/companies/company-harborline/answers/{}", shared["answer"]["_id"].as_str().unwrap());
        dana.patch(&one, json!({ "validUntil": "2020-01-31" })).await.ok();
        assert_eq!(reasons(&dana).await, Vec::<Value>::new());
        dana.patch(&one, json!({ "validUntil": "", "answer": "At 22:00." })).await.ok();
        assert_eq!(reasons(&dana).await, Vec::<Value>::new());
    }
}
