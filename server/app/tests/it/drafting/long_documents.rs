//! Long documents are read part by part before a draft is written.
use serde_json::json;

use super::{streaming::Drafting, *};

/// A transcript of 100,000 characters, which are three parts.
fn transcript() -> String {
    format!("Ann Lee: {}\n", "word ".repeat(1_998)).repeat(10)
}

async fn create_minutes(staff: &Staff<'_>) -> Value {
    let source = json!({ "name": "Board.txt", "text": transcript() });
    let draft = json!({ "kind": "MEETING_MINUTES", "inputs": { "sources": [source] } });
    staff.post("/drafts", draft).await.ok()["draft"].clone()
}

/// Returns what the model received in a call.
fn received_text(it: &Drafting, call: usize) -> String {
    it.model.requests()[call]["messages"][1]["content"].as_str().unwrap().to_owned()
}

on_both! {
    async fn a_long_document_is_summarized_in_parts_before_the_draft_is_written(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let blocked_parts = vec![StreamPart::Held(1), StreamPart::Text("Noted two".into()), StreamPart::Finish("stop"), StreamPart::Done];
        it.model.will([
            ModelBehavior::streamed("Noted one", 10),
            ModelBehavior::Stream(blocked_parts),
            ModelBehavior::streamed("Noted three", 10),
            ModelBehavior::streamed("# Minutes", 10),
        ]);
        let draft = create_minutes(&dana).await;
        let mut stream = watch(&it.server, &dana.token, &draft, 0).await.unwrap();
        let second = async {
            loop {
                let message = stream.message().await.unwrap().unwrap();
                if message.progress.is_some_and(|progress| progress.part == 2) {
                    return message.progress.unwrap();
                }
            }
        };
        let second = within("the second part", second).await;
        assert_eq!((second.stage, second.part_count), (1, 3));
        let shown = read(&dana, &draft).await["progress"].clone();
        assert_eq!(shown, json!({ "stage": "READING", "part": 2, "partCount": 3 }));
        it.model.release(1);
        let done = it.wait_for_state(&dana, &draft, "DONE").await;
        assert_eq!((&done["text"], done.get("progress")), (&json!("# Minutes"), None));
        let final_input = received_text(&it, 3);
        assert!(final_input.contains("Noted one") && final_input.contains("Noted three"), "{final_input}");
        assert!(!final_input.contains("word word"), "the whole document is not sent");
        assert!(received_text(&it, 0).len() < 42_000);
    }

    async fn a_failed_draft_continues_after_the_last_summarized_part(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        it.model.will([ModelBehavior::streamed("Noted one", 10), ModelBehavior::Status(401, "{}")]);
        let draft = create_minutes(&dana).await;
        assert_eq!(it.wait_for_state(&dana, &draft, "FAILED").await["failure"], "MODEL_REFUSED");
        it.model.will([
            ModelBehavior::streamed("Noted two", 10),
            ModelBehavior::streamed("Noted three", 10),
            ModelBehavior::streamed("# Minutes", 10),
        ]);
        dana.post(&format!("{}/continue", path_of(&draft)), json!({})).await.ok();
        assert_eq!(it.wait_for_state(&dana, &draft, "DONE").await["text"], "# Minutes");
        assert_eq!(it.model.requests().len(), 5);
        assert!(received_text(&it, 4).contains("Noted one"));
    }
}
