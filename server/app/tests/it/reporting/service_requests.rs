//! Figures on service requests and on plan usage, with hand-computed examples.
use std::time::Duration;

use platform::Scope;
use serde_json::{Value, json};

use crate::support::*;

/// 2026-02-10, 15:00 UTC; the clock of tests is at 2026-03-02, 15:00 UTC.
const BEGIN: i64 = 1_770_735_600_000;
const HOUR: i64 = 3_600_000;
const RANGE: &str = "startDate=2026-02-10&endDate=2026-02-19&timeZone=UTC";

/// A request with its states, each with the hours since its creation.
struct Request {
    id: &'static str,
    /// Hours from the beginning to its creation.
    created: i64,
    states: &'static [(i32, i64)],
}

/// Draft is 1, pending 2, in progress 5, completed 7, reopened 11.
const REQUESTS: [Request; 5] = [
    Request { id: "request-draft", created: 0, states: &[(1, 0)] },
    Request { id: "request-done", created: 1, states: &[(2, 0), (5, 2), (7, 6)] },
    Request { id: "request-again", created: 2, states: &[(1, 0), (2, 1), (7, 10), (11, 20), (7, 30)] },
    Request { id: "request-old", created: -60 * 24, states: &[(2, 0), (5, 3)] },
    Request { id: "request-new", created: 16 * 24, states: &[(2, 0)] },
];

async fn store(server: &TestServer) {
    let mut tx = server.db.write(&Scope::of_company(&"company-harborline".into())).await.unwrap();
    for one in &REQUESTS {
        let created = BEGIN + one.created * HOUR;
        let state = one.states.last().unwrap().0;
        let sql = "INSERT INTO service_request (company_id, id, community_id, number, state, kind, priority, title, description,
                unit, location, contact_name, contact_phone, contact_email, entry_permission, pets, vendor, estimate_state,
                due_ms, notify_resident, created_by, created_ms, state_changed_ms, photo_count, version)
            VALUES ('company-harborline', $1, $2, $1, $3, 1, 2, 'Leak', '', '', '', 'Ava', '+12025550188', '', 0, '', '', 0,
                $4, FALSE, '', $4, $4, 0, 1)";
        tx.query(sql).bind(one.id).bind(HARBOR_ROW).bind(state).bind(created).run().await.unwrap();
        for (place, (state, hours)) in one.states.iter().enumerate() {
            let sql = "INSERT INTO service_request_activity (company_id, request_id, id, kind, at_ms, actor, state, body)
                VALUES ('company-harborline', $1, $2, $3, $4, '', $5, '')";
            let query = tx.query(sql).bind(one.id).bind(format!("{}-{place}", one.id));
            let query = query.bind(if place == 0 { 1 } else { 2 }).bind(created + hours * HOUR);
            query.bind(*state).run().await.unwrap();
        }
    }
    tx.commit().await.unwrap();
}

fn value(report: &Value, metric: &str) -> Option<f64> {
    let figures = report["figures"].as_array().unwrap();
    figures.iter().find(|one| one["metric"] == metric).and_then(|one| one["value"].as_f64())
}

async fn listed(dana: &Staff<'_>, metric: &str) -> Vec<Value> {
    let path = format!("/reports/details?{RANGE}&metric={metric}");
    dana.get(&path).await.ok()["details"].as_array().unwrap().clone()
}

on_both! {
    async fn service_requests_are_counted_by_state_and_age(server: TestServer) {
        let dana = server.harborline_admin().await;
        let report = dana.get(&format!("/reports?{RANGE}")).await.ok()["report"].clone();
        assert_eq!(value(&report, "REQUESTS_SUBMITTED"), None, "without requests there is no data");
        store(&server).await;
        for when in ["from activities", "from stored counts"] {
            let report = dana.get(&format!("/reports?{RANGE}")).await.ok()["report"].clone();
            let values = ["REQUESTS_SUBMITTED", "REQUESTS_COMPLETED", "REQUEST_COMPLETION", "OPEN_REQUESTS"];
            let values = values.map(|metric| value(&report, metric));
            // Completed after 6, 10 and 30 hours.
            assert_eq!(values, [Some(2.0), Some(3.0), Some(600.0), Some(2.0)], "{when}");
            let open = report["serviceRequests"].as_array().unwrap();
            let open: Vec<_> = open.iter().map(|one| [&one["state"], &one["upTo7Days"], &one["upTo90Days"]]).collect();
            let count = |of: i64| json!(of);
            let expected = [[json!("PENDING"), count(1), count(0)], [json!("IN_PROGRESS"), count(0), count(1)]];
            assert_eq!(open, expected.each_ref().map(|one| one.each_ref()), "{when}: {report}");
            for (metric, number) in [("REQUESTS_SUBMITTED", 2), ("REQUESTS_COMPLETED", 3), ("OPEN_REQUESTS", 2)] {
                assert_eq!(listed(&dana, metric).await.len(), number, "{when} {metric}");
            }
            let took: Vec<_> = listed(&dana, "REQUEST_COMPLETION").await.iter().map(|one| one["value"].clone()).collect();
            assert_eq!(took, [1_800, 600, 360].map(|minutes| json!(minutes)), "{when}");
            for _ in 0..4 {
                server.later(Duration::from_secs(600)).await;
            }
        }
        let other = dana.get(&format!("/reports?{RANGE}&channel=TEXT")).await.ok()["report"].clone();
        assert_eq!(value(&other, "OPEN_REQUESTS"), None);
    }

    async fn segments_are_compared_with_the_plan(server: TestServer) {
        let dana = server.harborline_admin().await;
        let report = dana.get("/reports").await.ok()["report"].clone();
        let included = report["includedSegmentsPerMonth"].as_f64().unwrap();
        // 28 of 30 days of a month.
        let expected = value(&report, "SEGMENTS").unwrap() / (included * 28.0 / 30.0);
        assert_eq!(value(&report, "PLAN_SHARE"), Some(expected));
        assert!(expected > 0.0);
    }
}
