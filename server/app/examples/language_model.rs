//! Serves the language model of the tests to programs in other languages. Prints its address. Then each line of the
//! input is a JSON array of what it does with the next calls, such as `[{"stream": [{"text": "Dear"}, "done"]}]`, or the
//! number of calls that it releases, and is answered with the number of calls so far and the last one.
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
        let line: &'static str = line.unwrap().leak();
        match serde_json::from_str(line) {
            Ok(released) => model.release(released),
            Err(_) => model.will(serde_json::from_str::<Vec<ModelBehavior>>(line).unwrap()),
        }
        let requests = model.requests();
        println!("{}", json!({ "calls": requests.len(), "last": requests.last() }));
    }
}
