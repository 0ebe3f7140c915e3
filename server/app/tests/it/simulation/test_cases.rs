//! Test cases: expected outcomes of questions, all checked at once without sending texts.
use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const PARKING: &str = "how do i get a second parking permit";
const MAST: &str = "where is the zeppelin mooring mast";
const OF: &str = "/textCommunities/community/community-harbor-row/testCases";

async fn answer(dana: &Staff<'_>, words: &str) -> Value {
    let found = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}/answers?query={words}")).await;
    found.ok()["answers"][0].clone()
}

async fn create_case(dana: &Staff<'_>, case: Value) -> Value {
    dana.post(OF, case).await.ok()["testCase"].clone()
}

async fn run_all(dana: &Staff<'_>) -> Value {
    dana.post(&format!("{OF}/run"), json!({})).await.ok()
}

/// Returns the question, whether it passed, and the change of each test case, newest first.
fn outcomes_of(ran: &Value) -> Vec<(&str, bool, &str)> {
    let results = ran["results"].as_array().unwrap().iter();
    let outcomes = results.map(|result| {
        let case = &result["testCase"];
        let passed = case["outcome"]["passed"].as_bool().unwrap();
        (case["question"].as_str().unwrap(), passed, result["change"].as_str().unwrap())
    });
    outcomes.collect()
}

