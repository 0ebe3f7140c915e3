//! From a text to an answer, over REST, gRPC and gRPC-web: a resident texts, and the bot answers, or staff
//! answer and train the bot.
use std::time::Duration;

use contract::v1::{
    escalation_service_client::EscalationServiceClient, session_service_client::SessionServiceClient,
    test_phone_service_client::TestPhoneServiceClient, *,
};
use http::Request;
use http_body_util::Full;
use prost::Message;
use serde_json::json;
use tonic::metadata::MetadataValue;

use crate::support::*;

const PHONE: &str = "+12025550171";
const SECOND_PHONE: &str = "+12025550172";
const COVERED: &str = "how do i get a 2nd parking permit";
const NOT_COVERED: &str = "Can I put a ring doorbell on my front door or do I have to ask the board first?";
const PARAPHRASE: &str = "do i need permission from the board for a ring doorbell?";
const ANSWER: &str = "Yes. A battery doorbell camera is fine without board approval.";

on_both! {
    async fn a_text_is_answered_or_escalated_over_rest(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, COVERED).await.ok();
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));

        dana.text(PHONE, HARBOR_ROW_NUMBER, NOT_COVERED).await.ok();
        assert!(dana.last_text(PHONE).await.contains("I'm asking the office"));
        let escalation = &dana.open_escalations().await[0];
        assert_eq!(escalation["question"], NOT_COVERED);

        let path = format!("/textConversations/escalations/{}", escalation["_id"].as_str().unwrap());
        let body = json!({
            "bot_trained": true, "question": "Can I install a doorbell camera?", "answer": ANSWER,
            "notifyHomeownerData": { "notify": true },
        });
        let answered = dana.post(&path, body).await.ok();
        assert_eq!(answered["escalation"]["reviewed"], true);
        let exact = answered["notice"]["body"].as_str().unwrap().to_owned();
        assert!(!dana.last_text(PHONE).await.contains(ANSWER), "the notice is held for ten seconds");
        server.later(Duration::from_secs(10)).await;
        assert_eq!(dana.last_text(PHONE).await, exact);

        dana.text(SECOND_PHONE, HARBOR_ROW_NUMBER, PARAPHRASE).await.ok();
        assert_eq!(dana.last_text(SECOND_PHONE).await, ANSWER);
    }

    async fn a_text_is_answered_or_escalated_over_grpc(server: TestServer) {
        let channel = server.channel().await;
        let login = LoginRequest { email: "Admin@Harborline.example".into(), password: PASSWORD.into() };
        let signed_in = SessionServiceClient::new(channel.clone()).login(login).await.unwrap().into_inner();
        let token: MetadataValue<_> = signed_in.token.parse().unwrap();
        let sign = |mut request: tonic::Request<()>| {
            request.metadata_mut().insert("usertoken", token.clone());
            Ok(request)
        };
        let mut test_phone = TestPhoneServiceClient::with_interceptor(channel.clone(), sign);
        let mut escalations = EscalationServiceClient::with_interceptor(channel, sign);
        let text = |from: &str, body: &str| SendTestPhoneMessageRequest {
            from: from.into(),
            to: HARBOR_ROW_NUMBER.into(),
            body: body.into(),
            photos: vec![],
        };
        let phone = |phone: &str| ListTestPhoneMessagesRequest { phone: phone.into(), ..Default::default() };

        test_phone.send_test_phone_message(text(PHONE, NOT_COVERED)).await.unwrap();
        server.settled().await;
        let list = ListEscalationsRequest { community_id: HARBOR_ROW.into(), newest_first: true, ..Default::default() };
        let open = escalations.list_escalations(list).await.unwrap().into_inner().escalations;
        assert_eq!(open[0].question, NOT_COVERED);
        let answer = AnswerEscalationRequest {
            id: open[0].id.clone(),
            bot_trained: true,
            question: "Can I install a doorbell camera?".into(),
            answer: ANSWER.into(),
            notify_homeowner_data: Some(NotifyHomeownerData { notify: true, ..Default::default() }),
            ..Default::default()
        };
        let answered = escalations.answer_escalation(answer).await.unwrap().into_inner();
        assert!(answered.escalation.unwrap().reviewed);
        server.later(Duration::from_secs(10)).await;
        let shown = test_phone.list_test_phone_messages(phone(PHONE)).await.unwrap().into_inner().messages;
        assert_eq!(shown.last().unwrap().body, answered.notice.unwrap().body);

        test_phone.send_test_phone_message(text(SECOND_PHONE, PARAPHRASE)).await.unwrap();
        server.settled().await;
        let shown = test_phone.list_test_phone_messages(phone(SECOND_PHONE)).await.unwrap().into_inner().messages;
        assert_eq!(shown.last().unwrap().body, ANSWER);
        let decision = shown.first().unwrap().decision.clone().unwrap();
        assert!(decision.answered && decision.confidence > 0.5 && decision.question == "Can I install a doorbell camera?");
    }

    async fn a_text_is_answered_over_grpc_web(server: TestServer) {
        let login = LoginRequest { email: "admin@harborline.example".into(), password: PASSWORD.into() };
        let signed_in: LoginResponse = grpc_web(&server, "SessionService/Login", "", &login).await;
        let call = SendTestPhoneMessageRequest {
            from: PHONE.into(),
            to: HARBOR_ROW_NUMBER.into(),
            body: COVERED.into(),
            photos: vec![],
        };
        let _: SendTestPhoneMessageResponse =
            grpc_web(&server, "TestPhoneService/SendTestPhoneMessage", &signed_in.token, &call).await;
        server.settled().await;
        let call = ListTestPhoneMessagesRequest { phone: PHONE.into(), ..Default::default() };
        let shown: ListTestPhoneMessagesResponse =
            grpc_web(&server, "TestPhoneService/ListTestPhoneMessages", &signed_in.token, &call).await;
        assert!(shown.messages.last().unwrap().body.starts_with("Each home has one permit."));
    }

    async fn in_training_mode_the_bot_suggests_and_staff_send(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
        dana.patch(&path, json!({ "isTraining": true })).await.ok();
        dana.text(PHONE, HARBOR_ROW_NUMBER, COVERED).await.ok();
        let escalation = &dana.open_escalations().await[0];
        assert_eq!(escalation["question"], COVERED);
        assert!(escalation["suggestedAnswer"].as_str().unwrap().starts_with("Each home has one permit."));
        assert!(!dana.last_text(PHONE).await.starts_with("Each home"));
    }

    async fn texts_of_one_resident_are_processed_once_and_in_order(server: TestServer) {
        let dana = server.harborline_admin().await;
        for i in 0..6 {
            let body = if i % 2 == 0 { COVERED.to_owned() } else { format!("what about the zeppelin mast number {i}") };
            let text = json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": body });
            dana.post("/handset/messages", text).await.ok();
        }
        server.settled().await;
        let shown = dana.phone(PHONE).await;
        let came: Vec<_> = shown.iter().filter(|m| m["direction"] == "INBOUND").collect();
        let went: Vec<_> = shown.iter().filter(|m| m["direction"] == "OUTBOUND").collect();
        assert_eq!((came.len(), went.len()), (6, 6));
        assert!(came.iter().all(|m| m["steps"].as_array().unwrap().len() == 5), "{came:#?}");
        for (i, reply) in went.iter().enumerate() {
            assert_eq!(reply["body"].as_str().unwrap().starts_with("Each home"), i % 2 == 0, "{went:#?}");
        }
    }
}

/// Makes a call over gRPC-web, like a browser.
async fn grpc_web<T: Message + Default>(
    server: &TestServer,
    method: &str,
    token: &str,
    message: &impl Message,
) -> T {
    let request = Request::post(format!("http://{}/parlor.v1.{method}", server.address))
        .header("content-type", "application/grpc-web+proto")
        .header("usertoken", token)
        .body(Full::from(frame(0, &message.encode_to_vec())))
        .unwrap();
    let answer = server.send(request).await;
    assert_eq!(answer.status, 200);
    let frames = frames(answer.bytes);
    let (_, trailers) = frames.iter().find(|(flag, _)| *flag == 0x80).expect("trailers");
    assert!(String::from_utf8_lossy(trailers).contains("grpc-status:0"), "{trailers:?}");
    T::decode(frames[0].1.clone()).unwrap()
}
