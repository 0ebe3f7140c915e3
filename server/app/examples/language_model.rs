//! Serves the language model of the tests to programs in other languages. Prints its address. Then each line of the
//! input is a JSON array of what it does with the next calls, such as `[{"stream": [{"text": "Dear"}, "done"]}]`, and
//! is answered with the number of calls so far and the last one.
#![allow(clippy::unwrap_used, missing_docs, dead_code, reason = "what cannot go on has failed")]
use serde_json::json;

#[path = "../tests/it/support/language_model.rs"]
mod language_model;
#[path = "../tests/it/support/loopback.rs"]
mod loopback;
#[path = "../tests/it/support/timeouts.rs"]
mod timeouts;

use language_model::{LanguageModelServer, ModelBehavior};

#[tokio::main]
async fn main() {
    let model = LanguageModelServer::start().await;
    println!("{}", model.base());
    // The other threads serve.
    for line in std::io::stdin().lines() {
        let next: Vec<ModelBehavior> = serde_json::from_str(line.unwrap().leak()).unwrap();
        model.will(next);
        let asked = model.asked();
        println!("{}", json!({ "calls": asked.len(), "last": asked.last() }));
    }
}
