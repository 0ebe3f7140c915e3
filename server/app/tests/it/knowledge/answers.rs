//! Finding, adding and changing a community's answers.
use serde_json::{Value, json};

use crate::support::*;

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/answers{rest}")
}

async fn found(dana: &Staff<'_>, words: &str) -> Vec<Value> {
    let answers = dana.get(&path(&format!("?query={words}&limit=200"))).await.ok();
    answers["answers"].as_array().unwrap().clone()
}

on_both! {
    async fn search_ignores_word_order_and_case_in_any_script(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "question": "ÉCOLE ÅRHUS où est-ce ?", "samples": ["say \"hi\""], "answer": "Là-bas." });
        dana.post(&path(""), body).await.ok();
        for words in ["%C3%89COLE", "%C3%A9cole+l%C3%A0-bas", "%C3%A5rhus+%C3%A9cole", "say+%22hi%22"] {
            assert_eq!(found(&dana, words).await.len(), 1, "{words}");
        }
        assert!(!found(&dana, "permit+parking").await.is_empty());
        for nothing in ["%5B", "_", "%25", "zeppelin"] {
            assert!(found(&dana, nothing).await.iter().all(|a| a["question"] != "ÉCOLE ÅRHUS où est-ce ?"), "{nothing}");
        }
    }

    async fn the_longest_questions_are_stored_and_paged_through(server: TestServer) {
        let dana = server.harborline_admin().await;
        for shift in 0..3 {
            let question: String = (0..1_000).filter_map(|i| char::from_u32(0x4e00 + i * 13 + shift)).collect();
            dana.post(&path(""), json!({ "question": question, "answer": "Yes." })).await.ok();
        }
        let (mut seen, mut token) = (0, String::new());
        loop {
            let page = dana.get(&path(&format!("?limit=7&pageToken={token}"))).await.ok();
            seen += page["answers"].as_array().unwrap().len();
            token = page["nextPageToken"].as_str().unwrap().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(seen, 48);
    }

    async fn questions_are_unique_ignoring_case_and_punctuation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let again = json!({ "question": " how do I get a second  PARKING permit", "answer": "Ask." });
        let refused = dana.post(&path(""), again).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (409, "QUESTION_EXISTS"));
    }

    async fn an_update_of_an_outdated_version_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = found(&dana, "second+parking+permit").await[0].clone();
        let one = path(&format!("/{}", answer["_id"].as_str().unwrap()));
        let change = json!({ "version": answer["version"], "answer": "Ask the office." });
        dana.patch(&one, change.clone()).await.ok();
        let late = dana.patch(&one, change).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "ANSWER_CHANGED"));
        dana.delete(&one).await.ok();
        assert_eq!(dana.delete(&one).await.status, 404);
    }
}
