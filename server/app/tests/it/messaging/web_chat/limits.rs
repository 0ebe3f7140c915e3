//! Limits of what visitors can do.
use std::time::Duration;

use super::*;

const MINUTE: Duration = Duration::from_secs(60);

#[track_caller]
fn assert_limited(answer: &Answer, reason: &str) {
    assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (429, reason));
}

on_both! {
    async fn at_most_10_chats_begin_from_one_address_within_15_minutes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = chats(&dana, "").await.len();
        let mut visitors = Vec::new();
        for number in 0..11 {
            visitors.push(Visitor::of_harbor_row(&server, &dana, number).await);
        }
        for visitor in &visitors[..10] {
            visitor.call("start", json!({ "body": "hello" })).await.ok();
        }
        assert_limited(&visitors[10].call("start", json!({ "body": "hello" })).await, "TOO_MANY_WEB_CHATS");
        // The chats that exist can be continued.
        visitors[0].call("send", json!({ "body": "thank you" })).await.ok();
        assert_eq!(chats(&dana, "").await.len(), before + 10);
        server.later(MINUTE * 15).await;
        visitors[10].call("start", json!({ "body": "hello" })).await.ok();
    }

    async fn a_token_begins_a_chat_of_its_own_in_another_community_and_counts(server: TestServer) {
        let dana = server.harborline_admin().await;
        change_site(&dana, MERIDIAN, json!({ "isEnabled": true })).await;
        let key = text(&site(&dana, MERIDIAN).await, "key");
        let before = chats(&dana, &format!("communityId={MERIDIAN}")).await.len();
        for number in 0..9 {
            let visitor = Visitor::of_harbor_row(&server, &dana, number).await;
            visitor.call("start", json!({ "body": "hello" })).await.ok();
        }
        let tenth = Visitor::with(&server, &key, &format!("{:064x}", 0));
        tenth.call("start", json!({ "body": "hello" })).await.ok();
        assert_eq!(chats(&dana, &format!("communityId={MERIDIAN}")).await.len(), before + 1);
        let more = Visitor::with(&server, &key, &format!("{:064x}", 1));
        assert_limited(&more.call("start", json!({ "body": "hello" })).await, "TOO_MANY_WEB_CHATS");
    }

    async fn at_most_20_messages_are_sent_in_a_chat_within_10_minutes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let mut sent = 0;
        let limited = loop {
            let answer = visitor.call("send", json!({ "body": "ok" })).await;
            if answer.status != 200 {
                break answer;
            }
            sent += 1;
        };
        assert_limited(&limited, "TOO_MANY_ATTEMPTS");
        assert_eq!(sent, 20);
        // Another chat has its own limit.
        let other = Visitor::of_harbor_row(&server, &dana, 2).await;
        other.start("hello").await;
        other.send("ok").await;
        server.later(MINUTE * 10).await;
        visitor.send("ok").await;
    }

    async fn at_most_60_messages_are_sent_from_one_address_within_15_minutes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut sent = 0;
        for number in 0..4 {
            let visitor = Visitor::of_harbor_row(&server, &dana, number).await;
            visitor.call("start", json!({ "body": "hello" })).await.ok();
            for _ in 0..19 {
                let answer = visitor.call("send", json!({ "body": "ok" })).await;
                if answer.status == 200 {
                    sent += 1;
                } else {
                    assert_limited(&answer, "TOO_MANY_ATTEMPTS");
                }
            }
        }
        assert_eq!(sent, 60);
    }

    async fn a_contact_is_changed_at_most_10_times_within_an_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        for number in 0..10 {
            visitor.call("contact", json!({ "name": format!("Rae {number}") })).await.ok();
        }
        assert_limited(&visitor.call("contact", json!({ "name": "Rae" })).await, "TOO_MANY_ATTEMPTS");
        server.later(MINUTE * 60).await;
        visitor.call("contact", json!({ "name": "Rae" })).await.ok();
    }

    async fn at_most_240_polls_are_made_from_one_address_within_a_minute(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        for number in 0..240 {
            let name = if number % 2 == 0 { "messages" } else { "open" };
            visitor.call(name, json!({})).await.ok();
        }
        for name in ["messages", "open"] {
            assert_limited(&visitor.call(name, json!({})).await, "TOO_MANY_ATTEMPTS");
        }
        // Messages can still be sent.
        visitor.send("ok").await;
        server.later(MINUTE).await;
        visitor.after("").await;
    }

    async fn guessing_tokens_is_limited_like_other_polls(server: TestServer) {
        let dana = server.harborline_admin().await;
        let key = text(&site(&dana, HARBOR_ROW).await, "key");
        for number in 0..240 {
            let guess = Visitor::with(&server, &key, &format!("{number:064x}"));
            assert_eq!(guess.call("messages", json!({})).await.status, 404);
        }
        let guess = Visitor::with(&server, &key, &"a".repeat(64));
        assert_limited(&guess.call("messages", json!({})).await, "TOO_MANY_ATTEMPTS");
    }
}
