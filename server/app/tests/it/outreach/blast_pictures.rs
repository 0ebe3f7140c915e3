//! Pictures of blasts: re-encoded, fetched by the carrier through a link without a session, and shown with
//! the text.
use image::{ImageFormat, guess_format};
use serde_json::json;

use super::*;
use crate::messaging::twilio::twilio_for;

const HOST: &str = "https://parlor.example";
const BUSY: TwilioBehavior = TwilioBehavior::Refuse(429, 20_429, Some(5));

async fn with_picture(staff: &Staff<'_>, blast: &Value) -> Value {
    let data = STANDARD.encode(photo_with_location(1_600, 400));
    let version = &blast["version"];
    let body = json!({ "data": data, "version": version });
    staff.put(&format!("{}/picture", path_of(blast)), body).await.ok()["blast"].clone()
}

async fn review(staff: &Staff<'_>, blast: &Value) -> Value {
    staff.get(&format!("{}/review", path_of(blast))).await.ok()
}

/// Opens a link without a session.
async fn opened(server: &TestServer, link: &Value) -> Answer {
    let path = link.as_str().unwrap().strip_prefix(HOST).unwrap();
    server.rest("GET", path, "", None).await
}

/// Returns the photos of the last text to each recipient of a blast.
async fn shown(staff: &Staff<'_>, blast: &Value) -> Vec<Value> {
    let recipients = staff.get(&format!("{}/recipients?limit=200", path_of(blast))).await.ok();
    let mut photos = Vec::new();
    for recipient in recipients["recipients"].as_array().unwrap() {
        let conversation = recipient["conversationId"].as_str().unwrap();
        let read = staff.get(&format!("/textConversations/{conversation}")).await.ok();
        photos.push(read["messages"].as_array().unwrap().last().unwrap()["photos"].clone());
    }
    photos
}

