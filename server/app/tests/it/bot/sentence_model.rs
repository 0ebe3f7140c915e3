//! The bot with a sentence model: it answers by meaning if the words differ, encodes each utterance once, and
//! answers by words while the model is unavailable.
//!
//! The fake model knows which texts have the same meaning, and gives all other texts different directions.
use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
    mpsc,
};

use answering::{Embedding, Encoder, ModelError};
use app::startup::Answering;
use serde_json::json;
use tempfile::TempDir;

use crate::support::*;

pub const PHONE: &str = "+12025550171";
pub const DOCK_PARAPHRASE: &str = "dinghy dock mooring tolerated";
pub const DOCK_QUESTION: &str = "Can I use the dock?";
const GOAT_QUESTION: &str = "May I keep a goat?";
const GOAT_PARAPHRASE: &str = "horned goat livestock tolerated";
const GOAT_QUESTION_DIGEST: &str = "b3948e886da4cd846250f34792963265a903bd6875cac23b3a9c28ff4d22f7bf";
pub const HANDED_OVER: &str = "I'm asking the office";

/// The texts that the model has encoded, in order.
#[derive(Clone, Default)]
struct EncodedTexts(Arc<Mutex<Vec<String>>>);

impl EncodedTexts {
    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// A fake model that encodes immediately, or, for a blocked text, when the test releases it.
struct FakeEncoder {
    encoded: EncodedTexts,
    blocked: Option<BlockedText>,
}

/// A text whose encoding waits for the test.
struct BlockedText {
    text: &'static str,
    has_started: AtomicBool,
    release: Mutex<mpsc::Receiver<()>>,
}

impl Encoder for FakeEncoder {
    fn version(&self) -> &str {
        "stand-in"
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        if let Some(blocked) = self.blocked.as_ref().filter(|blocked| texts.contains(&blocked.text)) {
            blocked.has_started.store(true, Ordering::SeqCst);
            blocked.release.lock().unwrap().recv().unwrap();
        }
        self.encoded.0.lock().unwrap().extend(texts.iter().map(|text| (*text).to_owned()));
        Ok(texts.iter().map(|text| Embedding { sentence: sentence(text), tokens: Vec::new() }).collect())
    }
}

/// Returns the sentence vector of a text, which is that of a text with the same meaning.
fn sentence(text: &str) -> Vec<f32> {
    direction(match text {
        DOCK_PARAPHRASE => DOCK_QUESTION,
        GOAT_PARAPHRASE => GOAT_QUESTION,
        text => text,
    })
}

fn answering_with(encoder: FakeEncoder) -> Answering {
    Answering { model: Some(Box::new(|| Ok(Arc::new(encoder)))), ..Answering::with_model(None) }
}

/// Returns a configuration with a fake model, and the texts that it encodes.
fn fake_answering() -> (Answering, EncodedTexts) {
    let encoded = EncodedTexts::default();
    (answering_with(FakeEncoder { encoded: encoded.clone(), blocked: None }), encoded)
}

/// Returns the number of cached lexical and semantic indexes.
async fn cached_indexes(server: &TestServer) -> (f64, f64) {
    let metrics = server.metrics_text().await;
    let count =
        |engine| value_of(&metrics, &format!("parlor_bot_indexes_cached{{engine=\"{engine}\"}}")).unwrap();
    (count("words"), count("meaning"))
}

/// Returns whether all communities with a phone number have semantic indexes.
pub async fn is_trained(server: &TestServer) -> bool {
    let mut tx = server.db.platform_read().await.unwrap();
    let (texted,): (i64,) =
        tx.query("SELECT count(DISTINCT community_id) FROM text_number").one().await.unwrap();
    drop(tx);
    cached_indexes(server).await == (0.0, texted as f64)
}

/// Waits until all communities with a phone number have semantic indexes.
pub async fn wait_for_training(server: &TestServer) {
    until("all communities are indexed", async || is_trained(server).await).await;
}

pub async fn engine_status(server: &TestServer) -> (String, String) {
    let answer = server.rest("GET", "/readyz", "", None).await.ok();
    (answer["answering"].as_str().unwrap().to_owned(), answer["model"].as_str().unwrap().to_owned())
}

pub fn has_status(status: (String, String), answering: &str, model: &str) -> bool {
    status == (answering.to_owned(), model.to_owned())
}

/// A server whose model has encoded everything, and the encoded texts.
struct Trained {
    server: TestServer,
    encoded: EncodedTexts,
}

impl Trained {
    async fn open(engine: Engine) -> Self {
        let (answering, encoded) = fake_answering();
        let server = TestServer::answering(engine, answering).await;
        wait_for_training(&server).await;
        Self { server, encoded }
    }
}

on_both! {
    async fn the_semantic_engine_answers_a_paraphrase_that_the_lexical_one_escalates(trained: Trained) {
        let server = trained.server;
        assert!(has_status(engine_status(&server).await, "MEANING", "READY"));
        let dana = server.harborline_admin().await;
        let answer = dana.get("/admin/engineStatus").await.ok();
        assert_eq!((&answer["engine"], &answer["model"]), (&json!("MEANING"), &json!("READY")));
        dana.text(PHONE, HARBOR_ROW_NUMBER, DOCK_PARAPHRASE).await.ok();
        let answers = format!("/textCommunities/community/{HARBOR_ROW}/answers?query=dock&limit=200");
        let answers = dana.get(&answers).await.ok();
        let dock = answers["answers"].as_array().unwrap().iter().find(|a| a["question"] == DOCK_QUESTION).unwrap();
        assert_eq!(dana.last_text(PHONE).await, dock["answer"].as_str().unwrap());
    }

    async fn without_a_model_the_lexical_engine_answers_and_is_reported(server: TestServer) {
        assert!(has_status(engine_status(&server).await, "WORDS", "NONE"));
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, DOCK_PARAPHRASE).await.ok();
        assert!(dana.last_text(PHONE).await.contains(HANDED_OVER));
    }

