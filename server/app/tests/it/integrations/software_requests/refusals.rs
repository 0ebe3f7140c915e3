//! Requests that cannot be sent, and who may send them.
use super::*;
use crate::integrations::secret_store::{FRESH, WithSsm};

/// Returns the reason for which a request is refused. It is also shown before.
async fn refusal(staff: &Staff<'_>, request: &Value) -> String {
    let refused = staff.post(&software_path(request), json!({})).await;
    assert_eq!(refused.status, 400);
    let destination = staff.get(&software_path(request)).await.ok();
    assert_eq!(destination["refusal"], refused.json()["message"]);
    refused.reason()
}

on_both! {
    async fn a_company_that_is_not_connected_cannot_send(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let request = approved(&ingrid, json!({})).await;
        assert_eq!(refusal(&ingrid, &request).await, "SOFTWARE_TAKES_NO_REQUESTS");
        assert_eq!(ingrid.get(&software_path(&request)).await.ok().get("software"), None);
    }

    async fn cinc_takes_no_requests(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        run_sql(&server, "UPDATE software_connection SET software = 9 WHERE company_id = $1").await;
        set_company(&server, "company-northgate", "software = 9").await;
        assert_eq!(refusal(&ingrid, &request).await, "SOFTWARE_TAKES_NO_REQUESTS");
    }

    async fn a_request_is_sent_only_when_it_is_approved_and_open(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = create(&ingrid, json!({ "communityId": TINSMITH, "unit": "111A" })).await;
        assert_eq!(refusal(&ingrid, &request).await, "SERVICE_REQUEST_NOT_APPROVED");
        act(&ingrid, &request, "CANCEL", "").await.ok();
        assert_eq!(refusal(&ingrid, &request).await, "SERVICE_REQUEST_CLOSED");
        let amenity = approved(&ingrid, json!({ "kind": "AMENITY" })).await;
        assert_eq!(refusal(&ingrid, &amenity).await, "SERVICE_REQUEST_KIND_NOT_TAKEN");
        assert!(server.vantaca.items("workOrderList").is_empty());
    }

    async fn a_request_needs_a_code_and_a_single_account(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let elsewhere = approved(&ingrid, json!({ "communityId": "community-juniper-mesa" })).await;
        assert_eq!(refusal(&ingrid, &elsewhere).await, "ASSOCIATION_CODE_MISSING");
        let unknown = approved(&ingrid, json!({ "unit": "999Z" })).await;
        assert_eq!(refusal(&ingrid, &unknown).await, "HOMEOWNER_ACCOUNT_UNCLEAR");
        let common = approved(&ingrid, json!({ "unit": "", "contactPhone": "+12025550112" })).await;
        assert_eq!(send(&server, &ingrid, &common).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList")[0]["accountNo"], "TL112");
    }

    async fn a_request_fails_with_what_to_do_when_the_secret_of_the_software_is_missing(it: WithSsm) {
        let WithSsm { server, ssm } = &it;
        let ingrid = with_vantaca(server).await;
        let request = approved(&ingrid, json!({})).await;
        ssm.clear();
        server.clock.advance(FRESH);
        let failed = send(server, &ingrid, &request).await;
        let problem = "The secret of Vantaca is missing in Parameter Store. Ask an administrator to enter it again.";
        assert_eq!((&failed["state"], &failed["problem"]), (&json!("FAILED"), &json!(problem)));
        assert!(server.vantaca.items("workOrderList").is_empty());
    }

    async fn a_request_of_another_company_does_not_exist(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        let dana = server.harborline_admin().await;
        assert_eq!(dana.get(&software_path(&request)).await.status, 404);
        assert_eq!(dana.post(&software_path(&request), json!({})).await.status, 404);
        assert!(server.vantaca.items("workOrderList").is_empty());
    }

    async fn a_disconnected_company_keeps_what_it_sent(server: TestServer) {
        let ingrid = with_vantaca(&server).await;
        let request = approved(&ingrid, json!({})).await;
        send(&server, &ingrid, &request).await;
        server.rest("DELETE", CONNECTION, &ingrid.token, None).await.ok();
        let destination = ingrid.get(&software_path(&request)).await.ok();
        assert_eq!(destination.get("software"), None);
        let sent = &destination["softwareRequest"];
        assert_eq!((&sent["number"], &sent["isDisconnected"]), (&json!("34881"), &json!(true)));
    }
}
