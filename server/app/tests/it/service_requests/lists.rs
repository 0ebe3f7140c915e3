//! Lists, counts, duplicates and the export.
use super::*;

fn numbers(list: &Value) -> Vec<String> {
    let requests = list["serviceRequests"].as_array().unwrap().iter();
    requests.map(|one| one["number"].as_str().unwrap().to_owned()).collect()
}

async fn count(staff: &Staff<'_>, state: &str) -> i64 {
    let response = staff.get("/serviceRequests/count").await.ok();
    let counts = response["counts"].as_array().unwrap();
    counts.iter().find(|one| one["state"] == state).map_or(0, |one| one["count"].as_i64().unwrap())
}

/// Adds 200 activities to each request of a company.
const ACTIVITIES: &str =
    "INSERT INTO service_request_activity (company_id, request_id, id, kind, at_ms, actor, state, body)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
    SELECT r.company_id, r.id, 'filler-' || i, 4, 0, '', 0, 'Filler'
    FROM n, service_request r WHERE r.company_id = 'company-northgate'";

on_both! {
    async fn a_request_says_that_it_has_more_than_200_activities(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let before = ingrid.get(&path_of(&request)).await.ok();
        assert_eq!(before["hasMoreActivities"], false);
        server.insert("company-northgate", ACTIVITIES).await;
        let shown = ingrid.get(&path_of(&request)).await.ok();
        assert_eq!((shown["activities"].as_array().unwrap().len(), &shown["hasMoreActivities"]), (200, &json!(true)));
    }

    async fn requests_are_filtered_searched_and_paged(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let all = ingrid.get("/serviceRequests?limit=200").await.ok();
        assert_eq!(numbers(&all).len(), 12);
        let first = ingrid.get("/serviceRequests?limit=5").await.ok();
        let token = first["nextPageToken"].as_str().unwrap();
        let rest = ingrid.get(&format!("/serviceRequests?limit=200&pageToken={token}")).await.ok();
        assert_eq!([numbers(&first), numbers(&rest)].concat(), numbers(&all));
        for (query, found) in [
            ("states=PENDING", 2), ("states=PENDING&states=APPROVED", 3), ("query=flick", 1), ("query=garage%20flicker", 1),
            ("query=garage%20sink", 0), ("query=302", 1), ("kinds=ARCHITECTURAL", 2), ("priorities=HIGH", 3),
            ("assigneeId=staff-northgate-admin", 7), ("communityId=community-juniper-mesa", 4), ("hasPendingEstimate=true", 1),
        ] {
            let page = ingrid.get(&format!("/serviceRequests?{query}")).await.ok();
            assert_eq!(numbers(&page).len(), found, "{query}");
        }
        let overdue = ingrid.get("/serviceRequests?isOverdue=true").await.ok();
        assert!(overdue["serviceRequests"].as_array().unwrap().iter().all(|one| one["isOverdue"] == true));
        assert!(!numbers(&overdue).is_empty());
        assert_eq!(ingrid.get("/serviceRequests?communityId=community-harbor-row").await.status, 404);
        assert_eq!(ingrid.get("/serviceRequests?assigneeId=staff-harborline-admin").await.status, 404);
    }

    async fn open_requests_are_sorted_by_age_or_due_date_across_pages(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        for (order, time) in [("OLDEST", "createdAt"), ("DUE", "dueAt")] {
            let all = ingrid.get(&format!("/serviceRequests?order={order}&limit=200")).await.ok();
            let rows = all["serviceRequests"].as_array().unwrap();
            let times: Vec<&str> = rows.iter().map(|one| one[time].as_str().unwrap()).collect();
            assert!(times.len() > 5 && times.is_sorted(), "{order}: {times:?}");
            let is_final = |one: &Value| ["DRAFT", "CLOSED", "DECLINED", "CANCELED"].contains(&one["state"].as_str().unwrap());
            assert!(!rows.iter().any(is_final), "{order}");
            let first = ingrid.get(&format!("/serviceRequests?order={order}&limit=3")).await.ok();
            let token = first["nextPageToken"].as_str().unwrap();
            let rest = ingrid.get(&format!("/serviceRequests?order={order}&limit=200&pageToken={token}")).await.ok();
            assert_eq!([numbers(&first), numbers(&rest)].concat(), numbers(&all), "{order}");
            let pending = ingrid.get(&format!("/serviceRequests?order={order}&states=PENDING")).await.ok();
            assert_eq!(numbers(&pending).len(), 2, "{order}");
        }
    }

    async fn requests_are_filtered_and_exported_by_vendor(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "vendor": "Prairie Glass & Door" })).await;
        let found = ingrid.get("/serviceRequests?vendor=Prairie%20Glass%20%26%20Door&states=PENDING").await.ok();
        assert_eq!(numbers(&found), [request["number"].as_str().unwrap()]);
        assert!(numbers(&ingrid.get("/serviceRequests?vendor=Prairie").await.ok()).is_empty());
        let filter = json!({ "filter": { "vendor": "Prairie Glass & Door", "states": ["PENDING"] } });
        assert_eq!(ingrid.post("/serviceRequests/export", filter).await.ok()["rowCount"], 1);
    }

    async fn bulk_approval_updates_counts_and_skips_decided_requests(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        assert_eq!((count(&ingrid, "PENDING").await, count(&ingrid, "APPROVED").await), (2, 1));
        let ids = json!({ "ids": ["request-larkspur-fan", "request-larkspur-leak", "request-tinsmith-door"] });
        let done = ingrid.post("/serviceRequests/approve", ids).await.ok();
        assert_eq!(done, json!({ "approvedCount": 2, "skippedIds": ["request-tinsmith-door"] }));
        assert_eq!((count(&ingrid, "PENDING").await, count(&ingrid, "APPROVED").await), (0, 3));
        let foreign = json!({ "ids": ["request-fenwick-roof"] });
        assert_eq!(ingrid.post("/serviceRequests/approve", foreign).await.status, 404);
    }

    async fn open_requests_of_the_same_unit_with_similar_titles_are_suggested(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let similar = async |title: &str, unit: &str| {
            let body = json!({ "communityId": LARKSPUR, "title": title, "unit": unit });
            numbers(&ingrid.post("/serviceRequests/similar", body).await.ok())
        };
        let number = request["number"].as_str().unwrap().to_owned();
        assert_eq!(similar("The sink in the kitchen drips", "B-12").await, [number]);
        assert!(similar("The sink in the kitchen drips", "B-13").await.is_empty());
        assert!(similar("Door is stuck", "B-12").await.is_empty());
        act(&ingrid, &request, "CANCEL", "").await.ok();
        assert!(similar("The sink in the kitchen drips", "B-12").await.is_empty());
    }

    async fn the_export_has_one_row_per_request(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let exported = ingrid.post("/serviceRequests/export", json!({ "filter": { "states": ["PENDING"] } })).await.ok();
        assert_eq!(exported["rowCount"], 2);
        let path = exported["url"].as_str().unwrap().strip_prefix("https://parlor.example").unwrap().to_owned();
        let file = server.rest("GET", &path, "", None).await;
        let text = String::from_utf8(file.bytes.to_vec()).unwrap();
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.contains("Bathroom fan runs all night"), "{text}");
    }

    async fn a_manager_sees_only_requests_of_assigned_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let body = json!({ "communityId": "community-osprey-lake", "title": "Dock board is loose" });
        let request = dana.post("/serviceRequests", body).await.ok()["serviceRequest"].clone();
        assert_eq!(dana.get(&path_of(&request)).await.ok()["serviceRequest"]["number"], request["number"]);
        assert_eq!(marcus.get(&path_of(&request)).await.status, 404);
        assert_eq!(numbers(&marcus.get("/serviceRequests").await.ok()).len(), 0);
        assert_eq!(count(&marcus, "PENDING").await, 0);
    }
}
