//! Requests of a community that the company does not have for a while.
use super::*;

/// The path of Tinsmith Lofts for administrators.
const PATH: &str = "/admin/textCommunities/community-tinsmith-lofts";

/// Sends a request that a busy Vantaca does not take. Returns the administrator and the request.
async fn waiting(server: &TestServer) -> (Staff<'_>, Value) {
    let ingrid = with_vantaca(server).await;
    let request = approved(&ingrid, json!({})).await;
    server.vantaca.will_write(&[VantacaBehavior::Refuse(429)]);
    assert_eq!(send(server, &ingrid, &request).await["state"], "SENDING");
    (ingrid, request)
}

on_both! {
    async fn a_request_that_waits_is_sent_once_its_community_is_restored(server: TestServer) {
        let (ingrid, request) = waiting(&server).await;
        ingrid.delete(&format!("{PATH}?reason=It+was+a+mistake&userId=nobody")).await.ok();
        server.later(Duration::from_secs(60)).await;
        assert!(server.vantaca.items("workOrderList").is_empty());
        ingrid.post(&format!("{PATH}/restore"), json!({})).await.ok();
        server.settled().await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
        assert_eq!(server.vantaca.items("workOrderList").len(), 1);
    }

    async fn a_request_that_waits_is_sent_once_its_company_has_the_community_again(server: TestServer) {
        let (_, request) = waiting(&server).await;
        let rosalind = server.login("admin@parlor.example").await;
        rosalind.patch(PATH, json!({ "updateMask": "company" })).await.ok();
        server.later(Duration::from_secs(60)).await;
        assert!(server.vantaca.items("workOrderList").is_empty());
        rosalind.patch(PATH, json!({ "company": ["company-northgate"] })).await.ok();
        server.settled().await;
        let ingrid = server.northgate_admin().await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
    }

    async fn a_request_that_does_not_notice_the_restoration_is_sent_within_an_hour(server: TestServer) {
        let (_, request) = waiting(&server).await;
        set_live(&server, false).await;
        server.later(Duration::from_secs(60)).await;
        // The job has just read that the community is gone, so nothing resumes it.
        set_live(&server, true).await;
        server.later(HOUR).await;
        let ingrid = server.northgate_admin().await;
        assert_eq!(found(&ingrid, &request).await["state"], "SENT");
    }
}
