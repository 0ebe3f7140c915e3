//! Questions of residents that the bot could not answer.
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const KILN: [&str; 3] =
    ["Is there a pottery kiln in the clubhouse?", "do we have a pottery kiln", "where is the pottery kiln"];
const CHICKENS: [&str; 2] =
    ["Can I keep chickens in my yard?", "am i allowed to have chickens in the backyard"];

async fn ask(dana: &Staff<'_>, texts: &[&str]) {
    for (number, text) in texts.iter().enumerate() {
        dana.text(&format!("+1202555016{number}"), HARBOR_ROW_NUMBER, text).await.ok();
    }
}

async fn unanswered_questions(staff: &Staff<'_>, of: &str) -> Value {
    staff
        .get(&format!(
            "/textCommunities/unansweredQuestions?limit=200&includeTestTraffic=true&communityId={of}"
        ))
        .await
        .ok()
}

/// Returns the unanswered question with this utterance.
fn find_question<'g>(questions: &'g Value, words: &str) -> Option<&'g Value> {
    let has_utterance = |question: &&Value| {
        question["utterances"].as_array().unwrap().iter().any(|utterance| utterance == words)
    };
    questions["unansweredQuestions"].as_array().unwrap().iter().find(has_utterance)
}

on_both! {
    async fn paraphrases_are_grouped_into_one_unanswered_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &KILN).await;
        server.later(Duration::from_secs(60)).await;
        ask(&dana, &CHICKENS).await;
        let all = unanswered_questions(&dana, HARBOR_ROW).await;
        let kiln = find_question(&all, KILN[0]).unwrap();
        let counts = |question: &Value| ["timesAsked", "distinctTexts", "residentCount", "communityCount", "openCount"].map(|name| question[name].clone());
        assert_eq!(counts(kiln), [3, 3, 3, 1, 3].map(Value::from));
        assert_eq!(kiln["utterances"].as_array().unwrap().len(), 3);
        let chickens = find_question(&all, CHICKENS[0]).unwrap();
        assert_eq!(counts(chickens), [2, 2, 2, 1, 2].map(Value::from));
        assert_eq!(chickens["lastAskedAt"], json!(server.now()));
        // Over gRPC, for all communities of the company.
        let same = response_json(&server.rpc("UnansweredQuestionService.ListUnansweredQuestions", &dana.token, json!({ "limit": 200, "includeTestTraffic": true })).await);
        assert_eq!(find_question(&same, KILN[0]).unwrap()["timesAsked"], 3);
        assert_same(&unanswered_questions(&dana, "").await, &same);
    }

    async fn a_question_answered_meanwhile_is_not_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &CHICKENS).await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let answer = json!({ "question": CHICKENS[0], "samples": [CHICKENS[1]], "answer": "No." });
        assert!(find_question(&unanswered_questions(&dana, HARBOR_ROW).await, CHICKENS[0]).is_some());
        dana.post(&path, answer).await.ok();
        assert!(find_question(&unanswered_questions(&dana, HARBOR_ROW).await, CHICKENS[0]).is_none());
    }

    async fn questions_used_for_training_or_dismissed_are_not_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (text, act, body) in [
            (CHICKENS[0], "", json!({ "bot_trained": true, "question": "Other words", "answer": "No." })),
            ("zeppelin spam", "/dismiss", json!({ "reason": "SPAM" })),
        ] {
            ask(&dana, &[text]).await;
            assert!(find_question(&unanswered_questions(&dana, HARBOR_ROW).await, text).is_some(), "{text}");
            let raised = dana.open_escalations().await[0].clone();
            assert_eq!(raised["question"], text);
            dana.post(&format!("/textConversations/escalations/{}{act}", raised["_id"].as_str().unwrap()), body).await.ok();
            assert!(find_question(&unanswered_questions(&dana, HARBOR_ROW).await, text).is_none(), "{text}");
        }
    }

    async fn questions_after_a_takeover_are_listed_and_old_ones_are_not(server: TestServer) {
        let dana = server.harborline_admin().await;
        ask(&dana, &[CHICKENS[0]]).await;
        let raised = dana.open_escalations().await[0].clone();
        let conversation = format!("/textConversations/{}", raised["conversationId"].as_str().unwrap());
        dana.post(&format!("{conversation}/takeOver"), json!({})).await.ok();
        ask(&dana, &["thanks, that is all"]).await;
        ask(&dana, &["and where is the zeppelin mast?"]).await;
        let all = unanswered_questions(&dana, HARBOR_ROW).await;
        assert_eq!(find_question(&all, "and where is the zeppelin mast?").unwrap()["openCount"], 0);
        assert!(find_question(&all, "thanks, that is all").is_none());
        server.clock.advance(Duration::from_secs(91 * 24 * 3600));
        let dana = server.harborline_admin().await;
        assert_eq!(unanswered_questions(&dana, HARBOR_ROW).await["unansweredQuestions"], json!([]));
    }

    async fn a_manager_sees_only_unanswered_questions_of_assigned_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text("+12025550161", "+12025550103", "where is the zeppelin of osprey lake").await.ok();
        ask(&dana, &[CHICKENS[0]]).await;
        let marcus = server.login("manager@harborline.example").await;
        let all = unanswered_questions(&marcus, "").await;
        assert!(find_question(&all, CHICKENS[0]).is_some());
        assert!(find_question(&all, "where is the zeppelin of osprey lake").is_none());
        let ingrid = server.northgate_admin().await;
        assert!(find_question(&unanswered_questions(&ingrid, "").await, CHICKENS[0]).is_none());
        assert_eq!(ingrid.get(&format!("/textCommunities/unansweredQuestions?communityId={HARBOR_ROW}")).await.status, 404);
    }
}
