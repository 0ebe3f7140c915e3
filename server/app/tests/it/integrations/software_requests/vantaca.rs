//! Sending service requests to Vantaca.
use super::*;

on_both! {
    async fn a_maintenance_request_becomes_one_work_order(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        let destination = ingrid.get(&software_path(&request)).await.ok();
        assert_eq!((&destination["software"], &destination["refusal"]), (&json!("VANTACA"), &json!("")));
        assert_eq!(destination.get("softwareRequest"), None);

        let sent = send(&server, &ingrid, &request).await;
        assert_eq!((&sent["software"], &sent["state"], &sent["number"]), (&json!("VANTACA"), &json!("SENT"), &json!("34881")));
        assert_eq!((&sent["status"], &sent["isClosed"], &sent["problem"]), (&json!("New"), &json!(false), &json!("")));
        let orders = server.vantaca.items("workOrderList");
        assert_eq!(orders.len(), 1);
        let reference = reference_of(&request);
        assert_eq!((&orders[0]["assocCode"], &orders[0]["accountNo"]), (&json!("TL"), &json!("TL111")));
        assert_eq!((&orders[0]["subject"], &orders[0]["trackingID"]), (&json!(format!("{reference}: Kitchen sink leaks")), &json!(reference)));
        assert_eq!(orders[0]["description"], "111A\n\nUnder the sink");
        let expected = ["Started sending this request to Vantaca.", "In Vantaca as #34881. Status: New."];
        assert_eq!(entries(&ingrid, &request).await, expected);
        let trail = ingrid.get("/admin/audit?limit=10").await.json().to_string();
        assert!(trail.contains("SOFTWARE_REQUEST_SENT") && !trail.contains(VANTACA_PASSWORD), "{trail}");

        let again = ingrid.post(&software_path(&request), json!({})).await;
        assert_eq!((again.status.as_u16(), again.reason().as_str()), (400, "SERVICE_REQUEST_IN_SOFTWARE"));
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }

    async fn an_architectural_request_becomes_an_arc_request(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({ "kind": "ARCHITECTURAL", "title": "Paint the door" })).await;
        let sent = send(&server, &ingrid, &request).await;
        assert_eq!((&sent["state"], &sent["number"]), (&json!("SENT"), &json!("34881")));
        assert!(server.vantaca.items("workOrderList").is_empty());
        let requests = server.vantaca.items("ARCList");
        assert!(requests[0]["dueDate"].as_str().unwrap().starts_with("2026-"), "{requests:?}");
    }

    async fn a_busy_vantaca_is_waited_for(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.vantaca.will_write(&[VantacaBehavior::Refuse(429)]);
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENDING");
        server.later(Duration::from_secs(11)).await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }

    async fn a_refused_request_fails_with_the_reason_and_can_be_sent_again(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.vantaca.will_write(&[VantacaBehavior::Refuse(403)]);
        let failed = send(&server, &ingrid, &request).await;
        assert_eq!(failed["state"], "FAILED");
        let problem = failed["problem"].as_str().unwrap();
        assert!(problem.contains("does not let this login create work orders"), "{problem}");
        assert!(!problem.contains("pwd") && !problem.contains(VANTACA_LOGIN), "{problem}");
        let entry = entries(&ingrid, &request).await[1].clone();
        assert!(entry.starts_with("Not sent to Vantaca. Vantaca does not let"), "{entry}");
        assert_eq!(ingrid.get(&software_path(&request)).await.ok()["refusal"], "");
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENT");
    }

    async fn an_earlier_request_with_the_same_number_is_another_one(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let earlier = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &earlier).await;
        // As if its community had been purged and created again.
        run_sql(&server, "UPDATE service_request SET number = 'TL-1' WHERE company_id = $1 AND id IN (
            SELECT request_id FROM software_request WHERE company_id = $1)").await;
        run_sql(&server, "UPDATE service_request_number SET last = last - 1
            WHERE company_id = $1 AND community_id = 'community-tinsmith-lofts'").await;
        let request = approved(&ingrid, json!({})).await;
        assert_eq!(request["number"], earlier["number"]);
        assert_eq!(send(&server, &ingrid, &request).await["number"], "34882");
        assert_eq!(server.vantaca.items("workOrderList").len(), 2);
    }

    async fn a_request_whose_earlier_attempt_did_arrive_is_not_created_again(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.vantaca.will_write(&[VantacaBehavior::Lose]);
        send(&server, &ingrid, &request).await;
        // As if the lookups had ended too early.
        run_sql(&server, "UPDATE software_request SET state = 4 WHERE company_id = $1").await;
        server.later(Duration::from_secs(11)).await;
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }
}
