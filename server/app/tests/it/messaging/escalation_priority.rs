//! The priority of an escalation.
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const SNAKES: [&str; 4] =
    ["may i keep a python", "may i keep a cobra", "may i keep a viper", "may i keep a mamba"];

/// Escalates the questions above. Returns the IDs of the escalations, in the same order.
async fn raise_escalations(server: &TestServer, dana: &Staff<'_>) -> Vec<String> {
    for (nth, body) in SNAKES.iter().enumerate() {
        server.later(Duration::from_secs(60)).await;
        dana.text(&format!("+1202555018{nth}"), HARBOR_ROW_NUMBER, body).await.ok();
    }
    let all = listed(dana, "newestFirst=false&limit=200").await;
    SNAKES.iter().map(|body| all.iter().find(|(_, question)| question == body).unwrap().0.clone()).collect()
}

async fn listed(dana: &Staff<'_>, query: &str) -> Vec<(String, String)> {
    let (mut listed, mut token) = (Vec::new(), String::new());
    loop {
        let path =
            format!("/textConversations/escalations/user?communityId={HARBOR_ROW}&{query}&pageToken={token}");
        let page = dana.get(&path).await.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let rows = page["escalations"].as_array().unwrap().iter();
        listed.extend(rows.map(|row| (text(&row["_id"]), text(&row["question"]))));
        token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
        if token.is_empty() {
            return listed;
        }
    }
}

/// Returns the questions above in the order of a list.
async fn order(dana: &Staff<'_>, query: &str) -> Vec<String> {
    let questions = listed(dana, query).await.into_iter().map(|(_, question)| question);
    questions.filter(|question| SNAKES.contains(&question.as_str())).collect()
}

async fn set(dana: &Staff<'_>, id: &str, priority: &str) -> Answer {
    let path = format!("/textConversations/escalations/{id}/priority");
    dana.post(&path, json!({ "priority": priority })).await
}

on_both! {
    async fn open_escalations_are_sorted_by_priority_across_pages(server: TestServer) {
        let dana = server.harborline_admin().await;
        let ids = raise_escalations(&server, &dana).await;
        let [python, cobra, viper, mamba] = SNAKES;
        assert_eq!(order(&dana, "limit=200").await, SNAKES);
        set(&dana, &ids[0], "LOW").await.ok();
        set(&dana, &ids[2], "HIGH").await.ok();
        let urgent = set(&dana, &ids[3], "URGENT").await.ok();
        // Staff set the priority; only residents report emergencies.
        let escalation = &urgent["escalation"];
        assert_eq!(escalation["priority"], "URGENT");
        assert_ne!(escalation["urgent"], true);
        for limit in [1, 2, 200] {
            assert_eq!(order(&dana, &format!("limit={limit}")).await, [mamba, viper, cobra, python], "{limit} at a time");
        }
        set(&dana, &ids[1], "HIGH").await.ok();
        assert_eq!(order(&dana, "limit=1").await, [mamba, cobra, viper, python]);
        assert_eq!(order(&dana, "newestFirst=true&limit=1").await, [mamba, viper, cobra, python]);
    }

    async fn an_escalation_keeps_its_priority_when_it_is_claimed_answered_and_undone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let ids = raise_escalations(&server, &dana).await;
        let path = format!("/textConversations/escalations/{}", ids[0]);
        assert_eq!(dana.get(&path).await.ok()["escalation"]["priority"], "NORMAL");
        set(&dana, &ids[0], "HIGH").await.ok();
        dana.post(&format!("{path}/claim"), json!({})).await.ok();
        dana.post(&path, json!({ "answer": "No." })).await.ok();
        let late = set(&dana, &ids[0], "LOW").await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (400, "ALREADY_REVIEWED"));
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&path).await.ok()["escalation"]["priority"], "HIGH");
    }

    async fn an_invalid_or_missing_priority_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let ids = raise_escalations(&server, &dana).await;
        for priority in ["UNSPECIFIED", "HIGHEST"] {
            assert_eq!(set(&dana, &ids[0], priority).await.status.as_u16(), 400, "{priority}");
        }
    }
}
