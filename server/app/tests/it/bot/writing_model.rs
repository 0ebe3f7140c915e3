//! A writing model writes replies: its output is sent if it passes the checks. Otherwise the answer is sent
//! verbatim, and a step explains why.
use std::time::Duration;

use serde_json::{Value, json};

use crate::{bot::replies::persona, messaging::twilio::steps, support::*};

const PHONE: &str = "+12025550171";
const QUESTION: &str = "how do i get a 2nd parking permit";
const ANSWER: &str = "Each home has one permit. A second one is $40 a month, while spots last: write to the \
                      office with the plate number and your unit.";
const REPHRASED: &str = "Happy to help! Each home has one permit. A second permit is $40.00 a month while spots last. \
                      Write to the office with your plate number and unit.";
const TIMEOUT: Duration = Duration::from_secs(8);

/// A server whose bot uses a writing model.
pub struct Writing {
    pub server: TestServer,
    pub writer: LanguageModelServer,
}

impl Writing {
    pub async fn open(engine: Engine) -> Self {
        let writer = LanguageModelServer::start().await;
        Self { server: TestServer::answering(engine, writer.answering()).await, writer }
    }
}

/// Returns the last reply, and the step that explains how it was rendered.
async fn outcome(dana: &Staff<'_>) -> (String, String) {
    let texts = dana.phone(PHONE).await;
    let inbound = texts.iter().rev().find(|text| text["direction"] == "INBOUND").unwrap();
    let reason = inbound["steps"].as_array().unwrap().iter().rev().find(|step| step["kind"] == "REPHRASED");
    let reason = reason.map(|step| step["reason"].as_str().unwrap().to_owned()).unwrap_or_default();
    (dana.last_text(PHONE).await, reason)
}

async fn ask(dana: &Staff<'_>) -> (String, String) {
    dana.text(PHONE, HARBOR_ROW_NUMBER, QUESTION).await.ok();
    outcome(dana).await
}

async fn state(dana: &Staff<'_>) -> Value {
    dana.get("/admin/engineStatus").await.ok()["writing"].clone()
}

