//! Photos in residents' texts become photos of the requests that are created from these texts.
use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::*;

const PHONE: &str = "+15035550173";
const NUMBER: &str = "+15035550111";

/// Texts photos, optionally with words, to the community. Returns the bot's last reply.
async fn text(staff: &Staff<'_>, body: &str, photos: usize) -> String {
    let photo = STANDARD.encode(photo_with_location(400, 300));
    staff.text_photos(PHONE, NUMBER, body, &vec![photo; photos]).await.ok();
    staff.last_text(PHONE).await
}

/// Returns the newest request of the phone, with its photos.
async fn newest_request(staff: &Staff<'_>) -> Value {
    let list = staff.get(&format!("/serviceRequests?communityId={LARKSPUR}&limit=200")).await.ok();
    let all = list["serviceRequests"].as_array().unwrap();
    let of_phone = all.iter().find(|one| one["contactPhone"] == PHONE).expect("a request");
    staff.get(&path_of(of_phone)).await.ok()
}

async fn escalation(staff: &Staff<'_>) -> Option<Value> {
    staff.open_escalations().await.into_iter().find(|one| one["phone"] == PHONE)
}

/// Creates a request from an escalation.
async fn create_from(staff: &Staff<'_>, escalation: &Value) -> Value {
    create(
        staff,
        json!({ "conversationId": escalation["conversationId"], "escalationId": escalation["_id"] }),
    )
    .await
}

on_both! {
    async fn photos_are_included_in_the_summary_and_attached_to_the_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let reply = text(&ingrid, "The light in the hallway has been out since Sunday", 1).await;
        assert!(reply.contains("Where: Hallway\nWith 1 photo\nReply SEND"), "{reply}");
        let reply = text(&ingrid, "", 2).await;
        assert!(reply.contains("With 3 photos\nReply SEND"), "{reply}");
        assert!(escalation(&ingrid).await.is_none());
        text(&ingrid, "send", 0).await;
        let response = newest_request(&ingrid).await;
        let request = &response["serviceRequest"];
        assert_eq!((&request["photoCount"], request["photos"].as_array().unwrap().len()), (&json!(3), 3));
        let kinds: Vec<&str> = response["activities"].as_array().unwrap().iter().map(|one| one["body"].as_str().unwrap()).collect();
        assert!(kinds.contains(&"Added 3 photos from the resident's texts"), "{kinds:?}");

        // A photo that is deleted from the request stays in the conversation.
        let photo = &request["photos"][0];
        ingrid.delete(&format!("{}/photos/{}", path_of(request), photo["_id"].as_str().unwrap())).await.ok();
        let path = photo["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap();
        assert_eq!(server.rest("GET", path, "", None).await.status, 200);
        let texts = ingrid.phone(PHONE).await;
        assert_eq!(texts[0]["photos"][0]["_id"], photo["_id"]);
    }

    async fn a_photo_texted_while_a_detail_is_missing_belongs_to_that_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        assert!(text(&ingrid, "my sink leaks", 0).await.contains("Where is it"));
        let reply = text(&ingrid, "", 1).await;
        assert!(reply.starts_with("Got 1 photo. ") && reply.contains("Where is it"), "{reply}");
        assert!(text(&ingrid, "kitchen", 0).await.contains("Which unit"));
        assert!(escalation(&ingrid).await.is_none());
    }

    async fn a_photo_without_a_request_is_escalated_and_can_become_a_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        text(&ingrid, "", 1).await;
        let raised = escalation(&ingrid).await.expect("an escalation");
        assert_eq!(raised["question"], "(photo)");
        let request = create_from(&ingrid, &raised).await;
        assert_eq!(request["photoCount"], 1);
        // A photo belongs to one request.
        assert_eq!(create_from(&ingrid, &raised).await["photoCount"], 0);
        text(&ingrid, "", 2).await;
        let from_conversation = create(&ingrid, json!({ "conversationId": raised["conversationId"] })).await;
        assert_eq!(from_conversation["photoCount"], 2);
    }

    async fn photos_of_an_answer_of_staff_are_not_attached_to_a_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        text(&ingrid, "", 1).await;
        let raised = escalation(&ingrid).await.expect("an escalation");
        let photo = STANDARD.encode(photo_with_location(40, 30));
        let answer = json!({ "answer": "This one?", "photos": [photo], "notifyHomeownerData": { "notify": true } });
        let path = format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap());
        ingrid.post(&path, answer).await.ok();
        let request = create(&ingrid, json!({ "conversationId": raised["conversationId"] })).await;
        assert_eq!(request["photoCount"], 1);
    }

    async fn a_photo_is_added_to_the_request_that_waits_for_information(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "contactPhone": PHONE })).await;
        act(&ingrid, &request, "REQUEST_INFO", "Which tap is it?").await.ok();
        server.settled().await;
        let reply = text(&ingrid, "", 1).await;
        assert!(reply.contains("I added that to your request"), "{reply}");
        let updated = ingrid.get(&path_of(&request)).await.ok()["serviceRequest"].clone();
        assert_eq!((&updated["state"], &updated["photoCount"]), (&json!("PENDING"), &json!(1)));
    }

    async fn the_test_phone_refuses_invalid_photos(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let send = async |photos: Value| {
            let text = json!({ "from": PHONE, "to": NUMBER, "body": "", "photos": photos });
            ingrid.post("/handset/messages", text).await
        };
        assert_eq!(send(json!([STANDARD.encode("no picture")])).await.fields(), ["photos"]);
        assert_eq!(send(json!(["*"])).await.fields(), ["photos"]);
        assert_eq!(send(json!([])).await.fields(), ["body"]);
        assert_eq!(send(json!(vec!["aGkh"; 11])).await.fields(), ["photos"]);
    }
}
