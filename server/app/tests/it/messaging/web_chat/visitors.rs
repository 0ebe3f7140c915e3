//! Chats of visitors of communities' websites.
use std::time::Duration;

use super::*;

const LARKSPUR: &str = "community-larkspur-commons";
const DAY: Duration = Duration::from_secs(86_400);

/// Returns what an error says, except for its request ID.
fn refusal(answer: &Answer) -> (u16, String, Value) {
    (answer.status.as_u16(), answer.reason(), answer.json()["message"].clone())
}

/// Makes the calls of a visitor who has a chat, and asserts that each looks like that of an unknown token.
async fn assert_not_found(visitor: &Visitor<'_>, case: &str) {
    let nobody = Visitor::with(visitor.server, &"0".repeat(32), &"f".repeat(64));
    for (name, body) in
        [("messages", json!({})), ("send", json!({ "body": COVERED })), ("contact", json!({ "name": "Rae" }))]
    {
        let refused = visitor.call(name, body.clone()).await;
        assert_eq!(refused.reason(), "NOT_FOUND", "{case}: {name}");
        assert_eq!(refusal(&refused), refusal(&nobody.call(name, body).await), "{case}: {name}");
    }
}

/// Makes the calls of a visitor, and asserts that the chat of the website looks like one that does not exist.
async fn assert_site_not_found(visitor: &Visitor<'_>, case: &str) {
    assert_not_found(visitor, case).await;
    let nobody = Visitor::with(visitor.server, &"0".repeat(32), &visitor.token);
    for (name, body) in [("open", json!({})), ("start", json!({ "body": COVERED, "email": RAE }))] {
        let refused = visitor.call(name, body.clone()).await;
        assert_eq!(refused.reason(), "NOT_FOUND", "{case}: {name}");
        assert_eq!(refusal(&refused), refusal(&nobody.call(name, body).await), "{case}: {name}");
    }
}

