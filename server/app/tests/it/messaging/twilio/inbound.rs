//! Texts received through Twilio.
use super::*;

on_both! {
    async fn a_text_received_from_twilio_is_answered_through_twilio(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let answer = webhook(&server, MESSAGES, &inbound("SM1", PHONE, COVERED)).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.headers["content-type"], "text/xml; charset=utf-8");
        assert!(String::from_utf8_lossy(&answer.bytes).contains("<Response/>"));
        server.settled().await;
        let sent = &server.twilio.texts()[0];
        assert_eq!((&sent["to"], &sent["from"]), (&json!(PHONE), &json!(HARBOR_ROW_NUMBER)));
        assert!(sent["body"].as_str().unwrap().starts_with("Each home has one permit."));
        assert!(sent["status_callback"].as_str().unwrap().starts_with("https://parlor.example/webhooks/twilio/status?attempt="));
        assert_eq!(last(&dana, PHONE).await["status"], "SENT");
        assert_eq!(server.twilio.calls(), 1);

        report(&server, sent, "delivered", None).await;
        assert_eq!(last(&dana, PHONE).await["status"], "DELIVERED");
    }

    async fn webhooks_without_a_valid_signature_have_no_effect(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let form = inbound("SM1", PHONE, COVERED);
        let address = format!("{PUBLIC}{MESSAGES}");
        let genuine = signature(AUTH_TOKEN, &address, &form);
        let altered = inbound("SM1", PHONE, "another text");
        let mut twice = form.clone();
        twice.push(("Body", "another text"));
        let mut of_another_account = form.clone();
        of_another_account[2].1 = "AC11111111111111111111111111111111";
        let mut to_nobody = form.clone();
        to_nobody[4].1 = "+12025550199";
        let local = format!("http://{}{MESSAGES}", server.address);
        let signed = |form: &[(&str, &str)], address: &str| signature(AUTH_TOKEN, address, form);
        for (case, path, form, signature) in [
            ("none", MESSAGES, &form, String::new()),
            ("altered", MESSAGES, &altered, genuine.clone()),
            ("a value more", MESSAGES, &twice, genuine.clone()),
            ("a query more", "/webhooks/twilio/messages?x=1", &form, genuine.clone()),
            ("another token", MESSAGES, &form, signature("5ecae1d15ecae1d15ecae1d15ecae1d2", &address, &form)),
            ("for the host that was called", MESSAGES, &form, signed(&form, &local)),
            ("of another account", MESSAGES, &of_another_account, signed(&of_another_account, &address)),
            ("to a number of nobody's", MESSAGES, &to_nobody, signed(&to_nobody, &address)),
        ] {
            assert_eq!(call(&server, path, form, &signature).await.status, 403, "{case}");
        }
        server.settled().await;
        assert!(texts(&dana, PHONE).await.is_empty());
        assert_eq!(server.twilio.calls(), 0);
        // An address with the default port of its scheme is the same address.
        let with_port = signature(AUTH_TOKEN, &format!("https://parlor.example:443{MESSAGES}"), &form);
        assert_eq!(call(&server, MESSAGES, &form, &with_port).await.status, 200);
    }

    async fn concurrent_duplicate_webhooks_store_one_text(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let form = inbound("SM1", PHONE, COVERED);
        let calls = (0..20).map(|_| webhook(&server, MESSAGES, &form));
        assert!(futures::future::join_all(calls).await.iter().all(|answer| answer.status == 200));
        server.settled().await;
        assert_eq!(texts(&dana, PHONE).await.len(), 2);
        assert_eq!(server.twilio.calls(), 1);
    }

    async fn texts_with_photos_short_codes_and_nul_characters_are_accepted(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let mut form = inbound("SM1", PHONE, "");
        form[6].1 = "2";
        form.extend([("MediaUrl0", "https://elsewhere.example/x"), ("MediaContentType0", "image/jpeg"), ("Body", "")]);
        assert_eq!(webhook(&server, MESSAGES, &form).await.status, 200);
        assert_eq!(webhook(&server, MESSAGES, &inbound("SM2", "72975", "you won")).await.status, 200);
        assert_eq!(webhook(&server, MESSAGES, &inbound("SM3", PHONE, "nul\0l")).await.status, 200);
        server.settled().await;
        let came: Vec<_> = texts(&dana, PHONE).await.into_iter().filter(|t| t["direction"] == "INBOUND").collect();
        assert_eq!((&came[0]["body"], &came[1]["body"]), (&json!("(2 photos)"), &json!("null")));
    }
}
