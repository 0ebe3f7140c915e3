//! Connecting a company to Chatwoot.
use super::*;

on_both! {
    async fn connecting_chatwoot_tests_the_settings_and_hides_the_secrets(server: TestServer) {
        let dana = server.harborline_admin().await;
        let chatwoot = Chatwoot::start().await;
        let off = dana.get(PATH).await.ok()["chatwoot"].clone();
        assert_eq!((&off["state"], &off["baseUrl"]), (&json!("OFF"), &json!("")));
        assert_eq!(off["webhookUrl"], "https://parlor.example/webhooks/chatwoot/company-harborline");

        for (more, words) in [
            (json!({ "apiAccessToken": "guess" }), "does not accept the API access token"),
            (json!({ "inboxId": "99" }), "does not have this account, inbox"),
            (json!({ "accountId": "4" }), "does not have this account, inbox"),
            (json!({ "inboxId": "8" }), "not an API channel"),
            (json!({ "baseUrl": "http://127.0.0.1:1" }), "could not be reached"),
        ] {
            let refused = configure(&server, &dana, settings(&chatwoot, more)).await;
            assert_eq!(refused.reason(), "CHATWOOT_TEST_FAILED");
            let text = refused.json().to_string();
            assert!(text.contains("Nothing was saved.") && text.contains(words), "{text}");
        }
        for (more, field) in [
            (json!({ "apiAccessToken": null }), "apiAccessToken"),
            (json!({ "webhookSecret": null }), "webhookSecret"),
            (json!({ "baseUrl": "ftp://chatwoot.example" }), "baseUrl"),
            (json!({ "inboxId": "../7" }), "inboxId"),
        ] {
            assert_eq!(configure(&server, &dana, settings(&chatwoot, more)).await.fields(), [field]);
        }
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "OFF");

        let on = configure(&server, &dana, settings(&chatwoot, json!({}))).await.ok()["chatwoot"].clone();
        assert_eq!((&on["state"], &on["inboxId"], &on["accountId"]), (&json!("ON"), &json!("7"), &json!("3")));
        let company = dana.get("/companies/companyId/company-harborline").await.ok().to_string();
        assert!(company.contains(r#""chatwoot_inbox_id":"7""#), "{company}");
        let kept = json!({ "apiAccessToken": null, "webhookSecret": null });
        configure(&server, &dana, settings(&chatwoot, kept.clone())).await.ok();
        // The token that was entered for one server is not sent to another.
        let other = Chatwoot::start().await;
        assert_eq!(configure(&server, &dana, settings(&other, kept)).await.fields(), ["apiAccessToken"]);
        assert!(other.calls().is_empty());

        server.rest("DELETE", PATH, &dana.token, None).await.ok();
        let off = dana.get(PATH).await.ok()["chatwoot"].clone();
        assert_eq!((&off["state"], &off["baseUrl"], &off["inboxId"]), (&json!("OFF"), &json!(""), &json!("7")));
        let trail = dana.get("/admin/audit?limit=10").await.json().to_string();
        for action in ["CHATWOOT_CONFIGURED", "CHATWOOT_REMOVED"] {
            assert!(trail.contains(action), "{action} in {trail}");
        }
        for secret in [CHATWOOT_TOKEN, CHATWOOT_SECRET] {
            assert!(!trail.contains(secret) && !on.to_string().contains(secret));
        }
    }

    async fn without_an_inbox_or_a_connection_chatwoot_is_not_called(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        let operator = server.login("admin@parlor.example").await;
        let company = "/admin/companies/company-harborline";
        operator.patch(company, json!({ "chatwoot_inbox_id": "" })).await.ok();
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "OFF");
        let before = chatwoot.calls().len();
        send_resident_text(&server, "The gate is broken").await;
        assert_eq!(chatwoot.calls().len(), before);
        let event = json!({ "event": "message_created" });
        assert_eq!(ChatwootWebhook::of(&server, &event).send(&server).await.status, 403);
        server.rest("DELETE", PATH, &dana.token, None).await.ok();
        operator.patch(company, json!({ "chatwoot_inbox_id": "7" })).await.ok();
        send_resident_text(&server, "Is it fixed?").await;
        assert_eq!(chatwoot.calls().len(), before);
        assert_eq!(ChatwootWebhook::of(&server, &event).send(&server).await.status, 403);
    }
}
