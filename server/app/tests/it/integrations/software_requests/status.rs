//! Reading the status of sent requests with a sync.
use platform::{
    Clock, Ids,
    jobs::{self, Job, JobKind},
};

use super::*;

/// Returns the number of times that a work order was read by its number.
fn reads(server: &TestServer) -> usize {
    server.vantaca.requests().iter().filter(|request| request.contains("xnNumber=34881")).count()
}

/// Reads the state of the requests after a sync at this time.
async fn read_after_sync_at(server: &TestServer, since: platform::Timestamp) {
    let (company, now) = (CompanyId::from("company-northgate"), server.clock.now());
    let mut tx = server.db.write(&Scope::of_company(&company)).await.unwrap();
    let job = Job {
        company,
        kind: JobKind::ReadSoftwareRequests,
        payload: json!({ "since": since }),
        key: "software request read of a test".to_owned(),
        queue_key: "software request read".to_owned(),
        run_at: now,
    };
    jobs::enqueue(&mut tx, &Ids::from_entropy(), now, job).await.unwrap();
    tx.commit().await.unwrap();
    server.settled().await;
}

on_both! {
    async fn a_request_is_read_once_although_the_clock_was_set_back_after_the_sync(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        read_after_sync_at(&server, server.clock.now().plus(HOUR)).await;
        assert_eq!(reads(&server), 1);
    }

    async fn a_sync_records_a_new_status_and_leaves_the_state_of_the_request(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.vantaca.step("With vendor", false);
        server.later(Duration::from_secs(60)).await;
        sync(&server, &ingrid).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["status"], &sent["checkedAt"]), (&json!("With vendor"), &json!(server.now())));
        assert_eq!(entries(&ingrid, &request).await[2], "Status in Vantaca: With vendor.");
        // A status that stays is no news.
        server.later(Duration::from_secs(60)).await;
        sync(&server, &ingrid).await;
        assert_eq!((entries(&ingrid, &request).await.len(), reads(&server)), (3, 2));
    }

    async fn a_request_that_is_closed_there_is_read_no_more(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.vantaca.step("Done", true);
        for _ in 0..2 {
            server.later(Duration::from_secs(60)).await;
            sync(&server, &ingrid).await;
        }
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["status"], &sent["isClosed"], reads(&server)), (&json!("Done"), &json!(true), 1));
    }

    async fn a_request_that_vantaca_no_longer_lists_is_read_no_more(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.vantaca.clear_items();
        for _ in 0..2 {
            server.later(Duration::from_secs(60)).await;
            sync(&server, &ingrid).await;
        }
        let sent = found(&ingrid, &request).await;
        let problem = "Vantaca doesn't list #34881 anymore. Check it there.";
        assert_eq!((&sent["state"], &sent["problem"], reads(&server)), (&json!("SENT"), &json!(problem), 1));
    }

    async fn a_request_that_was_not_listed_is_read_again_after_the_company_is_connected_anew(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        // As with the account of another company.
        let items = server.vantaca.clear_items();
        server.later(Duration::from_secs(60)).await;
        sync(&server, &ingrid).await;
        server.vantaca.restore_items(items);
        server.vantaca.step("With vendor", false);
        connect_vantaca(&ingrid).await;
        server.later(Duration::from_secs(60)).await;
        sync(&server, &ingrid).await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["status"], &sent["problem"], reads(&server)), (&json!("With vendor"), &json!(""), 2));
    }

    async fn the_status_is_read_at_night(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.vantaca.step("With vendor", false);
        server.later(HOUR * 24).await;
        let ingrid = server.northgate_admin().await;
        assert_eq!(found(&ingrid, &request).await["status"], "With vendor");
    }
}
