//! The bot's persona: unset fields keep their values, and word replacements apply in any case.
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

fn path() -> String {
    format!("/textCommunities/community/{HARBOR_ROW}/model/persona")
}

async fn verbiage(staff: &Staff<'_>) -> Value {
    let answer = staff.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
    assert_eq!(answer["details"]["customVerbiage"], answer["textCommunity"]["custom_verbiage"]);
    answer["textCommunity"]["custom_verbiage"].clone()
}

on_both! {
    async fn unset_persona_fields_keep_their_values(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({
            "prompt": "Be brief.", "temperature": 0, "useEmojis": true, "botWaiver": "I am a bot.",
            "homeownerAuth": "PHONE_AND_UNIT", "collectionsMessage": "Please call the office.",
            "confidenceThresholds": { "minConfidence": 0.7, "minMargin": 0.2 },
        });
        let first = dana.put(&path(), body.clone()).await.ok()["textCommunity"]["persona"].clone();
        assert_eq!(first, body);
        let second = dana.put(&path(), json!({ "useEmojis": false })).await.ok()["textCommunity"]["persona"].clone();
        let mut expected = body;
        expected["useEmojis"] = json!(false);
        assert_eq!(second, expected);
        let third = dana.put(&path(), json!({ "prompt": "", "temperature": 1 })).await.ok();
        let persona = &third["textCommunity"]["persona"];
        assert_eq!((persona["prompt"].as_str(), persona["temperature"].as_f64()), (Some(""), Some(1.0)));
    }

    async fn replacements_are_identified_by_their_original_text_ignoring_case(server: TestServer) {
        let dana = server.harborline_admin().await;
        let added = dana.put(&path(), json!({ "newReplacement": { "originalText": "HOA", "newText": "association" } })).await.ok();
        assert_eq!(added["textCommunity"]["custom_verbiage"], json!([{ "originalText": "HOA", "newText": "association" }]));
        let again = dana.put(&path(), json!({ "newReplacement": { "originalText": "hoa", "newText": "club" } })).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (409, "REPLACEMENT_EXISTS"));
        dana.put(&path(), json!({ "originalText": "hoa", "newText": "club" })).await.ok();
        assert_eq!(verbiage(&dana).await, json!([{ "originalText": "HOA", "newText": "club" }]));
        for (change, field) in [
            (json!({ "originalText": "hoa", "newText": "{Balance}" }), "newText"),
            (json!({ "newText": "resort" }), "originalText"),
            (json!({ "originalText": " ", "newText": "resort" }), "originalText"),
            (json!({ "newReplacement": { "originalText": "{unit}", "newText": "home" } }), "newReplacement.originalText"),
            (json!({ "newReplacement": { "originalText": "dues", "newText": "your {{account}}" } }), "newReplacement.newText"),
        ] {
            assert_eq!(dana.put(&path(), change.clone()).await.fields(), [field], "{change}");
        }
        let missing = dana.put(&path(), json!({ "originalText": "fees", "newText": "dues", "prompt": "lost" })).await;
        assert_eq!((missing.status.as_u16(), missing.reason().as_str()), (404, "NOT_FOUND"));
        dana.put(&path(), json!({ "originalText": "Hoa", "newText": "" })).await.ok();
        assert_eq!(verbiage(&dana).await, json!([]));
        let community = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        assert_eq!(community["textCommunity"]["persona"]["prompt"], "");
    }

    async fn at_most_100_replacements_exist_even_with_concurrent_additions(server: TestServer) {
        let dana = server.harborline_admin().await;
        let add = |n: usize| {
            let pair = json!({ "newReplacement": { "originalText": format!("word {n}"), "newText": "x" } });
            async { dana.put(&path(), pair).await }
        };
        for n in 0..95 {
            add(n).await.ok();
        }
        let answers = futures::future::join_all((95..110).map(add)).await;
        assert_eq!(answers.iter().filter(|a| a.status == 200).count(), 5);
        assert!(answers.iter().filter(|a| a.status != 200).all(|a| a.reason() == "TOO_MANY_REPLACEMENTS"));
        assert_eq!(verbiage(&dana).await.as_array().unwrap().len(), 100);
    }

    async fn grpc_and_rest_agree_and_foreign_communities_are_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let change = json!({ "homeownerAuth": "PHONE_MATCH", "temperature": 0.5 });
        let rest = dana.put(&path(), change).await.ok();
        let request = json!({ "id": HARBOR_ROW, "homeownerAuth": "HOMEOWNER_AUTH_PHONE_MATCH", "temperature": 0.5 });
        assert_same(&rest, &response_json(&server.rpc("CommunityService.UpdatePersona", &dana.token, request).await));
        let foreign = json!({ "id": "community-larkspur-commons", "prompt": "mine" });
        let grpc = server.rpc("CommunityService.UpdatePersona", &dana.token, foreign).await;
        assert_eq!(refused(&grpc), (Code::NotFound, "NOT_FOUND".to_owned()));
        for (field, value) in [("temperature", json!(1.1)), ("prompt", json!("x".repeat(4_001))), ("botWaiver", json!("x".repeat(321)))] {
            let refused = dana.put(&path(), json!({ field: value })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]));
        }
    }

    async fn a_persona_update_emits_an_event_and_invalidates_the_bot_cache(server: TestServer) {
        let dana = server.harborline_admin().await;
        let version = |server: &TestServer| {
            let db = server.db.clone();
            async move {
                let mut tx = db.platform_read().await.unwrap();
                let sql = "SELECT knowledge_version FROM community WHERE id = 'community-harbor-row'";
                tx.query(sql).one::<(i64,)>().await.unwrap().0
            }
        };
        let before = version(&server).await;
        let events = |server: &TestServer| {
            let scope = platform::Scope::of_company(&platform::ids::CompanyId::from("company-harborline"));
            let db = server.db.clone();
            async move {
                let mut tx = db.read(&scope).await.unwrap();
                platform::events::between(&mut tx, &scope, 0, i64::MAX).await.unwrap().len()
            }
        };
        let count = events(&server).await;
        dana.put(&path(), json!({ "prompt": "Be kind." })).await.ok();
        assert_eq!(version(&server).await, before + 1);
        assert_eq!(events(&server).await, count + 1);
    }
}
