//! Commands of the program: evaluating the answering engine and printing catalogs.
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::*;

/// Runs `parlor answers evaluate` on these lines.
async fn evaluate(kb: &str, questions: &str, more: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, lines: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, lines).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (kb, questions) = (write("kb.jsonl", kb), write("questions.jsonl", questions));
    let arguments = ["answers", "evaluate", "--kb", &kb, "--questions", &questions];
    run_to_end(parlor(&[&arguments[..], more].concat())).await
}

const KNOWLEDGE_BASE: &str = r#"{"intent": "pool", "category": "Amenities", "questions": ["When is the pool open?", "Pool hours"], "answer": "From 8 to 10."}

{"intent": "towed", "category": "Parking", "questions": ["My car was towed"], "answer": "Call the office."}
"#;

#[tokio::test]
async fn evaluate_reports_metrics_for_a_file_of_questions() {
    let questions = r#"{"text": "when is the pool open", "intent": "pool"}
{"text": "they towed my car", "intent": "towed"}
{"text": "tell me a joke", "intent": "none"}
{"text": "when is the pool open?", "intent": "none"}
"#;
    let output = evaluate(KNOWLEDGE_BASE, questions, &["--json"]).await;
    assert!(output.status.success(), "{}", text_of(&output.stderr));
    let metrics: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&metrics["accuracy_at_1"], &metrics["accuracy_at_3"]), (&json!(1.0), &json!(1.0)));
    assert_eq!(metrics["out_of_scope_recall"], 0.5);
    assert!(metrics["answered_wrong_share"].as_f64().unwrap() > 0.0, "{metrics}");
    for name in ["auroc", "answered_share", "in_scope_correct_at_90_oos_recall", "p50_ms", "p99_ms"] {
        assert!(metrics[name].is_number(), "{name} in {metrics}");
    }
    let printed = evaluate(KNOWLEDGE_BASE, questions, &[]).await;
    assert!(text_of(&printed.stdout).contains("accuracy_at_1"), "{}", text_of(&printed.stdout));
}

#[tokio::test]
async fn evaluate_names_the_invalid_line() {
    let question = r#"{"text": "when is the pool open", "intent": "pool"}"#;
    for (kb, questions, more, expected) in [
        (KNOWLEDGE_BASE, "{\"text\": 1}", &[][..], "questions.jsonl, line 1"),
        (KNOWLEDGE_BASE, r#"{"text": "gym?", "intent": "gym"}"#, &[], "\"gym\""),
        ("\n{\"intent\": \"none\"}", question, &[], "kb.jsonl, line 2"),
        ("", question, &[], "no intent"),
        (KNOWLEDGE_BASE, "", &[], "no question"),
        (KNOWLEDGE_BASE, question, &["--model-dir", "/nowhere/at/all"], "config.json"),
    ] {
        let output = evaluate(kb, questions, more).await;
        assert_eq!(output.status.code(), Some(1), "{questions}");
        assert!(
            text_of(&output.stderr).contains(expected),
            "{expected} is not in {}",
            text_of(&output.stderr)
        );
    }
}

#[tokio::test]
async fn a_printed_catalog_matches_its_schema() {
    let schema =
        Document(serde_json::from_str(include_str!("../../../catalogs/catalog.schema.json")).unwrap());
    for name in ["fine", "merged", "company"] {
        let output = run_to_end(parlor(&["catalog", name])).await;
        assert!(output.status.success(), "{}", text_of(&output.stderr));
        let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(printed["catalog"], name);
        assert_eq!(schema.mismatch(&schema.0, &printed, name), None);
    }
    let output = run_to_end(parlor(&["catalog", "coarse"])).await;
    assert!(!output.status.success());
    assert!(text_of(&output.stderr).contains("[possible values: fine, merged, company]"));
}

#[tokio::test]
async fn a_catalog_is_printed_as_a_knowledge_base_without_answers() {
    let (whole, lines) = tokio::join!(
        run_to_end(parlor(&["catalog", "merged"])),
        run_to_end(parlor(&["catalog", "merged", "--kb"]))
    );
    let whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    let expected = whole["intents"].as_array().unwrap().iter().map(|intent| {
        let (id, category, questions) = (&intent["id"], &intent["category"], &intent["samples"]);
        json!({ "intent": id, "category": category, "questions": questions, "answer": "" })
    });
    let printed = text_of(&lines.stdout);
    let lines = printed.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    assert_eq!(lines.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}
