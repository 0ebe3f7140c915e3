//! Each community sets how confident the bot must be to answer on its own.
use serde_json::{Value, json};

use crate::support::*;

const PARKING: &str = "second permit for parking my other car";
const USUAL: [f64; 2] = [0.58, 0.12];

async fn set_thresholds(dana: &Staff<'_>, confidence_thresholds: Value) -> Value {
    let path = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
    let changed = dana.put(&path, json!({ "confidenceThresholds": confidence_thresholds })).await.ok();
    changed["textCommunity"]["persona"]["confidenceThresholds"].clone()
}

/// Returns whether the bot answered, its confidence, and the reason.
async fn ask(dana: &Staff<'_>, phone: &str) -> (bool, f64, String) {
    dana.text(phone, HARBOR_ROW_NUMBER, PARKING).await.ok();
    let texts = dana.phone(phone).await;
    let text = texts.iter().find(|text| text["body"] == PARKING).unwrap();
    let reason = text["steps"].as_array().unwrap().last().unwrap()["reason"].as_str().unwrap();
    let decision = &text["decision"];
    (decision["answered"].as_bool().unwrap(), decision["confidence"].as_f64().unwrap(), reason.to_owned())
}

on_both! {
    async fn thresholds_have_defaults_and_configured_thresholds_apply(server: TestServer) {
        let dana = server.harborline_admin().await;
        let [min_confidence, min_margin] = USUAL;
        let usual = json!({ "minConfidence": min_confidence, "minMargin": min_margin });
        let community = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        assert_eq!(community["textCommunity"]["persona"]["confidenceThresholds"], usual);
        let (answered, confidence, _) = ask(&dana, "+12025550161").await;
        assert!(answered && confidence < 0.95, "{confidence}");

        let strict = json!({ "minConfidence": 0.95, "minMargin": 0.12 });
        assert_eq!(set_thresholds(&dana, strict.clone()).await, strict);
        let (answered, same, reason) = ask(&dana, "+12025550162").await;
        assert_eq!((answered, same), (false, confidence));
        assert!(reason.contains("below the confidence needed"), "{reason}");
        // A replay uses the same thresholds.
        let replay = format!("/textCommunities/community/{HARBOR_ROW}/replay");
        let change = json!({ "question": "Where is the zeppelin mast?", "answer": "Behind the office." });
        let replayed = dana.post(&replay, change.clone()).await.ok();
        let strictly = replayed["answeredBefore"].as_i64().unwrap();

        assert_eq!(set_thresholds(&dana, usual.clone()).await, usual);
        assert!(ask(&dana, "+12025550163").await.0);
        let replayed = dana.post(&replay, change).await.ok();
        assert!(replayed["answeredBefore"].as_i64().unwrap() > strictly);
    }

    async fn the_minimum_margin_applies(server: TestServer) {
        let dana = server.harborline_admin().await;
        set_thresholds(&dana, json!({ "minConfidence": 0.4, "minMargin": 0.5 })).await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/answers");
        let near = json!({ "question": "How do I get a first parking permit?", "answer": "At the office." });
        dana.post(&path, near).await.ok();
        let (answered, confidence, reason) = ask(&dana, "+12025550164").await;
        assert!(!answered && confidence >= 0.4 && reason.contains("about equally well"), "{confidence} {reason}");
        set_thresholds(&dana, json!({ "minConfidence": 0.4, "minMargin": 0 })).await;
        assert!(ask(&dana, "+12025550165").await.0);
    }

    async fn thresholds_out_of_range_are_refused_and_grpc_and_rest_agree(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/model/persona");
        for (field, value) in [("minConfidence", 0.3), ("minConfidence", 0.96), ("minMargin", -0.1), ("minMargin", 0.6)] {
            let mut confidence_thresholds = json!({ "minConfidence": 0.6, "minMargin": 0.1 });
            confidence_thresholds[field] = json!(value);
            let refused = dana.put(&path, json!({ "confidenceThresholds": confidence_thresholds })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![format!("confidenceThresholds.{field}")]));
        }
        let confidence_thresholds = json!({ "minConfidence": 0.66, "minMargin": 0.1 });
        let rest = dana.put(&path, json!({ "confidenceThresholds": confidence_thresholds })).await.ok();
        let request = json!({ "id": HARBOR_ROW, "confidenceThresholds": confidence_thresholds });
        assert_same(&rest, &response_json(&server.rpc("CommunityService.UpdatePersona", &dana.token, request).await));
    }
}