on_both! {
    async fn the_widget_shows_the_settings_of_the_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        let settings = site(&dana, HARBOR_ROW).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let opened = visitor.call("open", json!({})).await.ok();
        let widget = &opened["widget"];
        for field in ["communityLabel", "title", "greeting", "color", "isOnLeft"] {
            assert_eq!(widget[field], settings[field], "{field}");
        }
        assert_eq!((&widget["isOpen"], &widget["opensAt"], &opened["chat"]), (&json!(true), &Value::Null, &Value::Null));
        assert_eq!(widget["canEmail"], false, "the server has no mail server");
    }

    async fn a_chat_begins_with_its_first_message_and_is_continued_with_its_token(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let body = json!({ "body": COVERED, "name": " Rae Quill ", "page": "https://www.harborrow.example/pool" });
        let begun = visitor.call("start", body).await.ok()["chat"].clone();
        assert_eq!((bodies(&begun), &begun["name"]), (vec![COVERED.to_owned()], &json!("Rae Quill")));
        server.settled().await;

        let answered = visitor.after(begun["cursor"].as_str().unwrap()).await;
        assert!(texts_of(&answered, "BOT")[0].starts_with(PERMITS), "{answered}");
        assert_eq!((bodies(&answered).len(), &answered["isBotWriting"], &answered["hasMore"]), (1, &json!(false), &json!(false)));
        let cursor = text(&answered, "cursor");
        assert!(bodies(&visitor.after(&cursor).await).is_empty());
        visitor.send("Thanks!").await;
        let newer = visitor.after(&cursor).await;
        assert_eq!(bodies(&newer), ["Thanks!", "You're welcome, Rae!"]);
        let all = visitor.after("").await;
        assert_eq!((bodies(&all).len(), &bodies(&all)[2..]), (4, &bodies(&newer)[..]));
        assert_eq!(visitor.call("open", json!({})).await.ok()["chat"]["messages"], all["messages"]);

        let shown = newest_chat(&dana).await;
        let chat = &shown["chat"];
        assert_eq!((&chat["name"], &chat["page"], &chat["messageCount"]), (&json!("Rae Quill"), &json!("https://www.harborrow.example/pool"), &json!(4)));
        assert_eq!((&chat["snippet"], &chat["isAfterHours"], &chat["isTest"]), (&json!("You're welcome, Rae!"), &json!(false), &json!(false)));
        assert_eq!((&chat["startedAt"], &chat["seenAt"]), (&json!(server.now()), &json!(server.now())));
        let newest_first: Vec<String> = bodies(&all).into_iter().rev().collect();
        assert_eq!(bodies(&shown), newest_first);
        assert!(!shown.to_string().contains(&visitor.token));
    }

    async fn a_repeated_start_returns_the_chat_that_exists(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = chats(&dana, "").await.len();
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let first = visitor.call("start", json!({ "body": COVERED })).await.ok()["chat"].clone();
        server.settled().await;
        let again = visitor.call("start", json!({ "body": COVERED })).await.ok()["chat"].clone();
        server.settled().await;
        assert_eq!(again["messages"][0], first["messages"][0]);
        assert_eq!(visitor.texts_of("VISITOR").await, [COVERED]);
        assert_eq!(visitor.texts_of("BOT").await.len(), 1);
        assert_eq!(chats(&dana, "").await.len(), before + 1);
    }

    async fn a_message_that_is_sent_again_with_its_key_is_stored_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        for transport in TRANSPORTS {
            let key = format!("{transport:?}");
            let body = json!({ "siteKey": visitor.key, "token": visitor.token, "body": key });
            for repetition in 0..3 {
                let headers = [("idempotency-key", key.as_str())];
                let sent = server.by(transport, &method("WebChatService.SendWebChatMessage"), &headers, &body).await;
                assert_eq!((&sent.ok()["message"]["body"], sent.replayed), (&json!(key), repetition > 0));
            }
        }
        server.settled().await;
        assert_eq!(visitor.texts_of("VISITOR").await, [COVERED, "Rest", "Grpc", "GrpcWeb"]);
    }

    async fn a_refused_message_is_not_stored_with_its_key(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let headers = [("idempotency-key", "a message to no chat")];
        for _ in 0..2 {
            let body = json!({ "siteKey": visitor.key, "token": visitor.token, "body": COVERED });
            let method = method("WebChatService.SendWebChatMessage");
            let refused = server.by(TRANSPORTS[0], &method, &headers, &body).await;
            assert_eq!((refused.code, refused.replayed), (tonic::Code::NotFound, false));
        }
    }

    async fn an_answer_that_was_held_is_listed_although_newer_messages_were_read(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(NOT_COVERED).await;
        let escalation = newest_escalations(&dana).await.swap_remove(0);
        let answer = json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } });
        dana.post(&format!("/textConversations/escalations/{}", text(&escalation, "_id")), answer).await.ok();
        visitor.send("Thanks!").await;
        let read = visitor.after("").await;
        assert!(texts_of(&read, "STAFF").is_empty() && bodies(&read).contains(&"Thanks!".to_owned()), "{read}");
        server.later(Duration::from_secs(10)).await;
        let newer = visitor.after(read["cursor"].as_str().unwrap()).await;
        assert_eq!((bodies(&newer).len(), texts_of(&newer, "STAFF").len()), (1, 1), "{newer}");
        assert!(bodies(&visitor.after(newer["cursor"].as_str().unwrap()).await).is_empty());
    }

    async fn a_visitor_changes_their_contact(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        for (change, name, email) in [
            (json!({ "name": "Rae Quill" }), "Rae Quill", ""),
            (json!({ "email": RAE }), "Rae Quill", RAE),
            (json!({ "name": "" }), "", RAE),
        ] {
            let expected = json!({ "name": name, "email": email });
            assert_eq!(visitor.call("contact", change).await.ok(), expected);
            let shown = newest_chat(&dana).await["chat"].clone();
            assert_eq!((&shown["name"], &shown["email"]), (&expected["name"], &expected["email"]));
            let own = visitor.after("").await;
            assert_eq!((&own["name"], &own["email"]), (&expected["name"], &expected["email"]));
        }
    }

    async fn outside_of_office_hours_a_chat_begins_only_with_an_email_address(server: TestServer) {
        let dana = server.harborline_admin().await;
        change_site(&dana, HARBOR_ROW, json!({ "isOfficeHoursOnly": true })).await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        // It is 20:00 in New York. The office opens at 9:00.
        server.later(Duration::from_secs(10 * 3_600)).await;
        let widget = visitor.call("open", json!({})).await.ok()["widget"].clone();
        assert_eq!((&widget["isOpen"], &widget["opensAt"]), (&json!(false), &json!("2026-03-03T14:00:00Z")));
        let refused = visitor.call("start", json!({ "body": COVERED })).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["email".to_owned()]));
        visitor.call("start", json!({ "body": COVERED, "email": RAE })).await.ok();
        server.settled().await;
        assert!(visitor.last_reply().await.starts_with(PERMITS), "the bot answers at any time");
        let dana = server.harborline_admin().await;
        let shown = newest_chat(&dana).await["chat"].clone();
        assert_eq!((&shown["isAfterHours"], &shown["email"]), (&json!(true), &json!(RAE)));

        change_site(&dana, HARBOR_ROW, json!({ "isOfficeHoursOnly": false })).await;
        let other = Visitor::of_harbor_row(&server, &dana, 2).await;
        let widget = other.call("open", json!({})).await.ok()["widget"].clone();
        assert_eq!((&widget["isOpen"], &widget["opensAt"]), (&json!(true), &Value::Null));
        other.start(COVERED).await;
        assert_eq!(newest_chat(&dana).await["chat"]["isAfterHours"], false);
    }

    async fn invalid_messages_are_refused_with_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        for (field, body) in [
            ("body", json!({})),
            ("body", json!({ "body": " \n " })),
            ("body", json!({ "body": "x".repeat(1_001) })),
            ("name", json!({ "body": COVERED, "name": "x".repeat(121) })),
            ("email", json!({ "body": COVERED, "email": "rae" })),
            ("page", json!({ "body": COVERED, "page": "x".repeat(501) })),
        ] {
            let refused = visitor.call("start", body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]), "{body}");
        }
        for token in ["", "1f", &"F".repeat(64), &"f".repeat(65)] {
            let refused = Visitor::with(&server, &visitor.key, token).call("start", json!({ "body": COVERED })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["token".to_owned()]), "{token}");
        }
        visitor.start(COVERED).await;
        for (call, field, body) in [
            ("send", "body", json!({ "body": " \n " })),
            ("send", "body", json!({ "body": "x".repeat(1_001) })),
            ("send", "choice", json!({ "choice": 0 })),
            ("contact", "email", json!({ "email": "rae" })),
            ("messages", "after", json!({ "after": "nothing" })),
        ] {
            let refused = visitor.call(call, body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]), "{body}");
        }
        assert_eq!(visitor.texts_of("VISITOR").await, [COVERED]);
    }

    async fn a_chat_of_another_website_looks_like_one_that_does_not_exist(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        let own = change_site(&dana, MERIDIAN, json!({ "isEnabled": true })).await;
        let rosalind = server.login("admin@parlor.example").await;
        let options = json!({ "dashboard_options": ["TW", "TURBO_TEST_VIEW_ENABLED", "WEBCHAT"] });
        rosalind.patch("/admin/companies/company-northgate", options).await.ok();
        let ingrid = server.northgate_admin().await;
        let theirs = change_site(&ingrid, LARKSPUR, json!({ "isEnabled": true })).await;
        for (case, site) in [("another community", &own), ("another company", &theirs)] {
            let stranger = Visitor::with(&server, &text(site, "key"), &visitor.token);
            assert_not_found(&stranger, case).await;
            let opened = stranger.call("open", json!({})).await.ok();
            assert_eq!((&opened["widget"]["communityLabel"], &opened["chat"]), (&site["communityLabel"], &Value::Null));
        }
        let unknown = Visitor::with(&server, &visitor.key, &"a".repeat(64));
        assert_not_found(&unknown, "an unknown token").await;
        assert_eq!(unknown.call("open", json!({})).await.ok()["chat"], Value::Null);
        assert_eq!(visitor.texts_of("VISITOR").await, [COVERED]);
        assert!(chats(&ingrid, "").await.is_empty());
    }

    async fn a_disabled_or_withdrawn_chat_or_a_deleted_community_looks_nonexistent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let rosalind = server.login("admin@parlor.example").await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        let before = visitor.after("").await["messages"].clone();

        change_site(&dana, HARBOR_ROW, json!({ "isEnabled": false })).await;
        assert_site_not_found(&visitor, "disabled").await;
        change_site(&dana, HARBOR_ROW, json!({ "isEnabled": true })).await;
        assert_eq!(visitor.after("").await["messages"], before);

        let company = "/admin/companies/company-harborline";
        let options = dana.get("/companies/companyId/company-harborline").await.ok()["company"]["dashboard_options"].clone();
        assert!(options.as_array().unwrap().contains(&json!("WEBCHAT")), "{options}");
        rosalind.patch(company, json!({ "dashboard_options": ["TEXT_BLAST"] })).await.ok();
        assert_site_not_found(&visitor, "the option was withdrawn").await;
        rosalind.patch(company, json!({ "dashboard_options": options })).await.ok();
        assert_eq!(visitor.after("").await["messages"], before);

        let deleted = format!("/admin/textCommunities/{HARBOR_ROW}?reason=Sold+to+another+company");
        dana.delete(&deleted).await.ok();
        assert_site_not_found(&visitor, "deleted").await;
        assert!(chats(&dana, "").await.iter().all(|one| one["communityId"] != HARBOR_ROW));
        dana.post(&format!("/admin/textCommunities/{HARBOR_ROW}/restore"), json!({})).await.ok();
        assert_eq!(visitor.after("").await["messages"], before);
    }

    async fn a_token_expires_30_days_after_the_last_message(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start(COVERED).await;
        server.later(DAY * 20).await;
        visitor.send("Thanks!").await;
        server.later(DAY * 30 - Duration::from_secs(60)).await;
        assert_eq!(bodies(&visitor.after("").await).len(), 4);
        server.later(Duration::from_secs(60)).await;
        assert_not_found(&visitor, "expired").await;
        assert_eq!(visitor.call("open", json!({})).await.ok()["chat"], Value::Null);
    }

    async fn a_chat_of_an_unassigned_community_is_hidden_from_a_manager(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let osprey = change_site(&dana, "community-osprey-lake", json!({ "isEnabled": true })).await;
        let visitor = Visitor::with(&server, &text(&osprey, "key"), &"1".repeat(64));
        visitor.start(COVERED).await;
        let chat = chats(&dana, "communityId=community-osprey-lake").await.swap_remove(0);
        let path = format!("/webChats/{}", text(&chat, "_id"));
        dana.get(&path).await.ok();
        assert_eq!(marcus.get(&path).await.status, 404);
        assert!(chats(&marcus, "").await.iter().all(|one| one["communityId"] != "community-osprey-lake"));
    }
}
