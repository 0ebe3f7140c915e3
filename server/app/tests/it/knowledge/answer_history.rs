//! The history of answers: each change is stored and can be restored.
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const PHONE: &str = "+12025550183";
const MAST: &str = "Where is the zeppelin mooring mast?";

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/answers{rest}")
}

fn id(answer: &Value) -> String {
    answer["_id"].as_str().unwrap().to_owned()
}

async fn create_answer(dana: &Staff<'_>) -> Value {
    let body = json!({ "question": MAST, "samples": ["zeppelin mast"], "answer": "Behind the office." });
    dana.post(&path(""), body).await.ok()["answer"].clone()
}

async fn change(dana: &Staff<'_>, answer: &Value, change: Value) -> Value {
    dana.patch(&path(&format!("/{}", id(answer))), change).await.ok()["answer"].clone()
}

async fn versions(dana: &Staff<'_>, answer: &Value) -> Vec<Value> {
    let all = dana.get(&path(&format!("/{}/versions", id(answer)))).await.ok();
    all["versions"].as_array().unwrap().clone()
}

async fn restore(dana: &Staff<'_>, answer: &Value, request: Value) -> Answer {
    dana.post(&path(&format!("/{}/restore", id(answer))), request).await
}

/// Returns the version, the cause and the text of each, newest first.
fn summaries(versions: &[Value]) -> Vec<(i64, &str, &str)> {
    let number = |v: &Value| v["version"].as_i64().unwrap();
    versions
        .iter()
        .map(|v| (number(v), v["cause"].as_str().unwrap(), v["answer"].as_str().unwrap()))
        .collect()
}

async fn bot_reply(dana: &Staff<'_>) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, MAST).await.ok();
    dana.last_text(PHONE).await
}