    async fn a_second_server_reuses_stored_embeddings(trained: Trained) {
        let first = trained.encoded.all();
        assert!(first.iter().any(|text| text == DOCK_QUESTION));
        let (answering, encoded) = fake_answering();
        let other = trained.server.start_another_with(answering).await;
        wait_for_training(&other).await;
        assert_eq!(encoded.all(), Vec::<String>::new());
        assert_eq!(trained.encoded.all(), first);
    }

    async fn only_new_utterances_are_encoded(trained: Trained) {
        let Trained { server, encoded } = trained;
        let before = encoded.all().len();
        let dana = server.harborline_admin().await;
        let answer = json!({ "question": GOAT_QUESTION, "answer": "Only in the yard." });
        dana.post(&format!("/textCommunities/community/{HARBOR_ROW}/answers"), answer).await.ok();
        // The words of a new answer match at once, even before its encoding.
        dana.text(PHONE, HARBOR_ROW_NUMBER, GOAT_QUESTION).await.ok();
        assert_eq!(dana.last_text(PHONE).await, "Only in the yard.");

        wait_for_training(&server).await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, GOAT_PARAPHRASE).await.ok();
        assert_eq!(dana.last_text(PHONE).await, "Only in the yard.");
        // The utterance, which was also texted, and the question with the same meaning.
        assert_eq!(encoded.all()[before..], [GOAT_QUESTION, GOAT_PARAPHRASE]);
    }

    async fn a_replay_uses_the_semantic_engine_and_does_not_keep_the_proposed_answer(trained: Trained) {
        let Trained { server, encoded } = trained;
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, GOAT_PARAPHRASE).await.ok();
        assert!(dana.last_text(PHONE).await.contains(HANDED_OVER));
        let answer = json!({ "question": GOAT_QUESTION, "answer": "Only in the yard." });
        let replay = format!("/textCommunities/community/{HARBOR_ROW}/replay");
        for _ in 0..2 {
            let replayed = dana.post(&replay, answer.clone()).await.ok();
            let differences = replayed["differences"].as_array().unwrap();
            assert!(differences.iter().any(|difference| difference["text"] == GOAT_PARAPHRASE && difference["change"] == "ANSWERED"), "{replayed}");
        }
        // It was encoded for the first replay and cached for the second.
        assert_eq!(encoded.all().iter().filter(|text| *text == GOAT_QUESTION).count(), 1);
        let mut tx = server.db.platform_read().await.unwrap();
        let (texts,): (i64,) = tx.query("SELECT count(*) FROM utterance_vector WHERE digest = $1").bind(GOAT_QUESTION_DIGEST).one().await.unwrap();
        assert_eq!(texts, 0);
    }

    async fn an_utterance_of_two_communities_is_encoded_once(trained: Trained) {
        let Trained { server, encoded } = trained;
        let before = encoded.all().len();
        let dana = server.harborline_admin().await;
        for (community, number) in [(HARBOR_ROW, HARBOR_ROW_NUMBER), ("community-the-meridian", "+12025550102")] {
            let answer = json!({ "question": GOAT_QUESTION, "answer": "Only in the yard." });
            dana.post(&format!("/textCommunities/community/{community}/answers"), answer).await.ok();
            dana.text(PHONE, number, GOAT_QUESTION).await.ok();
            wait_for_training(&server).await;
        }
        assert_eq!(encoded.all()[before..], [GOAT_QUESTION]);
    }
}

/// A server whose model cannot be loaded.
struct BrokenModel {
    server: TestServer,
}

impl BrokenModel {
    async fn open(engine: Engine) -> Self {
        let folder = TempDir::new().unwrap();
        Self {
            server: TestServer::answering(engine, Answering::with_model(Some(folder.path().into()))).await,
        }
    }
}

on_both! {
    async fn a_broken_model_falls_back_to_the_lexical_engine_and_is_reported(broken: BrokenModel) {
        let server = broken.server;
        until("the model is reported as broken", async || has_status(engine_status(&server).await, "WORDS", "BROKEN")).await;
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await.ok();
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
    }
}

