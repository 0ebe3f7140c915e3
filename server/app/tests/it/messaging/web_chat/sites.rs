//! Settings of the chats on communities' websites.
use super::*;

const OSPREY: &str = "community-osprey-lake";

on_both! {
    async fn a_chat_that_was_never_set_up_has_the_defaults(server: TestServer) {
        let dana = server.harborline_admin().await;
        let shown = site(&dana, MERIDIAN).await;
        assert_eq!(
            (&shown["communityId"], &shown["communityLabel"], &shown["key"], &shown["version"]),
            (&json!(MERIDIAN), &json!("The Meridian"), &json!(""), &json!(0))
        );
        assert_eq!((&shown["isEnabled"], &shown["allowedOrigins"]), (&json!(false), &json!([])));
        assert!(!text(&shown, "title").is_empty() && text(&shown, "color").starts_with('#'), "{shown}");
    }

    async fn the_settings_of_all_visible_communities_are_listed_by_label(server: TestServer) {
        let dana = server.harborline_admin().await;
        let labels = |page: &Value| -> Vec<String> {
            page["sites"].as_array().unwrap().iter().map(|one| text(one, "communityLabel")).collect()
        };
        let first = dana.get("/webChatSites?limit=2").await.ok();
        assert_eq!(labels(&first), ["Harbor Row", "Osprey Lake"]);
        let next = text(&first, "nextPageToken");
        let second = dana.get(&format!("/webChatSites?limit=2&pageToken={next}")).await.ok();
        assert_eq!((labels(&second), &second["nextPageToken"]), (vec!["The Meridian".to_owned()], &json!("")));
        assert_eq!(first["sites"][0], site(&dana, HARBOR_ROW).await);
        let marcus = server.login("manager@harborline.example").await;
        assert!(!labels(&marcus.get("/webChatSites").await.ok()).contains(&"Osprey Lake".to_owned()));
    }

    async fn the_first_change_creates_the_key_and_later_ones_keep_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let first = change_site(&dana, MERIDIAN, json!({ "isEnabled": true })).await;
        let key = text(&first, "key");
        assert!(key.len() == 32 && key.chars().all(|c| c.is_ascii_hexdigit() && !c.is_ascii_uppercase()), "{key}");
        assert_eq!((&first["version"], &first["isEnabled"]), (&json!(1), &json!(true)));

        let all = json!({
            "title": "Ask The Meridian", "greeting": "How can we help?", "color": "#1F5F4A", "isOnLeft": true,
            "isOfficeHoursOnly": true,
            "allowedOrigins": { "origins": ["https://www.meridian.example", "http://localhost:8088", "https://meridian.example", "https://meridian.example"] },
        });
        let changed = change_site(&dana, MERIDIAN, all).await;
        let mut expected = json!({
            "communityId": MERIDIAN, "communityLabel": "The Meridian", "key": key, "version": 2, "isEnabled": true,
            "title": "Ask The Meridian", "greeting": "How can we help?", "color": "#1f5f4a", "isOnLeft": true,
            "isOfficeHoursOnly": true,
            "allowedOrigins": ["http://localhost:8088", "https://meridian.example", "https://www.meridian.example"],
        });
        assert_eq!(changed, expected);
        assert_eq!(site(&dana, MERIDIAN).await, expected);

        // Unset fields keep their values; empty ones are removed.
        let emptied = json!({ "greeting": "", "isOnLeft": false, "allowedOrigins": { "origins": [] } });
        let emptied = change_site(&dana, MERIDIAN, emptied).await;
        for (field, value) in [
            ("greeting", json!("")), ("isOnLeft", json!(false)), ("allowedOrigins", json!([])), ("version", json!(3)),
        ] {
            expected[field] = value;
        }
        assert_eq!(emptied, expected);
    }

    async fn a_change_of_outdated_settings_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let version = site(&dana, HARBOR_ROW).await["version"].clone();
        dana.patch(&site_path(HARBOR_ROW), json!({ "version": version, "title": "First" })).await.ok();
        let outdated = dana.patch(&site_path(HARBOR_ROW), json!({ "version": version, "title": "Second" })).await;
        assert_eq!((outdated.status.as_u16(), outdated.reason().as_str()), (409, "WEB_CHAT_SITE_CHANGED"));
        assert_eq!(site(&dana, HARBOR_ROW).await["title"], "First");
    }

    async fn invalid_settings_are_refused_with_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = site(&dana, HARBOR_ROW).await;
        let origins = |origins: Value| json!({ "allowedOrigins": { "origins": origins } });
        let many: Vec<String> = (0..21).map(|n| format!("https://site-{n}.example")).collect();
        for (field, mut change) in [
            ("title", json!({ "title": "" })),
            ("title", json!({ "title": "x".repeat(61) })),
            ("greeting", json!({ "greeting": "x".repeat(301) })),
            ("color", json!({ "color": "green" })),
            ("color", json!({ "color": "#1f5f4" })),
            ("allowedOrigins", origins(json!(["http://harborrow.example"]))),
            ("allowedOrigins", origins(json!(["https://harborrow.example/pool"]))),
            ("allowedOrigins", origins(json!(["https://harborrow.example; script-src *"]))),
            ("allowedOrigins", origins(json!(["https://*.harborrow.example"]))),
            ("allowedOrigins", origins(json!(["harborrow.example"]))),
            ("allowedOrigins", origins(json!(many))),
        ] {
            change["version"] = before["version"].clone();
            let refused = dana.patch(&site_path(HARBOR_ROW), change.clone()).await;
            assert_eq!(refused.status, 400, "{change}");
            assert!(refused.fields().iter().all(|name| name.starts_with(field)), "{change}: {:?}", refused.fields());
            assert!(!refused.fields().is_empty(), "{change}");
        }
        assert_eq!(site(&dana, HARBOR_ROW).await, before);
    }

    async fn only_administrators_change_settings_and_replace_keys(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let before = site(&dana, HARBOR_ROW).await;
        assert_eq!(site(&marcus, HARBOR_ROW).await, before);
        let change = json!({ "version": before["version"], "title": "Mine" });
        for refused in [
            marcus.patch(&site_path(HARBOR_ROW), change.clone()).await,
            marcus.post(&format!("{}/key", site_path(HARBOR_ROW)), json!({})).await,
        ] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "ADMINISTRATORS_ONLY"));
        }
        assert_eq!(marcus.get(&site_path(OSPREY)).await.status, 404);
        assert_eq!(site(&dana, HARBOR_ROW).await, before);
        // Northgate does not have the option.
        let ingrid = server.northgate_admin().await;
        for refused in [
            ingrid.get(&site_path("community-larkspur-commons")).await,
            ingrid.patch(&site_path("community-larkspur-commons"), json!({ "isEnabled": true })).await,
            ingrid.get("/webChats").await,
        ] {
            assert_eq!(refused.reason(), "SCREEN_NOT_AVAILABLE");
        }
    }

    async fn replacing_the_key_stops_the_chat_wherever_the_old_one_is(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        let before = site(&dana, HARBOR_ROW).await;
        let replaced = dana.post(&format!("{}/key", site_path(HARBOR_ROW)), json!({})).await.ok()["site"].clone();
        assert_ne!(replaced["key"], before["key"]);
        assert_eq!(replaced["version"].as_i64(), before["version"].as_i64().map(|version| version + 1));
        assert_eq!(replaced["title"], before["title"]);
        for name in ["open", "messages"] {
            let refused = visitor.call(name, json!({})).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (404, "NOT_FOUND"), "{name}");
        }
        assert_eq!(visitor.call("send", json!({ "body": COVERED })).await.status, 404);
        assert_eq!(server.rest("GET", &format!("/chat/{}", visitor.key), "", None).await.status, 404);

        // A website with the new key continues the chat.
        let continued = Visitor::with(&server, &text(&replaced, "key"), &visitor.token);
        assert_eq!(continued.texts_of("VISITOR").await, [COVERED]);
        // A community without a key gets its first one.
        let first = dana.post(&format!("{}/key", site_path(MERIDIAN)), json!({})).await.ok()["site"].clone();
        assert_eq!((text(&first, "key").len(), &first["version"], &first["isEnabled"]), (32, &json!(1), &json!(false)));
    }
}