on_both! {
    async fn a_run_reports_outcomes_changes_and_reasons_and_sends_no_texts(server: TestServer) {
        let dana = server.harborline_admin().await;
        let permit = answer(&dana, "second+parking+permit").await;
        let kept = create_case(&dana, json!({ "question": PARKING, "answerId": permit["_id"] })).await;
        assert_eq!((&kept["answerQuestion"], kept.get("outcome")), (&permit["question"], None));
        create_case(&dana, json!({ "question": MAST, "answerId": "" })).await;
        let before = dana.open_escalations().await;
        let first = run_all(&dana).await;
        assert_eq!(outcomes_of(&first), [(MAST, true, "FIRST_RUN"), (PARKING, true, "FIRST_RUN")]);
        let came = &first["results"][1]["testCase"]["outcome"];
        assert_eq!((&came["answerId"], &came["question"], &came["at"]), (&permit["_id"], &permit["question"], &json!(server.now())));
        assert!(came["confidence"].as_f64().unwrap() > 0.5);
        assert_eq!((&first["passed"], &first["failed"], &first["changed"], &first["byMeaning"]), (&json!(2), &json!(0), &json!(0), &json!(false)));

        let mast = json!({ "question": MAST, "answer": "Behind the office." });
        let mast = dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), mast).await.ok()["answer"].clone();
        let second = run_all(&dana).await;
        assert_eq!(outcomes_of(&second), [(MAST, false, "BROKEN"), (PARKING, true, "SAME")]);
        assert_eq!((&second["changed"], &second["failed"]), (&json!(1), &json!(1)));
        let broken = &second["results"][0];
        assert_eq!((&broken["testCase"]["outcome"]["question"], &broken["before"]["question"]), (&json!(MAST), &json!("")));
        assert!(broken["testCase"]["outcome"]["reason"].as_str().unwrap().starts_with("Replied with the answer to"));

        // The expectation is changed to the current outcome, which resets its result.
        let changed = dana.patch(&format!("{OF}/{}", broken["testCase"]["_id"].as_str().unwrap()), json!({ "answerId": mast["_id"] })).await.ok();
        assert_eq!(changed["testCase"].get("outcome"), None);
        let third = run_all(&dana).await;
        assert_eq!(outcomes_of(&third), [(MAST, true, "FIRST_RUN"), (PARKING, true, "SAME")]);
        let listed = dana.get(OF).await.ok();
        let ran: Vec<_> = third["results"].as_array().unwrap().iter().map(|result| result["testCase"].clone()).collect();
        assert_eq!(listed["testCases"], json!(ran));
        assert_eq!(dana.open_escalations().await, before);
    }

    async fn test_cases_of_a_deleted_answer_fail_with_that_reason(server: TestServer) {
        let dana = server.harborline_admin().await;
        let permit = answer(&dana, "second+parking+permit").await;
        let id = permit["_id"].as_str().unwrap();
        create_case(&dana, json!({ "question": PARKING, "answerId": id })).await;
        run_all(&dana).await;
        dana.delete(&format!("/textCommunities/community/{HARBOR_ROW}/answers/{id}")).await.ok();
        let listed = dana.get(OF).await.ok()["testCases"][0].clone();
        assert_eq!((&listed["answerGone"], &listed["answerQuestion"]), (&json!(true), &permit["question"]));
        let ran = run_all(&dana).await;
        assert_eq!(outcomes_of(&ran), [(PARKING, false, "BROKEN")]);
        assert!(ran["results"][0]["testCase"]["outcome"]["reason"].as_str().unwrap().contains("was deleted"));
        // Even if the question is escalated, because the expected answer does not exist.
        assert_eq!(outcomes_of(&run_all(&dana).await), [(PARKING, false, "SAME")]);
    }

    async fn the_default_expectation_is_the_current_decision_even_in_training_mode(server: TestServer) {
        let dana = server.harborline_admin().await;
        let training = format!("/textCommunities/community/{HARBOR_ROW}/training");
        dana.patch(&training, json!({ "isTraining": true })).await.ok();
        let permit = answer(&dana, "second+parking+permit").await;
        assert_eq!(create_case(&dana, json!({ "question": PARKING })).await["answerId"], permit["_id"]);
        assert_eq!(create_case(&dana, json!({ "question": MAST })).await["answerId"], "");
        assert_eq!(run_all(&dana).await["passed"], 2);
    }

    async fn any_answer_of_a_reply_can_be_expected_and_a_disambiguation_contains_none(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (permit, trash) = (answer(&dana, "second+parking+permit").await, answer(&dana, "trash").await);
        let both = "how do i get a 2nd parking permit? And when is trash picked up?";
        let case = create_case(&dana, json!({ "question": both, "answerId": trash["_id"] })).await;
        let vague = create_case(&dana, json!({ "question": "parking" })).await;
        assert_eq!(vague["answerId"], "");
        let ran = run_all(&dana).await;
        assert_eq!(outcomes_of(&ran), [("parking", true, "FIRST_RUN"), (both, true, "FIRST_RUN")]);
        let came = |at: usize, field: &str| ran["results"][at]["testCase"]["outcome"][field].clone();
        assert_eq!((came(0, "ended"), came(1, "ended")), (json!("DISAMBIGUATED"), json!("ANSWERED")));
        assert!(came(0, "reason").as_str().unwrap().contains("asked which one they mean"));
        assert_eq!(came(1, "answerId"), trash["_id"]);
        let other = json!({ "answerId": permit["_id"] });
        dana.patch(&format!("{OF}/{}", case["_id"].as_str().unwrap()), other).await.ok();
        assert_eq!(outcomes_of(&run_all(&dana).await)[1], (both, true, "FIRST_RUN"));

        // An expired answer is no longer sent, so that the question is only partly answered.
        let until = json!({ "validUntil": "2020-01-31" });
        dana.patch(&format!("/textCommunities/community/{HARBOR_ROW}/answers/{}", trash["_id"].as_str().unwrap()), until).await.ok();
        let ran = run_all(&dana).await;
        assert_eq!(outcomes_of(&ran)[1], (both, false, "BROKEN"));
        let outcome = &ran["results"][1]["testCase"]["outcome"];
        assert_eq!((&outcome["ended"], &outcome["answerId"]), (&json!("ESCALATED"), &json!("")));
    }

    async fn a_company_answer_can_be_expected(server: TestServer) {
        let dana = server.harborline_admin().await;
        let shared = json!({ "question": MAST, "answer": "On every roof." });
        let shared = dana.post("/companies/company-harborline/answers", shared).await.ok()["answer"].clone();
        let kept = create_case(&dana, json!({ "question": MAST, "answerId": shared["_id"] })).await;
        assert_eq!((&kept["answerQuestion"], &kept["answerGone"]), (&json!(MAST), &json!(false)));
        assert_eq!(outcomes_of(&run_all(&dana).await), [(MAST, true, "FIRST_RUN")]);
        assert_eq!(dana.get(OF).await.ok()["testCases"][0]["answerGone"], false);
    }

    async fn test_case_questions_are_unique_and_limited_to_500(server: TestServer) {
        let dana = server.harborline_admin().await;
        let kept = create_case(&dana, json!({ "question": " May I keep a goat? ", "answerId": "" })).await;
        assert_eq!(kept["question"], "May I keep a goat?");
        let again = dana.post(OF, json!({ "question": "may i keep a goat", "answerId": "" })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "TEST_CASE_EXISTS"));
        let other = create_case(&dana, json!({ "question": MAST, "answerId": "" })).await;
        let path = format!("{OF}/{}", other["_id"].as_str().unwrap());
        let conflict = dana.patch(&path, json!({ "question": "May I keep a goat" })).await;
        assert_eq!((conflict.status.as_u16(), conflict.reason().as_str()), (409, "TEST_CASE_EXISTS"));
        assert_eq!(dana.patch(&path, json!({ "question": "  " })).await.fields(), ["question"]);
        dana.patch(&path, json!({ "question": "Where is the ZEPPELIN mooring mast?" })).await.ok();
        dana.delete(&path).await.ok();
        assert_eq!(dana.delete(&path).await.status, 404);

        let mut tx = server.db.write(&Scope::of_company(&CompanyId::from("company-harborline"))).await.unwrap();
        let sql = "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < 499)
            INSERT INTO test_case (company_id, id, community_id, question, question_key, answer_id, answer_question, version, created_ms)
            SELECT 'company-harborline', 'case-' || i, 'community-harbor-row', 'question ' || i, 'question ' || i, '', '', 1, 1 FROM n";
        tx.query(sql).run().await.unwrap();
        tx.commit().await.unwrap();
        let full = dana.post(OF, json!({ "question": "one more", "answerId": "" })).await;
        assert_eq!((full.status.as_u16(), full.reason().as_str()), (400, "TOO_MANY_TEST_CASES"));
        let ran = run_all(&dana).await;
        assert_eq!(ran["results"].as_array().unwrap().len(), 500);
        // They are listed in pages, each once.
        let first = dana.get(&format!("{OF}?limit=200")).await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let second = dana.get(&format!("{OF}?limit=200&pageToken={token}")).await.ok();
        assert_ne!(first["testCases"][199]["_id"], second["testCases"][0]["_id"]);
        assert_eq!(second["testCases"].as_array().unwrap().len(), 200);
    }

    async fn grpc_and_rest_agree_and_foreign_communities_are_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        create_case(&dana, json!({ "question": PARKING })).await;
        run_all(&dana).await;
        let rest = run_all(&dana).await;
        let request = json!({ "communityId": HARBOR_ROW });
        assert_same(&rest, &response_json(&server.rpc("TestCaseService.RunTestCases", &dana.token, request).await));
        let foreign = json!({ "communityId": "community-larkspur-commons", "question": "mine" });
        let refusal = server.rpc("TestCaseService.CreateTestCase", &dana.token, foreign).await;
        assert_eq!(refused(&refusal), (Code::NotFound, "NOT_FOUND".to_owned()));
        let unknown = dana.post(OF, json!({ "question": MAST, "answerId": "nothing" })).await;
        assert_eq!(unknown.status, 404);
        assert_eq!(dana.post(OF, json!({ "question": "x".repeat(1_601) })).await.fields(), ["question"]);
    }
}