on_both! {
    async fn each_version_records_its_author_and_origin(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        change(&dana, &answer, json!({ "answer": "On the roof." })).await;
        change(&dana, &answer, json!({ "answer": "In the yard.", "copied": true })).await;
        let all = versions(&dana, &answer).await;
        assert_eq!(summaries(&all), [(3, "COPY", "In the yard."), (2, "EDIT", "On the roof."), (1, "EDIT", "Behind the office.")]);
        assert!(all.iter().all(|v| v["changedBy"].as_str().unwrap().contains("Dana")), "{all:?}");
        assert_eq!(all[0]["changedAt"], json!(server.now()));
        // In pages, over gRPC and REST.
        let request = json!({ "communityId": HARBOR_ROW, "id": answer["_id"], "limit": 2 });
        let page = server.rpc("AnswerHistoryService.ListAnswerVersions", &dana.token, request).await;
        let page = response_json(&page);
        assert_eq!(page["versions"].as_array().unwrap().len(), 2);
        let token = page["nextPageToken"].as_str().unwrap();
        let rest = dana.get(&path(&format!("/{}/versions?limit=2&pageToken={token}", id(&answer)))).await.ok();
        assert_eq!(summaries(rest["versions"].as_array().unwrap()), [(1, "EDIT", "Behind the office.")]);
    }

    async fn an_unchanged_answer_has_one_version_that_its_first_edit_keeps(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = dana.get(&path("?query=second+parking+permit")).await.ok()["answers"][0].clone();
        let before = versions(&dana, &answer).await;
        assert_eq!(summaries(&before), [(1, "BEFORE", answer["answer"].as_str().unwrap())]);
        assert_eq!(restore(&dana, &answer, json!({})).await.ok()["answer"], answer);
        change(&dana, &answer, json!({ "answer": "Ask the office." })).await;
        assert_eq!(summaries(&versions(&dana, &answer).await)[1], summaries(&before)[0]);
    }

    async fn restoring_an_earlier_version_changes_the_bots_reply(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        let changed = change(&dana, &answer, json!({ "answer": "On the roof.", "addSamples": ["mooring place of airships"] })).await;
        assert_eq!(bot_reply(&dana).await, "On the roof.");
        let late = restore(&dana, &answer, json!({ "version": 1, "currentVersion": 1 })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ANSWER_CHANGED"));
        let back = restore(&dana, &answer, json!({ "version": 1, "currentVersion": changed["version"] })).await.ok();
        let back = &back["answer"];
        assert_eq!((&back["version"], &back["answer"], &back["samples"]), (&json!(3), &json!("Behind the office."), &json!(["zeppelin mast"])));
        assert_eq!(bot_reply(&dana).await, "Behind the office.");
        // Restoring the current content is not a change.
        assert_eq!(restore(&dana, &answer, json!({ "version": 1 })).await.ok()["answer"]["version"], 3);
        assert_eq!(restore(&dana, &answer, json!({ "version": 7 })).await.status, 404);
        assert_eq!(summaries(&versions(&dana, &answer).await)[0], (3, "RESTORE", "Behind the office."));
    }

    async fn a_removed_answer_can_be_restored_unless_its_question_exists_again(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        assert_eq!(bot_reply(&dana).await, "Behind the office.");
        dana.delete(&path(&format!("/{}", id(&answer)))).await.ok();
        assert!(bot_reply(&dana).await.contains("asking the office"));
        let removed = format!("/textCommunities/community/{HARBOR_ROW}/removedAnswers");
        let gone = dana.get(&removed).await.ok()["answers"].clone();
        assert_eq!((gone.as_array().unwrap().len(), &gone[0]["answerId"], &gone[0]["removed"]), (1, &answer["_id"], &json!(true)));
        let other = create_answer(&dana).await;
        let refused = restore(&dana, &answer, json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "QUESTION_EXISTS"));
        dana.delete(&path(&format!("/{}", id(&other)))).await.ok();
        let back = restore(&dana, &answer, json!({})).await.ok()["answer"].clone();
        assert_eq!((&back["_id"], &back["version"], &back["used"]), (&answer["_id"], &json!(3), &json!(1)));
        assert_eq!(bot_reply(&dana).await, "Behind the office.");
        let gone = dana.get(&removed).await.ok()["answers"].clone();
        assert_eq!((gone.as_array().unwrap().len(), &gone[0]["answerId"]), (1, &other["_id"]));
    }

    async fn training_and_its_undo_are_recorded_as_such_in_the_history(server: TestServer) {
        let dana = server.harborline_admin().await;
        bot_reply(&dana).await;
        let open = dana.open_escalations().await[0].clone();
        assert_eq!(open["question"], MAST);
        let escalation = format!("/textConversations/escalations/{}", id(&open));
        let training = json!({ "bot_trained": true, "answer": "Behind the office.", "question": MAST });
        dana.post(&escalation, training).await.ok();
        let answer = dana.get(&path("?query=zeppelin+mooring")).await.ok()["answers"][0].clone();
        assert_eq!(summaries(&versions(&dana, &answer).await), [(1, "ESCALATION", "Behind the office.")]);
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        let all = versions(&dana, &answer).await;
        assert_eq!(summaries(&all)[0], (2, "UNDO", "Behind the office."));
        assert_eq!(all[0]["removed"], true);
    }

    async fn at_most_50_versions_are_kept(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        for turn in 0..55 {
            change(&dana, &answer, json!({ "answer": format!("On floor {turn}.") })).await;
        }
        let all = dana.get(&path(&format!("/{}/versions?limit=200", id(&answer)))).await.ok();
        let all = all["versions"].as_array().unwrap().clone();
        assert_eq!((all.len(), &all[0]["answer"], &all[49]["version"]), (50, &json!("On floor 54."), &json!(7)));
    }

    async fn sample_questions_are_added_and_removed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        let one = path(&format!("/{}", id(&answer)));
        let after = change(&dana, &answer, json!({
            "version": 1,
            "addSamples": ["where can airships land", "Zeppelin  MAST?"],
            "removeSamples": ["never there"],
        })).await;
        assert_eq!(after["samples"], json!(["zeppelin mast", "where can airships land"]));
        let near = dana.patch(&one, json!({ "addSamples": ["where can the airships land"] })).await;
        assert_eq!(near.status, 400);
        assert!(near.json().to_string().contains("almost the same"), "{near:?}");
        let late = dana.patch(&one, json!({ "version": 1, "removeSamples": ["zeppelin mast"] })).await;
        assert_eq!(late.reason(), "ANSWER_CHANGED");
        let after = change(&dana, &answer, json!({ "version": 2, "removeSamples": ["zeppelin mast?"] })).await;
        assert_eq!(after["samples"], json!(["where can airships land"]));
    }

    async fn company_answers_have_a_history_like_community_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let of_company = |rest: &str| format!("/companies/company-harborline/{rest}");
        let body = json!({ "question": MAST, "answer": "Behind the office." });
        let answer = dana.post(&of_company("answers"), body).await.ok()["answer"].clone();
        let one = of_company(&format!("answers/{}", id(&answer)));
        dana.patch(&one, json!({ "answer": "On the roof." })).await.ok();
        assert_eq!(bot_reply(&dana).await, "On the roof.");
        let all = dana.get(&format!("{one}/versions")).await.ok()["versions"].as_array().unwrap().clone();
        assert_eq!(summaries(&all), [(2, "EDIT", "On the roof."), (1, "EDIT", "Behind the office.")]);
        let back = dana.post(&format!("{one}/restore"), json!({ "version": 1, "currentVersion": 2 })).await.ok();
        assert_eq!((&back["answer"]["answer"], &back["answer"]["version"]), (&json!("Behind the office."), &json!(3)));
        assert_eq!(bot_reply(&dana).await, "Behind the office.");
        // A removed answer is listed, and restored with its use count.
        dana.delete(&one).await.ok();
        let gone = dana.get(&of_company("removedAnswers")).await.ok()["answers"].clone();
        assert_eq!((gone.as_array().unwrap().len(), &gone[0]["answerId"]), (1, &answer["_id"]));
        let request = json!({ "companyId": "company-harborline", "id": answer["_id"] });
        let back = server.rpc("AnswerHistoryService.RestoreCompanyAnswer", &dana.token, request).await;
        assert_eq!((&response_json(&back)["answer"]["used"], &response_json(&back)["answer"]["version"]), (&json!(2), &json!(5)));
        assert!(dana.get(&of_company("removedAnswers")).await.ok()["answers"].as_array().unwrap().is_empty());
        // Restoring requires an administrator, like any change; another company does not find the answer.
        let marcus = server.login("manager@harborline.example").await;
        marcus.get(&format!("{one}/versions")).await.ok();
        assert_eq!(marcus.post(&format!("{one}/restore"), json!({})).await.status, 403);
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get(&format!("{one}/versions")).await.status, 404);
    }

    async fn the_history_is_visible_only_with_access_to_the_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana).await;
        let ingrid = server.northgate_admin().await;
        for request in [
            ingrid.get(&path(&format!("/{}/versions", id(&answer)))).await,
            restore(&ingrid, &answer, json!({})).await,
        ] {
            assert_eq!(request.status, 404);
        }
        let request = json!({ "communityId": "community-larkspur-commons", "id": answer["_id"] });
        let foreign = server.rpc("AnswerHistoryService.RestoreAnswer", &ingrid.token, request).await;
        assert_eq!(foreign.code, Code::NotFound);
    }
}
