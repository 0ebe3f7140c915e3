//! Drafts that are shared with the company.
use contract::v1::EventKind;
use platform::Scope;
use serde_json::json;
use tonic::Code;

use super::{streaming::Drafting, *};
use crate::{
    messaging::live_events::{next, watch as watch_events},
    transport::refusals::reason,
};

const OSPREY_LAKE: &str = "community-osprey-lake";

/// Creates a notice about a community, or about none.
async fn create_about(server: &TestServer, staff: &Staff<'_>, community: &str) -> Value {
    let inputs = json!({ "purpose": "NOTICE", "notes": "The gate is painted.", "tone": "FRIENDLY" });
    let draft = json!({ "kind": "WRITING", "communityId": community, "inputs": inputs });
    let created = staff.post("/drafts", draft).await.ok()["draft"].clone();
    server.settled().await;
    created
}

async fn act(staff: &Staff<'_>, draft: &Value, verb: &str) -> Answer {
    staff.post(&format!("{}/{verb}", path_of(draft)), json!({})).await
}

/// Creates a draft and shares it with the company.
async fn share(server: &TestServer, staff: &Staff<'_>, community: &str) -> Value {
    let draft = create_about(server, staff, community).await;
    act(staff, &draft, "share").await.ok()["draft"].clone()
}

/// Returns the IDs of the drafts in a list.
async fn listed(staff: &Staff<'_>, scope: &str) -> Vec<Value> {
    let page = staff.get(&format!("/drafts?limit=200&scope={scope}")).await.ok();
    page["drafts"].as_array().unwrap().iter().map(|draft| draft["_id"].clone()).collect()
}

