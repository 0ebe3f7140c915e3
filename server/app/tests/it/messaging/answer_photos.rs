//! Photos of answers to questions that came by text: sent as pictures of the text, or linked in an email.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, guess_format};
use serde_json::{Value, json};

use super::twilio::{text_from, texts, twilio_for};
use crate::support::*;

const HOST: &str = "https://parlor.example";
const PRIYA: &str = "+12025550148";
const PRIYA_EMAIL: &str = "priya.raman@mail.example";
const OTHER_PHONE: &str = "+12025550172";
const NOT_COVERED: &str = "may i keep a zeppelin on the roof";
const TEN_SECONDS: Duration = Duration::from_secs(10);
const WEEK: Duration = Duration::from_secs(7 * 86_400);

/// Returns a photo in base64.
pub fn photo() -> String {
    STANDARD.encode(photo_with_location(2_600, 400))
}

/// Returns an answer that trains the bot and notifies the homeowner.
fn answer(photos: &[String]) -> Value {
    json!({
        "bot_trained": true, "answer": "Like this one.", "photos": photos,
        "notifyHomeownerData": { "notify": true },
    })
}

/// Returns the path of the newest open question.
async fn newest(dana: &Staff<'_>) -> String {
    format!("/textConversations/escalations/{}", dana.open_escalations().await[0]["_id"].as_str().unwrap())
}

/// Opens a link without a session.
pub async fn opened(server: &TestServer, link: &Value) -> Answer {
    let path = link.as_str().and_then(|link| link.strip_prefix(HOST)).unwrap_or_else(|| panic!("{link}"));
    server.rest("GET", path, "", None).await
}

/// Returns the links in an email.
fn links(body: &str) -> Vec<Value> {
    body.lines().filter_map(|line| line.split_once("7 days): ")).map(|(_, link)| json!(link)).collect()
}

