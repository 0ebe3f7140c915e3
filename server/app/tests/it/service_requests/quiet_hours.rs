//! Texts about service requests in quiet hours, from 20:00 to 9:00.
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::messaging::twilio::steps;

const LARKSPUR_NUMBER: &str = "+15035550111";

/// Returns the path of the resident's conversation.
async fn conversation(staff: &Staff<'_>) -> String {
    let list = staff.get(&format!("/textConversations?communityId={LARKSPUR}&limit=200")).await.ok();
    let list = list["conversations"].as_array().unwrap();
    let found = list.iter().find(|one| one["phone"] == RESIDENT).expect("a conversation");
    format!("/textConversations/{}", found["_id"].as_str().unwrap())
}

/// Returns the first text to the resident, as staff see it.
async fn text(staff: &Staff<'_>) -> Value {
    let shown = staff.get(&conversation(staff).await).await.ok();
    let texts = shown["messages"].as_array().unwrap();
    texts.iter().find(|text| text["direction"] == "OUTBOUND").expect("a text").clone()
}

/// Creates a request at 20:00 in Portland, whose text is held.
async fn hold(server: &TestServer) -> Staff<'_> {
    let ingrid = server.northgate_admin().await;
    server.later(Duration::from_secs(13 * 3_600)).await;
    create(&ingrid, json!({ "priority": "NORMAL" })).await;
    server.settled().await;
    ingrid
}

on_both! {
    async fn a_text_in_quiet_hours_is_held_until_9_00(server: TestServer) {
        let ingrid = hold(&server).await;
        let held = text(&ingrid).await;
        assert_eq!((&held["status"], &held["sendsAt"]), (&json!("HELD_QUIET_HOURS"), &json!("2026-03-03T17:00:00Z")));
        assert_eq!(steps(&held), ["DELAYED"]);
        let path = conversation(&ingrid).await;
        let rest = ingrid.get(&path).await.ok();
        let id = path.rsplit('/').next().unwrap();
        let grpc = response_json(&server.rpc("ConversationService.GetConversation", &ingrid.token, json!({ "id": id })).await);
        assert_same(&rest, &grpc);
        server.later(Duration::from_secs(13 * 3_600 - 1)).await;
        assert_eq!(text(&ingrid).await["status"], "HELD_QUIET_HOURS");
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 0);
        server.later(Duration::from_secs(1)).await;
        let sent = text(&ingrid).await;
        assert_eq!((&sent["status"], &sent["sendsAt"]), (&json!("DELIVERED"), &Value::Null));
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 1);
    }

    async fn a_held_text_is_sent_by_the_carrier_in_the_morning(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        ingrid.put("/admin/companies/company-northgate/twilio", account).await.ok();
        ingrid.patch(&format!("/admin/textCommunities/{LARKSPUR}/carrier"), json!({ "carrier": "TWILIO" })).await.ok();
        let ingrid = hold(&server).await;
        server.later(Duration::from_secs(13 * 3_600 - 1)).await;
        assert_eq!((&text(&ingrid).await["status"], server.twilio.calls()), (&json!("HELD_QUIET_HOURS"), 0));
        server.later(Duration::from_secs(1)).await;
        assert_eq!((&text(&ingrid).await["status"], server.twilio.texts().len()), (&json!("SENT"), 1));
    }

    async fn an_opt_out_cancels_a_held_text(server: TestServer) {
        let ingrid = hold(&server).await;
        ingrid.text(RESIDENT, LARKSPUR_NUMBER, "STOP").await.ok();
        server.settled().await;
        let canceled = text(&ingrid).await;
        assert_eq!((&canceled["status"], steps(&canceled)), (&json!("CANCELED"), vec!["DELAYED", "CANCELED"]));
        server.later(Duration::from_secs(14 * 3_600)).await;
        assert_eq!(text(&ingrid).await["status"], "CANCELED");
    }

    async fn a_text_to_a_phone_that_opted_out_is_not_held(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        ingrid.text(RESIDENT, LARKSPUR_NUMBER, "STOP").await.ok();
        server.later(Duration::from_secs(13 * 3_600)).await;
        let request = create(&ingrid, json!({ "priority": "NORMAL" })).await;
        server.settled().await;
        let shown = ingrid.get(&conversation(&ingrid).await).await.ok();
        let number = request["number"].as_str().unwrap();
        let texts = shown["messages"].as_array().unwrap().iter();
        let about: Vec<&Value> =
            texts.filter(|text| text["body"].as_str().unwrap().contains(number)).collect();
        assert_eq!((about.len(), &about[0]["status"]), (1, &json!("SUPPRESSED")));
    }
}
