//! Actions of agents at Chatwoot.
use super::*;

/// Creates a mirrored conversation. Returns the company's administrator and the conversation at Chatwoot.
async fn create_mirrored_conversation<'s>(server: &'s TestServer, chatwoot: &Chatwoot) -> (Staff<'s>, Value) {
    let dana = connect(server, chatwoot).await;
    send_resident_text(server, "The gate is broken").await;
    (dana, chatwoot.conversations()[0].clone())
}

/// Sends an event of Chatwoot, with a timestamp that differs from earlier ones.
async fn send_webhook(server: &TestServer, event: &Value) -> Answer {
    server.clock.advance(Duration::from_secs(1));
    let answer = ChatwootWebhook::of(server, event).send(server).await;
    server.settled().await;
    answer
}

/// Returns the texts that staff sent to the phone.
async fn replies(staff: &Staff<'_>) -> Vec<Value> {
    texts(staff, PHONE).await.into_iter().filter(|text| text["author"] == "STAFF").collect()
}

on_both! {
    async fn an_agents_reply_is_texted_to_the_resident_and_not_mirrored_back(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        // Mirrored messages are reported as well, but are not replies.
        for message in chatwoot.messages() {
            assert_eq!(send_webhook(&server, &chatwoot.event_of(&message)).await.status, 200);
        }
        assert!(replies(&dana).await.is_empty());

        let event = chatwoot.add_agent_message(&at_chatwoot, "Somebody comes at noon.", json!({}));
        assert_eq!(send_webhook(&server, &event).await.status, 200);
        server.later(UNTIL_SENT).await;
        let sent = replies(&dana).await;
        assert_eq!((sent.len(), &sent[0]["body"]), (1, &json!("Somebody comes at noon.")));
        assert_eq!(sent[0]["authorName"], "Dana Okafor", "a reply of an agent without a user has the name of the user who connected Chatwoot");
        assert_eq!(sent[0]["steps"][0]["reason"], "Ada Byron sent it from Chatwoot.");
        assert_eq!(server.twilio.texts().last().unwrap()["body"], "Somebody comes at noon.");
        let state = conversation(&dana).await;
        assert_eq!((&state["state"], &state["assignedToId"]), (&json!("OPEN"), &json!("staff-harborline-admin")));
        let again = chatwoot.public_messages().into_iter().filter(|(_, text)| text == "Somebody comes at noon.");
        assert_eq!(again.count(), 1, "the agent's reply is not mirrored back");

        for other in [
            chatwoot.add_agent_message(&at_chatwoot, "Only for us", json!({ "private": true })),
            chatwoot.add_agent_message(&at_chatwoot, "From the resident", json!({ "message_type": "incoming" })),
            chatwoot.add_agent_message(&at_chatwoot, "Another inbox", json!({ "inbox": { "id": 8 } })),
            chatwoot.add_agent_message(&at_chatwoot, "Another account", json!({ "account": { "id": 4 } })),
            chatwoot.add_agent_message(&json!({ "id": 1 }), "Another conversation", json!({})),
            json!({ "event": "contact_created" }),
            json!(["no event"]),
        ] {
            assert_eq!(send_webhook(&server, &other).await.status, 200, "{other}");
        }
        assert_eq!(replies(&dana).await.len(), 1);
    }

    async fn the_reply_of_an_agent_with_a_user_account_has_that_users_name(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        let sender = json!({ "sender": { "name": "M.", "email": "Manager@Harborline.example" } });
        send_webhook(&server, &chatwoot.add_agent_message(&at_chatwoot, "On my way.", sender)).await;
        let name = replies(&dana).await[0]["authorName"].clone();
        let manager = server.login("manager@harborline.example").await.get("/users/token").await.ok();
        let is_first = |of: &Value| name.as_str().unwrap().starts_with(of.as_str().unwrap());
        assert!(is_first(&manager["user"]["first_name"]), "{name} {manager}");
        // A colleague has taken over the conversation.
        let refused = send_webhook(&server, &chatwoot.add_agent_message(&at_chatwoot, "Me too.", json!({}))).await;
        assert_eq!(refused.status, 422);
        assert_eq!(replies(&dana).await.len(), 1);
    }

    async fn forged_expired_and_replayed_webhooks_have_no_effect(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        let event = chatwoot.add_agent_message(&at_chatwoot, "Somebody comes at noon.", json!({}));
        let genuine = ChatwootWebhook::of(&server, &event);
        let seconds: i64 = genuine.timestamp.parse().unwrap();
        let signed = |secret: &str, timestamp: String| ChatwootWebhook {
            signature: chatwoot_signature(secret, &timestamp, &genuine.body),
            timestamp,
            ..genuine.clone()
        };
        let other = |change: &dyn Fn(&mut ChatwootWebhook)| {
            let mut other = genuine.clone();
            change(&mut other);
            other
        };
        for forged in [
            other(&|one| one.signature.clear()),
            other(&|one| one.signature = one.signature.replace("sha256=", "")),
            other(&|one| one.body = one.body.replace("noon", "nine")),
            other(&|one| one.timestamp = (seconds + 1).to_string()),
            other(&|one| one.company = "company-northgate"),
            other(&|one| one.company = "company-nowhere"),
            other(&|one| one.company = "%00"),
            signed("another secret", genuine.timestamp.clone()),
            signed(CHATWOOT_SECRET, (seconds - 301).to_string()),
            signed(CHATWOOT_SECRET, (seconds + 301).to_string()),
            signed(CHATWOOT_SECRET, "soon".into()),
        ] {
            assert_eq!(forged.send(&server).await.status, 403);
        }
        assert!(replies(&dana).await.is_empty());

        let twice = futures::future::join_all([genuine.send(&server), genuine.send(&server)]).await;
        assert!(twice.iter().all(|answer| answer.status == 200));
        assert_eq!(genuine.send(&server).await.status, 200, "a delivery may be repeated");
        let mut replayed = other(&|one| one.delivery = "another".into());
        assert_eq!(replayed.send(&server).await.status, 403);
        replayed.signature = genuine.signature.to_uppercase().replace("SHA256", "sha256");
        assert_eq!(replayed.send(&server).await.status, 403);
        // The same message in another delivery.
        server.clock.advance(Duration::from_secs(1));
        assert_eq!(ChatwootWebhook::of(&server, &event).send(&server).await.status, 200);
        server.clock.advance(Duration::from_secs(301));
        assert_eq!(genuine.send(&server).await.status, 403);
        server.settled().await;
        assert_eq!(replies(&dana).await.len(), 1);
    }

    async fn a_webhook_signed_with_another_companys_secret_is_refused(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        let northgate = server.login("admin@northgate.example").await;
        let body = settings(&chatwoot, json!({ "webhookSecret": "of-northgate" }));
        let path = "/admin/companies/company-northgate/chatwoot";
        server.rest("PUT", path, &northgate.token, Some(body)).await.ok();
        let event = chatwoot.add_agent_message(&at_chatwoot, "Hello", json!({}));
        let mut webhook = ChatwootWebhook::of(&server, &event);
        webhook.signature = chatwoot_signature("of-northgate", &webhook.timestamp, &webhook.body);
        assert_eq!(webhook.send(&server).await.status, 403);
        // A company's secret gives access to its own conversations only.
        webhook.company = "company-northgate";
        assert_eq!(webhook.send(&server).await.status, 200);
        assert!(replies(&dana).await.is_empty());
    }

    async fn a_reply_to_an_opted_out_resident_is_refused_with_a_reason(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        send_resident_text(&server, "STOP").await;
        let sent = server.twilio.texts().len();
        let event = chatwoot.add_agent_message(&at_chatwoot, "One more thing", json!({}));
        let webhook = ChatwootWebhook::of(&server, &event);
        let refused = webhook.send(&server).await;
        assert_eq!(refused.status, 422);
        assert!(String::from_utf8_lossy(&refused.bytes).contains("opted out"));
        assert_eq!(webhook.send(&server).await.status, 200);
        server.settled().await;
        server.later(UNTIL_SENT).await;
        assert!(replies(&dana).await.is_empty());
        assert_eq!(server.twilio.texts().len(), sent);
        let notes = chatwoot.messages().into_iter().filter(|message| message["private"] == true);
        let notes: Vec<Value> = notes.collect();
        assert_eq!(notes.len(), 1);
        assert!(notes[0]["content"].as_str().unwrap().contains("opted out of texts"), "{notes:?}");

        for (content, words) in [("", "Only text"), (&"x".repeat(1_601), "1,600")] {
            let refused = send_webhook(&server, &chatwoot.add_agent_message(&at_chatwoot, content, json!({}))).await;
            assert_eq!(refused.status, 422);
            assert!(String::from_utf8_lossy(&refused.bytes).contains(words));
        }
    }

    async fn a_chatwoot_status_sets_the_closest_conversation_state(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let (dana, at_chatwoot) = create_mirrored_conversation(&server, &chatwoot).await;
        let changed = async |status: &str, more: Value| {
            let event = chatwoot.status_event(&at_chatwoot, status, more);
            assert_eq!(send_webhook(&server, &event).await.status, 200);
            conversation(&dana).await["state"].clone()
        };
        let before = conversation(&dana).await["state"].clone();
        assert_eq!(changed("open", json!({})).await, before, "Chatwoot opens what the bot has, too");
        assert_eq!(changed("resolved", json!({})).await, "RESOLVED");
        assert_eq!(changed("open", json!({})).await, "OPEN");
        let until = json!({ "snoozed_until": platform::Clock::now(&server.clock).plus(Duration::from_secs(3_600)).0 / 1_000 });
        assert_eq!(changed("snoozed", until).await, "SNOOZED");
        assert_eq!(changed("pending", json!({})).await, "BOT");
        assert_eq!(changed("snoozed", json!({})).await, "BOT");
    }
}
