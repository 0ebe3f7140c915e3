//! Who can see emails.
use super::*;

on_both! {
    async fn a_manager_sees_only_the_emails_of_assigned_communities(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let mailboxes = marcus.get("/mailboxes").await.ok()["mailboxes"].as_array().unwrap().clone();
        assert!(!mailboxes.is_empty());
        assert!(mailboxes.iter().all(|mailbox| mailbox["_id"] != OSPREY));
        let path = format!("/mailboxes/{OSPREY}/testEmails");
        let body = json!({ "fromAddress": "joan@example.com", "text": "Hi" });
        assert_eq!(marcus.post(&path, body).await.status, 404);
        let dana = server.harborline_admin().await;
        let found = dana.get(&format!("/emailThreads?mailboxId={OSPREY}")).await.ok()["threads"].clone();
        let id = found[0]["_id"].as_str().unwrap();
        assert_eq!(marcus.get(&format!("/emailThreads/{id}")).await.status, 404);
        assert_eq!(found[0]["unit"], "8 Cattail Court");
    }

    async fn a_company_without_the_option_has_no_email(server: TestServer) {
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get("/mailboxes").await.reason(), "SCREEN_NOT_AVAILABLE");
    }
}
