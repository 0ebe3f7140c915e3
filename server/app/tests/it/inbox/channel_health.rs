//! Whether the channels of the inbox work.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    messaging::{
        twilio::{text_from, twilio_for},
        web_chat::change_site,
    },
    support::*,
};

const COVERED: &str = "how do i get a 2nd parking permit";
const MINUTE: Duration = Duration::from_secs(60);

/// Returns the channels of a kind in Harbor Row.
async fn channels(staff: &Staff<'_>, kind: &str) -> Vec<Value> {
    let listed = staff.get("/inbox/channels?limit=200").await.ok();
    let listed = listed["channels"].as_array().unwrap().iter();
    listed.filter(|one| one["channel"] == kind && one["communityId"] == HARBOR_ROW).cloned().collect()
}

/// Returns the number of Harbor Row.
async fn number(staff: &Staff<'_>) -> Value {
    channels(staff, "TEXT").await.swap_remove(0)
}

/// Has the bot answer a text of a phone, whose last digit is given.
async fn text(server: &TestServer, phone: u8) {
    text_from(server, &format!("+1202555017{phone}"), HARBOR_ROW_NUMBER, COVERED).await;
    server.settled().await;
}

on_both! {
    async fn a_number_of_the_test_phone_is_ok(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text("+12025550171", HARBOR_ROW_NUMBER, COVERED).await.ok();
        let shown = number(&dana).await;
        assert_eq!((&shown["state"], &shown["carrier"]), (&json!("OK"), &json!("TEST_PHONE")));
        assert_eq!((&shown["address"], &shown["problem"]), (&json!(HARBOR_ROW_NUMBER), &json!("")));
        assert!(shown.get("problemSince").is_none() && shown.get("lastSuccessAt").is_none(), "{shown}");
    }

    async fn a_refused_account_breaks_its_numbers_until_the_carrier_accepts_a_text(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        assert_eq!(number(&dana).await["state"], "OK");
        text(&server, 1).await;
        let accepted = server.now();
        assert_eq!(number(&dana).await["lastSuccessAt"], accepted);

        server.later(2 * MINUTE).await;
        server.twilio.will(&[TwilioBehavior::Refuse(401, 20_003, None); 2]);
        text(&server, 2).await;
        let since = server.now();
        let shown = number(&dana).await;
        assert_eq!((&shown["state"], &shown["problemSince"]), (&json!("BROKEN"), &json!(since)));
        assert!(shown["problem"].as_str().unwrap().contains("Check its SID and auth token"), "{shown}");
        assert_eq!(shown["lastSuccessAt"], accepted);
        // The same problem keeps its time.
        server.later(MINUTE).await;
        text(&server, 3).await;
        assert_eq!(number(&dana).await["problemSince"], since);
        text(&server, 4).await;
        let shown = number(&dana).await;
        assert_eq!((&shown["state"], &shown["problem"], &shown["lastSuccessAt"]), (&json!("OK"), &json!(""), &json!(server.now())));

        // A broken one is first in the list, and other servers know it.
        server.twilio.will(&[TwilioBehavior::Refuse(401, 20_003, None)]);
        text(&server, 5).await;
        let other = server.start_another(&[KEY]).await;
        let dana_elsewhere = other.harborline_admin().await;
        let first = dana_elsewhere.get("/inbox/channels?limit=1").await.ok();
        assert_eq!(first["channels"][0]["address"], HARBOR_ROW_NUMBER);
        assert_ne!(first["nextPageToken"], "");
    }

    async fn changing_the_account_clears_its_problem(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::Refuse(401, 20_003, None)]);
        text(&server, 5).await;
        assert_eq!(number(&dana).await["state"], "BROKEN");
        let account = json!({ "accountSid": ACCOUNT_SID, "authToken": AUTH_TOKEN });
        dana.put("/admin/companies/company-harborline/twilio", account).await.ok();
        assert_eq!(number(&dana).await["state"], "OK");
    }

    async fn a_refused_number_leaves_the_others_alone(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        twilio_for(&server, "community-the-meridian").await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 21_606, None)]);
        text(&server, 6).await;
        let listed = dana.get("/inbox/channels?limit=200").await.ok();
        let texts = listed["channels"].as_array().unwrap().iter().filter(|one| one["channel"] == "TEXT");
        let broken: Vec<_> = texts.filter(|one| one["state"] == "BROKEN").collect();
        assert_eq!((broken.len(), &broken[0]["address"]), (1, &json!(HARBOR_ROW_NUMBER)), "{listed}");
    }

    async fn a_failing_carrier_degrades_numbers_and_breaks_them_after_15_minutes(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        server.twilio.will(&[TwilioBehavior::Refuse(503, 20_503, Some(1)); 60]);
        text(&server, 7).await;
        assert_eq!(number(&dana).await["state"], "OK", "one failure");
        for pause in [2, 4, 8, 16] {
            server.later(Duration::from_secs(pause)).await;
        }
        let shown = number(&dana).await;
        assert_eq!(shown["state"], "DEGRADED", "{shown}");
        assert!(shown["problem"].as_str().unwrap().contains("Twilio failed (503)"), "{shown}");
        for _ in 0..16 {
            server.later(MINUTE).await;
        }
        let later = number(&dana).await;
        assert_eq!((&later["state"], &later["problemSince"]), (&json!("BROKEN"), &shown["problemSince"]));
    }

    async fn mailboxes_and_web_chats_are_listed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mailbox = json!({ "communityId": HARBOR_ROW, "address": "new@harbor.example", "displayName": "New" });
        let mailbox = dana.post("/mailboxes", mailbox).await.ok()["mailbox"]["_id"].as_str().unwrap().to_owned();
        let find = async || {
            let all = channels(&dana, "EMAIL").await;
            all.into_iter().find(|one| one["address"] == "new@harbor.example").expect("the mailbox")
        };
        let shown = find().await;
        assert_eq!((&shown["state"], shown.get("lastSuccessAt")), (&json!("OK"), None));
        let email = json!({ "fromAddress": "someone@nowhere.example", "subject": "Hello", "text": "Hello" });
        dana.post(&format!("/mailboxes/{mailbox}/testEmails"), email).await.ok();
        assert_eq!(find().await["lastSuccessAt"], server.now());

        let site = json!({ "isEnabled": true, "allowedOrigins": { "origins": ["https://harbor.example"] } });
        change_site(&dana, HARBOR_ROW, site).await;
        assert_eq!(channels(&dana, "WEB_CHAT").await[0]["state"], "OK");
        change_site(&dana, HARBOR_ROW, json!({ "allowedOrigins": { "origins": [] } })).await;
        let shown = channels(&dana, "WEB_CHAT").await.swap_remove(0);
        assert_eq!(shown["state"], "DEGRADED");
        assert!(shown["problem"].as_str().unwrap().contains("No website"), "{shown}");
        change_site(&dana, HARBOR_ROW, json!({ "isEnabled": false })).await;
        assert!(channels(&dana, "WEB_CHAT").await.is_empty());
    }

    async fn only_channels_of_assigned_communities_are_listed(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let listed = marcus.get("/inbox/channels?limit=200").await.ok();
        let listed = listed["channels"].as_array().unwrap();
        assert!(listed.iter().any(|one| one["communityId"] == HARBOR_ROW), "{listed:?}");
        assert!(listed.iter().all(|one| one["communityId"] != "community-osprey-lake"), "{listed:?}");
    }
}
