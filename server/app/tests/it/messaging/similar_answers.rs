//! Suggestions of similar answers, and the median time to answer.
use serde_json::{Value, json};

use crate::support::*;

const QUESTION: &str = "can i keep my zeppelin in the garage overnight";
const SIMILAR: &str = "is it ok to keep a zeppelin overnight in the garage?";
const ANSWER: &str = "Only in the tall bay, with a rope.";

async fn raise_escalation(dana: &Staff<'_>, phone: &str, body: &str) -> String {
    dana.text(phone, HARBOR_ROW_NUMBER, body).await.ok();
    let newest = dana.open_escalations().await[0].clone();
    assert_eq!(newest["question"], body);
    format!("/textConversations/escalations/{}", newest["_id"].as_str().unwrap())
}

async fn similar(dana: &Staff<'_>, path: &str) -> Vec<Value> {
    dana.get(&format!("{path}/similar")).await.ok()["answers"].as_array().unwrap().clone()
}

on_both! {
    async fn an_answer_is_suggested_for_a_similar_question_of_the_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = raise_escalation(&dana, "+12025550173", QUESTION).await;
        assert_eq!(similar(&dana, &first).await, [] as [Value; 0]);
        dana.post(&first, json!({ "answer": ANSWER })).await.ok();
        server.later(std::time::Duration::from_secs(60)).await;
        let second = raise_escalation(&dana, "+12025550174", SIMILAR).await;
        let answers = similar(&dana, &second).await;
        let found = &answers[0];
        assert_eq!((answers.len(), &found["answer"], &found["question"]), (1, &json!(ANSWER), &json!(QUESTION)));
        assert_eq!((&found["reviewedBy"], found["escalationId"].as_str()), (&json!("Dana Okafor"), first.rsplit('/').next()));
        assert!(found["similarity"].as_f64().is_some_and(|similarity| similarity > 0.35), "{found}");
        let other = raise_escalation(&dana, "+12025550175", "qwerty asdfgh").await;
        assert_eq!(similar(&dana, &other).await, [] as [Value; 0]);
    }

    async fn an_answer_to_a_test_is_not_suggested_for_a_real_question(server: TestServer) {
        let dana = server.harborline_admin().await;
        let test = raise_escalation(&dana, "+12025550173", QUESTION).await;
        dana.post(&test, json!({ "answer": ANSWER })).await.ok();
        crate::messaging::twilio::twilio_for(&server, HARBOR_ROW).await;
        crate::messaging::twilio::text_from(&server, "+12025550174", HARBOR_ROW_NUMBER, SIMILAR).await;
        server.settled().await;
        let newest = dana.open_escalations().await[0].clone();
        assert_eq!((&newest["question"], &newest["isTest"]), (&json!(SIMILAR), &json!(false)));
        let path = format!("/textConversations/escalations/{}", newest["_id"].as_str().unwrap());
        assert_eq!(similar(&dana, &path).await, [] as [Value; 0]);
    }

    async fn the_median_response_time_counts_only_real_answers(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = "/textConversations/escalations/user?limit=200&reviewed=true";
        let reviewed = dana.get(path).await.ok()["escalations"].as_array().unwrap().clone();
        let time = |one: &Value, name: &str| one[name].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        let mut minutes: Vec<i64> = reviewed
            .iter()
            .filter(|one| one["state"] == "REVIEWED")
            .map(|one| (time(one, "reviewedAt") - time(one, "askedAt")).total(jiff::Unit::Minute).unwrap() as i64)
            .collect();
        minutes.sort_unstable();
        let median = minutes[minutes.len() / 2];
        let counted = async || dana.get("/textConversations/escalations/count").await.ok();
        assert_eq!(counted().await["medianMinutesToAnswer"], median);

        // Test traffic is not counted, and an answer counts for 30 days.
        let test = raise_escalation(&dana, "+12025550173", QUESTION).await;
        dana.post(&test, json!({ "answer": ANSWER })).await.ok();
        assert_eq!(counted().await["medianMinutesToAnswer"], median);
        server.clock.advance(std::time::Duration::from_secs(31 * 24 * 3_600));
        let dana = server.harborline_admin().await;
        let later = dana.get("/textConversations/escalations/count").await.ok();
        assert_eq!(later.get("medianMinutesToAnswer"), None);
    }
}
