//! Work orders: emailed to a vendor, and answered with the link in the email.
use std::time::Duration;

use super::*;

const VENDOR: &str = "desk@plumbing.example";
const DAY: Duration = Duration::from_secs(86_400);

/// Sends a work order and returns the token of its link.
async fn send(server: &TestServer, staff: &Staff<'_>, request: &Value) -> String {
    let body = json!({ "vendor": "Reyes Plumbing", "email": VENDOR, "message": "Park behind the gate." });
    staff.post(&format!("{}/workOrders", path_of(request)), body).await.ok();
    server.mails_to(VENDOR).await[0].token()
}

async fn check(server: &TestServer, token: &str) -> Answer {
    server.rest("POST", "/workOrders/check", "", Some(json!({ "token": token }))).await
}

async fn answer(server: &TestServer, token: &str, mut body: Value) -> Answer {
    body["token"] = json!(token);
    server.rest("POST", "/workOrders/answer", "", Some(body)).await
}

async fn work_order_activities(staff: &Staff<'_>, request: &Value) -> (Value, Vec<String>) {
    let response = staff.get(&path_of(request)).await.ok();
    let activities = response["activities"].as_array().unwrap();
    let of_orders = activities.iter().filter(|one| one["kind"] == "WORK_ORDER");
    let text = |one: &Value| format!("{}: {}", one["actor"].as_str().unwrap(), one["body"].as_str().unwrap());
    (response["serviceRequest"].clone(), of_orders.map(text).collect())
}

on_both! {
    async fn a_vendor_accepts_with_a_date_and_an_estimate(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({ "description": "Under the sink" })).await;
        let token = send(&server, &ingrid, &request).await;
        let mail = &server.mails_to(VENDOR).await[0];
        assert!(mail.withheld && mail.body.contains("Under the sink") && mail.body.contains("Park behind the gate."));
        assert!(mail.body.contains(&format!("https://parlor.example/work-order/{token}")));

        let seen = check(&server, &token).await.ok();
        assert_eq!((&seen["title"], &seen["unit"], &seen["workOrder"]["state"]), (&json!("Kitchen sink leaks"), &json!("B-12"), &json!("SENT")));
        assert!(!seen.to_string().contains(RESIDENT), "the vendor does not see the resident's phone");
        let day = "2026-03-20";
        let accept = json!({ "isAccepted": true, "scheduledOn": day, "estimateCents": 35_050, "note": "Morning" });
        let accepted = answer(&server, &token, accept.clone()).await.ok()["workOrder"].clone();
        assert_eq!((&accepted["state"], &accepted["scheduledOn"], &accepted["estimateCents"]), (&json!("ACCEPTED"), &json!(day), &json!(35_050)));
        let again = answer(&server, &token, accept).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (400, "WORK_ORDER_ANSWERED"));

        let (changed, activities) = work_order_activities(&ingrid, &request).await;
        assert_eq!((&changed["vendor"], &changed["estimateCents"], &changed["estimateState"]), (&json!("Reyes Plumbing"), &json!(35_050), &json!("PENDING")));
        assert_eq!(activities[1], "Reyes Plumbing: Accepted the work order for March 20, 2026 with an estimate of $350.50. \"Morning\"");
        assert!(activities[0].ends_with(": Sent a work order to Reyes Plumbing (desk@plumbing.example)."), "{activities:?}");
        let listed = ingrid.get(&format!("{}/workOrders", path_of(&request))).await.ok()["workOrders"].clone();
        assert_eq!((&listed[0]["state"], listed.as_array().unwrap().len()), (&json!("ACCEPTED"), 1));
    }

    async fn an_empty_or_multiline_vendor_name_is_refused(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        for vendor in ["  ", "Reyes\r\nBcc: x@example.com"] {
            let body = json!({ "vendor": vendor, "email": VENDOR });
            let refused = ingrid.post(&format!("{}/workOrders", path_of(&request)), body).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["vendor".to_owned()]), "{vendor:?}");
        }
    }

    async fn declining_needs_a_reason_and_accepting_needs_a_date(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let token = send(&server, &ingrid, &request).await;
        assert_eq!(answer(&server, &token, json!({ "isAccepted": false })).await.fields(), ["note"]);
        for day in ["", "tomorrow", "2026-02-30", "2020-01-01", "2036-01-01"] {
            let refused = answer(&server, &token, json!({ "isAccepted": true, "scheduledOn": day })).await;
            assert_eq!(refused.fields(), ["scheduledOn"], "{day}");
        }
        answer(&server, &token, json!({ "isAccepted": false, "note": "Fully booked" })).await.ok();
        let (changed, activities) = work_order_activities(&ingrid, &request).await;
        assert_eq!(changed["estimateCents"], Value::Null);
        assert_eq!(activities[1], "Reyes Plumbing: Declined the work order. \"Fully booked\"");
    }

    async fn a_link_expires_after_14_days_or_on_replacement_or_closing(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = create(&ingrid, json!({})).await;
        let expired = async |token: &str| {
            let answer = check(&server, token).await;
            (answer.status.as_u16(), answer.reason()) == (400, "LINK_EXPIRED".to_owned())
        };
        assert!(expired("nobodys").await);
        let first = send(&server, &ingrid, &request).await;
        let second = send(&server, &ingrid, &request).await;
        assert!(expired(&first).await && !expired(&second).await);
        server.later(DAY * 14 - Duration::from_millis(1)).await;
        assert!(!expired(&second).await);
        server.later(Duration::from_millis(1)).await;
        assert!(expired(&second).await);
        let ingrid = server.northgate_admin().await;
        let third = send(&server, &ingrid, &request).await;
        act(&ingrid, &request, "CANCEL", "Not needed").await.ok();
        assert!(expired(&third).await);
        let body = json!({ "vendor": "Reyes Plumbing", "email": VENDOR });
        let closed = ingrid.post(&format!("{}/workOrders", path_of(&request)), body).await;
        assert_eq!(closed.reason(), "SERVICE_REQUEST_CLOSED");
    }

    async fn guessing_work_order_tokens_is_rate_limited(server: TestServer) {
        for _ in 0..100 {
            assert_eq!(check(&server, "nobodys").await.status, 400);
        }
        let limited = check(&server, "nobodys").await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
    }
}
