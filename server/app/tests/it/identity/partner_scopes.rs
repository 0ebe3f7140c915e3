//! Scopes that let partners reply to residents and manage homeowner accounts and test cases.
use serde_json::json;

use crate::support::*;

const MERIDIAN_ACCOUNTS: &str = "/textCommunities/community/community-the-meridian/accounts";

on_both! {
    async fn a_partner_needs_the_conversations_write_scope_to_reply_and_add_notes(server: TestServer) {
        let dana = server.harborline_admin().await;
        let writer = server.machine(&dana.issue(&["CONVERSATIONS_READ", "CONVERSATIONS_WRITE"], &[]).await).await;
        let reader = server.machine(&dana.issue(&["CONVERSATIONS_READ"], &[]).await).await;
        let listed = dana.get("/textConversations?limit=1").await.ok();
        let path = format!("/textConversations/{}", listed["conversations"][0]["_id"].as_str().unwrap());
        for (call, body) in [("messages", json!({ "body": "The plumber is on the way." })), ("notes", json!({ "body": "Called the plumber." }))] {
            let call = format!("{path}/{call}");
            let refused = server.bearer("POST", &call, &reader, Some(body.clone())).await;
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "INSUFFICIENT_SCOPE"), "{call}");
            server.bearer("POST", &call, &writer, Some(body)).await.ok();
        }
        let notes = server.bearer("GET", &format!("{path}/notes"), &writer, None).await.ok();
        assert_eq!(notes["notes"][0]["author"], "Elm Ledger");
        let theirs = server.northgate_admin().await.issue(&["CONVERSATIONS_WRITE"], &[]).await;
        let theirs = server.machine(&theirs).await;
        let foreign = server.bearer("POST", &format!("{path}/messages"), &theirs, Some(json!({ "body": "Hi" }))).await;
        assert_eq!(foreign.status, 404, "the conversation is another company's");
    }

    async fn a_partner_needs_a_scope_to_read_accounts_and_cannot_delete_them(server: TestServer) {
        let dana = server.harborline_admin().await;
        let writer = server.machine(&dana.issue(&["HOMEOWNERS_READ", "HOMEOWNERS_WRITE"], &[]).await).await;
        let other = server.machine(&dana.issue(&["CONVERSATIONS_READ", "COMMUNITIES_READ"], &[]).await).await;
        assert_eq!(server.bearer("GET", MERIDIAN_ACCOUNTS, &other, None).await.status, 403);
        let accounts = server.bearer("GET", MERIDIAN_ACCOUNTS, &writer, None).await.ok();
        assert_eq!(accounts["accounts"].as_array().unwrap().len(), 9);
        let account = format!("{MERIDIAN_ACCOUNTS}/{}", accounts["accounts"][0]["_id"].as_str().unwrap());
        assert_eq!(server.bearer("DELETE", &account, &writer, None).await.status, 403);
    }
}
