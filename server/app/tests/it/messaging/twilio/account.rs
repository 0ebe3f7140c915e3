//! A company's Twilio account, and the numbers that use it.
use prost_reflect::{DynamicMessage, Value as Field};

use super::*;

on_both! {
    async fn configuring_twilio_never_returns_the_auth_token(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = "/admin/companies/company-harborline/twilio";
        let none = dana.get(path).await.ok();
        assert_eq!(none, json!({ "twilio": {
            "configured": false, "accountSid": "",
            "messagesUrl": "https://parlor.example/webhooks/twilio/messages",
            "statusUrl": "https://parlor.example/webhooks/twilio/status",
            "segmentsPerSecond": 100, "messagingServiceSid": "", "isSecretMissing": false,
        }}));
        configure(&server, &dana, "company-harborline").await;
        let answer = dana.get(path).await;
        assert!(!String::from_utf8_lossy(&answer.bytes).contains(AUTH_TOKEN));
        assert_eq!((&answer.ok()["twilio"]["configured"], &answer.ok()["twilio"]["accountSid"]), (&json!(true), &json!(ACCOUNT_SID)));

        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let set = dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        assert_eq!(set, json!({
            "number": HARBOR_ROW_NUMBER, "carrier": "TWILIO", "segmentsPerSecond": 10, "previousCarrier": "TEST_PHONE",
            "groupUuid": "",
        }));
        let remove = json!({ "accountSid": "", "authToken": "" });
        let used = server.rest("PUT", path, &dana.token, Some(remove.clone())).await;
        assert_eq!((used.status.as_u16(), used.reason().as_str()), (400, "TWILIO_IN_USE"));
        dana.patch(&carrier, json!({ "carrier": "TEST_PHONE" })).await.ok();
        let removed = server.rest("PUT", path, &dana.token, Some(remove)).await.ok();
        assert_eq!(removed, none);
        let trail = dana.get("/admin/audit?limit=10").await;
        let trail = String::from_utf8_lossy(&trail.bytes).into_owned();
        for action in ["TWILIO_CONFIGURED", "NUMBER_CARRIER_UPDATED", "TWILIO_REMOVED"] {
            assert!(trail.contains(action), "{action} in {trail}");
        }
        assert!(!trail.contains(AUTH_TOKEN));
    }

    async fn twilio_can_be_configured_over_grpc(server: TestServer) {
        let dana = server.harborline_admin().await;
        let of = |name: &str, fields: &[(&str, Field)]| {
            let method = method(name);
            let mut message = DynamicMessage::new(method.input());
            for (field, value) in fields {
                message.set_field_by_name(field, value.clone());
            }
            (method, message)
        };
        let text = |text: &str| Field::String(text.to_owned());
        let account = [("id", text("company-harborline")), ("account_sid", text(ACCOUNT_SID)), ("auth_token", text(AUTH_TOKEN))];
        let (configure, message) = of("CarrierService.ConfigureTwilio", &account);
        server.grpc(&configure, &dana.token, &message).await.ok();
        let (get, message) = of("CarrierService.GetTwilio", &account[..1]);
        let got = server.grpc(&get, &dana.token, &message).await;
        let twilio = got.ok().get_field_by_name("twilio").unwrap().into_owned();
        let sid = twilio.as_message().unwrap().get_field_by_name("account_sid").unwrap().into_owned();
        assert_eq!(sid, text(ACCOUNT_SID));
        let number = [("id", text(HARBOR_ROW)), ("carrier", Field::EnumNumber(2))];
        let (set, message) = of("CarrierService.SetNumberCarrier", &number);
        let set = server.grpc(&set, &dana.token, &message).await;
        assert_eq!(set.ok().get_field_by_name("number").unwrap().into_owned(), text(HARBOR_ROW_NUMBER));
        assert_eq!(set.ok().get_field_by_name("previous_carrier").unwrap().into_owned(), Field::EnumNumber(1));
    }

    async fn incomplete_settings_and_foreign_companies_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let put = |path: &'static str, body: Value| server.rest("PUT", path, &dana.token, Some(body));
        let own = "/admin/companies/company-harborline/twilio";
        let half = put(own, json!({ "accountSid": ACCOUNT_SID })).await;
        assert_eq!((half.status.as_u16(), half.fields()), (400, vec!["authToken".to_owned()]));
        let half = put(own, json!({ "authToken": AUTH_TOKEN })).await;
        assert_eq!(half.fields(), ["accountSid"]);
        let wrong = put(own, json!({ "accountSid": "12", "authToken": AUTH_TOKEN })).await;
        assert_eq!(wrong.fields(), ["accountSid"]);
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let nothing = dana.patch(&carrier, json!({})).await;
        assert_eq!(nothing.fields(), ["carrier"]);
        let early = dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await;
        assert_eq!((early.status.as_u16(), early.reason().as_str()), (400, "TWILIO_NOT_CONFIGURED"));

        for id in ["company-northgate", "company-nowhere"] {
            let path = format!("/admin/companies/{id}/twilio");
            let foreign = dana.get(&path).await;
            assert_eq!((foreign.status.as_u16(), foreign.reason().as_str()), (404, "NOT_FOUND"), "{id}");
        }
        let foreign = dana.patch(&format!("/admin/textCommunities/{LARKSPUR}/carrier"), json!({ "carrier": "TEST_PHONE" })).await;
        assert_eq!(foreign.status, 404);
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(own).await.status, 403);
    }

    async fn changing_a_community_keeps_the_carrier_and_the_rate_of_its_number(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        dana.patch(&carrier, json!({ "segmentsPerSecond": 25 })).await.ok();
        let community = format!("/admin/textCommunities/{HARBOR_ROW}");
        let changed = dana.patch(&community, json!({ "units": 42 })).await.ok();
        assert_eq!(changed["textCommunity"]["carrier"], "TWILIO");
        let listed = dana.get("/admin/textCommunities").await.ok();
        let mut listed = listed["communities"].as_array().unwrap().iter();
        let harbor_row = listed.find(|one| one["_id"] == HARBOR_ROW).unwrap();
        assert_eq!((&harbor_row["carrier"], &harbor_row["number"]), (&json!("TWILIO"), &json!(HARBOR_ROW_NUMBER)));
        let kept = dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        assert_eq!((&kept["previousCarrier"], &kept["segmentsPerSecond"]), (&json!("TWILIO"), &json!(25)));
        // Another number begins on the test phone.
        let moved = dana.patch(&community, json!({ "number": "+12025550155" })).await.ok();
        assert_eq!(moved["textCommunity"]["carrier"], "TEST_PHONE");
        let none = dana.patch(&community, json!({ "number": "" })).await.ok();
        assert_ne!(none["textCommunity"]["carrier"], "TEST_PHONE");
    }

    async fn the_test_phone_cannot_text_a_twilio_number(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let refused = dana.text(PHONE, HARBOR_ROW_NUMBER, COVERED).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "NOT_A_TEST_PHONE_NUMBER"));
    }

    async fn the_test_phone_does_not_show_texts_sent_by_twilio(server: TestServer) {
        let dana = server.harborline_admin().await;
        let shown = async |number: &str| {
            let number = number.replace('+', "%2B");
            let path = format!("/handset/messages?phone={}&number={number}", PHONE.replace('+', "%2B"));
            let list = dana.get(&path).await.ok();
            list["messages"].as_array().unwrap().iter().map(|m| m["body"].clone()).collect::<Vec<_>>()
        };
        for number in [HARBOR_ROW_NUMBER, "+12025550103"] {
            dana.text(PHONE, number, COVERED).await.ok();
        }
        assert!(shown(HARBOR_ROW_NUMBER).await.contains(&json!(COVERED)));
        configure(&server, &dana, "company-harborline").await;
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        dana.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        assert_eq!(shown(HARBOR_ROW_NUMBER).await, [json!(null); 0]);
        assert!(shown("+12025550103").await.contains(&json!(COVERED)));
        let all = shown("").await;
        assert_eq!(all.iter().filter(|body| **body == json!(COVERED)).count(), 1, "{all:?}");
    }
}
