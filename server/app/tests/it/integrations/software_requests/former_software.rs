//! Requests that were sent to software to which the company is no longer connected.
use super::{buildium::with_buildium, *};

/// Sends a request of which Vantaca does not say that it took it, and then connects the company to Buildium. Returns the
/// administrator and the request.
async fn switched(server: &TestServer) -> (Staff<'_>, Value) {
    let ingrid = with_vantaca(server).await;
    let request = approved(&ingrid, json!({})).await;
    server.vantaca.will_write(&[VantacaBehavior::Lose]);
    let sent = send(server, &ingrid, &request).await;
    assert_eq!((&sent["state"], &sent["isDisconnected"]), (&json!("UNCONFIRMED"), &json!(false)));
    ingrid.delete(CONNECTION).await.ok();
    set_company(server, "company-northgate", "software = 21").await;
    (with_buildium(server).await, request)
}

on_both! {
    async fn a_request_that_former_software_may_have_is_sent_to_the_new_one_only_by_staff(server: TestServer) {
        let (ingrid, request) = switched(&server).await;
        server.later(Duration::from_secs(11)).await;
        let destination = ingrid.get(&software_path(&request)).await.ok();
        assert_eq!((&destination["software"], &destination["refusal"]), (&json!("BUILDIUM"), &json!("")));
        let before = &destination["softwareRequest"];
        assert_eq!((&before["software"], &before["state"]), (&json!("VANTACA"), &json!("UNCONFIRMED")));
        assert_eq!((&before["isDisconnected"], &before["problem"]), (&json!(true), &json!("This company is no longer connected to Vantaca.")));
        let refused = ingrid.post(&software_path(&request), json!({})).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SERVICE_REQUEST_IN_FORMER_SOFTWARE"));
        server.later(HOUR * 4).await;
        assert!(server.buildium.tasks().is_empty());

        let ingrid = server.northgate_admin().await;
        ingrid.post(&software_path(&request), json!({ "isDuplicateAccepted": true })).await.ok();
        server.settled().await;
        let sent = found(&ingrid, &request).await;
        assert_eq!((&sent["software"], &sent["state"], &sent["number"]), (&json!("BUILDIUM"), &json!("SENT"), &json!("9001")));
        assert_eq!(sent["isDisconnected"], false);
        assert_eq!((server.vantaca.items("workOrderList").len(), server.buildium.tasks().len()), (1, 1));
        let entries = entries(&ingrid, &request).await;
        let entry = "Started sending this request to Buildium. It may also be in Vantaca.";
        assert!(entries.iter().any(|one| one == entry), "{entries:?}");
        let again = ingrid.post(&software_path(&request), json!({ "isDuplicateAccepted": true })).await;
        assert_eq!(again.reason(), "SERVICE_REQUEST_IN_SOFTWARE");
    }

    async fn the_lookups_in_former_software_delay_no_request_that_is_sent_to_the_new_one(server: TestServer) {
        let (ingrid, request) = switched(&server).await;
        let calls = server.vantaca.requests().len();
        server.later(Duration::from_secs(1)).await;
        ingrid.post(&software_path(&request), json!({ "isDuplicateAccepted": true })).await.ok();
        server.settled().await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
        server.later(Duration::from_secs(11)).await;
        assert_eq!((&found(&ingrid, &request).await["software"], server.vantaca.requests().len()), (&json!("BUILDIUM"), calls));
    }
}
