//! The bot with a sentence model behind an endpoint: it answers by meaning if the words differ, encodes each utterance
//! once for each model, and answers by words while the endpoint fails.
use std::{collections::HashSet, time::Duration};

use serde_json::json;

use super::sentence_model::{
    DOCK_PARAPHRASE, DOCK_QUESTION, HANDED_OVER, PHONE, engine_status, has_status, is_trained,
    wait_for_training,
};
use crate::support::*;

/// Answered by words.
const PERMIT: &str = "how do i get a 2nd parking permit";
const PERMIT_ANSWER: &str = "Each home has one permit.";
/// Time after which an endpoint that failed is called again.
const PAUSE: Duration = Duration::from_secs(30);
/// Time after which a question is answered by words.
const TIMEOUT: Duration = Duration::from_secs(4);

/// A server that has encoded everything, and its endpoint.
struct Remote {
    server: TestServer,
    model: LanguageModelServer,
}

impl Remote {
    async fn open(engine: Engine) -> Self {
        let model = LanguageModelServer::start().await;
        model.means(DOCK_PARAPHRASE, DOCK_QUESTION);
        let server = TestServer::answering(engine, model.comparing("sentences")).await;
        wait_for_training(&server).await;
        Self { server, model }
    }

    /// Returns the texts that were encoded by a model, in order.
    fn encoded(&self, model: &str) -> Vec<String> {
        let requests = self.model.embedding_requests();
        let of_model = requests.iter().filter(|request| request["model"] == model);
        let texts = of_model.flat_map(|request| request["input"].as_array().unwrap());
        texts.map(|text| text.as_str().unwrap().to_owned()).collect()
    }
}

/// Returns the answer to the question about the dock.
async fn dock_answer(staff: &Staff<'_>) -> String {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/answers?query=dock&limit=200");
    let answers = staff.get(&path).await.ok()["answers"].clone();
    let dock = answers.as_array().unwrap().iter().find(|answer| answer["question"] == DOCK_QUESTION);
    dock.unwrap()["answer"].as_str().unwrap().to_owned()
}

/// Texts from a phone that has not texted before. Returns the reply.
async fn reply_to(staff: &Staff<'_>, phone: &str, text: &str) -> String {
    staff.text(phone, HARBOR_ROW_NUMBER, text).await.ok();
    staff.last_text(phone).await
}

