//! Texts that Textline reports.
use super::*;

/// Statements that give the Meridian ten more numbers, which come before that of Harbor Row.
const TEN_GROUPS: (&str, &str) = (
    "INSERT INTO text_number (company_id, number, community_id, carrier, textline_group)
     SELECT 'company-harborline', '+1202555000' || value, 'community-the-meridian', 3,
            '0000000' || value || '-a85d-49d1-9266-0df69fd5a9ef' FROM json_each('[0,1,2,3,4,5,6,7,8,9]')",
    "SET parlor.company = 'company-harborline';
     INSERT INTO text_number (company_id, number, community_id, carrier, textline_group)
     SELECT 'company-harborline', '+1202555000' || value, 'community-the-meridian', 3,
            '0000000' || value || '-a85d-49d1-9266-0df69fd5a9ef' FROM generate_series(0, 9) value",
);

on_both! {
    async fn the_search_for_the_group_of_a_text_goes_on_where_it_stopped(server: TestServer) {
        let connection = connect(&server).await;
        server.as_owner(TEN_GROUPS.0, TEN_GROUPS.1).await;
        server.textline.will_look_up(&[TextlineBehavior::Fail { status: 500, retry_after: None, takes: false }]);
        connection.text(COVERED).await;
        assert_eq!((server.textline.asked_groups().len(), connection.texts().await.len()), (11, 0));
        server.later(seconds(10)).await;
        assert_eq!(server.textline.asked_groups()[11..], [GROUP], "the others were asked before");
        assert_eq!(connection.texts().await.len(), 2);
    }

    async fn a_question_that_is_reported_twice_is_answered_once_through_textline(server: TestServer) {
        let connection = connect(&server).await;
        let payload = connection.payload(COVERED);
        for _ in 0..2 {
            assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        }
        server.settled().await;
        assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        server.settled().await;
        let sent = server.textline.posts();
        assert_eq!(sent.len(), 1, "{sent:?}");
        assert_eq!((&sent[0]["phone_number"], &sent[0]["group_uuid"]), (&json!(PHONE), &json!(GROUP)));
        assert!(sent[0]["body"].as_str().unwrap().starts_with("Each home has one permit."));
        assert_eq!(connection.texts().await.len(), 2);
        assert_eq!(connection.last().await["status"], "SENT");
        assert_eq!(server.twilio.calls(), 0);
        // The same words later are another text; the number of the conversation is known by then.
        let lookups = server.textline.lookups().len();
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        assert_eq!(server.textline.posts().len(), 2);
        assert_eq!((lookups, server.textline.lookups().len()), (1, 1));
    }

    async fn webhooks_without_the_secret_have_no_effect(server: TestServer) {
        let connection = connect(&server).await;
        let payload = connection.payload(COVERED);
        let (company, secret) = connection.webhook.rsplit_once('/').unwrap();
        for path in [
            format!("{company}/{}", "0".repeat(64)),
            format!("{company}/{}", &secret[..63]),
            format!("{company}/%00"),
            format!("/webhooks/textline/company-northgate/{secret}"),
            format!("/webhooks/textline/company-nowhere/{secret}"),
            format!("/webhooks/textline/company%00/{secret}"),
        ] {
            assert_eq!(connection.call(&path, &payload).await.status, 403, "{path}");
        }
        server.settled().await;
        assert!(connection.texts().await.is_empty());
        // A new URL makes the old one invalid.
        let replaced = connection.dana.post(&format!("{ACCOUNT}/webhook"), json!({})).await.ok();
        assert_eq!(connection.call(&connection.webhook, &payload).await.status, 403);
        assert_eq!(connection.call(&path_of(&replaced["webhookUrl"]), &payload).await.status, 200);
        server.settled().await;
        assert_eq!(connection.texts().await.len(), 2);
        let trail = connection.dana.get("/admin/audit?limit=10").await;
        assert!(String::from_utf8_lossy(&trail.bytes).contains("TEXTLINE_WEBHOOK_REPLACED"));
    }

    async fn posts_of_staff_and_malformed_payloads_are_ignored(server: TestServer) {
        let connection = connect(&server).await;
        let mut staff = connection.payload(COVERED);
        staff["post"]["creator"]["type"] = json!("user");
        let mut whisper = connection.payload(COVERED);
        whisper["post"]["is_whisper"] = json!(true);
        let mut short_code = connection.payload(COVERED);
        short_code["conversation"]["customer"]["phone_number"] = json!("72975");
        for payload in [staff, whisper, short_code, json!([]), json!({ "post": { "body": 1 } })] {
            assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200, "{payload}");
        }
        server.settled().await;
        assert!(connection.texts().await.is_empty());
        assert_eq!(server.textline.calls(), 0);
    }

    async fn a_text_goes_to_the_community_of_its_group(server: TestServer) {
        let connection = connect(&server).await;
        connection.switch(MERIDIAN, OTHER_GROUP).await.ok();
        let to = |group: &str| connection.payload_to(group, PHONE, COVERED);
        // A group that no number of Parlor has.
        let nobodys = to("99999999-a85d-49d1-9266-0df69fd5a9ef");
        assert_eq!(connection.call(&connection.webhook, &nobodys).await.status, 200);
        server.settled().await;
        assert_eq!(server.textline.calls(), 0);
        assert_eq!(connection.call(&connection.webhook, &to(OTHER_GROUP)).await.status, 200);
        server.settled().await;
        assert!(connection.texts().await.is_empty(), "Harbor Row was not texted");
        let path = format!("/textConversations?communityId={MERIDIAN}&limit=200");
        let found = connection.dana.get(&path).await.ok();
        let found = found["conversations"].as_array().unwrap().iter().any(|one| one["phone"] == PHONE);
        assert!(found, "the Meridian was texted");
        // Textline may name the group.
        let lookups = server.textline.lookups().len();
        let mut named = to("77777777-a85d-49d1-9266-0df69fd5a9ef");
        named["group"] = json!({ "uuid": GROUP });
        assert_eq!(connection.call(&connection.webhook, &named).await.status, 200);
        server.settled().await;
        assert_eq!((connection.texts().await.len(), server.textline.lookups().len()), (2, lookups));
    }

    async fn a_text_waits_while_textline_cannot_be_asked_for_its_group(server: TestServer) {
        let connection = connect(&server).await;
        let fail = |status| TextlineBehavior::Fail { status, retry_after: None, takes: false };
        server.textline.will_look_up(&[fail(500), fail(429), fail(403)]);
        connection.text(COVERED).await;
        for _ in 0..3 {
            assert!(connection.texts().await.is_empty());
            server.later(seconds(10)).await;
        }
        assert_eq!(connection.texts().await.len(), 2);
        assert_eq!(server.textline.calls(), 1);
    }

    async fn a_text_does_not_overtake_an_earlier_one_whose_group_is_looked_for(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will_look_up(&[TextlineBehavior::Fail { status: 500, retry_after: None, takes: false }]);
        connection.text("START").await;
        let mut later = connection.payload("STOP");
        later["group"] = json!({ "uuid": GROUP });
        assert_eq!(connection.call(&connection.webhook, &later).await.status, 200);
        server.settled().await;
        assert!(connection.texts().await.is_empty(), "the first text is looked for");
        server.later(seconds(10)).await;
        let texts = connection.texts().await;
        let received = texts.iter().filter(|text| text["direction"] == "INBOUND").map(|text| &text["body"]);
        assert_eq!(received.collect::<Vec<_>>(), ["START", "STOP"]);
    }

    async fn texts_of_more_unknown_conversations_than_are_looked_up_at_once_are_all_stored(server: TestServer) {
        let connection = connect(&server).await;
        let phones: Vec<String> = (0..8).map(|nth| format!("+1202555018{nth}")).collect();
        for phone in &phones {
            let payload = connection.payload_to(GROUP, phone, COVERED);
            assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        }
        for _ in 0..8 {
            server.later(seconds(1)).await;
        }
        assert_eq!(server.textline.posts().len(), phones.len());
        assert_eq!(server.textline.lookups().len(), phones.len(), "each was looked up once");
    }

    async fn a_textline_that_is_silent_about_a_companys_texts_delays_no_other_company(server: TestServer) {
        let connection = connect(&server).await;
        let noor = server.northgate_admin().await;
        let configured = noor.put("/admin/companies/company-northgate/textline", settings()).await.ok();
        let other = Connection { server: &server, dana: noor, webhook: path_of(&configured["webhookUrl"]) };
        other.switch(LARKSPUR, OTHER_GROUP).await.ok();
        let phones = ["+12025550172", "+12025550173"];
        server.textline.will_look_up(&[TextlineBehavior::Hang { takes: false }; 2]);
        for phone in phones {
            let payload = connection.payload_to(GROUP, phone, COVERED);
            assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        }
        until("Textline is silent", async || server.textline.lookups().len() == phones.len()).await;
        let payload = other.payload_to(OTHER_GROUP, PHONE, "where do i park");
        assert_eq!(other.call(&other.webhook, &payload).await.status, 200);
        within("the other company's reply is sent", server.textline.called(1)).await;
        assert_eq!(server.textline.posts()[0]["group_uuid"], OTHER_GROUP);
        // The silence ends after the timeout, and the texts are looked up again.
        server.later(seconds(12)).await;
        server.later(seconds(10)).await;
        assert_eq!(server.textline.posts().len(), 1 + phones.len());
    }

    async fn stop_opts_out_and_is_confirmed_once(server: TestServer) {
        let connection = connect(&server).await;
        connection.text("STOP").await;
        let confirmed = server.textline.posts();
        assert_eq!(confirmed.len(), 1, "{confirmed:?}");
        assert!(confirmed[0]["body"].as_str().unwrap().contains("START"), "{confirmed:?}");
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        assert_eq!(server.textline.calls(), 1, "nothing else is sent");
    }

    async fn a_photo_is_fetched_without_credentials(server: TestServer) {
        let connection = connect(&server).await;
        let url = server.textline.file("leak.jpg", photo_with_location(600, 400));
        let mut payload = connection.payload("Water comes in");
        payload["post"]["attachments"] = json!([
            { "content_type": "image/jpeg", "name": "leak.jpg", "url": url },
            { "content_type": "image/jpeg", "name": "x", "url": "http://127.0.0.1:9/x" },
        ]);
        assert_eq!(connection.call(&connection.webhook, &payload).await.status, 200);
        server.settled().await;
        let text = &connection.texts().await[0];
        let of = |index: usize| &text["photos"][index];
        assert_eq!((&of(0)["state"], &of(0)["width"]), (&json!("READY"), &json!(600)));
        assert_eq!(of(1)["failure"], "FOREIGN_ADDRESS");
    }
}