on_both! {
    async fn administrators_see_the_engine_status(broken: BrokenModel) {
        let server = broken.server;
        until("the model is reported as broken", async || has_status(engine_status(&server).await, "WORDS", "BROKEN")).await;
        let dana = server.harborline_admin().await;
        let answer = dana.get("/admin/engineStatus").await.ok();
        assert_eq!((&answer["engine"], &answer["model"]), (&json!("WORDS"), &json!("BROKEN")));
    }
}

/// A server whose model is loaded when the test releases it.
struct SlowModel {
    server: TestServer,
    release: mpsc::Sender<()>,
}

impl SlowModel {
    async fn open(engine: Engine) -> Self {
        let (release, released) = mpsc::channel();
        let load = move || {
            released.recv().unwrap();
            Ok(Arc::new(FakeEncoder { encoded: EncodedTexts::default(), blocked: None }) as Arc<dyn Encoder>)
        };
        let answering = Answering { model: Some(Box::new(load)), ..Answering::with_model(None) };
        Self { server: TestServer::answering(engine, answering).await, release }
    }
}

on_both! {
    async fn the_lexical_engine_answers_while_the_model_loads(slow: SlowModel) {
        let SlowModel { server, release } = slow;
        assert!(has_status(engine_status(&server).await, "WORDS", "LOADING"));
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await.ok();
        assert!(dana.last_text(PHONE).await.starts_with("Each home has one permit."));
        release.send(()).unwrap();
        until("the model is loaded", async || has_status(engine_status(&server).await, "MEANING", "READY")).await;
    }
}

/// A server on which the encoding of one question waits for the test.
struct SlowQuestion {
    server: TestServer,
    encoder: Arc<FakeEncoder>,
    release: mpsc::Sender<()>,
}

struct Shared(Arc<FakeEncoder>);

impl Encoder for Shared {
    fn version(&self) -> &str {
        self.0.version()
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        self.0.encode(texts)
    }
}

impl SlowQuestion {
    async fn open(engine: Engine) -> Self {
        let (release, released) = mpsc::channel();
        let blocked = BlockedText {
            text: DOCK_PARAPHRASE,
            has_started: AtomicBool::new(false),
            release: Mutex::new(released),
        };
        let encoder = Arc::new(FakeEncoder { encoded: EncodedTexts::default(), blocked: Some(blocked) });
        let shared = Shared(encoder.clone());
        let answering =
            Answering { model: Some(Box::new(|| Ok(Arc::new(shared)))), ..Answering::with_model(None) };
        let server = TestServer::answering(engine, answering).await;
        wait_for_training(&server).await;
        Self { server, encoder, release }
    }
}

on_both! {
    async fn encoding_a_question_does_not_block_writes(slow: SlowQuestion) {
        let SlowQuestion { server, encoder, release } = slow;
        let dana = server.harborline_admin().await;
        let body = json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": DOCK_PARAPHRASE });
        dana.post("/handset/messages", body).await.ok();
        let has_started = || encoder.blocked.as_ref().unwrap().has_started.load(Ordering::SeqCst);
        until("the question is being encoded", async || has_started()).await;
        let answer = json!({ "question": GOAT_QUESTION, "answer": "Only in the yard." });
        let path = "/textCommunities/community/community-the-meridian/answers";
        within("the answer is written meanwhile", dana.post(path, answer)).await.ok();
        release.send(()).unwrap();
        server.settled().await;
        assert!(!dana.last_text(PHONE).await.contains(HANDED_OVER));
    }
}

/// A server with a cache for two communities.
struct SmallCache {
    server: TestServer,
}

impl SmallCache {
    async fn open(engine: Engine) -> Self {
        let (answering, _) = fake_answering();
        Self { server: TestServer::answering(engine, Answering { cached_communities: 2, ..answering }).await }
    }
}

on_both! {
    async fn the_number_of_indexes_in_memory_is_limited(small: SmallCache) {
        let server = small.server;
        let dana = server.harborline_admin().await;
        for number in [HARBOR_ROW_NUMBER, "+12025550102", "+12025550103", HARBOR_ROW_NUMBER] {
            dana.text(PHONE, number, DOCK_PARAPHRASE).await.ok();
            let (words, meanings) = cached_indexes(&server).await;
            assert!((1.0..=2.0).contains(&(words + meanings)), "{words} and {meanings}");
        }
        until("two communities are indexed", async || cached_indexes(&server).await == (0.0, 2.0)).await;
        let bytes = value_of(&server.metrics_text().await, "parlor_bot_memory_bytes").unwrap();
        assert!((1.0..=f64::from(2 << 20)).contains(&bytes), "{bytes}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_explains_why_the_model_is_unavailable() {
    let (data, model) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let model = model.path().to_str().unwrap();
    let program = Program::serve(data.path(), &["--demo", "--model-dir", model]).await;
    until("the model is reported as broken", async || {
        let ready = program.call("GET", "/readyz", "", None).await.ok();
        ready["model"] == "BROKEN" && ready["answering"] == "WORDS"
    })
    .await;
    let log = program.stop().await;
    assert!(log.contains("answers are found by words alone") && log.contains("config.json"), "{log}");
}
