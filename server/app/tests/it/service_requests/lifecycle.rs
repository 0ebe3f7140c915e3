//! A request from its creation to its end, with the texts to the resident.
use std::time::Duration;

use super::*;

/// Returns the bodies of activities of a kind.
fn bodies(response: &Value, kind: &str) -> Vec<String> {
    let activities = response["activities"].as_array().unwrap().iter().filter(|one| one["kind"] == kind);
    activities.map(|one| one["body"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn the_resident_is_texted_at_each_step_of_a_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        assert_eq!((&request["state"], &request["kind"], &request["createdBy"]), (&json!("PENDING"), &json!("MAINTENANCE"), &json!("Ingrid Sorensen")));
        let number = request["number"].as_str().unwrap();
        assert!(number.starts_with("LC-"), "{number}");
        for (action, state) in [("APPROVE", "APPROVED"), ("START", "IN_PROGRESS"), ("COMPLETE", "COMPLETED"), ("REOPEN", "REOPENED"), ("START", "IN_PROGRESS"), ("COMPLETE", "COMPLETED"), ("CLOSE", "CLOSED")] {
            let changed = act(&ingrid, &request, action, "").await.ok();
            assert_eq!(changed["serviceRequest"]["state"], state, "{action}");
        }
        let response = ingrid.get(&path_of(&request)).await.ok();
        let words: Vec<String> = ["was received", "was approved", "is being worked on", "is done", "was reopened", "is being worked on", "is done"].map(|words| format!("Larkspur Commons: Your request {number} (Kitchen sink leaks) {words}")).into();
        let texts = bodies(&response, "TEXT");
        assert_eq!(texts.len(), words.len(), "{texts:?}");
        for (text, words) in texts.iter().zip(&words) {
            assert!(text.starts_with(words), "{text}");
        }
        server.settled().await;
        let shown: Vec<String> = ingrid.phone(RESIDENT).await.iter().map(|text| text["body"].as_str().unwrap().to_owned()).collect();
        assert_eq!(shown, texts, "each text arrives once, in order");
        assert_eq!(response["allowedActions"], json!([]));
        let refused = ingrid.patch(&path_of(&request), json!({ "title": "Sink" })).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SERVICE_REQUEST_CLOSED"));
    }

    async fn an_action_not_allowed_in_the_current_state_is_refused(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "isDraft": true })).await;
        assert_eq!(request["state"], "DRAFT");
        for (field, value) in [("contactEmail", "ava@x.example\r\nBcc: all"), ("contactPhone", "12"), ("title", " ")] {
            assert_eq!(ingrid.patch(&path_of(&request), json!({ field: value })).await.fields(), [field]);
        }
        ingrid.patch(&path_of(&request), json!({ "contactEmail": "ava@x.example" })).await.ok();
        ingrid.patch(&path_of(&request), json!({ "contactEmail": "", "contactPhone": "" })).await.ok();
        let request = ingrid.patch(&path_of(&request), json!({ "contactPhone": RESIDENT })).await.ok()["serviceRequest"].clone();
        assert_eq!(act(&ingrid, &request, "APPROVE", "").await.reason(), "SERVICE_REQUEST_ACTION_NOT_ALLOWED");
        act(&ingrid, &request, "SUBMIT", "").await.ok();
        for action in ["DECLINE", "REQUEST_INFO"] {
            assert_eq!(act(&ingrid, &request, action, " ").await.fields(), ["note"], "{action}");
        }
        let stale = json!({ "action": "APPROVE", "version": 1 });
        let stale = ingrid.post(&format!("{}/state", path_of(&request)), stale).await;
        assert_eq!((stale.status.as_u16(), stale.reason().as_str()), (409, "SERVICE_REQUEST_CHANGED"));
        act(&ingrid, &request, "APPROVE", "").await.ok();
        act(&ingrid, &request, "START", "").await.ok();
        assert_eq!(act(&ingrid, &request, "DEFER", "").await.fields(), ["deferredUntil"]);
        let later = json!({ "action": "DEFER", "deferredUntil": "2027-01-05T17:00:00Z" });
        let deferred = ingrid.post(&format!("{}/state", path_of(&request)), later).await.ok();
        assert_eq!(deferred["serviceRequest"]["deferredUntil"], "2027-01-05T17:00:00Z");
        act(&ingrid, &request, "CANCEL", "Duplicate").await.ok();
    }

    async fn work_starts_only_after_an_administrator_approves_the_estimate(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let theo = server.login("manager@northgate.example").await;
        let request = create(&ingrid, json!({})).await;
        act(&ingrid, &request, "APPROVE", "").await.ok();
        let path = path_of(&request);
        let decide = format!("{path}/estimate");
        assert_eq!(ingrid.post(&decide, json!({ "isApproved": true })).await.reason(), "NO_ESTIMATE_TO_DECIDE");
        let changed = ingrid.patch(&path, json!({ "estimateCents": 48_500, "vendor": "Cascade Heating" })).await.ok();
        assert_eq!(changed["serviceRequest"]["estimateState"], "PENDING");
        assert_eq!(act(&ingrid, &request, "START", "").await.reason(), "ESTIMATE_NOT_APPROVED");
        assert_eq!(theo.post(&decide, json!({ "isApproved": true })).await.status, 403, "a manager does not decide");
        ingrid.post(&decide, json!({ "isApproved": false, "note": "Too much" })).await.ok();
        assert_eq!(act(&ingrid, &request, "START", "").await.reason(), "ESTIMATE_NOT_APPROVED");
        ingrid.patch(&path, json!({ "estimateCents": 30_000 })).await.ok();
        ingrid.post(&decide, json!({ "isApproved": true })).await.ok();
        act(&ingrid, &request, "START", "").await.ok();
        let response = ingrid.get(&path).await.ok();
        assert_eq!(bodies(&response, "ESTIMATE"), ["Declined the estimate of $485.00. Too much", "Approved the estimate of $300.00."]);
    }

    async fn texts_wait_until_morning_and_are_not_sent_after_an_opt_out(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        // 20:00 in Portland.
        server.later(Duration::from_secs(13 * 3_600)).await;
        let request = create(&ingrid, json!({ "priority": "NORMAL" })).await;
        server.settled().await;
        let statuses = async |server: &TestServer| {
            server.settled().await;
            let shown = ingrid.phone(RESIDENT).await;
            shown.iter().map(|text| text["status"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
        };
        let delivery_states = statuses(&server).await;
        assert!(!delivery_states.iter().any(|status| status == "DELIVERED" || status == "SENT"), "{delivery_states:?}");
        server.later(Duration::from_secs(14 * 3_600)).await;
        assert_eq!(statuses(&server).await, ["DELIVERED"]);
        ingrid.text(RESIDENT, "+15035550111", "STOP").await.ok();
        server.settled().await;
        let before = ingrid.phone(RESIDENT).await.len();
        act(&ingrid, &request, "APPROVE", "").await.ok();
        server.settled().await;
        let after = ingrid.phone(RESIDENT).await;
        let delivered = after.iter().skip(before).filter(|text| text["status"] == "DELIVERED").count();
        assert_eq!(delivered, 0, "{after:?}");
    }

    async fn without_a_time_zone_of_the_community_texts_wait_by_the_area_code_of_the_phone(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        ingrid.patch(&format!("/admin/textCommunities/{LARKSPUR}"), json!({ "timeZone": "" })).await.ok();
        // 10:00 in New York, and 7:00 in Portland.
        create(&ingrid, json!({ "priority": "NORMAL" })).await;
        server.later(Duration::from_secs(2 * 3_600 - 1)).await;
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 0, "it is before 9:00 in Portland");
        server.later(Duration::from_secs(1)).await;
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 1);
    }

    async fn texts_are_sent_until_20_00(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        // 19:59:59 in Portland.
        server.later(Duration::from_secs(13 * 3_600 - 1)).await;
        create(&ingrid, json!({ "priority": "NORMAL" })).await;
        server.settled().await;
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 1);
    }

    async fn a_public_update_is_texted_and_an_internal_comment_is_not(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "notifyResident": false })).await;
        let comments = format!("{}/comments", path_of(&request));
        ingrid.post(&comments, json!({ "body": "The valve is old." })).await.ok();
        ingrid.post(&comments, json!({ "body": "The plumber comes at 3.", "isPublic": true })).await.ok();
        for blank in ["  ", "\u{200b}\u{feff}"] {
            assert_eq!(ingrid.post(&comments, json!({ "body": blank })).await.fields(), ["body"]);
        }
        server.settled().await;
        let number = request["number"].as_str().unwrap();
        let text = format!("Larkspur Commons: About your request {number}: The plumber comes at 3.");
        assert_eq!(ingrid.last_text(RESIDENT).await, text);
        assert_eq!(ingrid.phone(RESIDENT).await.len(), 1);
    }
}
