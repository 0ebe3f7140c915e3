//! Texts that are sent through Textline, and its access tokens.
use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::*;

on_both! {
    async fn an_expired_token_is_renewed_once_and_the_text_sent_once(server: TestServer) {
        let connection = connect(&server).await;
        connection.text(COVERED).await;
        let sign_ins = server.textline.sign_ins();
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        assert_eq!(server.textline.sign_ins(), sign_ins, "the token is kept");
        server.textline.expire_tokens();
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        assert_eq!(server.textline.sign_ins(), sign_ins + 1);
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (3, 3));
        assert_eq!(connection.last().await["status"], "SENT");
    }

    async fn a_refused_text_fails_with_the_reason(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will(&[TextlineBehavior::Fail { status: 422, retry_after: None, takes: false }]);
        connection.text(COVERED).await;
        let failed = connection.last().await;
        assert_eq!((&failed["status"], steps(&failed)), (&json!("FAILED"), vec!["FAILED"]));
        assert_eq!(failed["steps"][0]["reason"], "Textline rejected it: It can't be sent.");
        server.later(seconds(3_600)).await;
        assert_eq!(server.textline.calls(), 1);
    }

    async fn an_answer_with_photos_is_refused_before_it_is_sent(server: TestServer) {
        let connection = connect(&server).await;
        connection.text("may i keep a zeppelin on the roof").await;
        let escalation = connection.dana.open_escalations().await.swap_remove(0);
        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let preview = connection.dana.post(&format!("{path}/notice"), json!({ "answer": "No." })).await.ok();
        assert_eq!(preview["maxPhotos"].as_i64().unwrap_or(0), 0, "{preview}");
        let photo = STANDARD.encode(photo_with_location(20, 20));
        let mut answer = json!({ "answer": "No.", "photos": [photo], "notifyHomeownerData": { "notify": true } });
        let refused = connection.dana.post(&path, answer.clone()).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "PHOTOS_NOT_SUPPORTED"));
        assert_eq!(connection.dana.get(&path).await.ok()["escalation"]["state"], escalation["state"]);
        let posts = server.textline.posts().len();
        answer["photos"] = json!([]);
        connection.dana.post(&path, answer).await.ok();
        server.later(seconds(10)).await;
        assert_eq!(server.textline.posts().len(), posts + 1);
    }

    async fn a_reply_with_photos_is_refused_before_it_is_sent(server: TestServer) {
        let connection = connect(&server).await;
        connection.text("may i keep a zeppelin on the roof").await;
        let escalation = connection.dana.open_escalations().await.swap_remove(0);
        let path = format!("/textConversations/{}", escalation["conversationId"].as_str().unwrap());
        let before = connection.dana.get(&path).await.ok();
        assert_eq!(before["maxPhotos"].as_i64().unwrap_or(0), 0, "{before}");
        let reply = json!({ "body": "No.", "photos": [STANDARD.encode(photo_with_location(20, 20))] });
        let refused = connection.dana.post(&format!("{path}/messages"), reply).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "PHOTOS_NOT_SUPPORTED"));
        assert_eq!(connection.dana.get(&path).await.ok()["conversation"], before["conversation"]);
        let posts = server.textline.posts().len();
        connection.dana.post(&format!("{path}/messages"), json!({ "body": "No." })).await.ok();
        server.later(seconds(10)).await;
        assert_eq!(server.textline.posts().len(), posts + 1);
    }

    async fn a_busy_carrier_gets_the_text_after_the_time_it_asks_for(server: TestServer) {
        let connection = connect(&server).await;
        server.textline.will(&[TextlineBehavior::Fail { status: 429, retry_after: Some(40), takes: false }]);
        connection.text(COVERED).await;
        let delayed = connection.last().await;
        assert_eq!((&delayed["status"], steps(&delayed)), (&json!("QUEUED"), vec!["DELAYED"]));
        server.later(seconds(39)).await;
        assert_eq!(server.textline.calls(), 1);
        server.later(seconds(1)).await;
        assert_eq!((server.textline.calls(), server.textline.posts().len()), (2, 1));
        assert_eq!(connection.last().await["status"], "SENT");
    }

    async fn a_text_fails_if_textline_no_longer_accepts_the_account(server: TestServer) {
        let connection = connect(&server).await;
        connection.text(COVERED).await;
        server.textline.change_password();
        server.textline.expire_tokens();
        server.later(seconds(60)).await;
        connection.text(COVERED).await;
        let failed = connection.last().await;
        assert_eq!((&failed["status"], steps(&failed)), (&json!("FAILED"), vec!["FAILED"]));
        assert!(failed["steps"][0]["reason"].as_str().unwrap().contains("did not accept"), "{failed}");
        assert_eq!(server.textline.calls(), 1);
        assert_eq!(connection.dana.put(ACCOUNT, settings()).await.reason(), "TEXTLINE_TEST_FAILED");
    }
}
