//! Requests of which Vantaca does not say whether it took them.
use super::*;

/// Sends a request of which Vantaca does not say whether it took it. Returns the administrator and the request.
async fn unconfirmed(server: &TestServer, behavior: VantacaBehavior) -> (Staff<'_>, Value) {
    let ingrid = with_vantaca(server).await;
    let request = approved(&ingrid, json!({})).await;
    server.vantaca.will_write(&[behavior]);
    let sent = send(server, &ingrid, &request).await;
    assert_eq!((&sent["state"], &sent["number"]), (&json!("UNCONFIRMED"), &json!("")));
    let again = ingrid.post(&software_path(&request), json!({})).await;
    assert_eq!(again.reason(), "SERVICE_REQUEST_IN_SOFTWARE");
    (ingrid, request)
}

/// Returns the number of failed attempts or lookups of the only request.
async fn tries(server: &TestServer) -> i32 {
    let company = CompanyId::from("company-northgate");
    let mut tx = server.db.read(&Scope::of_company(&company)).await.unwrap();
    let sql = "SELECT tries FROM software_request WHERE company_id = $1";
    let (tries,): (i32,) = tx.query(sql).bind(company.as_str()).one().await.unwrap();
    tries
}

on_both! {
    async fn a_sync_leaves_the_lookups_to_the_job_of_the_request(server: TestServer) {
        let (ingrid, request) = unconfirmed(&server, VantacaBehavior::Lose).await;
        sync(&server, &ingrid).await;
        assert_eq!(found(&ingrid, &request).await["state"], "UNCONFIRMED");
        server.later(Duration::from_secs(11)).await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
    }

    async fn attempts_that_failed_before_shorten_no_lookups(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        server.vantaca.will_write(&[VantacaBehavior::Refuse(429); 2]);
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENDING");
        server.later(Duration::from_secs(11)).await;
        assert_eq!(tries(&server).await, 2);
        let calls = server.vantaca.requests().len();
        server.vantaca.will_write(&[VantacaBehavior::Hang]);
        server.clock.advance(Duration::from_secs(11));
        server.vantaca.called(calls + 2).await;
        // What a server finds that starts after this one was killed.
        let state = found(&ingrid, &request).await["state"].clone();
        assert_eq!((state, tries(&server).await), (json!("UNCONFIRMED"), 0));
        server.later(Duration::from_secs(16)).await;
        assert_eq!(found(&ingrid, &request).await["state"], "UNCONFIRMED");
    }

    async fn what_becomes_of_a_request_is_recorded_although_its_community_was_deleted(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        let calls = server.vantaca.requests().len();
        server.vantaca.will_write(&[VantacaBehavior::Hang]);
        ingrid.post(&software_path(&request), json!({})).await.ok();
        server.vantaca.called(calls + 2).await;
        set_live(&server, false).await;
        server.later(Duration::from_secs(16)).await;
        set_live(&server, true).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!(sent["state"], "UNCONFIRMED");
        assert_eq!(sent["problem"], "Vantaca did not answer in time.");
    }

    async fn a_request_whose_response_is_lost_is_looked_up_and_not_sent_again(server: TestServer) {
        let (ingrid, request) = unconfirmed(&server, VantacaBehavior::Lose).await;
        let entry = entries(&ingrid, &request).await[1].clone();
        assert_eq!(entry, "Vantaca didn't confirm this request. Parlor is checking whether it arrived.");
        server.later(Duration::from_secs(11)).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["state"], &sent["number"], &sent["problem"]), (&json!("SENT"), &json!("34881"), &json!("")));
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }

    async fn a_request_that_is_nowhere_to_be_found_fails_and_is_sent_again_only_by_staff(server: TestServer) {
        let (_, request) = unconfirmed(&server, VantacaBehavior::Refuse(500)).await;
        for _ in 0..5 {
            server.later(HOUR + Duration::from_secs(1)).await;
        }
        let ingrid = server.northgate_admin().await;
        let failed = found(&ingrid, &request).await;
        assert_eq!((&failed["state"], &failed["problem"]), (&json!("FAILED"), &json!("Vantaca doesn't list it. Send it again.")));
        assert!(server.vantaca.items("workOrderList").is_empty());
        assert_eq!(send(&server, &ingrid, &request).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }

    async fn nonsense_is_no_confirmation(server: TestServer) {
        let (ingrid, request) = unconfirmed(&server, VantacaBehavior::TalkNonsense("<html>oops</html>")).await;
        assert_eq!(found(&ingrid, &request).await["problem"], "");
    }

    async fn silence_is_no_confirmation(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        let calls = server.vantaca.requests().len();
        server.vantaca.will_write(&[VantacaBehavior::Hang]);
        ingrid.post(&software_path(&request), json!({})).await.ok();
        // The lookup, and the call that creates it.
        server.vantaca.called(calls + 2).await;
        assert_eq!(found(&ingrid, &request).await["state"], "UNCONFIRMED");
        server.later(Duration::from_secs(16)).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["state"], &sent["problem"]), (&json!("UNCONFIRMED"), &json!("Vantaca did not answer in time.")));
    }

    async fn a_lookup_that_fails_leaves_the_request_unconfirmed_until_a_sync_finds_it(server: TestServer) {
        let (ingrid, request) = unconfirmed(&server, VantacaBehavior::Lose).await;
        server.vantaca.will(&[VantacaBehavior::Refuse(403)]);
        server.later(Duration::from_secs(11)).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!(sent["state"], "UNCONFIRMED");
        assert!(sent["problem"].as_str().unwrap().contains("does not accept this login"), "{sent}");
        sync(&server, &ingrid).await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }
}
