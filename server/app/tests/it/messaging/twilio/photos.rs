//! Photos in residents' texts: fetched from Twilio, re-encoded, and stored with the text.
use image::{ImageFormat, guess_format};
use platform::{Clock, Timestamp};

use super::*;

/// Metadata of a file that must be removed.
const LOCATION: &[u8] = b"GPS 38.97";

fn jpeg() -> TwilioMedia {
    TwilioMedia::File("image/jpeg", photo_with_location(2_600, 400))
}

/// Delivers a text with photos at these addresses and with these types.
async fn text_with(server: &TestServer, sid: &str, body: &str, photos: &[(&str, &str)]) {
    text_to(server, HARBOR_ROW_NUMBER, sid, body, photos).await;
}

/// Delivers a text to a number, with photos at these addresses and with these types.
async fn text_to(server: &TestServer, to: &str, sid: &str, body: &str, photos: &[(&str, &str)]) {
    let mut form = inbound(sid, PHONE, body);
    form[4].1 = to;
    let count = photos.len().to_string();
    form[6].1 = &count;
    let names: Vec<_> = (0..photos.len())
        .map(|index| (format!("MediaUrl{index}"), format!("MediaContentType{index}")))
        .collect();
    for ((url, content_type), (url_name, type_name)) in photos.iter().zip(&names) {
        form.extend([(url_name.as_str(), *url), (type_name.as_str(), *content_type)]);
    }
    assert_eq!(webhook(server, MESSAGES, &form).await.status, 200);
}

/// Returns the photos of the newest text of the phone.
async fn photos(dana: &Staff<'_>) -> Vec<Value> {
    let all = texts(dana, PHONE).await;
    let text = all.iter().rfind(|text| text["direction"] == "INBOUND").unwrap();
    text["photos"].as_array().unwrap().clone()
}

async fn states(dana: &Staff<'_>) -> Vec<String> {
    let outcome = |photo: &Value| photo["failure"].as_str().or(photo["state"].as_str()).unwrap().to_owned();
    photos(dana).await.iter().map(outcome).collect()
}