on_both! {
    async fn the_carrier_gets_a_link_to_the_picture_that_expires(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let blast = draft(&dana, "{{community}}: the new gate", &[MERIDIAN]).await;
        let blast = with_picture(&dana, &blast).await;
        let picture = &blast["picture"];
        assert_eq!((&picture["width"], &picture["height"]), (&json!(1_200), &json!(300)));
        let file = opened(&server, &picture["url"]).await;
        assert_eq!(guess_format(&file.bytes).unwrap(), ImageFormat::Jpeg);
        assert_eq!(json!(file.bytes.len()), picture["sizeBytes"]);
        assert!(!file.bytes.windows(3).any(|bytes| bytes == b"GPS"), "the place is gone");
        // A carrier that is busy, and one that responds with invalid data: a text that is sent again has the
        // picture as well.
        server.twilio.will(&[BUSY, TwilioBehavior::TalkNonsense { takes: false }]);
        send(&server, &dana, &blast).await;
        for _ in 0..10 {
            server.later(Duration::from_secs(120)).await;
        }
        let texts = server.twilio.texts();
        let mut to: Vec<&str> = texts.iter().map(|text| text["to"].as_str().unwrap()).collect();
        to.sort_unstable();
        to.dedup();
        assert_eq!((texts.len(), to.len()), (7, 7), "each got it once");
        for text in &texts {
            assert_eq!(text["num_media"], "1", "{text}");
            let fetched = opened(&server, &text["media_url"]).await;
            assert_eq!(fetched.bytes, file.bytes);
        }
        let link = texts[0]["media_url"].as_str().unwrap();
        let altered = json!(link.replacen("company-harborline", "company-northgate", 1));
        assert_eq!(opened(&server, &altered).await.status, 404);
        let photos = shown(&dana, &blast).await;
        assert_eq!(photos.len(), 7);
        for photo in photos {
            assert_eq!((&photo[0]["state"], &photo[0]["width"]), (&json!("READY"), &json!(1_200)), "{photo}");
            assert_eq!(opened(&server, &photo[0]["url"]).await.bytes, file.bytes);
        }
        server.later(Duration::from_secs(24 * 3_600)).await;
        for text in &texts {
            assert_eq!(opened(&server, &text["media_url"]).await.status, 404, "it expired");
        }
    }

    async fn a_picture_has_a_price_of_its_own_and_is_tested_on_ones_own_phone(server: TestServer) {
        let dana = twilio_for(&server, MERIDIAN).await;
        let plain = draft(&dana, "{{community}}: the new gate", &[MERIDIAN]).await;
        assert_eq!(review(&dana, &plain).await["priceMicros"], 7 * 8_300);
        let blast = with_picture(&dana, &plain).await;
        let unknown = review(&dana, &blast).await;
        assert_eq!((&unknown["isPriceUnknown"], &unknown["priceMicros"]), (&json!(true), &json!(0)));
        let rosalind = server.login("admin@parlor.example").await;
        let priced = rosalind.patch("/admin/companies/company-harborline", json!({ "picturePriceMicros": 20_000 })).await.ok();
        assert_eq!(priced["company"]["picturePriceMicros"], 20_000);
        let known = review(&dana, &blast).await;
        assert_eq!((&known["isPriceUnknown"], &known["priceMicros"]), (&json!(false), &json!(140_000)));
        assert_eq!(known["isPictureRefused"], false);
        dana.post(&format!("{}/test", path_of(&blast)), json!({})).await.ok();
        server.settled().await;
        let test = server.twilio.texts().pop().unwrap();
        let copy = opened(&server, &test["media_url"]).await;
        assert_eq!(copy.bytes, opened(&server, &blast["picture"]["url"]).await.bytes);
        // The test text keeps its picture when it is removed from the draft.
        let bare = dana.delete(&format!("{}/picture", path_of(&blast))).await.ok()["blast"].clone();
        assert!(bare["picture"].is_null(), "{bare}");
        assert_eq!(opened(&server, &blast["picture"]["url"]).await.status, 404);
        assert_eq!(opened(&server, &test["media_url"]).await.bytes, copy.bytes);
    }

    async fn the_picture_of_a_draft_is_replaced_and_removed_and_that_of_a_sent_blast_is_kept(server: TestServer) {
        let dana = server.harborline_admin().await;
        let blast = draft(&dana, "{{community}}: the new gate", &[MERIDIAN]).await;
        let picture = format!("{}/picture", path_of(&blast));
        let no_picture = json!({ "data": STANDARD.encode("no picture") });
        assert_eq!(dana.put(&picture, no_picture).await.fields(), ["data"]);
        let first = with_picture(&dana, &blast).await;
        let data = STANDARD.encode(photo_with_location(200, 100));
        let stale = dana.put(&picture, json!({ "data": data, "version": blast["version"] })).await;
        assert_eq!(stale.reason(), "BLAST_CHANGED");
        let second = dana.put(&picture, json!({ "data": data })).await.ok()["blast"].clone();
        assert_eq!(second["picture"]["width"], 200);
        assert_eq!(opened(&server, &first["picture"]["url"]).await.status, 404, "it was replaced");
        send(&server, &dana, &second).await;
        let sent = read(&dana, &second).await;
        assert_eq!((&sent["state"], &sent["picture"]["width"]), (&json!("FINISHED"), &json!(200)));
        // A copy of the draft has its own copy of the picture.
        let copied = json!({ "title": "Again", "audience": sent["audience"], "pictureOfBlastId": sent["_id"] });
        let copied = dana.post("/blasts", copied).await.ok()["blast"].clone();
        assert_eq!(copied["picture"]["width"], 200);
        dana.delete(&format!("{}/picture", path_of(&copied))).await.ok();
        assert_eq!(opened(&server, &copied["picture"]["url"]).await.status, 404);
        assert_eq!(opened(&server, &sent["picture"]["url"]).await.status, 200);
        assert_eq!(dana.put(&picture, json!({ "data": data })).await.reason(), "BLAST_NOT_DRAFT");
        assert_eq!(dana.delete(&picture).await.reason(), "BLAST_NOT_DRAFT");
        // The test phone shows it.
        for photo in shown(&dana, &sent).await {
            assert_eq!((&photo[0]["state"], &photo[0]["width"]), (&json!("READY"), &json!(200)));
        }
        let discarded = draft(&dana, "{{community}}: nothing", &[MERIDIAN]).await;
        let discarded = with_picture(&dana, &discarded).await;
        dana.delete(&path_of(&discarded)).await.ok();
        assert_eq!(opened(&server, &discarded["picture"]["url"]).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_carriers_cannot_reach_refuses_to_send_pictures() {
    let server = TestServer::without_public_url(Engine::Sqlite).await;
    let dana = twilio_for(&server, MERIDIAN).await;
    let blast = draft(&dana, "{{community}}: the new gate", &[MERIDIAN]).await;
    let blast = with_picture(&dana, &blast).await;
    assert_eq!(review(&dana, &blast).await["isPictureRefused"], true);
    for act in ["schedule", "test"] {
        let refused = dana.post(&format!("{}/{act}", path_of(&blast)), json!({})).await;
        assert_eq!(refused.reason(), "PICTURE_REFUSED", "{act}");
    }
    // Texts on the test phone do not leave the server.
    let inside = draft(&dana, "{{community}}: the new gate", &[OSPREY_LAKE]).await;
    let inside = with_picture(&dana, &inside).await;
    assert_eq!(review(&dana, &inside).await["isPictureRefused"], false);
    send(&server, &dana, &inside).await;
    assert_eq!(read(&dana, &inside).await["state"], "FINISHED");
}
