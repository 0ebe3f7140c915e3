//! Service requests in a partner's application.
use super::*;

on_both! {
    async fn a_partner_can_create_and_update_requests_but_not_decide(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        let scopes = ["SERVICE_REQUESTS_READ", "SERVICE_REQUESTS_WRITE"];
        let writer = server.machine(&ingrid.issue(&scopes, &[]).await).await;
        let reader = server.machine(&ingrid.issue(&scopes[..1], &[]).await).await;
        let body = json!({ "communityId": LARKSPUR, "title": "Gate code" });
        let refused = server.bearer("POST", "/serviceRequests", &reader, Some(body.clone())).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "INSUFFICIENT_SCOPE"));
        let request = server.bearer("POST", "/serviceRequests", &writer, Some(body)).await.ok()["serviceRequest"].clone();
        let path = path_of(&request);
        let response = server.bearer("GET", &path, &reader, None).await.ok();
        assert_eq!(response["serviceRequest"]["createdBy"], "Elm Ledger");
        let state = format!("{path}/state");
        let approve = server.bearer("POST", &state, &writer, Some(json!({ "action": "APPROVE" }))).await;
        assert_eq!(approve.reason(), "SERVICE_REQUEST_ACTION_NOT_ALLOWED");
        assert_eq!(server.bearer("POST", "/serviceRequests/approve", &writer, Some(json!({ "ids": [request["_id"]] }))).await.status, 403);
        act(&ingrid, &request, "APPROVE", "").await.ok();
        let started = server.bearer("POST", &state, &writer, Some(json!({ "action": "START" }))).await.ok();
        assert_eq!(started["serviceRequest"]["state"], "IN_PROGRESS");
    }
}
