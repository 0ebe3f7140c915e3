//! Persons whom staff merge with a homeowner account.
use serde_json::{Value, json};

use super::{PHONE, email, text};
use crate::{messaging::twilio::twilio_for, support::*};

async fn person(staff: &Staff<'_>, by: &str) -> Value {
    staff.get(&format!("/inbox/person?communityId={HARBOR_ROW}&{by}")).await.ok()["person"].clone()
}

on_both! {
    async fn a_person_with_many_items_and_requests_has_more_than_the_card_shows(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text(&server, PHONE).await;
        let phone = format!("phone={}", PHONE.replace('+', "%2B"));
        for count in 1..=6 {
            let request = json!({ "communityId": HARBOR_ROW, "title": "Gate sticks", "contactPhone": PHONE });
            dana.post("/serviceRequests", request).await.ok();
            let shown = person(&dana, &phone).await;
            let requests = shown["serviceRequests"].as_array().unwrap().len();
            assert_eq!((requests, &shown["hasMoreServiceRequests"]), (count.min(5), &json!(count > 5)));
            assert_eq!(shown["hasMoreItems"], false);
        }
        for count in 0..20 {
            email(&dana, "rae.kim@work.example", &format!("Llama {count}"), "Text").await;
        }
        let shown = person(&dana, "email=rae.kim@work.example").await;
        assert_eq!((shown["items"].as_array().unwrap().len(), &shown["hasMoreItems"]), (20, &json!(false)));
        email(&dana, "rae.kim@work.example", "One more llama", "Text").await;
        let shown = person(&dana, "email=rae.kim@work.example").await;
        assert_eq!((shown["items"].as_array().unwrap().len(), &shown["hasMoreItems"]), (20, &json!(true)));
    }

    async fn a_person_can_be_merged_with_a_suggested_account_and_unmerged(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        let account = json!({
            "number": "HR-9001", "unit": "9A", "name": "rae kim", "phones": [PHONE], "email": "rae@example.com",
            "balanceCents": 4125, "balanceOn": "2026-03-01",
        });
        let accounts = format!("/textCommunities/community/{HARBOR_ROW}/accounts");
        let account = dana.post(&accounts, account).await.ok()["account"]["_id"].clone();
        text(&server, PHONE).await;
        email(&dana, "rae.kim@work.example", "Llama", "Text").await;
        let by = "email=rae.kim@work.example";
        let before = person(&dana, by).await;
        let suggested = &before["suggestions"][0];
        assert_eq!((&suggested["homeownerAccountId"], &suggested["match"]), (&account, &json!("NAME")));
        assert_eq!((&before["isMerged"], before["items"].as_array().unwrap().len()), (&json!(false), 1));

        let address = json!({ "communityId": HARBOR_ROW, "email": "Rae.Kim@work.example" });
        let mut wanted = address.clone();
        wanted["homeownerAccountId"] = account.clone();
        let merged = dana.post("/inbox/person/merge", wanted.clone()).await.ok()["person"].clone();
        assert_eq!((&merged["isMerged"], &merged["unit"], &merged["balanceCents"]), (&json!(true), &json!("9A"), &json!(4125)));
        assert_eq!((merged["items"].as_array().unwrap().len(), merged["addresses"].as_array().unwrap().len()), (2, 3));
        let phone = format!("phone={}", PHONE.replace('+', "%2B"));
        assert_eq!(person(&dana, &phone).await["items"].as_array().unwrap().len(), 2, "the other channel shows the same person");

        let after = dana.post("/inbox/person/unmerge", address).await.ok()["person"].clone();
        assert_eq!((&after["isMerged"], after["items"].as_array().unwrap().len()), (&json!(false), 1));
        wanted["email"] = json!("rae@example.com");
        assert_eq!(dana.post("/inbox/person/merge", wanted.clone()).await.reason(), "PERSON_HAS_ACCOUNT");
        wanted["email"] = json!("rae.kim@work.example");
        wanted["homeownerAccountId"] = json!("account-nobody");
        assert_eq!(dana.post("/inbox/person/merge", wanted).await.status.as_u16(), 404);
    }
}