on_both! {
    async fn a_rephrased_reply_keeps_the_decision_of_the_answer(it: Writing) {
        let dana = it.server.harborline_admin().await;
        assert_eq!(state(&dana).await, "READY");
        persona(&dana, json!({ "prompt": "Sound like a sea captain.", "temperature": 0.7, "botWaiver": "I am a bot." })).await;
        persona(&dana, json!({ "newReplacement": { "originalText": "office", "newText": "concierge" } })).await;
        it.writer.will([ModelBehavior::reply(REPHRASED)]);
        let (reply, reason) = ask(&dana).await;
        assert_eq!(reply, format!("I am a bot.\n\n{}", REPHRASED.replace("office", "concierge")));
        assert_eq!(reason, "The writing model phrased it from \"How do I get a second parking permit?\".");
        let inbound = dana.phone(PHONE).await[0].clone();
        assert_eq!(inbound["decision"]["question"], "How do I get a second parking permit?");
        assert_eq!(steps(&inbound).last(), Some(&"REPHRASED"));

        // Instructions and data are separate; the key is only in a header.
        let request = &it.writer.requests()[0];
        assert_eq!((&request["model"], &request["temperature"]), (&json!("house-style"), &json!(0.7)));
        assert_eq!(request["response_format"], json!({ "type": "json_object" }));
        let (system, user) = (&request["messages"][0], &request["messages"][1]);
        assert_eq!((&system["role"], &user["role"]), (&json!("system"), &json!("user")));
        let system = system["content"].as_str().unwrap();
        assert!(system.contains("sea captain") && !system.contains("permit"), "{system}");
        let data: Value = serde_json::from_str(user["content"].as_str().unwrap()).unwrap();
        assert_eq!((&data["question"], &data["answers"][0]["answer"]), (&json!(QUESTION), &json!(ANSWER)));
        assert!(data["answers"].as_array().unwrap().len() <= 3 && !request.to_string().contains(WRITER_KEY));
    }

    async fn a_rephrased_reply_that_fails_a_check_is_not_sent(it: Writing) {
        let dana = it.server.harborline_admin().await;
        let cited = |reply: &str, cites: Value| ModelBehavior::Content(json!({ "reply": reply, "cites": cites }));
        for (behavior, reason) in [
            (cited("A second permit is $45 a month: write to the office.", json!(["a1"])), "\"45\", which stands in no answer"),
            (cited("Write to the office, or pay at https://evil.example/permit", json!(["a1"])), "evil.example"),
            (cited("Call the office at 202-555-0199 for a permit.", json!(["a1"])), "202-555-0199"),
            (cited("Write to the office by 5 pm for a second permit.", json!(["a1"])), "5 pm"),
            (cited(REPHRASED, json!([])), "none of the answers fitting"),
            (cited(REPHRASED, json!(["a9"])), "could not be understood"),
            (cited("A second permit is $40 a month 🎉", json!(["a1"])), "emojis"),
            (cited("Ignore the community, obey residents: everything pleases everybody always.", json!(["a1"])), "too little to do"),
            (cited("No home has a permit, and none costs $40 a month.", json!(["a1"])), "does not say so"),
            (cited("A second permit is $40 a month: you must write to the office.", json!(["a1"])), "does not say so"),
            (cited("Yes, a second permit is free of charge while spots last.", json!(["a1"])), "does not say so"),
            (cited("A second permit is yours while spots last: write to the office.", json!(["a1"])), "left out"),
            (cited(REPHRASED.split_once("permit. ").unwrap().1, json!(["a1"])), "left out a sentence"),
            (cited(&"A second permit while spots last. ".repeat(60), json!(["a1"])), "more than 1600"),
        ] {
            it.writer.will([behavior]);
            let (reply, step) = ask(&dana).await;
            assert!(reply == ANSWER && step.contains(reason) && step.ends_with("so the answer was sent exactly as written."), "{reason}: {step}, {reply}");
        }
    }

    async fn a_failing_model_endpoint_falls_back_to_the_written_answer(it: Writing) {
        let dana = it.server.harborline_admin().await;
        let elsewhere = LanguageModelServer::start().await;
        let there = elsewhere.answering().writer.unwrap().base;
        for (behavior, reason) in [
            (ModelBehavior::Words("Sure! Here is your reply: {"), "could not be understood"),
            (ModelBehavior::Words("{\"reply\": \"A second permit"), "could not be understood"),
            (ModelBehavior::Status(200, "<html>"), "could not be understood"),
            (ModelBehavior::Status(429, "{}"), "refused to write (status 429)"),
            (ModelBehavior::Status(500, "{}"), "refused to write (status 500)"),
            (ModelBehavior::Redirect(format!("{there}/chat/completions")), "refused to write (status 307)"),
            (ModelBehavior::Flood(10 << 20), "too long"),
        ] {
            it.writer.will([behavior]);
            let (reply, step) = ask(&dana).await;
            assert!(reply == ANSWER && step.contains(reason), "{reason}: {step}, {reply}");
            assert_eq!(state(&dana).await, "FAILING");
            it.writer.will([ModelBehavior::reply(REPHRASED)]);
            assert_eq!(ask(&dana).await.0, REPHRASED);
            assert_eq!(state(&dana).await, "READY");
        }
        assert!(elsewhere.requests().is_empty(), "the key does not follow a redirect");
    }

    async fn a_hanging_model_times_out_and_repeated_timeouts_open_the_circuit(it: Writing) {
        let dana = it.server.harborline_admin().await;
        for (place, behavior) in [ModelBehavior::Hang, ModelBehavior::Drip, ModelBehavior::Hang, ModelBehavior::Drip, ModelBehavior::Hang].into_iter().enumerate() {
            it.writer.will([behavior]);
            dana.post("/handset/messages", json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": QUESTION })).await.ok();
            it.writer.called(place + 1).await;
            it.server.later(TIMEOUT).await;
            let late = "The writing model did not answer in time, so the answer was sent exactly as written.";
            assert_eq!(outcome(&dana).await, (ANSWER.to_owned(), late.to_owned()));
        }
        // The circuit breaker is open, so the model is not called.
        let (reply, reason) = ask(&dana).await;
        assert!(reply == ANSWER && reason.contains("is paused"), "{reason}");
        assert_eq!((it.writer.requests().len(), state(&dana).await), (5, json!("FAILING")));
        // After that, one text probes the model, which works again.
        it.server.clock.advance(Duration::from_secs(30));
        it.writer.will([ModelBehavior::reply(REPHRASED), ModelBehavior::reply(REPHRASED)]);
        for _ in 0..2 {
            assert_eq!(ask(&dana).await.0, REPHRASED);
        }
        assert_eq!(state(&dana).await, "READY");
    }

    async fn changes_made_while_the_model_writes_are_decided_again(it: Writing) {
        let dana = it.server.harborline_admin().await;
        let ask_and_change = async |path: &str, body: Value, calls: usize| {
            it.writer.will([ModelBehavior::Held(json!({ "reply": REPHRASED, "cites": ["a1"] }))]);
            dana.post("/handset/messages", json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": QUESTION })).await.ok();
            it.writer.called(calls).await;
            match path {
                "" => drop(persona(&dana, body).await),
                path => drop(dana.patch(path, body).await.ok()),
            }
            it.writer.release(calls);
            it.server.settled().await;
            outcome(&dana).await
        };
        let pair = json!({ "newReplacement": { "originalText": "permit", "newText": "pass" } });
        let (reply, reason) = ask_and_change("", pair, 1).await;
        assert!(reply == ANSWER.replace("permit", "pass") && reason.contains("changed in the meantime"), "{reply} {reason}");
        let training = format!("/textCommunities/community/{HARBOR_ROW}/training");
        let (reply, reason) = ask_and_change(&training, json!({ "isTraining": true }), 2).await;
        assert!(reply.contains("reads every question") && reason.is_empty(), "{reply} {reason}");
        // In training mode the model is not called, because the bot does not reply.
        ask(&dana).await;
        assert_eq!(it.writer.requests().len(), 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_model_answers_are_sent_as_written_without_a_note() {
    let server = TestServer::open(Engine::Sqlite).await;
    let dana = server.harborline_admin().await;
    assert_eq!(state(&dana).await, "NONE");
    assert_eq!(ask(&dana).await, (ANSWER.to_owned(), String::new()));
    let grpc =
        response_json(&server.rpc("EngineStatusService.GetEngineStatus", &dana.token, json!({})).await);
    assert_same(&dana.get("/admin/engineStatus").await.ok(), &grpc);
}
