//! Training the bot with an escalation never replaces samples that staff wrote.
use serde_json::{Value, json};

use crate::support::*;

const PHONE: &str = "+12025550184";
const MAST: &str = "Where is the zeppelin mooring mast?";
const ODD: [&str; 3] = [
    "quagga xylophone where tie blimp?",
    "dirigible vestibule hitching whereabouts?",
    "ballast ropes gondola anchor spot?",
];

fn path(rest: &str) -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/answers{rest}")
}

fn of(answer: &Value) -> String {
    path(&format!("/{}", answer["_id"].as_str().unwrap()))
}

/// Creates an answer with this number of samples by staff.
async fn create_answer(dana: &Staff<'_>, samples: usize) -> Value {
    let samples: Vec<String> = (0..samples).map(|n| format!("sample {n} of staff")).collect();
    let body = json!({ "question": MAST, "samples": samples, "answer": "Behind the office." });
    dana.post(&path(""), body).await.ok()["answer"].clone()
}

async fn found(dana: &Staff<'_>) -> Value {
    dana.get(&path("?query=zeppelin+mooring")).await.ok()["answers"][0].clone()
}

/// Answers the escalation of a text, and trains the bot with it. Returns the escalation's path and the
/// response.
async fn train(dana: &Staff<'_>, text: &str, answer: &str) -> (String, Answer) {
    dana.text(PHONE, HARBOR_ROW_NUMBER, text).await.ok();
    let open = dana.open_escalations().await;
    let raised = open.iter().find(|raised| raised["question"] == text).expect("it is raised");
    let escalation = format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap());
    let body = json!({ "bot_trained": true, "answer": answer, "question": MAST });
    let done = dana.post(&escalation, body).await;
    (escalation, done)
}

fn list(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

on_both! {
    async fn training_examples_are_listed_and_can_be_adopted_or_removed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana, 1).await;
        assert_eq!(answer["learnedSamples"], json!([]));
        for text in ODD {
            train(&dana, text, "Behind the office.").await.1.ok();
        }
        let examples = found(&dana).await;
        assert_eq!(list(&examples["learnedSamples"]), ODD);
        assert_eq!(list(&examples["samples"]), [&["sample 0 of staff"], &ODD[..]].concat());
        // A sample in another case is the same sample.
        let change = json!({ "addSamples": [ODD[1].to_uppercase()], "removeSamples": [ODD[0]] });
        let after = dana.patch(&of(&answer), change).await.ok()["answer"].clone();
        assert_eq!(list(&after["learnedSamples"]), [ODD[2]]);
        assert_eq!(list(&after["samples"]), ["sample 0 of staff", ODD[1], ODD[2]]);
        // The history records which samples were learned.
        let version = json!({ "version": examples["version"] });
        let back = dana.post(&format!("{}/restore", of(&answer)), version).await.ok()["answer"].clone();
        assert_eq!(list(&back["learnedSamples"]), ODD);
    }

    async fn a_new_training_example_replaces_the_oldest_one_at_the_limit(server: TestServer) {
        let dana = server.harborline_admin().await;
        create_answer(&dana, 48).await;
        for text in ODD {
            train(&dana, text, "Behind the office.").await.1.ok();
        }
        let after = found(&dana).await;
        let samples = list(&after["samples"]);
        assert_eq!((samples.len(), samples[0], samples[47]), (50, "sample 0 of staff", "sample 47 of staff"));
        assert_eq!(list(&after["learnedSamples"]), &ODD[1..]);
    }

    async fn a_training_example_never_replaces_a_sample_of_staff(server: TestServer) {
        let dana = server.harborline_admin().await;
        let answer = create_answer(&dana, 50).await;
        let (escalation, refused) = train(&dana, ODD[0], "On the roof.").await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "TOO_MANY_SAMPLES"));
        assert!(refused.json()["message"].as_str().unwrap().contains("without training"));
        assert_eq!(found(&dana).await, answer);
        // Nothing else was changed, and the answer succeeds without training.
        let open = dana.open_escalations().await;
        assert!(open.iter().any(|raised| raised["question"] == ODD[0]));
        dana.post(&escalation, json!({ "answer": "On the roof.", "question": MAST })).await.ok();
        assert_eq!(list(&found(&dana).await["samples"]).len(), 50);
    }

    async fn two_users_can_train_the_bot_with_the_same_new_question_at_once(server: TestServer) {
        let dana = server.harborline_admin().await;
        let phones: Vec<String> = (0..8).map(|nth| format!("+1303256{:04}", 4_000 + nth)).collect();
        for phone in &phones {
            dana.text(phone, HARBOR_ROW_NUMBER, ODD[0]).await.ok();
        }
        let open = dana.open_escalations().await;
        let paths: Vec<String> = phones.iter().map(|phone| {
            let raised = open.iter().find(|raised| raised["phone"] == phone.as_str()).expect("it is raised");
            format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap())
        }).collect();
        for (nth, pair) in paths.chunks(2).enumerate() {
            let body = json!({ "bot_trained": true, "answer": "Behind the office.", "question": format!("{nth} {MAST}") });
            let (one, other) = tokio::join!(dana.post(&pair[0], body.clone()), dana.post(&pair[1], body));
            one.ok();
            other.ok();
        }
    }

    async fn undoing_training_keeps_the_changes_of_a_colleague(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let answer = create_answer(&dana, 1).await;
        let (escalation, done) = train(&dana, ODD[0], "On the roof.").await;
        done.ok();
        let change = json!({ "category": "Airships", "addSamples": ["mooring of airships"] });
        marcus.patch(&of(&answer), change).await.ok();
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        let after = found(&dana).await;
        assert_eq!(after["answer"], "Behind the office.");
        assert_eq!((&after["category"], &after["learnedSamples"]), (&json!("Airships"), &json!([])));
        assert_eq!(list(&after["samples"]), ["sample 0 of staff", "mooring of airships"]);
        // A sample that a colleague wrote is kept.
        let (escalation, done) = train(&dana, ODD[1], "In the yard.").await;
        done.ok();
        marcus.patch(&of(&answer), json!({ "answer": "In the harbor." })).await.ok();
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        let after = found(&dana).await;
        assert_eq!((&after["answer"], &after["learnedSamples"]), (&json!("In the harbor."), &json!([])));
        let versions = dana.get(&format!("{}/versions", of(&answer))).await.ok();
        assert_eq!(versions["versions"][0]["cause"], "UNDO");
    }

    async fn undoing_a_trained_question_keeps_the_changes_of_a_colleague(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let (escalation, done) = train(&dana, ODD[0], "On the roof.").await;
        done.ok();
        let answer = found(&dana).await;
        assert_eq!((&answer["answer"], list(&answer["learnedSamples"])), (&json!("On the roof."), vec![ODD[0]]));
        marcus.patch(&of(&answer), json!({ "category": "Airships" })).await.ok();
        dana.post(&format!("{escalation}/undo"), json!({})).await.ok();
        // The question is unanswered again, because its answer was undone.
        let after = found(&dana).await;
        assert_eq!((&after["answer"], &after["category"]), (&json!(""), &json!("Airships")));
        assert_eq!((&after["samples"], &after["learnedSamples"], &after["source"]), (&json!([]), &json!([]), &json!("")));
    }
}
