//! Numbers of open escalations by community.
use serde_json::{Value, json};

use crate::support::*;

/// Returns the number of open escalations of each listed community.
async fn counts(staff: &Staff<'_>) -> Vec<(String, i64)> {
    let response = staff.get("/textConversations/escalations/countByCommunity").await.ok();
    assert_eq!(response["isCapped"], false);
    let count =
        |one: &Value| (one["communityId"].as_str().unwrap().to_owned(), one["open"].as_i64().unwrap());
    let mut counts: Vec<_> = response["counts"].as_array().unwrap().iter().map(count).collect();
    counts.sort();
    counts
}

/// Returns the number of open escalations of a community by the call for badges.
async fn badge(staff: &Staff<'_>, community: &str) -> i64 {
    let path = format!("/textConversations/escalations/count?communityId={community}");
    staff.get(&path).await.ok()["open"].as_i64().unwrap()
}

on_both! {
    async fn open_escalations_are_counted_by_community_in_one_call(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = counts(&dana).await;
        assert!(before.iter().any(|(community, open)| community == HARBOR_ROW && *open > 0), "{before:?}");
        for (community, open) in &before {
            assert_eq!(*open, badge(&dana, community).await, "{community}");
        }
        // The test phone's question is a test.
        dana.text("+12025550173", HARBOR_ROW_NUMBER, "may i keep a zeppelin on the roof?").await.ok();
        assert_eq!(counts(&dana).await, before);

        let escalation = dana.open_escalations().await.into_iter()
            .find(|one| one["communityId"] == HARBOR_ROW && one["isTest"] == false).unwrap();
        let path = format!("/textConversations/escalations/{}/dismiss", escalation["_id"].as_str().unwrap());
        dana.post(&path, json!({ "reason": "SPAM" })).await.ok();
        let total = |counts: &[(String, i64)]| counts.iter().map(|(_, open)| open).sum::<i64>();
        assert_eq!(total(&counts(&dana).await), total(&before) - 1);
    }

    async fn escalations_of_communities_that_the_caller_cannot_see_are_not_counted(server: TestServer) {
        let seen = counts(&server.login("manager@harborline.example").await).await;
        let all = counts(&server.harborline_admin().await).await;
        assert!(seen.iter().all(|count| all.contains(count)), "{seen:?} {all:?}");
        let foreign = counts(&server.northgate_admin().await).await;
        assert!(foreign.iter().all(|(community, _)| all.iter().all(|(own, _)| own != community)));
    }
}
