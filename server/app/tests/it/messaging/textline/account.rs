//! A company's Textline account, and the numbers that use it.
use super::*;

/// A server and its parameter store.
struct WithSsm {
    server: TestServer,
    ssm: FakeSsm,
}

impl WithSsm {
    async fn open(engine: Engine) -> Self {
        let ssm = FakeSsm::start().await;
        Self { server: TestServer::with_parameters(engine, ssm.parameters()).await, ssm }
    }

    /// Connects Harbor Row to Textline on another server, so that this one has not read the account.
    async fn connect_elsewhere(&self) -> Connection<'_> {
        let other = self.server.start_another_with_parameters(self.ssm.parameters()).await;
        let webhook = connect(&other).await.webhook;
        Connection { server: &self.server, dana: self.server.harborline_admin().await, webhook }
    }
}

on_both! {
    async fn a_text_that_arrives_while_the_account_cannot_be_read_is_answered_later(it: WithSsm) {
        let connection = it.connect_elsewhere().await;
        assert_eq!(it.ssm.stored().len(), 1, "the account");
        it.ssm.stop_listening().await;
        connection.text(COVERED).await;
        assert!(connection.texts().await.is_empty());
        it.ssm.listen_again().await;
        it.server.later(seconds(10)).await;
        assert_eq!((it.server.textline.posts().len(), it.ssm.calls("GetParameter")), (1, 1));
        assert_eq!(connection.dana.get(ACCOUNT).await.ok()["textline"]["email"], TEXTLINE_EMAIL);
    }

    async fn configuring_textline_shows_the_webhook_url_once_and_no_secret(server: TestServer) {
        let dana = server.harborline_admin().await;
        let none = json!({ "textline": { "configured": false, "email": "", "isSecretMissing": false } });
        assert_eq!(dana.get(ACCOUNT).await.ok(), none);
        let configured = dana.put(ACCOUNT, settings()).await.ok();
        let set_up = json!({ "configured": true, "email": TEXTLINE_EMAIL, "isSecretMissing": false });
        assert_eq!(configured["textline"], set_up);
        let url = configured["webhookUrl"].as_str().unwrap().to_owned();
        assert!(url.starts_with("https://parlor.example/webhooks/textline/company-harborline/"), "{url}");
        let secret = url.rsplit('/').next().unwrap().to_owned();
        assert_eq!(secret.len(), 64);
        let shown = dana.get(ACCOUNT).await;
        let again = dana.put(ACCOUNT, settings()).await;
        assert_eq!(again.ok()["webhookUrl"], "", "the URL is kept and not shown again");
        let trail = dana.get("/admin/audit?limit=10").await;
        for answer in [shown, again, trail] {
            let text = String::from_utf8_lossy(&answer.bytes).into_owned();
            for hidden in [TEXTLINE_PASSWORD, TEXTLINE_API_KEY, secret.as_str()] {
                assert!(!text.contains(hidden), "{hidden} in {text}");
            }
        }

        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let set = dana.patch(&carrier, json!({ "carrier": "TEXTLINE", "groupUuid": GROUP.to_uppercase() })).await.ok();
        assert_eq!(set, json!({
            "number": HARBOR_ROW_NUMBER, "carrier": "TEXTLINE", "segmentsPerSecond": 10,
            "previousCarrier": "TEST_PHONE", "groupUuid": GROUP,
        }));
        let used = dana.put(ACCOUNT, json!({})).await;
        assert_eq!((used.status.as_u16(), used.reason().as_str()), (400, "TEXTLINE_IN_USE"));
        dana.patch(&carrier, json!({ "carrier": "TEST_PHONE" })).await.ok();
        let back = dana.patch(&carrier, json!({ "carrier": "TEXTLINE" })).await.ok();
        assert_eq!(back["groupUuid"], GROUP, "the number keeps its group");
        dana.patch(&carrier, json!({ "carrier": "TEST_PHONE" })).await.ok();
        assert_eq!(dana.put(ACCOUNT, json!({})).await.ok()["textline"], none["textline"]);
        let trail = dana.get("/admin/audit?limit=20").await;
        let trail = String::from_utf8_lossy(&trail.bytes).into_owned();
        for action in ["TEXTLINE_CONFIGURED", "NUMBER_CARRIER_UPDATED", "TEXTLINE_REMOVED"] {
            assert!(trail.contains(action), "{action} in {trail}");
        }
    }

    async fn an_account_that_textline_does_not_accept_is_not_saved(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (field, missing) in [("email", "email"), ("password", "password"), ("apiKey", "apiKey")] {
            let mut part = settings();
            part[field] = json!("");
            assert_eq!(dana.put(ACCOUNT, part).await.fields(), [missing]);
        }
        let mut malformed = settings();
        malformed["email"] = json!("not an address");
        assert_eq!(dana.put(ACCOUNT, malformed).await.fields(), ["email"]);
        let mut wrong = settings();
        wrong["password"] = json!("guess");
        let refused = dana.put(ACCOUNT, wrong).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "TEXTLINE_TEST_FAILED"));
        assert_eq!(dana.get(ACCOUNT).await.ok()["textline"]["configured"], false);

        for id in ["company-northgate", "company-nowhere"] {
            let foreign = dana.put(&format!("/admin/companies/{id}/textline"), settings()).await;
            assert_eq!((foreign.status.as_u16(), foreign.reason().as_str()), (404, "NOT_FOUND"), "{id}");
        }
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.get(ACCOUNT).await.status, 403);
    }

    async fn a_number_needs_an_account_and_a_group_of_its_own(server: TestServer) {
        let dana = server.harborline_admin().await;
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        let early = dana.patch(&carrier, json!({ "carrier": "TEXTLINE" })).await;
        assert_eq!((early.status.as_u16(), early.reason().as_str()), (400, "TEXTLINE_NOT_CONFIGURED"));
        let replace = dana.post(&format!("{ACCOUNT}/webhook"), json!({})).await;
        assert_eq!((replace.status.as_u16(), replace.reason().as_str()), (400, "TEXTLINE_NOT_CONFIGURED"));
        let connection = set_up(&server).await;
        let none = dana.patch(&carrier, json!({ "carrier": "TEXTLINE" })).await;
        assert_eq!(none.fields(), ["groupUuid"]);
        let unknown = connection.switch(HARBOR_ROW, "00000000-0000-0000-0000-000000000000").await;
        assert_eq!((unknown.status.as_u16(), unknown.fields()), (400, vec!["groupUuid".to_owned()]));
        assert_eq!(connection.switch(HARBOR_ROW, "sales").await.fields(), ["groupUuid"]);
        connection.switch(HARBOR_ROW, GROUP).await.ok();
        assert_eq!(connection.switch(MERIDIAN, GROUP).await.fields(), ["groupUuid"], "it is Harbor Row's");
        connection.switch(MERIDIAN, OTHER_GROUP).await.ok();
    }
}
