//! Without a language model, drafts are written from templates and labeled so.
use serde_json::json;

use super::*;

const NOTES: &str = "Garage cleaning. December 1 on level P1, 8 AM to 4 PM. Cars out by 7:30 AM.";

const TRANSCRIPT: &str = "[0:42:10] Josephine Abara: I move that we award the roof repair to Northline Roofing for $84,600.\n\
     [0:42:21] Wen Petrie: Second.\n\
     [0:42:24] R. Castellanos: Opposed? Amina. That carries, three to one.\n\
     [0:58:03] Wen Petrie: I will get two bids for the pool gate by December 8.\n";

on_both! {
    async fn a_template_draft_contains_the_notes_and_is_marked_as_a_template(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = read(&dana, &create(&server, &dana, NOTES).await).await;
        assert_eq!((&draft["state"], &draft["isTemplate"]), (&json!("DONE"), &json!(true)));
        assert_eq!((&draft["templateReason"], &draft["title"]), (&json!("NO_MODEL"), &json!("Garage cleaning")));
        let text = draft["text"].as_str().unwrap();
        assert!(text.starts_with("# Garage cleaning\n\nDear neighbors,"), "{text}");
        assert!(text.contains("Cars out by 7:30 AM.") && text.contains("Dana Okafor"), "{text}");
        assert_eq!(draft["unverifiedDetails"], json!([]));
        assert!(!draft["facts"].as_array().unwrap().is_empty(), "the community's answers about parking");
        let status = dana.get("/drafting/status").await.ok();
        assert_eq!((&status["hasModel"], &status["usedTokens"]), (&json!(false), &json!(0)));
    }

    async fn a_fact_is_used_only_if_the_text_has_it_and_not_if_the_notes_name_the_same_day(server: TestServer) {
        let dana = server.harborline_admin().await;
        let notes = "Recycling, parking and office. Closed Monday to Sunday, December 1, 7 AM to 9 PM.";
        let draft = read(&dana, &create(&server, &dana, notes).await).await;
        let facts = draft["facts"].as_array().unwrap();
        assert!(!facts.is_empty() && facts.iter().all(|fact| fact["isUsed"] == false), "{facts:?}");
        let text = format!("{}

{}", draft["text"].as_str().unwrap(), facts[0]["text"].as_str().unwrap());
        let edit = json!({ "revision": draft["revision"], "text": text });
        let edited = dana.patch(&path_of(&draft), edit).await.ok()["draft"].clone();
        assert_eq!(edited["facts"][0]["isUsed"], true);
    }

    async fn minutes_list_motions_votes_and_action_items_with_timestamps(server: TestServer) {
        let dana = server.harborline_admin().await;
        let sources = json!([{ "name": "board.txt", "text": TRANSCRIPT }]);
        let draft = json!({ "kind": "MEETING_MINUTES", "communityId": HARBOR_ROW, "inputs": { "sources": sources } });
        let draft = dana.post("/drafts", draft).await.ok()["draft"].clone();
        server.settled().await;
        let text = read(&dana, &draft).await["text"].as_str().unwrap().to_owned();
        for expected in [
            "1. Award the roof repair to Northline Roofing for $84,600. Moved by Josephine Abara, seconded by Wen Petrie. Carried",
            "(0:42:10)",
            "- Get two bids for the pool gate by December 8 – Wen Petrie, due December 8 (0:58:03)",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }

    async fn details_added_by_an_edit_are_unverified_until_confirmed(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = read(&dana, &create(&server, &dana, NOTES).await).await;
        let text = format!("{}\nThe fine is $75. Ask Morgan Vance.", draft["text"].as_str().unwrap());
        let edit = json!({ "revision": draft["revision"], "text": text });
        let edited = dana.patch(&path_of(&draft), edit.clone()).await.ok()["draft"].clone();
        assert_eq!((&edited["version"], &edited["versions"][0]["origin"]), (&json!(2), &json!("EDITED")));
        let details = json!([{ "text": "75", "kind": "AMOUNT" }, { "text": "Morgan Vance", "kind": "NAME" }]);
        assert_eq!(edited["unverifiedDetails"], details);
        assert_eq!(dana.patch(&path_of(&draft), edit).await.reason(), "DRAFT_TEXT_CHANGED");
        let confirmed = json!({ "text": text, "confirmedDetails": ["75", "Morgan Vance"] });
        let edited = dana.patch(&path_of(&draft), confirmed).await.ok()["draft"].clone();
        assert_eq!((&edited["version"], &edited["unverifiedDetails"]), (&json!(2), &json!([])));
        let first = dana.get(&format!("{}/version?number=1", path_of(&draft))).await.ok();
        assert_eq!(first["text"], draft["text"], "the version before the edit is kept");
    }

    async fn regenerating_accepts_new_inputs_and_keeps_the_previous_version(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = create(&server, &dana, NOTES).await;
        let inputs = json!({ "inputs": { "purpose": "BOARD_UPDATE", "notes": "The roof is done." } });
        dana.post(&format!("{}/regenerate", path_of(&draft)), inputs).await.ok();
        server.settled().await;
        let second = read(&dana, &draft).await;
        assert_eq!((&second["version"], &second["state"]), (&json!(2), &json!("DONE")));
        assert!(second["text"].as_str().unwrap().contains("Dear board members,"));
        assert_eq!(second["versions"].as_array().unwrap().len(), 2);
        assert_eq!(dana.post(&format!("{}/continue", path_of(&draft)), json!({})).await.reason(), "DRAFT_NOT_STOPPED");
    }

    async fn missing_inputs_are_refused_with_their_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (kind, inputs, field) in [
            ("WRITING", json!({ "notes": "No purpose" }), "inputs.purpose"),
            ("WRITING", json!({ "purpose": "NOTICE" }), "inputs.notes"),
            ("MEETING_MINUTES", json!({}), "inputs.sources"),
            ("MEDIATION", json!({}), "inputs.fields"),
            ("POLICY", json!({ "notes": "x", "fields": [{ "key": "TRADE", "value": "x" }] }), "inputs.fields[0].key"),
        ] {
            let refused = dana.post("/drafts", json!({ "kind": kind, "inputs": inputs })).await;
            assert_eq!(refused.fields(), [field], "{kind}");
        }
        let spanish = json!({ "purpose": "NOTICE", "notes": "Hello", "language": "SPANISH" });
        let refused = dana.post("/drafts", json!({ "kind": "WRITING", "inputs": spanish })).await;
        assert_eq!(refused.reason(), "LANGUAGE_NEEDS_MODEL");
    }

    async fn feedback_is_stored_and_a_deleted_draft_is_not_found(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = create(&server, &dana, NOTES).await;
        let feedback = json!({ "feedback": "HELPFUL", "note": "Right away" });
        let rated = dana.put(&format!("{}/feedback", path_of(&draft)), feedback).await.ok()["draft"].clone();
        assert_eq!((&rated["feedback"], &rated["feedbackNote"]), (&json!("HELPFUL"), &json!("Right away")));
        dana.delete(&path_of(&draft)).await.ok();
        assert_eq!(dana.get(&path_of(&draft)).await.reason(), "NOT_FOUND");
        let listed = dana.get("/drafts").await.ok()["drafts"].clone();
        assert!(listed.as_array().unwrap().iter().all(|one| one["_id"] != draft["_id"]), "{listed}");
    }
}