/// Returns the number of events of a draft.
async fn count_events(server: &TestServer, draft: &Value) -> i64 {
    let mut tx = server.db.read(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    let sql =
        "SELECT count(*) FROM event WHERE company_id = 'company-harborline' AND kind = 13 AND subject = $1";
    tx.query(sql).bind(draft["_id"].as_str().unwrap()).value().await.unwrap()
}

on_both! {
    async fn colleagues_read_a_shared_draft(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = create(&server, &marcus, "The gate is painted.").await;
        assert_eq!((&draft["isOwn"], &draft["ownerName"]), (&json!(true), &json!("")));
        assert!(!listed(&dana, "SHARED").await.contains(&draft["_id"]));
        let feedback = json!({ "feedback": "HELPFUL", "note": "Good" });
        marcus.put(&format!("{}/feedback", path_of(&draft)), feedback).await.ok();
        let own = act(&marcus, &draft, "share").await.ok()["draft"].clone();
        assert_eq!((&own["ownerName"], &own["sharedAt"]), (&json!("Marcus Bell"), &json!(server.now())));
        assert_eq!((&own["isOwn"], &own["feedback"]), (&json!(true), &json!("HELPFUL")));

        let shared = read(&dana, &draft).await;
        assert_eq!((&shared["isOwn"], &shared["ownerName"]), (&json!(false), &json!("Marcus Bell")));
        for same in ["text", "inputs", "facts", "versions", "revision", "updatedAt", "sharedAt"] {
            assert_eq!(shared[same], own[same], "{same}");
        }
        assert!(shared["feedback"] != "HELPFUL" && shared["feedbackNote"] == "", "feedback is the owner's: {shared}");
        dana.get(&format!("{}/version?number=1", path_of(&draft))).await.ok();
        dana.get(&format!("{}/export", path_of(&draft))).await.ok();
        assert!(listed(&dana, "SHARED").await.contains(&draft["_id"]));
        assert!(!listed(&dana, "MINE").await.contains(&draft["_id"]));
        for scope in ["SHARED", "MINE"] {
            assert!(listed(&marcus, scope).await.contains(&draft["_id"]), "{scope}");
        }
    }

    async fn only_the_owner_changes_a_shared_draft(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = share(&server, &marcus, HARBOR_ROW).await;
        let path = path_of(&draft);
        for (verb, body) in [
            ("stop", json!({})),
            ("continue", json!({})),
            ("regenerate", json!({})),
            ("rewrite", json!({ "text": "The gate", "style": "SHORTER" })),
            ("letters", json!({ "accountIds": ["nothing"] })),
            ("letters/export", json!({ "accountIds": ["nothing"] })),
            ("share", json!({})),
            ("unshare", json!({})),
        ] {
            let refused = dana.post(&format!("{path}/{verb}"), body).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "NOT_YOUR_DRAFT"), "{verb}");
        }
        assert_eq!(dana.patch(&path, json!({ "text": "Mine" })).await.reason(), "NOT_YOUR_DRAFT");
        assert_eq!(dana.put(&format!("{path}/feedback"), json!({ "feedback": "HELPFUL" })).await.reason(), "NOT_YOUR_DRAFT");
        assert_eq!(dana.delete(&path).await.reason(), "NOT_YOUR_DRAFT");
        let refused = watch(&server, &dana.token, &draft, 0).await.unwrap_err();
        assert_eq!((refused.code(), reason(&refused).as_str()), (Code::FailedPrecondition, "NOT_YOUR_DRAFT"));
        assert_eq!(read(&marcus, &draft).await, draft, "nothing changed");
        // The owner can still change it.
        marcus.patch(&path, json!({ "text": "The gate is green." })).await.ok();
        assert_eq!(read(&dana, &draft).await["text"], "The gate is green.");
    }

    async fn unsharing_deleting_and_turning_the_assistant_off_take_a_draft_away(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = share(&server, &dana, HARBOR_ROW).await;
        let copy = act(&marcus, &draft, "copy").await.ok()["draft"].clone();
        let unshared = act(&dana, &draft, "unshare").await.ok()["draft"].clone();
        assert_eq!((&unshared["sharedAt"], &unshared["ownerName"]), (&Value::Null, &json!("")));
        assert_eq!(marcus.get(&path_of(&draft)).await.reason(), "NOT_FOUND");
        assert_eq!(act(&marcus, &draft, "copy").await.reason(), "NOT_FOUND");
        assert!(!listed(&marcus, "SHARED").await.contains(&draft["_id"]));
        act(&dana, &draft, "share").await.ok();
        read(&marcus, &draft).await;
        dana.delete(&path_of(&draft)).await.ok();
        assert_eq!(marcus.get(&path_of(&draft)).await.reason(), "NOT_FOUND");
        assert_eq!(read(&marcus, &copy).await["text"], copy["text"], "a copy remains");

        let pool_gate = json!("draft-pool-gate");
        assert!(listed(&marcus, "SHARED").await.contains(&pool_gate));
        let operator = server.login("admin@parlor.example").await;
        let options = json!({ "dashboard_options": ["TEXT_BLAST"] });
        operator.patch("/admin/companies/company-harborline", options).await.ok();
        assert!(!listed(&marcus, "SHARED").await.contains(&pool_gate));
        assert_eq!(marcus.get("/drafts/draft-pool-gate").await.reason(), "NOT_FOUND");
    }

    async fn a_shared_draft_is_limited_to_its_company_and_to_users_who_see_its_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let here = share(&server, &dana, HARBOR_ROW).await;
        let elsewhere = share(&server, &dana, OSPREY_LAKE).await;
        let nowhere = share(&server, &dana, "").await;
        let seen = listed(&marcus, "SHARED").await;
        assert!(seen.contains(&here["_id"]) && seen.contains(&nowhere["_id"]), "{seen:?}");
        assert!(!seen.contains(&elsewhere["_id"]), "{seen:?}");
        for draft in [&here, &nowhere] {
            read(&marcus, draft).await;
        }
        let foreign = listed(&ingrid, "SHARED").await;
        for (staff, draft) in [(&marcus, &elsewhere), (&ingrid, &here), (&ingrid, &nowhere)] {
            let path = path_of(draft);
            assert_eq!(staff.get(&path).await.reason(), "NOT_FOUND");
            assert_eq!(staff.get(&format!("{path}/version?number=1")).await.reason(), "NOT_FOUND");
            assert_eq!(staff.get(&format!("{path}/export")).await.reason(), "NOT_FOUND");
            assert_eq!(staff.patch(&path, json!({ "text": "Mine" })).await.reason(), "NOT_FOUND");
            assert_eq!(act(staff, draft, "copy").await.reason(), "NOT_FOUND");
            assert_eq!(act(staff, draft, "unshare").await.reason(), "NOT_FOUND");
            assert!(!foreign.contains(&draft["_id"]));
        }
        let first = dana.get("/drafts?scope=SHARED&kinds=WRITING&limit=1").await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let second = dana.get(&format!("/drafts?scope=SHARED&kinds=WRITING&limit=2&pageToken={token}")).await.ok();
        assert_eq!(first["drafts"].as_array().unwrap().len(), 1);
        let pages = [&first["drafts"][0]["_id"], &second["drafts"][0]["_id"], &second["drafts"][1]["_id"]];
        assert_eq!(pages, [&nowhere["_id"], &elsewhere["_id"], &here["_id"]], "last changed first");
    }

    async fn a_copy_has_the_inputs_the_documents_and_the_text(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let sources = json!([{ "name": "board.txt", "text": "Ann: I move to adjourn." }]);
        let minutes = json!({ "kind": "MEETING_MINUTES", "communityId": HARBOR_ROW, "inputs": { "sources": sources } });
        let draft = dana.post("/drafts", minutes).await.ok()["draft"].clone();
        server.settled().await;
        let edited = json!({ "text": "# Minutes\n\nAdjourned at 9.", "confirmedDetails": ["9"] });
        dana.patch(&path_of(&draft), edited).await.ok();
        let original = act(&dana, &draft, "share").await.ok()["draft"].clone();
        let copy = act(&marcus, &draft, "copy").await.ok()["draft"].clone();
        for same in ["title", "kind", "communityId", "inputs", "text", "state", "facts"] {
            assert_eq!(copy[same], original[same], "{same}");
        }
        assert_eq!(copy["inputs"]["sources"], sources);
        assert_eq!((&copy["isOwn"], &copy["ownerName"], &copy["sharedAt"]), (&json!(true), &json!(""), &Value::Null));
        let [version] = &copy["versions"].as_array().unwrap()[..] else { panic!("one version: {copy}") };
        assert_eq!((&version["number"], &version["origin"]), (&json!(1), &json!("COPIED")));
        assert_eq!(copy["confirmedDetails"], json!([]), "the new owner checks the details again");
        assert_eq!(dana.get(&path_of(&copy)).await.reason(), "NOT_FOUND");

        let changed = marcus.patch(&path_of(&copy), json!({ "text": "Mine" })).await.ok()["draft"].clone();
        assert_eq!(changed["version"], 2, "the copied text is kept");
        let first = marcus.get(&format!("{}/version?number=1", path_of(&copy))).await.ok();
        assert_eq!(first["text"], original["text"]);
        assert_eq!(read(&dana, &draft).await, original, "the original is unchanged");
    }

    async fn a_draft_that_is_written_can_be_shared_but_not_copied(it: Drafting) {
        let dana = it.server.harborline_admin().await;
        let marcus = it.server.login("manager@harborline.example").await;
        let parts = vec![
            StreamPart::Text("# Gate\n\nThe gate ".into()),
            StreamPart::Held(1),
            StreamPart::Text("is painted.".into()),
            StreamPart::Finish("stop"),
            StreamPart::Usage(50),
            StreamPart::Done,
        ];
        it.model.will([ModelBehavior::Stream(parts)]);
        let draft = create(&it.server, &dana, "The gate is painted.").await;
        it.wait_until_stored(&dana, &draft, "The gate").await;
        act(&dana, &draft, "share").await.ok();
        assert_eq!(act(&marcus, &draft, "copy").await.reason(), "DRAFT_BEING_WRITTEN");
        assert_eq!(count_events(&it.server, &draft).await, 1, "it was shared");
        it.model.release(1);
        let written = it.wait_for_state(&marcus, &draft, "DONE").await;
        assert!(written["text"].as_str().unwrap().contains("The gate is painted."), "{written}");
        assert_eq!(count_events(&it.server, &draft).await, 2, "it was written");
        act(&marcus, &draft, "copy").await.ok();
    }

    async fn colleagues_are_notified_of_changes_to_shared_drafts_only(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = create(&server, &dana, "The gate is painted.").await;
        let path = path_of(&draft);
        dana.patch(&path, json!({ "text": "One" })).await.ok();
        assert_eq!(count_events(&server, &draft).await, 0, "it is not shared");
        let mut events = watch_events(&server, &marcus.token, 0).await;
        assert_eq!(next(&mut events).await.unwrap().kind(), EventKind::Ready);
        act(&dana, &draft, "share").await.ok();
        act(&dana, &draft, "share").await.ok();
        loop {
            let event = next(&mut events).await.unwrap();
            if event.kind() == EventKind::Draft {
                assert_eq!((json!(event.subject), event.community_id.as_str()), (draft["_id"].clone(), HARBOR_ROW));
                break;
            }
        }
        assert_eq!(count_events(&server, &draft).await, 1, "sharing it again has no effect");
        dana.patch(&path, json!({ "text": "Two" })).await.ok();
        act(&dana, &draft, "unshare").await.ok();
        dana.patch(&path, json!({ "text": "Three" })).await.ok();
        assert_eq!(count_events(&server, &draft).await, 3);
        act(&dana, &draft, "share").await.ok();
        dana.delete(&path).await.ok();
        assert_eq!(count_events(&server, &draft).await, 5);
        for (action, count) in [("DRAFT_SHARED", 2), ("DRAFT_UNSHARED", 1)] {
            let trail = dana.get(&format!("/admin/audit?action={action}")).await.ok();
            let entries = trail["entries"].as_array().unwrap();
            assert_eq!(entries.len(), count, "{action}: {trail}");
            assert!(entries.iter().all(|entry| entry["subject"] == draft["_id"]), "{trail}");
        }
    }

    async fn the_shared_drafts_of_a_deactivated_user_remain(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let draft = share(&server, &marcus, HARBOR_ROW).await;
        let kept = create(&server, &marcus, "The pool opens.").await;
        dana.post("/users/id/staff-harborline-manager/deactivate", json!({})).await.ok();
        let shared = read(&dana, &draft).await;
        assert_eq!((&shared["ownerName"], &shared["text"]), (&json!("Marcus Bell"), &draft["text"]));
        assert!(listed(&dana, "SHARED").await.contains(&draft["_id"]));
        act(&dana, &draft, "copy").await.ok();
        assert_eq!(dana.get(&path_of(&kept)).await.reason(), "NOT_FOUND");
    }
}
