//! Texts of the test phone are marked, shown in trials, and never counted.
use serde_json::{Value, json};

use super::twilio::{text_from, twilio_for};
use crate::support::*;

const PHONE: &str = "+12025550173";
const UNKNOWN: &str = "may i keep a zeppelin on the roof?";
/// A resident of the demo with a conversation in Harbor Row.
const RESIDENT: &str = "+12025550131";

/// Returns the entries of a list for Harbor Row, with a value of `testTraffic`.
async fn listed(staff: &Staff<'_>, list: &str, test_traffic: &str) -> Vec<Value> {
    let (path, name) = match list {
        "conversations" => ("/textConversations", "conversations"),
        _ => ("/textConversations/escalations/user", "escalations"),
    };
    let path = format!("{path}?limit=200&communityId={HARBOR_ROW}&testTraffic={test_traffic}");
    staff.get(&path).await.ok()[name].as_array().unwrap().clone()
}

fn of_phone<'l>(list: &'l [Value], phone: &str) -> Vec<&'l Value> {
    list.iter().filter(|one| one["phone"] == phone).collect()
}

async fn counts(staff: &Staff<'_>) -> [Value; 2] {
    [
        staff.get("/textConversations/escalations/count").await.ok(),
        staff.get("/textConversations/count").await.ok(),
    ]
}

async fn unanswered(staff: &Staff<'_>, with_tests: bool) -> bool {
    let path = format!(
        "/textCommunities/unansweredQuestions?limit=200&communityId={HARBOR_ROW}&includeTestTraffic={with_tests}"
    );
    let found = staff.get(&path).await.ok();
    found["unansweredQuestions"].as_array().unwrap().iter().any(|one| one["utterances"][0] == UNKNOWN)
}

on_both! {
    async fn a_test_phone_text_is_marked_and_not_counted(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = counts(&dana).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        for list in ["conversations", "escalations"] {
            let all = listed(&dana, list, "UNSPECIFIED").await;
            let mine = of_phone(&all, PHONE);
            assert_eq!((mine.len(), &mine[0]["isTest"]), (1, &json!(true)), "{list}");
            assert_eq!(all.iter().filter(|one| one["isTest"] == true).count(), 1, "the demo's {list} are real");
        }
        assert_eq!(counts(&dana).await, before);
        assert_eq!((unanswered(&dana, false).await, unanswered(&dana, true).await), (false, true));
    }

    async fn test_traffic_is_hidden_once_the_community_has_a_carrier(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        for list in ["conversations", "escalations"] {
            assert!(of_phone(&listed(&dana, list, "EXCLUDE").await, PHONE).is_empty(), "{list}");
        }
        twilio_for(&server, HARBOR_ROW).await;
        for list in ["conversations", "escalations"] {
            for (test_traffic, shown) in [("UNSPECIFIED", 0), ("EXCLUDE", 0), ("INCLUDE", 1), ("ONLY", 1)] {
                let all = listed(&dana, list, test_traffic).await;
                assert_eq!(of_phone(&all, PHONE).len(), shown, "{list} with {test_traffic}");
            }
            assert_eq!(listed(&dana, list, "ONLY").await.len(), 1, "{list}");
            assert_eq!(
                listed(&dana, list, "INCLUDE").await.len(),
                listed(&dana, list, "EXCLUDE").await.len() + 1,
                "{list}"
            );
        }
        let refused = dana.get("/textConversations?testTraffic=9").await;
        assert_eq!(refused.status, 400);
    }

    async fn a_carrier_text_makes_a_test_conversation_real(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        twilio_for(&server, HARBOR_ROW).await;
        let [before, _] = counts(&dana).await;
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, "may i keep a yak in the garage?").await;
        server.settled().await;
        let conversations = listed(&dana, "conversations", "EXCLUDE").await;
        assert_eq!(of_phone(&conversations, PHONE)[0]["isTest"], false);
        let escalations = listed(&dana, "escalations", "INCLUDE").await;
        let marks: Vec<_> =
            of_phone(&escalations, PHONE).iter().map(|one| (one["question"].clone(), one["isTest"].clone())).collect();
        let yak = (json!("may i keep a yak in the garage?"), json!(false));
        assert_eq!(marks, [(json!(UNKNOWN), json!(true)), yak]);
        let [after, _] = counts(&dana).await;
        assert_eq!(after["open"].as_i64(), before["open"].as_i64().map(|open| open + 1));
    }

    async fn a_test_text_from_a_residents_phone_keeps_their_conversation_real(server: TestServer) {
        let dana = server.harborline_admin().await;
        let [before, _] = counts(&dana).await;
        dana.text(RESIDENT, HARBOR_ROW_NUMBER, UNKNOWN).await.ok();
        let conversations = listed(&dana, "conversations", "EXCLUDE").await;
        assert_eq!(of_phone(&conversations, RESIDENT).len(), 1);
        let tests = listed(&dana, "escalations", "ONLY").await;
        assert_eq!((tests.len(), &tests[0]["question"]), (1, &json!(UNKNOWN)));
        assert_eq!(counts(&dana).await[0], before);
    }
}
