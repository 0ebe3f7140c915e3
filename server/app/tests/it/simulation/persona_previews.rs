//! Previews of the bot's replies with an unsaved persona.
use serde_json::{Value, json};
use tonic::Code;

use crate::{bot::replies::persona, support::*};

const QUESTION: &str = "how do i get a 2nd parking permit";
const ANSWER: &str = "Each home has one permit. A second one is $40 a month, while spots last: write to the \
                      office with the plate number and your unit.";

fn path() -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/personaPreview")
}

/// Previews over REST and over gRPC.
async fn preview(server: &TestServer, staff: &Staff<'_>, request: Value) -> Value {
    let rest = staff.post(&path(), request.clone()).await.ok();
    let mut message = request;
    message["communityId"] = json!(HARBOR_ROW);
    assert_same(
        &rest,
        &response_json(&server.rpc("PersonaPreviewService.PreviewPersona", &staff.token, message).await),
    );
    rest
}

on_both! {
    async fn a_preview_uses_an_unsaved_persona(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        let response = preview(&server, &dana, json!({ "question": QUESTION })).await;
        assert_eq!((&response["texts"], &response["outcome"]), (&json!([ANSWER]), &json!("VERBATIM")));
        assert_eq!(response["answerQuestion"], "How do I get a second parking permit?");
        assert!(response["confidence"].as_f64().unwrap() > 0.5 && !response["answerId"].as_str().unwrap().is_empty());
        let response = preview(&server, &dana, json!({
            "question": QUESTION, "botWaiver": "I am a bot.", "firstContact": true, "ownVerbiage": true,
            "customVerbiage": [{ "originalText": "Permit", "newText": "pass 🎫" }],
        })).await;
        assert_eq!(response["texts"], json!([format!("I am a bot.\n\n{}", ANSWER.replace("permit", "pass"))]));
        let response = preview(&server, &dana, json!({
            "question": QUESTION, "useEmojis": true, "ownVerbiage": true,
            "customVerbiage": [{ "originalText": "Permit", "newText": "pass 🎫" }],
        })).await;
        assert_eq!(response["texts"], json!([ANSWER.replace("permit", "pass 🎫")]));
        // The community's word replacements apply unless the request sets others, even none.
        persona(&dana, json!({ "newReplacement": { "originalText": "office", "newText": "desk" } })).await;
        assert_eq!(preview(&server, &dana, json!({ "question": QUESTION })).await["texts"], json!([ANSWER.replace("office", "desk")]));
        assert_eq!(preview(&server, &dana, json!({ "question": QUESTION, "ownVerbiage": true })).await["texts"], json!([ANSWER]));

        let response = preview(&server, &dana, json!({ "question": "may i keep a zeppelin on the roof" })).await;
        assert_eq!((&response["texts"], &response["outcome"]), (&json!([]), &json!("ESCALATED")));
        assert!(response["why"].as_str().unwrap().contains("staff"), "{response}");

        // Nothing was stored: neither the persona, nor a text, nor the first contact.
        let mut after = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        after["textCommunity"]["custom_verbiage"] = before["textCommunity"]["custom_verbiage"].clone();
        after["details"]["customVerbiage"] = before["details"]["customVerbiage"].clone();
        assert_eq!(after, before);
    }

    async fn a_preview_returns_the_same_replies_that_a_resident_would_get(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (question, outcome, texts) in [
            ("how do i get a 2nd parking permit? And when is trash picked up?", "VERBATIM", Some((ANSWER, "Trash is collected"))),
            ("how do i get a 2nd parking permit? And may i keep a goat on the roof?", "ESCALATED", Some((ANSWER, "about the rest"))),
            ("parking", "DISAMBIGUATED", Some(("Did you mean:\n1.", "Reply with the number"))),
            ("hello", "VERBATIM", Some(("Hi!", "I'll ask the office"))),
            ("ok", "VERBATIM", None),
            ("¿A qué hora abre la piscina?", "ESCALATED", None),
        ] {
            let response = dana.post(&path(), json!({ "question": question })).await.ok();
            assert_eq!(response["outcome"], outcome, "{question}");
            match (response["texts"].as_array().unwrap().as_slice(), texts) {
                ([], None) => {}
                ([text], Some((begins, has))) => {
                    let text = text.as_str().unwrap();
                    assert!(text.starts_with(begins) && text.contains(has), "{text}");
                }
                (texts, _) => panic!("{question}: {texts:?}"),
            }
        }
    }

    async fn a_preview_works_in_training_mode_and_validates_its_input_and_scope(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.patch(&format!("/textCommunities/community/{HARBOR_ROW}/training"), json!({ "isTraining": true })).await.ok();
        assert_eq!(preview(&server, &dana, json!({ "question": QUESTION })).await["outcome"], "VERBATIM");
        for (request, fields) in [
            (json!({ "question": "" }), vec!["question"]),
            (json!({ "question": "  " }), vec!["question"]),
            (json!({ "question": QUESTION, "temperature": 2 }), vec!["temperature"]),
            (json!({ "question": QUESTION, "botWaiver": "x".repeat(321) }), vec!["botWaiver"]),
        ] {
            let refused = dana.post(&path(), request).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, fields.iter().map(|f| (*f).to_owned()).collect()));
        }
        let foreign = json!({ "communityId": "community-larkspur-commons", "question": QUESTION });
        let grpc = server.rpc("PersonaPreviewService.PreviewPersona", &dana.token, foreign).await;
        assert_eq!(refused(&grpc), (Code::NotFound, "NOT_FOUND".to_owned()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_previewed_persona_is_sent_to_the_writing_model() {
    let writer = LanguageModelServer::start().await;
    let server = TestServer::answering(Engine::Sqlite, writer.answering()).await;
    let dana = server.harborline_admin().await;
    let worded = "Each home has one permit, matey! A second one is $40 a month while spots last: write to the office \
                  with the plate number and your unit.";
    writer.will([ModelBehavior::reply(worded), ModelBehavior::reply("A second permit is free.")]);
    let tried = json!({ "question": QUESTION, "prompt": "Like a pirate.", "temperature": 0.9 });
    let response = dana.post(&path(), tried).await.ok();
    assert_eq!((&response["texts"], &response["outcome"]), (&json!([worded]), &json!("WRITTEN")));
    let request = &writer.requests()[0];
    assert_eq!(request["temperature"], 0.9);
    assert!(request["messages"][0]["content"].as_str().unwrap().contains("Like a pirate."));
    writer.will([ModelBehavior::Status(500, "{}")]);
    let _ = dana.post(&path(), json!({ "question": QUESTION })).await.ok();
    let response = dana.post(&path(), json!({ "question": QUESTION })).await.ok();
    assert_eq!((&response["texts"], &response["outcome"]), (&json!([ANSWER]), &json!("VERBATIM")));
    assert!(response["why"].as_str().unwrap().contains("refused to write (status 500)"), "{response}");
}