on_both! {
    async fn a_photo_is_downloaded_from_twilio_after_its_number_moved_to_textline(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let url = server.twilio.media("ME1", &[TwilioMedia::Status(503), jpeg()]);
        text_with(&server, "SM1", COVERED, &[(&url, "image/jpeg")]).await;
        server.settled().await;
        assert_eq!(states(&dana).await, ["PENDING"]);
        let account = json!({ "email": TEXTLINE_EMAIL, "password": TEXTLINE_PASSWORD, "apiKey": TEXTLINE_API_KEY });
        dana.put("/admin/companies/company-harborline/textline", account).await.ok();
        let carrier = format!("/admin/textCommunities/{HARBOR_ROW}/carrier");
        dana.patch(&carrier, json!({ "carrier": "TEXTLINE", "groupUuid": GROUP })).await.ok();
        server.later(seconds(60)).await;
        assert_eq!((states(&dana).await, server.twilio.fetched()), (vec!["READY".to_owned()], vec!["ME1".to_owned(); 2]));
    }

    async fn a_photo_is_downloaded_and_stored_without_its_location(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let moved = server.twilio.media("stored", &[jpeg()]);
        let url = server.twilio.media("ME1", &[TwilioMedia::Redirect(moved)]);
        text_with(&server, "SM1", COVERED, &[(&url, "image/jpeg")]).await;
        server.settled().await;
        assert_eq!(server.twilio.fetched(), ["ME1", "stored"]);
        let photo = &photos(&dana).await[0];
        for (field, value) in [("state", json!("READY")), ("contentType", json!("image/jpeg")), ("width", json!(2_000)), ("height", json!(308))] {
            assert_eq!(photo[field], value, "{field}");
        }
        for (field, width) in [("url", 2_000), ("thumbnailUrl", 320)] {
            let path = photo[field].as_str().unwrap().strip_prefix(PUBLIC).unwrap();
            let shown = server.rest("GET", path, "", None).await;
            assert_eq!(guess_format(&shown.bytes).unwrap(), ImageFormat::Jpeg);
            assert_eq!(image::load_from_memory(&shown.bytes).unwrap().width(), width);
            assert!(!shown.bytes.windows(LOCATION.len()).any(|bytes| bytes == LOCATION));
            let foreign = server.northgate_admin().await;
            assert_eq!(server.rest("GET", path, &foreign.token, None).await.status, 404, "of another company");
        }
        // The words are answered as usual.
        assert!(server.twilio.texts()[0]["body"].as_str().unwrap().starts_with("Each home has one permit."));
    }

    async fn invalid_photos_are_rejected_with_a_reason_and_not_retried(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let other = Twilio::start(server.clock.clone()).await;
        let gone = server.twilio.media("gone", &[TwilioMedia::Status(404)]);
        let words = server.twilio.media("words", &[TwilioMedia::File("image/jpeg", b"no picture".to_vec())]);
        let large = server.twilio.media("large", &[TwilioMedia::File("image/jpeg", vec![7; (8 << 20) + 1])]);
        let refused = server.twilio.media("refused", &[TwilioMedia::Status(403)]);
        let foreign = other.media("foreign", &[jpeg()]);
        let inward = server.twilio.media("inward", &[TwilioMedia::Redirect(other.media("inward", &[jpeg()]))]);
        let in_circles = server.twilio.media("circle", &[]);
        server.twilio.media("circle", &[TwilioMedia::Redirect(in_circles.clone())]);
        text_with(&server, "SM1", "", &[
            (&gone, "image/jpeg"), (&words, "image/jpeg"), (&large, "image/jpeg"), (&refused, "image/png"),
            (&foreign, "image/jpeg"), (&inward, "image/jpeg"), (&in_circles, ""), ("nonsense", "image/jpeg"),
            (&foreign, "text/vcard"),
        ]).await;
        server.settled().await;
        assert_eq!(states(&dana).await, [
            "NOT_FOUND", "NOT_AN_IMAGE", "TOO_LARGE", "REFUSED", "FOREIGN_ADDRESS", "FOREIGN_ADDRESS",
            "FOREIGN_ADDRESS", "FOREIGN_ADDRESS", "NOT_AN_IMAGE",
        ]);
        assert_eq!(other.fetched(), [""; 0]);
        let downloads = server.twilio.fetched().len();
        server.later(Duration::from_secs(3_600)).await;
        assert_eq!(server.twilio.fetched().len(), downloads);
        let escalations = dana.open_escalations().await;
        let mine = escalations.iter().find(|one| one["phone"] == PHONE).unwrap();
        assert_eq!(mine["question"], "(8 photos)");
    }

    async fn a_failed_photo_download_is_retried(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let url = server.twilio.media("ME1", &[TwilioMedia::Status(500), TwilioMedia::Status(429), jpeg()]);
        let second = server.twilio.media("ME2", &[jpeg()]);
        text_with(&server, "SM1", "", &[(&url, "image/jpeg"), (&second, "image/jpeg")]).await;
        server.settled().await;
        assert_eq!(states(&dana).await, ["PENDING", "READY"], "other photos do not wait for a failed one");
        server.later(Duration::from_secs(2)).await;
        assert_eq!(states(&dana).await, ["PENDING", "READY"]);
        server.later(Duration::from_secs(4)).await;
        assert_eq!(states(&dana).await, ["READY", "READY"]);
        assert_eq!(server.twilio.fetched(), ["ME1", "ME2", "ME1", "ME1"]);
    }

    async fn a_carrier_that_is_silent_about_a_companys_photos_delays_no_photo_of_another_one(server: TestServer) {
        connect_twilio(&server).await;
        twilio_for(&server, "community-the-meridian").await;
        let ingrid = server.northgate_admin().await;
        configure(&server, &ingrid, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        ingrid.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        for (sid, number) in [("SM1", HARBOR_ROW_NUMBER), ("SM2", "+12025550102")] {
            let url = server.twilio.media(sid, &[TwilioMedia::Hang]);
            text_to(&server, number, sid, "", &[(&url, "image/jpeg")]).await;
        }
        until("the carrier is silent", async || server.twilio.fetched().len() == 2).await;
        let url = server.twilio.media("SM3", &[jpeg()]);
        text_to(&server, "+15035550111", "SM3", "", &[(&url, "image/jpeg")]).await;
        until("the other company's photo is fetched", async || server.twilio.fetched().len() == 3).await;
    }

    async fn a_photo_that_waits_for_others_of_its_company_tries_again_after_five_to_ten_seconds(server: TestServer) {
        for community in [HARBOR_ROW, "community-the-meridian", "community-osprey-lake"] {
            twilio_for(&server, community).await;
        }
        for (sid, number) in [("SM1", HARBOR_ROW_NUMBER), ("SM2", "+12025550102"), ("SM3", "+12025550103")] {
            let url = server.twilio.media(sid, &[TwilioMedia::Hang]);
            text_to(&server, number, sid, "", &[(&url, "image/jpeg")]).await;
        }
        until("the carrier is silent", async || server.twilio.fetched().len() == 2).await;
        let now = server.clock.now();
        let mut next = None;
        until("the third photo waits", async || {
            let mut tx = server.db.platform_read().await.unwrap();
            let waiting = "SELECT run_at_ms FROM job WHERE kind = 'FETCH_PHOTOS' AND worker = 0 AND run_at_ms > $1";
            next = tx.query(waiting).bind(now).optional_value::<Timestamp>().await.unwrap();
            next.is_some()
        }).await;
        assert!((seconds(5)..seconds(10)).contains(&next.unwrap().since(now)), "{next:?}");
    }

    async fn a_photo_that_is_downloaded_late_is_attached_to_the_service_request(server: TestServer) {
        const NUMBER: &str = "+15035550111";
        let ingrid = server.northgate_admin().await;
        configure(&server, &ingrid, "company-northgate").await;
        let carrier = format!("/admin/textCommunities/{LARKSPUR}/carrier");
        ingrid.patch(&carrier, json!({ "carrier": "TWILIO" })).await.ok();
        let url = server.twilio.media("ME1", &[TwilioMedia::Status(500), jpeg()]);
        let ready = server.twilio.media("ME2", &[jpeg()]);
        let words = "The light in the hallway has been out since Sunday";
        text_to(&server, NUMBER, "SM1", words, &[(&url, "image/jpeg"), (&ready, "image/jpeg")]).await;
        server.settled().await;
        text_to(&server, NUMBER, "SM2", "send", &[]).await;
        server.settled().await;
        let sent: Vec<_> = server.twilio.texts().iter().map(|text| text["body"].as_str().unwrap().to_owned()).collect();
        assert!(sent[0].contains("With 2 photos") && sent[1].contains("was received"), "{sent:?}");
        let photo_count = async || {
            let list = ingrid.get(&format!("/serviceRequests?communityId={LARKSPUR}&limit=200")).await.ok();
            let all = list["serviceRequests"].as_array().unwrap();
            all.iter().find(|one| one["contactPhone"] == PHONE).unwrap()["photoCount"].clone()
        };
        assert_eq!(photo_count().await, 1);
        server.later(Duration::from_secs(2)).await;
        assert_eq!(photo_count().await, 2);
    }

    async fn a_photo_download_is_abandoned_after_20_attempts(server: TestServer) {
        let dana = connect_twilio(&server).await;
        let url = server.twilio.media("ME1", &[TwilioMedia::Status(503)]);
        text_with(&server, "SM1", "", &[(&url, "image/jpeg")]).await;
        server.settled().await;
        for _ in 0..25 {
            server.later(Duration::from_secs(300)).await;
        }
        assert_eq!((states(&dana).await, server.twilio.fetched().len()), (vec!["UNAVAILABLE".to_owned()], 20));
    }
}
