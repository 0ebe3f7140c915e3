//! Servers that are killed while they write a draft: another server, or the restarted one, continues from the
//! stored text. A watcher misses nothing and receives nothing twice.
use serde_json::{Value, json};
use tonic::transport::Channel;

use super::*;
use crate::drafting::{Watched, watch_over};

/// A database and a fake language model that outlive the servers.
struct DraftKills {
    fixture: Fixture,
    model: LanguageModelServer,
    /// Whether two servers share the database.
    is_shared: bool,
}

impl DraftKills {
    async fn open(engine: Engine) -> Self {
        let (fixture, model) = (Fixture::open(engine).await, LanguageModelServer::start().await);
        Self { fixture, model, is_shared: engine == Engine::Postgres }
    }

    async fn serve(&self) -> Program {
        let mut command = self.fixture.command(&self.fixture.twilio.url());
        command.args([
            "--writer-url",
            &self.model.base(),
            "--writer-model",
            "house-style",
            "--writer-key",
            WRITER_KEY,
        ]);
        Program::start(command).await
    }

    /// Waits until the stored text of a draft contains a phrase.
    async fn wait_until_stored(&self, writer: &Program, draft: &Value, phrase: &str) {
        let path = path_of(draft);
        self.fixture
            .until("the text is stored", async || {
                let draft = writer.call("GET", &path, &self.fixture.token, None).await.ok()["draft"].clone();
                draft["text"].as_str().unwrap().contains(phrase)
            })
            .await;
    }

    /// Returns the remaining server, or starts the next one.
    async fn take_over(&self, other: Option<Program>) -> Program {
        match other {
            Some(other) => other,
            None => self.serve().await,
        }
    }
}

/// Returns the path of a draft.
fn path_of(draft: &Value) -> String {
    format!("/drafts/{}", draft["_id"].as_str().unwrap())
}

fn stream_without_end(text: &str) -> ModelBehavior {
    ModelBehavior::Stream(vec![StreamPart::Text(text.to_owned()), StreamPart::Silence])
}

async fn channel(program: &Program) -> Channel {
    Channel::from_shared(program.at.clone()).unwrap().connect().await.unwrap()
}

on_both! {
    async fn a_draft_is_completed_by_other_servers_when_its_writers_are_killed(it: DraftKills) {
        let token = it.fixture.token.clone();
        let mut writer = it.serve().await;
        it.model.will([stream_without_end("# Notice\n\nThe garage")]);
        let inputs = json!({ "purpose": "NOTICE", "notes": "Garage cleaning on December 1." });
        let draft = json!({ "kind": "WRITING", "communityId": HARBOR_ROW, "inputs": inputs });
        let draft = writer.call("POST", "/drafts", &token, Some(draft)).await.ok()["draft"].clone();
        let mut watched = Watched::default();
        let mut stream = watch_over(channel(&writer).await, &token, &draft, 0).await.unwrap();
        watched.until(&mut stream, "garage").await;
        it.wait_until_stored(&writer, &draft, "garage").await;
        let rest = [stream_without_end(" is cleaned"), ModelBehavior::streamed(" on December 1.", 10)];
        for (behavior, phrase) in rest.into_iter().zip(["cleaned", "1."]) {
            let other = if it.is_shared { Some(it.serve().await) } else { None };
            it.model.will([behavior]);
            writer.kill().await;
            writer = it.take_over(other).await;
            let mut stream = watch_over(channel(&writer).await, &token, &draft, watched.sequence).await.unwrap();
            watched.until(&mut stream, phrase).await;
            it.wait_until_stored(&writer, &draft, phrase).await;
        }
        let whole = "# Notice\n\nThe garage is cleaned on December 1.";
        assert_eq!(watched.text, whole);
        let path = path_of(&draft);
        it.fixture.until("the draft is done", async || {
            writer.call("GET", &path, &token, None).await.ok()["draft"]["state"] == "DONE"
        })
        .await;
        assert_eq!(writer.call("GET", &path, &token, None).await.ok()["draft"]["text"], whole);
        let continued_text = |call: usize| it.model.requests()[call]["messages"][2]["content"].clone();
        assert_eq!((continued_text(1), continued_text(2)), (json!("# Notice\n\nThe garage"), json!("# Notice\n\nThe garage is cleaned")));
        assert_eq!(it.model.requests().len(), 3);
    }
}
