//! Mirroring of texts to Chatwoot.
use super::*;

const QUESTION: &str = "how do i get a 2nd parking permit";

on_both! {
    async fn each_text_of_a_conversation_is_mirrored_once_and_in_order(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        send_resident_text(&server, QUESTION).await;
        let answer = server.twilio.texts()[0]["body"].as_str().unwrap().to_owned();
        assert_eq!(chatwoot.public_messages(), [pair("incoming", QUESTION), pair("outgoing", &answer)]);
        assert_eq!(chatwoot.contacts()[0]["phone_number"], PHONE);
        let id = conversation(&dana).await["_id"].as_str().unwrap().to_owned();
        let mirrored = chatwoot.conversations()[0].clone();
        assert_eq!(mirrored["custom_attributes"]["parlor_conversation"], id.as_str());

        // A reply of staff is mirrored once it can no longer be undone, and an undone one never.
        let path = format!("/textConversations/{id}/messages");
        let undone = dana.post(&path, json!({ "body": "One moment" })).await.ok()["message"]["_id"].clone();
        dana.post(&format!("{path}/{}/undo", undone.as_str().unwrap()), json!({})).await.ok();
        dana.post(&path, json!({ "body": "Come by at noon" })).await.ok();
        server.settled().await;
        assert_eq!(chatwoot.public_messages().len(), 2);
        send_resident_text(&server, "Thank you!").await;
        assert_eq!(chatwoot.public_messages()[2..], [pair("incoming", "Thank you!")]);
        server.later(UNTIL_SENT).await;
        assert_eq!(chatwoot.public_messages()[3..], [pair("outgoing", "Come by at noon")]);
        assert_eq!((chatwoot.contacts().len(), chatwoot.conversations().len()), (1, 1));
        let shown = dana.get(PATH).await.ok()["chatwoot"].clone();
        assert!(shown["state"] == "ON" && shown["mirroredAt"].is_string(), "{shown}");
    }

    async fn test_phone_texts_are_not_mirrored(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = server.harborline_admin().await;
        configure(&server, &dana, settings(&chatwoot, json!({}))).await.ok();
        let before = chatwoot.calls().len();
        dana.text(PHONE, HARBOR_ROW_NUMBER, QUESTION).await.ok();
        assert_eq!(chatwoot.calls().len(), before);
    }

    async fn a_request_that_chatwoot_may_have_processed_is_not_repeated(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        // The contact, the conversation and the message are each created without a response.
        chatwoot.will(&[ChatwootBehavior::TakeAndClose; 3]);
        send_resident_text(&server, QUESTION).await;
        for _ in 0..4 {
            server.later(Duration::from_secs(60)).await;
        }
        assert_eq!((chatwoot.contacts().len(), chatwoot.conversations().len()), (1, 1));
        let messages = chatwoot.public_messages();
        assert_eq!((messages.len(), &messages[0]), (2, &pair("incoming", QUESTION)), "{messages:?}");
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "ON");
    }

    async fn requests_to_a_busy_or_failing_chatwoot_are_retried_later(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        chatwoot.will(&[ChatwootBehavior::Refuse(429, Some(90)), ChatwootBehavior::Refuse(500, None)]);
        send_resident_text(&server, QUESTION).await;
        let calls = chatwoot.calls().len();
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "ON", "a busy server is not reported as a problem");
        server.later(Duration::from_secs(89)).await;
        assert_eq!(chatwoot.calls().len(), calls, "Chatwoot is called before the Retry-After time");
        server.later(Duration::from_secs(1)).await;
        assert!(chatwoot.calls().len() > calls && chatwoot.public_messages().is_empty());
        let shown = dana.get(PATH).await.ok()["chatwoot"].clone();
        assert_eq!((&shown["state"], &shown["problem"]), (&json!("FAILING"), &json!("Chatwoot failed (500).")));
        server.later(Duration::from_secs(10)).await;
        assert_eq!(chatwoot.public_messages().len(), 2);
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "ON");
    }

    async fn five_failures_open_the_circuit_breaker_for_30_seconds(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        connect(&server, &chatwoot).await;
        chatwoot.will(&[ChatwootBehavior::Refuse(503, None); 5]);
        send_resident_text(&server, QUESTION).await;
        // The pauses after failures add up to less than two minutes.
        for _ in 0..4 {
            server.later(Duration::from_secs(40)).await;
        }
        let failed = chatwoot.calls().len();
        send_resident_text(&server, "Hello?").await;
        server.later(Duration::from_secs(29)).await;
        assert_eq!(chatwoot.calls().len(), failed, "Chatwoot is called while the breaker is open");
        server.later(Duration::from_secs(60)).await;
        assert!(chatwoot.public_messages().contains(&pair("incoming", "Hello?")), "{:?}", chatwoot.public_messages());
    }

    async fn a_rejected_text_does_not_block_later_ones(server: TestServer) {
        let chatwoot = Chatwoot::start().await;
        let dana = connect(&server, &chatwoot).await;
        send_resident_text(&server, QUESTION).await;
        chatwoot.will(&[ChatwootBehavior::Refuse(422, None)]);
        let before = chatwoot.public_messages().len();
        send_resident_text(&server, "Thank you!").await;
        send_resident_text(&server, "Is the pool open?").await;
        let messages = chatwoot.public_messages();
        assert!(messages[before..].contains(&pair("incoming", "Is the pool open?")), "{messages:?}");
        assert!(!messages.contains(&pair("incoming", "Thank you!")));
        assert_eq!(dana.get(PATH).await.ok()["chatwoot"]["state"], "ON");
    }
}
