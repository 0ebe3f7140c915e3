//! Due dates in the office hours of the company, which opens at 8:30 in the time zone of the community.
use std::time::Duration;

use contract::v1::{UpdateServiceRequestRequest, UpdateServiceRequestResponse};

use super::*;

const CUSTOMIZE: &str = "/admin/company/company-northgate/customizations";

/// The due date of a new request of a priority.
async fn due(staff: &Staff<'_>, priority: &str) -> String {
    let request = create(staff, json!({ "priority": priority })).await;
    request["dueAt"].as_str().unwrap().to_owned()
}

on_both! {
    async fn due_dates_count_business_days_and_emergencies_are_due_in_4_hours(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        // Monday, 7:00 in Portland. The clocks go forward on Sunday, 8 March.
        for (priority, at) in [
            ("EMERGENCY", "2026-03-02T19:00:00Z"), ("HIGH", "2026-03-03T16:30:00Z"),
            ("NORMAL", "2026-03-05T16:30:00Z"), ("LOW", "2026-03-16T15:30:00Z"),
        ] {
            assert_eq!(due(&ingrid, priority).await, at, "{priority}");
        }
        // Saturday, 11:00.
        server.later(Duration::from_secs((5 * 24 + 4) * 3_600)).await;
        let ingrid = server.northgate_admin().await;
        assert_eq!(due(&ingrid, "EMERGENCY").await, "2026-03-07T23:00:00Z");
        assert_eq!(due(&ingrid, "HIGH").await, "2026-03-10T15:30:00Z");
    }

    async fn a_new_priority_recomputes_the_due_date_unless_one_is_given(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "priority": "LOW" })).await;
        server.later(Duration::from_secs(3 * 3_600)).await;
        let change = async |body: Value| ingrid.patch(&path_of(&request), body).await.ok()["serviceRequest"]["dueAt"].clone();
        assert_eq!(change(json!({ "priority": "HIGH" })).await, "2026-03-03T16:30:00Z");
        assert_eq!(change(json!({ "priority": "EMERGENCY" })).await, "2026-03-02T19:00:00Z");
        assert_eq!(change(json!({ "priority": "NORMAL", "dueAt": "2026-03-04T17:00:00Z" })).await, "2026-03-04T17:00:00Z");
        assert_eq!(change(json!({ "priority": "NORMAL", "title": "Sink" })).await, "2026-03-04T17:00:00Z", "the priority is the same");
    }

    async fn a_due_date_that_json_cannot_express_becomes_the_last_one_that_it_can(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        for (seconds, at) in [(i64::MAX, "9999-12-30T22:00:00Z"), (i64::MIN, "0001-01-01T00:00:00Z")] {
            let id = request["_id"].as_str().unwrap().to_owned();
            let due_at = Some(prost_types::Timestamp { seconds, nanos: 0 });
            let change = UpdateServiceRequestRequest { id, due_at, ..Default::default() };
            let _: UpdateServiceRequestResponse = ingrid.call("ServiceRequestService.UpdateServiceRequest", &change).await;
            let listed = ingrid.get("/serviceRequests?limit=200").await.ok();
            let all = listed["serviceRequests"].as_array().unwrap();
            assert_eq!(all.iter().find(|one| one["_id"] == request["_id"]).unwrap()["dueAt"], at);
        }
    }

    async fn requests_from_texts_have_the_same_due_dates(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for body in ["my sink leaks", "kitchen", "unit C-4", "today", "call first"] {
            ingrid.text("+15035550171", "+15035550111", body).await.ok();
        }
        ingrid.text("+15035550171", "+15035550111", "SEND").await.ok();
        let list = ingrid.get(&format!("/serviceRequests?communityId={LARKSPUR}&limit=200")).await.ok();
        let all = list["serviceRequests"].as_array().unwrap();
        let request = all.iter().find(|one| one["contactPhone"] == "+15035550171").expect("the request");
        assert_eq!((&request["priority"], &request["dueAt"]), (&json!("NORMAL"), &json!("2026-03-05T16:30:00Z")));
    }

    async fn without_office_hours_all_hours_count_toward_due_dates(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let customized = server.rest("PUT", CUSTOMIZE, &ingrid.token, Some(json!({}))).await;
        customized.ok();
        for (priority, at) in [
            ("EMERGENCY", "2026-03-02T19:00:00Z"), ("HIGH", "2026-03-03T15:00:00Z"),
            ("NORMAL", "2026-03-05T15:00:00Z"), ("LOW", "2026-03-12T15:00:00Z"),
        ] {
            assert_eq!(due(&ingrid, priority).await, at, "{priority}");
        }
    }
}