on_both! {
    async fn an_endpoint_answers_a_paraphrase_that_the_lexical_engine_escalates(remote: Remote) {
        let Remote { server, model } = &remote;
        assert!(has_status(engine_status(server).await, "MEANING", "READY"));
        let requests = model.embedding_requests();
        let sizes: Vec<usize> = requests.iter().map(|request| request["input"].as_array().unwrap().len()).collect();
        assert!(sizes.iter().all(|size| (1..=32).contains(size)) && sizes.iter().any(|size| *size > 1), "{sizes:?}");
        let dana = server.harborline_admin().await;
        assert_eq!(reply_to(&dana, PHONE, DOCK_PARAPHRASE).await, dock_answer(&dana).await);
        assert_eq!(remote.encoded("sentences").last().unwrap(), DOCK_PARAPHRASE);
    }

    async fn embeddings_are_stored_for_each_model(remote: Remote) {
        let before = remote.encoded("sentences");
        let same = remote.server.start_another_with(remote.model.comparing("sentences")).await;
        wait_for_training(&same).await;
        assert_eq!(remote.encoded("sentences"), before);
        let other = remote.server.start_another_with(remote.model.comparing("other-sentences")).await;
        wait_for_training(&other).await;
        let of_other: HashSet<String> = remote.encoded("other-sentences").into_iter().collect();
        assert!(of_other.contains(DOCK_QUESTION));
        let before: HashSet<String> = before.into_iter().collect();
        assert_eq!(of_other, before);
    }

    async fn texts_are_answered_by_words_while_the_endpoint_fails_and_by_meaning_when_it_recovers(remote: Remote) {
        let Remote { server, model } = &remote;
        let dana = server.harborline_admin().await;
        model.fail_embeddings(Some(503));
        let reply = reply_to(&dana, "+12025550161", PERMIT).await;
        assert!(reply.starts_with(PERMIT_ANSWER), "{reply}");
        let reply = reply_to(&dana, "+12025550162", DOCK_PARAPHRASE).await;
        assert!(reply.contains(HANDED_OVER), "{reply}");
        assert!(has_status(engine_status(server).await, "WORDS", "BROKEN"));
        for phone in ["+12025550163", "+12025550164", "+12025550165", "+12025550166"] {
            assert!(reply_to(&dana, phone, PERMIT).await.starts_with(PERMIT_ANSWER));
        }
        let calls = model.embedding_requests().len();
        assert!(reply_to(&dana, "+12025550167", PERMIT).await.starts_with(PERMIT_ANSWER));
        assert_eq!(model.embedding_requests().len(), calls, "it failed several times in a row and is paused");

        model.fail_embeddings(None);
        server.later(PAUSE).await;
        assert_eq!(reply_to(&dana, PHONE, DOCK_PARAPHRASE).await, dock_answer(&dana).await);
        assert!(has_status(engine_status(server).await, "MEANING", "READY"));
    }

    async fn a_response_that_cannot_be_used_or_does_not_come_delays_no_reply(remote: Remote) {
        let Remote { server, model } = &remote;
        let dana = server.harborline_admin().await;
        let useless = [
            ModelBehavior::Words("<html>"),
            ModelBehavior::Words(r#"{"data":[{"index":0,"embedding":[1,0]}]}"#),
            ModelBehavior::Status(401, "{}"),
            ModelBehavior::Busy(2),
        ];
        for (behavior, phone) in useless.into_iter().zip(["+12025550161", "+12025550162", "+12025550163", "+12025550164"]) {
            model.will_embed([behavior.clone()]);
            let reply = reply_to(&dana, phone, PERMIT).await;
            assert!(reply.starts_with(PERMIT_ANSWER), "{behavior:?}: {reply}");
        }
        // A success in between, so that the endpoint is not paused.
        reply_to(&dana, "+12025550165", DOCK_PARAPHRASE).await;
        model.will_embed([ModelBehavior::Hang]);
        let calls = model.embedding_requests().len();
        let text = json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": PERMIT });
        dana.post("/handset/messages", text).await.ok();
        until("the endpoint is called", async || model.embedding_requests().len() > calls).await;
        server.later(TIMEOUT).await;
        assert!(dana.last_text(PHONE).await.starts_with(PERMIT_ANSWER));
    }
}

/// A server whose endpoint fails from the start.
struct Unreachable {
    server: TestServer,
    model: LanguageModelServer,
}

impl Unreachable {
    async fn open(engine: Engine) -> Self {
        let model = LanguageModelServer::start().await;
        model.fail_embeddings(Some(500));
        Self { server: TestServer::answering(engine, model.comparing("sentences")).await, model }
    }
}

on_both! {
    async fn communities_are_encoded_when_an_endpoint_recovers_that_failed_from_the_start(it: Unreachable) {
        let Unreachable { server, model } = it;
        until("it has failed several times in a row", async || {
            server.clock.advance(Duration::from_secs(1));
            model.embedding_requests().len() >= 5
        })
        .await;
        assert!(has_status(engine_status(&server).await, "WORDS", "BROKEN"));
        model.fail_embeddings(None);
        until("all communities are indexed", async || {
            server.clock.advance(Duration::from_secs(1));
            is_trained(&server).await
        })
        .await;
        assert!(has_status(engine_status(&server).await, "MEANING", "READY"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_says_that_an_endpoint_failed_without_its_key_and_texts() {
    let (data, model) = (tempfile::TempDir::new().unwrap(), LanguageModelServer::start().await);
    model.fail_embeddings(Some(500));
    let base = model.base();
    let endpoint = ["--demo", "--embeddings-url", base.as_str(), "--embeddings-model", "sentences"];
    let program =
        Program::serve(data.path(), &[&endpoint[..], &["--embeddings-key", WRITER_KEY]].concat()).await;
    until("the model is reported as broken", async || {
        let ready = program.call("GET", "/readyz", "", None).await.ok();
        ready["model"] == "BROKEN" && ready["answering"] == "WORDS"
    })
    .await;
    let text = model.embedding_requests()[0]["input"][0].as_str().unwrap().to_owned();
    let log = program.stop().await;
    assert!(log.contains("the endpoint answered with the status 500"), "{log}");
    assert!(!log.contains(WRITER_KEY) && !log.contains(&text), "{log}");
}
