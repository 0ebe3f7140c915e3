//! Photos of replies by text, which are sent as pictures of the text.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use image::{ImageFormat, guess_format};
use serde_json::{Value, json};

use super::{
    answer_photos::{opened, photo},
    twilio::{text_from, texts, twilio_for},
};
use crate::support::*;

const PHONE: &str = "+12025550148";
const NOT_COVERED: &str = "may i keep a zeppelin on the roof";
const TEN_SECONDS: Duration = Duration::from_secs(10);

/// Returns the path of the conversation with [`PHONE`].
async fn path_of(dana: &Staff<'_>) -> String {
    let list = dana.get(&format!("/textConversations?communityId={HARBOR_ROW}&limit=200")).await.ok();
    let of_phone = list["conversations"].as_array().unwrap().iter().find(|c| c["phone"] == PHONE).unwrap();
    format!("/textConversations/{}", of_phone["_id"].as_str().unwrap())
}

/// Texts from [`PHONE`] by the test phone. Returns the path of the conversation.
async fn text_from_test_phone(dana: &Staff<'_>) -> String {
    dana.text(PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
    path_of(dana).await
}

async fn reply(staff: &Staff<'_>, path: &str, body: &str, photos: &[String]) -> Answer {
    staff.post(&format!("{path}/messages"), json!({ "body": body, "photos": photos })).await
}

/// Returns the newest message as staff see it.
async fn newest(staff: &Staff<'_>) -> Value {
    texts(staff, PHONE).await.pop().unwrap()
}

fn count_of(message: &Value) -> usize {
    message["photos"].as_array().map_or(0, Vec::len)
}

on_both! {
    async fn the_carrier_gets_links_to_the_photos_of_a_reply(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await;
        server.settled().await;
        let path = path_of(&dana).await;
        assert_eq!(dana.get(&path).await.ok()["maxPhotos"], 3);
        let reply = reply(&dana, &path, " Like this one. ", &[photo(), photo()]).await.ok()["message"].clone();
        assert_eq!((&reply["body"], count_of(&reply)), (&json!("Like this one."), 2), "{reply}");
        assert_eq!(opened(&server, &reply["photos"][1]["thumbnailUrl"]).await.status, 200);
        server.later(TEN_SECONDS).await;
        let sent = server.twilio.texts().pop().unwrap();
        assert_eq!((&sent["num_media"], &sent["body"]), (&json!("2"), &json!("Like this one.")));
        for link in sent["media_urls"].as_array().unwrap() {
            let file = opened(&server, link).await;
            assert_eq!(guess_format(&file.bytes).unwrap(), ImageFormat::Jpeg);
            assert_eq!(image::load_from_memory(&file.bytes).unwrap().width(), 1_200, "carriers take no larger ones");
        }
        let shown = newest(&dana).await;
        assert_eq!((&shown["photos"][1]["state"], count_of(&shown)), (&json!("READY"), 2), "{shown}");
    }

    async fn a_reply_of_photos_without_words_has_no_placeholder_at_the_carrier(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await;
        server.settled().await;
        let path = path_of(&dana).await;
        let empty = reply(&dana, &path, " ", &[]).await;
        assert_eq!((empty.status.as_u16(), empty.fields()), (400, vec!["body".to_owned()]));
        // Twilio accepts it, but its response is lost.
        server.twilio.will(&[TwilioBehavior::TalkNonsense { takes: true }]);
        let earlier = server.twilio.texts().len();
        let held = reply(&dana, &path, " ", &[photo()]).await.ok();
        assert_eq!(held["message"]["body"], "(photo)");
        assert_eq!(held["conversation"]["preview"], "(photo)");
        server.later(TEN_SECONDS).await;
        assert_eq!(newest(&dana).await["status"], "UNKNOWN");
        server.later(Duration::from_secs(3_600)).await;
        let sent = server.twilio.texts();
        assert_eq!(sent.len(), earlier + 1, "it is recognized and not sent again: {sent:?}");
        assert_eq!((&sent[earlier]["num_media"], &sent[earlier]["body"]), (&json!("1"), &json!("")));
        assert_eq!(newest(&dana).await["status"], "SENT");
    }

    async fn a_failed_reply_is_sent_again_with_its_photos(server: TestServer) {
        let dana = twilio_for(&server, HARBOR_ROW).await;
        text_from(&server, PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await;
        server.settled().await;
        let path = path_of(&dana).await;
        server.twilio.will(&[TwilioBehavior::Refuse(400, 30_006, None)]);
        reply(&dana, &path, "This one.", &[photo()]).await.ok();
        server.later(TEN_SECONDS).await;
        let failed = newest(&dana).await;
        assert_eq!((&failed["status"], &failed["canRetry"]), (&json!("FAILED"), &json!(true)), "{failed}");
        let retry = format!("{path}/messages/{}/retry", failed["_id"].as_str().unwrap());
        let again = dana.post(&retry, json!({})).await.ok()["message"].clone();
        assert_eq!(count_of(&again), 1, "{again}");
        server.settled().await;
        let sent = server.twilio.texts().pop().unwrap();
        assert_eq!((&sent["num_media"], &sent["body"]), (&json!("1"), &json!("This one.")));
    }

    async fn an_undone_reply_loses_its_photos(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = text_from_test_phone(&dana).await;
        let held = reply(&dana, &path, "This one?", &[photo()]).await.ok()["message"].clone();
        assert_eq!(opened(&server, &held["photos"][0]["url"]).await.status, 200);
        let undo = format!("{path}/messages/{}/undo", held["_id"].as_str().unwrap());
        let undone = dana.post(&undo, json!({})).await.ok()["message"].clone();
        assert_eq!((&undone["status"], count_of(&undone)), (&json!("CANCELED"), 0), "{undone}");
        for field in ["url", "thumbnailUrl"] {
            assert_eq!(opened(&server, &held["photos"][0][field]).await.status, 404, "{field}");
        }

        reply(&dana, &path, "This one?", &[photo()]).await.ok();
        server.later(TEN_SECONDS).await;
        let received = dana.phone(PHONE).await.pop().unwrap();
        assert_eq!((&received["status"], count_of(&received)), (&json!("DELIVERED"), 1), "the test phone shows it");
    }

    async fn photos_are_refused_as_the_words_of_a_reply_are(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = text_from_test_phone(&dana).await;
        let before = dana.get(&path).await.ok();
        for (name, photos) in [
            ("one is no photo", vec![photo(), STANDARD.encode("no photo")]),
            ("not base64", vec!["*".to_owned()]),
            ("four", vec![photo(), photo(), photo(), photo()]),
        ] {
            let refused = reply(&dana, &path, "This one?", &photos).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["photos".to_owned()]), "{name}");
        }
        let ingrid = server.northgate_admin().await;
        assert_eq!(reply(&ingrid, &path, "", &[photo()]).await.status, 404);
        let unchanged = dana.get(&path).await.ok();
        assert_eq!(unchanged["messages"].as_array().unwrap().len(), before["messages"].as_array().unwrap().len());
        assert_eq!(unchanged["conversation"], before["conversation"]);

        // A resident who opts out gets no photos, not even held ones.
        reply(&dana, &path, "", &[photo()]).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, "STOP").await.ok();
        server.later(TEN_SECONDS).await;
        assert!(dana.phone(PHONE).await.iter().all(|m| m["body"] != "(photo)"));
        assert_eq!(reply(&dana, &path, "", &[photo()]).await.reason(), "OPTED_OUT");
    }

    async fn a_reply_that_is_refused_anyway_is_refused_before_its_photos_are_read(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        let path = text_from_test_phone(&dana).await;
        let unreadable = [STANDARD.encode("no photo")];
        marcus.post(&format!("{path}/takeOver"), json!({})).await.ok();
        assert_eq!(reply(&dana, &path, "This one?", &unreadable).await.reason(), "CLAIMED_BY_ANOTHER");
        dana.text(PHONE, HARBOR_ROW_NUMBER, "STOP").await.ok();
        assert_eq!(reply(&marcus, &path, "This one?", &unreadable).await.reason(), "OPTED_OUT");
    }
}
