//! Photos that visitors send, and photos that staff send back.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, guess_format};

use super::*;

const TEN_SECONDS: Duration = Duration::from_secs(10);

/// Returns a photo in base64.
fn photo() -> String {
    STANDARD.encode(photo_with_location(2_600, 400))
}

/// Returns what a link of a photo opens.
async fn open(server: &TestServer, photo: &Value, field: &str) -> Answer {
    let link = text(photo, field);
    let path = link.strip_prefix("https://parlor.example").unwrap_or_else(|| panic!("{link}"));
    server.rest("GET", path, "", None).await
}

/// Returns the newest chat of Harbor Row with a visitor who asked something, and its path.
async fn begin<'h>(server: &'h TestServer, dana: &Staff<'_>) -> (Visitor<'h>, String) {
    let visitor = Visitor::of_harbor_row(server, dana, 1).await;
    visitor.start(NOT_COVERED).await;
    let path = format!("/webChats/{}", text(&newest_chat(dana).await["chat"], "_id"));
    (visitor, path)
}

on_both! {
    async fn a_visitors_photos_are_re_encoded_and_shown_to_staff_in_the_chat_and_the_escalation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana).await;
        let question = "what about the zeppelin mast number 2";
        let body = json!({ "body": question, "photos": [photo(), format!("data:image/png;base64,{}", photo())] });
        let sent = visitor.call("send", body).await.ok()["message"].clone();
        server.settled().await;
        assert_eq!((text(&sent, "body").as_str(), sent["photos"].as_array().unwrap().len()), (question, 2));
        let shown = visitor.after("").await;
        let mine = shown["messages"].as_array().unwrap().iter().find(|one| one["_id"] == sent["_id"]).unwrap();
        let staff = dana.get(&path).await.ok();
        let theirs = staff["messages"].as_array().unwrap().iter().find(|one| one["_id"] == sent["_id"]).unwrap();
        assert_eq!(mine["photos"][0]["_id"], theirs["photos"][0]["_id"]);
        for photo in [&sent["photos"][0], &mine["photos"][1], &theirs["photos"][0]] {
            for (field, width) in [("url", 2_000), ("thumbnailUrl", 320)] {
                let file = open(&server, photo, field).await;
                assert_eq!(guess_format(&file.bytes).unwrap(), ImageFormat::Jpeg);
                assert_eq!(image::load_from_memory(&file.bytes).unwrap().width(), width);
                assert!(!file.bytes.windows(3).any(|bytes| bytes == b"GPS"));
            }
        }
        let escalation = newest_escalations(&dana).await[0].clone();
        assert_eq!(escalation["webChatMessageId"], sent["_id"], "the chat of the escalation has the photos");

        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(open(&server, &theirs["photos"][0], "url").await.status, 404);
        assert_eq!(open(&server, &mine["photos"][0], "url").await.status, 200);
        server.later(Duration::from_secs(23 * 3_600)).await;
        assert_eq!(open(&server, &mine["photos"][0], "url").await.status, 404);
    }

    async fn photos_without_words_are_left_to_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let begun = visitor.call("start", json!({ "photos": [photo()] })).await.ok()["chat"].clone();
        let first = &begun["messages"][0];
        assert_eq!((&first["body"], first["photos"].as_array().unwrap().len()), (&json!(""), 1));
        server.settled().await;
        assert_eq!(visitor.last_reply().await, ACCOUNT_HANDED_OVER);
        let shown = newest_chat(&dana).await;
        assert_eq!((&shown["chat"]["snippet"], &shown["chat"]["state"]), (&json!(ACCOUNT_HANDED_OVER), &json!("OPEN")));
        let note = &shown["messages"][1]["botNote"];
        assert_eq!(note, "The visitor sent a photo, which the bot can't read; sent to your team.");
        assert_eq!(newest_escalations(&dana).await[0]["question"], "(photo)");
        visitor.call("send", json!({ "photos": [photo(), photo()] })).await.ok();
        server.settled().await;
        assert_eq!(newest_escalations(&dana).await[0]["question"], "(2 photos)");
    }

    async fn what_is_no_photo_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana).await;
        let before = dana.get(&path).await.ok();
        let svg = STANDARD.encode("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>");
        let gif = STANDARD.encode("GIF89a\x01\x00\x01\x00\x00\x00\x00;");
        let huge = STANDARD.encode(vec![0_u8; (8 << 20) + 1]);
        let two_in_one = STANDARD.encode([photo_with_location(20, 20), b"PK\x03\x04".to_vec()].concat());
        for (name, refused) in [("svg", svg), ("gif", gif), ("text", "not base64!".to_owned()), ("two", two_in_one)] {
            for (call, reply) in [
                ("visitor", visitor.call("send", json!({ "body": "see", "photos": [refused] })).await),
                ("staff", dana.post(&format!("{path}/messages"), json!({ "body": "see", "photos": [refused] })).await),
            ] {
                assert_eq!((reply.status.as_u16(), reply.fields()), (400, vec!["photos".to_owned()]), "{name} {call}");
            }
        }
        assert_ne!(visitor.call("send", json!({ "photos": [huge] })).await.status, 200);
        let four = json!({ "body": "see", "photos": [photo(), photo(), photo(), photo()] });
        assert_eq!(visitor.call("send", four).await.fields(), ["photos"]);
        assert_eq!(visitor.call("send", json!({ "body": " " })).await.fields(), ["body"]);
        assert_eq!(visitor.call("send", json!({})).await.fields(), ["body"]);
        assert_eq!(dana.get(&path).await.ok()["messages"], before["messages"]);
    }

    async fn a_photo_of_staff_is_held_and_an_undone_one_is_gone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana).await;
        let messages = format!("{path}/messages");
        let sent = dana.post(&messages, json!({ "body": "This one?", "photos": [photo()] })).await.ok();
        let first = &sent["message"];
        assert_eq!(open(&server, &first["photos"][0], "url").await.status, 200);
        assert!(texts_of(&visitor.after("").await, "STAFF").is_empty());
        dana.post(&format!("{messages}/{}/undo", text(first, "_id")), json!({})).await.ok();
        for field in ["url", "thumbnailUrl"] {
            assert_eq!(open(&server, &first["photos"][0], field).await.status, 404, "{field}");
        }
        dana.post(&messages, json!({ "photos": [photo()] })).await.ok();
        server.later(TEN_SECONDS).await;
        let shown = visitor.after("").await;
        let reply = shown["messages"].as_array().unwrap().last().unwrap();
        assert_eq!((&reply["author"], &reply["body"]), (&json!("STAFF"), &json!("")));
        assert_eq!(open(&server, &reply["photos"][0], "thumbnailUrl").await.status, 200);
    }

    async fn photos_of_an_answer_are_shown_in_the_chat_and_those_of_an_undone_one_are_gone(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana).await;
        let escalation = format!("/textConversations/escalations/{}", text(&newest_escalations(&dana).await[0], "_id"));
        let preview = dana.post(&format!("{escalation}/notice"), json!({ "answer": "This one?" })).await.ok();
        assert_eq!(preview["maxPhotos"], 3);
        let answer = json!({ "answer": "This one?", "photos": [photo(), photo()], "notifyHomeownerData": { "notify": true } });
        dana.post(&escalation, answer.clone()).await.ok();
        let held = dana.get(&path).await.ok()["messages"][0]["photos"].clone();
        assert_eq!(held.as_array().unwrap().len(), 2, "{held}");
        assert_eq!(open(&server, &held[0], "url").await.status, 200);
        assert!(texts_of(&visitor.after("").await, "STAFF").is_empty());
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        for field in ["url", "thumbnailUrl"] {
            assert_eq!(open(&server, &held[1], field).await.status, 404, "{field}");
        }
        dana.post(&escalation, answer).await.ok();
        server.later(TEN_SECONDS).await;
        let shown = visitor.after("").await;
        let reply = shown["messages"].as_array().unwrap().last().unwrap();
        assert_eq!((&reply["author"], reply["photos"].as_array().unwrap().len()), (&json!("STAFF"), 2));
        assert!(text(reply, "body").starts_with("This one?"), "{reply}");
        assert_eq!(open(&server, &reply["photos"][1], "url").await.status, 200);
    }

    async fn an_emailed_reply_links_to_its_photo_for_a_week(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, path) = begin(&server, &dana).await;
        visitor.call("contact", json!({ "email": RAE })).await.ok();
        dana.post(&format!("{path}/messages"), json!({ "photos": [photo()] })).await.ok();
        server.later(TEN_SECONDS).await;
        server.later(Duration::from_secs(120)).await;
        let mails = server.mails_to(RAE).await;
        assert!(!mails[0].body.contains("(photo)"), "{}", mails[0].body);
        let link = mails[0].body.lines().find_map(|line| line.split_once("7 days): ")).unwrap().1;
        let link = json!({ "url": link });
        server.later(Duration::from_secs(6 * 86_400)).await;
        assert_eq!(open(&server, &link, "url").await.status, 200);
        server.later(Duration::from_secs(86_400)).await;
        assert_eq!(open(&server, &link, "url").await.status, 404);
    }

    async fn at_most_10_messages_with_photos_are_sent_in_a_chat_within_an_hour(server: TestServer) {
        let dana = server.harborline_admin().await;
        let (visitor, _) = begin(&server, &dana).await;
        let small = STANDARD.encode(photo_with_location(20, 20));
        for number in 0..10 {
            visitor.call("send", json!({ "body": format!("{number}"), "photos": [small] })).await.ok();
        }
        let limited = visitor.call("send", json!({ "body": "see", "photos": [small] })).await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
        visitor.call("send", json!({ "body": "thank you" })).await.ok();
        server.later(Duration::from_secs(3_600)).await;
        visitor.call("send", json!({ "body": "see", "photos": [small] })).await.ok();
    }

    async fn photos_of_a_chat_that_does_not_begin_count_each_time(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        let small = STANDARD.encode(photo_with_location(20, 20));
        let start = json!({ "body": "see", "photos": [small, STANDARD.encode("no photo")] });
        for _ in 0..20 {
            assert_eq!(visitor.call("start", start.clone()).await.fields(), ["photos"]);
        }
        let limited = visitor.call("start", start).await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
        visitor.start("hello").await;
    }
}
