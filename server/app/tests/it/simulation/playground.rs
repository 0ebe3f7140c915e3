//! The playground: two variants of the bot's settings on the same questions, and applying one of them to the
//! community.
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const CAR: &str = "second permit for parking my other car";
const MAST: &str = "where is the zeppelin mooring mast";
const OF: &str = "/textCommunities/community/community-harbor-row";

/// Signs in a platform administrator and enters the community's company.
async fn rosalind(server: &TestServer) -> Staff<'_> {
    let rosalind = server.login("admin@parlor.example").await;
    rosalind.post("/users/actingCompany", json!({ "companyId": "company-harborline" })).await.ok();
    rosalind
}

/// Returns the default settings with this confidence threshold.
fn variant(min_confidence: f64) -> Value {
    json!({
        "prompt": "", "temperature": 0.3, "useEmojis": false, "customVerbiage": [],
        "confidenceThresholds": { "minConfidence": min_confidence, "minMargin": 0.12 },
    })
}

async fn persona(staff: &Staff<'_>) -> Value {
    let community = staff.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
    community["textCommunity"].clone()
}

on_both! {
    async fn comparing_two_variants_has_no_side_effects(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let before = (persona(&rosalind).await, rosalind.open_escalations().await);
        let comparison = json!({ "questions": [CAR, MAST, "hello"], "right": variant(0.95) });
        let compared = rosalind.post(&format!("{OF}/compare"), comparison.clone()).await.ok();
        let rows = compared["comparisons"].as_array().unwrap();
        let ends = |side: &str| rows.iter().map(|row| row[side]["outcome"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        assert_eq!(ends("left"), ["ANSWERED", "ESCALATED", "SMALL_TALK"]);
        assert_eq!(ends("right"), ["DISAMBIGUATED", "ESCALATED", "SMALL_TALK"]);
        let differs: Vec<_> = rows.iter().map(|row| row["differs"].as_bool().unwrap()).collect();
        assert_eq!((differs, &compared["differing"]), (vec![true, false, false], &json!(1)));
        assert_eq!(compared["left"], json!({ "answered": 1, "escalated": 1, "smallTalk": 1, "disambiguated": 0 }));
        assert_eq!(compared["right"], json!({ "answered": 0, "escalated": 1, "smallTalk": 1, "disambiguated": 1 }));
        assert!(rows[0]["left"]["text"].as_str().unwrap().contains("$40 a month"));
        assert_eq!(rows[0]["left"]["confidence"], rows[0]["right"]["confidence"]);
        assert!(rows[0]["right"]["text"].as_str().unwrap().starts_with("Did you mean"));
        assert_eq!((persona(&rosalind).await, rosalind.open_escalations().await), before);

        // The bot replies as compared.
        rosalind.text("+12025550161", HARBOR_ROW_NUMBER, CAR).await.ok();
        assert_eq!(rosalind.last_text("+12025550161").await, rows[0]["left"]["text"]);
        let mut renamed = variant(0.58);
        renamed["customVerbiage"] = json!([{ "originalText": "permit", "newText": "pass" }]);
        let renamed_response = rosalind.post(&format!("{OF}/compare"), json!({ "questions": [CAR], "right": renamed })).await.ok();
        let renamed_response = &renamed_response["comparisons"][0];
        assert!(renamed_response["differs"].as_bool().unwrap() && renamed_response["right"]["text"].as_str().unwrap().contains("one pass"), "{renamed_response}");
        let mut request = comparison;
        request["communityId"] = json!(HARBOR_ROW);
        assert_same(&compared, &response_json(&server.rpc("PlaygroundService.CompareAnswers", &rosalind.token, request).await));
    }

    async fn the_playground_predicts_the_replies_that_residents_get(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let expired = json!({ "question": MAST, "answer": "Behind the office.", "validUntil": "2020-01-31" });
        rosalind.post(&format!("{OF}/answers"), expired).await.ok();
        let texts = [
            ("Hi! how do i get a 2nd parking permit? And when is trash picked up? Thanks", "ANSWERED"),
            ("when is trash picked up? may i keep a goat on the roof? how do i get a 2nd parking permit?", "ESCALATED"),
            ("parking", "DISAMBIGUATED"),
            (MAST, "ESCALATED"),
            ("¿A qué hora abre la piscina?", "ESCALATED"),
            ("A pipe burst upstairs, there is water everywhere!!", "ESCALATED"),
            ("Ayuda, hay una fuga de gas en la cocina", "ESCALATED"),
            ("hello", "SMALL_TALK"),
            ("je veux parler à quelqu'un", "ESCALATED"),
        ];
        let questions: Vec<_> = texts.iter().map(|(text, _)| *text).collect();
        let compared = rosalind.post(&format!("{OF}/compare"), json!({ "questions": questions })).await.ok();
        for (at, (text, outcome)) in texts.iter().enumerate() {
            let tried = &compared["comparisons"][at]["left"];
            let phone = format!("+120255501{}", 60 + at);
            rosalind.text(&phone, HARBOR_ROW_NUMBER, text).await.ok();
            let got = rosalind.last_text(&phone).await;
            assert_eq!((&tried["outcome"], &tried["text"]), (&json!(outcome), &json!(got)), "{text}");
        }
        let of = |at: usize, field: &str| compared["comparisons"][at]["left"][field].as_str().unwrap().to_owned();
        assert!(of(0, "text").contains("\n\nTrash is collected") && of(0, "reason").contains("2. \"And when is trash"));
        assert!(of(1, "text").ends_with("about the rest. Someone will reply here.") && of(1, "answerId").is_empty());
        assert_eq!(compared["left"], json!({ "answered": 1, "escalated": 6, "smallTalk": 1, "disambiguated": 1 }));
    }

    async fn recent_resident_questions_are_listed_without_duplicates(server: TestServer) {
        let rosalind = rosalind(&server).await;
        for (number, text) in [CAR, MAST, "Where is the ZEPPELIN mooring mast?"].iter().enumerate() {
            rosalind.text(&format!("+1202555016{number}"), HARBOR_ROW_NUMBER, text).await.ok();
        }
        let questions = rosalind.get(&format!("{OF}/asked?limit=2")).await.ok();
        let questions = questions["questions"].as_array().unwrap();
        assert_eq!(questions.len(), 2);
        assert!(questions.contains(&json!(CAR)), "{questions:?}");
    }

    async fn promoting_a_variant_updates_the_community_unless_it_was_changed_meanwhile(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let shown = variant(0.58);
        let mut wanted = variant(0.95);
        wanted["prompt"] = json!("Be brief.");
        wanted["customVerbiage"] = json!([{ "originalText": "HOA", "newText": "association" }]);
        let promoted = rosalind.post(&format!("{OF}/promote"), json!({ "before": shown, "after": wanted })).await.ok();
        assert_eq!((&promoted["before"], &promoted["after"]), (&shown, &wanted));
        let community = persona(&rosalind).await;
        assert_eq!(promoted["textCommunity"], community);
        assert_eq!((&community["persona"]["prompt"], &community["persona"]["confidenceThresholds"]), (&wanted["prompt"], &wanted["confidenceThresholds"]));
        assert_eq!(community["custom_verbiage"], wanted["customVerbiage"]);
        rosalind.text("+12025550162", HARBOR_ROW_NUMBER, CAR).await.ok();
        assert!(rosalind.last_text("+12025550162").await.starts_with("Did you mean"));

        let late = rosalind.post(&format!("{OF}/promote"), json!({ "before": shown, "after": variant(0.7) })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (409, "VARIANT_CHANGED"));
        assert_eq!(persona(&rosalind).await, community);
        // The earlier variant is restored.
        rosalind.post(&format!("{OF}/promote"), json!({ "before": wanted, "after": shown })).await.ok();
        assert_eq!(persona(&rosalind).await["persona"]["confidenceThresholds"], shown["confidenceThresholds"]);
    }

    async fn invalid_requests_and_unauthorized_callers_are_refused(server: TestServer) {
        let rosalind = rosalind(&server).await;
        let compare = format!("{OF}/compare");
        assert_eq!(rosalind.post(&compare, json!({ "questions": [] })).await.fields(), ["questions"]);
        assert_eq!(rosalind.post(&compare, json!({ "questions": vec!["why"; 51] })).await.fields(), ["questions"]);
        let twice = json!([{ "originalText": "HOA", "newText": "a" }, { "originalText": "hoa", "newText": "b" }]);
        let mut wanted = variant(0.6);
        wanted["customVerbiage"] = twice;
        let refusal = rosalind.post(&format!("{OF}/promote"), json!({ "after": wanted })).await;
        assert_eq!((refusal.status.as_u16(), refusal.reason().as_str()), (409, "REPLACEMENT_EXISTS"));
        let wild = json!({ "questions": ["why"], "left": variant(0.99) });
        assert_eq!(rosalind.post(&compare, wild).await.fields(), ["left.confidenceThresholds.minConfidence"]);

        let elsewhere = "community-larkspur-commons";
        for name in ["CompareAnswers", "ListAskedQuestions", "PromoteVariant"] {
            let mut request = json!({ "communityId": elsewhere });
            if name == "CompareAnswers" {
                request["questions"] = json!(["why"]);
            }
            let refusal = server.rpc(&format!("PlaygroundService.{name}"), &rosalind.token, request).await;
            assert_eq!(refused(&refusal), (Code::NotFound, "NOT_FOUND".to_owned()), "{name}");
        }
        let dana = server.harborline_admin().await;
        let refusal = dana.post(&compare, json!({ "questions": ["why"] })).await;
        assert_eq!((refusal.status.as_u16(), refusal.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
    }
}
