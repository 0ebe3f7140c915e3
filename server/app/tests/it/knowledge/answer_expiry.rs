//! Expiry of answers: the bot does not send an answer after its last day.
use std::time::Duration;

use platform::Clock;
use serde_json::{Value, json};

use crate::support::*;

const PHONE: &str = "+12025550184";
const MAST: &str = "Where is the zeppelin mooring mast?";

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/{rest}")
}

/// Returns the local time in Harbor Row.
async fn wall_clock(server: &TestServer, dana: &Staff<'_>) -> jiff::Zoned {
    let community = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
    let zone = community["textCommunity"]["timeZone"].as_str().unwrap().to_owned();
    jiff::Timestamp::from_millisecond(server.clock.now().0).unwrap().in_tz(&zone).unwrap()
}

async fn create_answer(dana: &Staff<'_>, until: &str) -> Value {
    let body = json!({ "category": "Airships", "question": MAST, "answer": "Behind the office.", "validUntil": until });
    dana.post(&path("answers"), body).await.ok()["answer"].clone()
}

async fn ask(dana: &Staff<'_>) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, MAST).await.ok();
    dana.last_text(PHONE).await
}

async fn listed(dana: &Staff<'_>, expiry: &str) -> Vec<Value> {
    let found = dana.get(&path(&format!("answers?expiryStatus={expiry}"))).await.ok();
    found["answers"].as_array().unwrap().iter().map(|answer| answer["question"].clone()).collect()
}

async fn covered(dana: &Staff<'_>) -> Value {
    let categories = dana.get(&path("coverage")).await.ok()["categories"].as_array().unwrap().clone();
    categories.iter().find(|category| category["category"] == "Airships").unwrap()["answered"].clone()
}

on_both! {
    async fn an_answer_expires_after_its_last_day_in_the_communitys_time_zone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let wall = wall_clock(&server, &dana).await;
        let answer = create_answer(&dana, &wall.date().to_string()).await;
        assert_eq!(answer["validUntil"], wall.date().to_string());
        assert_eq!(ask(&dana).await, "Behind the office.");
        assert_eq!((listed(&dana, "SOON").await, listed(&dana, "EXPIRED").await), (vec![json!(MAST)], vec![]));
        assert_eq!(covered(&dana).await, 1);
        // One second before local midnight, and after it. The bot has already loaded the answer.
        let midnight = wall.tomorrow().unwrap().start_of_day().unwrap();
        let left = midnight.timestamp().as_millisecond() - wall.timestamp().as_millisecond();
        let left = Duration::from_millis(u64::try_from(left).unwrap());
        server.clock.advance(left - Duration::from_secs(1));
        assert_eq!(ask(&dana).await, "Behind the office.");
        server.clock.advance(Duration::from_secs(2));
        assert!(ask(&dana).await.contains("asking the office"));
        let raised = dana.open_escalations().await[0].clone();
        let suggested = (&raised["suggestedAnswer"], &raised["suggestedExpired"]);
        assert_eq!(suggested, (&json!("Behind the office."), &json!(true)));
        assert_eq!((listed(&dana, "SOON").await, listed(&dana, "EXPIRED").await), (vec![], vec![json!(MAST)]));
        assert_eq!(covered(&dana).await, 0);
        // The question is unanswered, with the expired answer as the closest one.
        let questions = dana.get(&format!("/textCommunities/unansweredQuestions?includeTestTraffic=true&communityId={HARBOR_ROW}")).await.ok();
        let question = questions["unansweredQuestions"].as_array().unwrap().iter().find(|question| question["utterances"][0] == MAST).unwrap().clone();
        assert_eq!((&question["closestAnswer"]["answerId"], &question["closestAnswer"]["isExpired"]), (&answer["_id"], &json!(true)));

        // After its expiry date is extended, the answer is sent again.
        let one = path(&format!("answers/{}", answer["_id"].as_str().unwrap()));
        dana.patch(&one, json!({ "validUntil": "" })).await.ok();
        assert_eq!(ask(&dana).await, "Behind the office.");
    }

    async fn training_on_an_expired_answer_removes_its_expiry(server: TestServer) {
        let dana = server.harborline_admin().await;
        create_answer(&dana, "2020-01-31").await;
        assert!(ask(&dana).await.contains("asking the office"));
        let raised = dana.open_escalations().await[0].clone();
        let training = json!({ "bot_trained": true, "question": MAST, "answer": "On the roof." });
        dana.post(&format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap()), training).await.ok();
        assert_eq!(ask(&dana).await, "On the roof.");
    }

    async fn an_invalid_expiry_date_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        for day in ["tomorrow", "2026-02-30", "2026-2-3", "31.12.2026", "99999-01-1"] {
            let refused = dana.post(&path("answers"), json!({ "question": MAST, "answer": "Yes.", "validUntil": day })).await;
            assert_eq!(refused.status, 400, "{day}");
        }
    }
}