on_both! {
    async fn the_carrier_gets_links_to_the_photos_of_an_answer(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, PRIYA, HARBOR_ROW_NUMBER, NOT_COVERED).await;
        server.settled().await;
        let path = newest(&dana).await;
        let preview = dana.post(&format!("{path}/notice"), json!({ "answer": "Like this one." })).await.ok();
        assert_eq!(preview["maxPhotos"], 3);
        let answered = dana.post(&path, answer(&[photo(), photo()])).await.ok();
        assert_eq!(answered["notice"], preview["notice"]);
        server.later(TEN_SECONDS).await;
        let sent = server.twilio.texts().pop().unwrap();
        assert_eq!((&sent["num_media"], &sent["body"]), (&json!("2"), &preview["notice"]["body"]));
        for link in sent["media_urls"].as_array().unwrap() {
            let file = opened(&server, link).await;
            assert_eq!(guess_format(&file.bytes).unwrap(), ImageFormat::Jpeg);
            assert_eq!(image::load_from_memory(&file.bytes).unwrap().width(), 1_200, "carriers take no larger ones");
            assert!(!file.bytes.windows(3).any(|bytes| bytes == b"GPS"), "the place is gone");
        }
        let shown = texts(&dana, PRIYA).await.pop().unwrap();
        assert_eq!(shown["photos"].as_array().unwrap().len(), 2, "{shown}");
        assert_eq!((&shown["direction"], &shown["photos"][1]["state"]), (&json!("OUTBOUND"), &json!("READY")));

        // The bot was trained with the words only.
        text_from(&server, OTHER_PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await;
        server.settled().await;
        let reply = server.twilio.texts().pop().unwrap();
        assert_eq!((&reply["to"], &reply["num_media"]), (&json!(OTHER_PHONE), &json!("0")));
        assert!(reply["body"].as_str().unwrap().contains("Like this one."), "{reply}");
        server.later(Duration::from_secs(24 * 3_600)).await;
        assert_eq!(opened(&server, &sent["media_urls"][0]).await.status, 404, "it expired");
    }

    async fn an_undone_answer_by_text_loses_its_photos(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PRIYA, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        let path = newest(&dana).await;
        let before = dana.get(&path).await.ok();
        dana.post(&path, answer(&[photo()])).await.ok();
        let held = texts(&dana, PRIYA).await.pop().unwrap()["photos"][0].clone();
        assert_eq!(opened(&server, &held["url"]).await.status, 200);
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(dana.get(&path).await.ok(), before);
        for field in ["url", "thumbnailUrl"] {
            assert_eq!(opened(&server, &held[field]).await.status, 404, "{field}");
        }
        let canceled = texts(&dana, PRIYA).await.pop().unwrap();
        assert_eq!(canceled["status"], "CANCELED");
        assert!(canceled["photos"].as_array().is_none_or(Vec::is_empty), "{canceled}");

        dana.post(&path, answer(&[photo()])).await.ok();
        server.later(TEN_SECONDS).await;
        let received = dana.phone(PRIYA).await.pop().unwrap();
        assert_eq!(received["status"], "DELIVERED");
        assert_eq!(opened(&server, &received["photos"][0]["thumbnailUrl"]).await.status, 200, "the test phone shows it");
    }

    async fn an_emailed_answer_links_to_its_photos_for_a_week(fixture: ServerWithSmtp) {
        let server = &fixture.server;
        let dana = server.harborline_admin().await;
        dana.text(PRIYA, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        let path = newest(&dana).await;
        let by_email = json!({ "notify": true, "notificationType": "email" });
        let mut emailed = answer(&[photo(), photo()]);
        emailed["notifyHomeownerData"] = by_email;
        let undone = dana.post(&path, emailed.clone()).await.ok();
        let held = links(undone["notice"]["body"].as_str().unwrap());
        assert_eq!((held.len(), opened(server, &held[0]).await.status.as_u16()), (2, 200));
        dana.post(&format!("{path}/undo"), json!({})).await.ok();
        assert_eq!(opened(server, &held[0]).await.status, 404);

        let answered = dana.post(&path, emailed).await.ok();
        server.later(TEN_SECONDS).await;
        let body = server.mails_to(PRIYA_EMAIL).await[0].body.clone();
        assert_eq!(body, answered["notice"]["body"].as_str().unwrap());
        assert!(body.contains("Like this one.\nPhoto (the link works for 7 days): "), "{body}");
        let sent = links(&body);
        server.later(WEEK - TEN_SECONDS).await;
        for link in &sent {
            assert_eq!(guess_format(&opened(server, link).await.bytes).unwrap(), ImageFormat::Jpeg);
        }
        server.later(TEN_SECONDS * 2).await;
        assert_eq!(opened(server, &sent[0]).await.status, 404);
    }

    async fn an_answer_that_is_refused_anyway_is_refused_before_its_photos_are_read(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        dana.text(PRIYA, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        let path = newest(&dana).await;
        let unreadable = answer(&[STANDARD.encode("no photo")]);
        let mut blank = unreadable.clone();
        blank["answer"] = json!(" ");
        assert_eq!(dana.post(&path, blank).await.fields(), ["answer"]);
        marcus.post(&format!("{path}/claim"), json!({})).await.ok();
        assert_eq!(dana.post(&path, unreadable.clone()).await.reason(), "CLAIMED_BY_ANOTHER");
        marcus.post(&path, answer(&[])).await.ok();
        assert_eq!(dana.post(&path, unreadable).await.reason(), "ALREADY_REVIEWED");
    }

    async fn photos_that_nobody_gets_and_files_that_are_no_photos_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PRIYA, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        let path = newest(&dana).await;
        let before = dana.get(&path).await.ok();
        let mut unnotified = answer(&[photo()]);
        unnotified["notifyHomeownerData"]["notify"] = json!(false);
        for (name, refused) in [
            ("nobody is notified", unnotified),
            ("one is no photo", answer(&[photo(), STANDARD.encode("no photo")])),
            ("not base64", answer(&["*".to_owned()])),
            ("four", answer(&[photo(), photo(), photo(), photo()])),
        ] {
            let refused = dana.post(&path, refused).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["photos".to_owned()]), "{name}");
        }
        assert_eq!(dana.get(&path).await.ok(), before);
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.post(&path, answer(&[photo()])).await.status, 404);
    }
}
