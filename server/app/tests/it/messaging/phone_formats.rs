//! Phone numbers are accepted in common formats and stored in E.164.
use serde_json::json;

use crate::support::*;

const PHONE: &str = "+12025550173";
const FORMATTED_PHONE: &str = "(202) 555-0173";

on_both! {
    async fn the_test_phone_accepts_common_phone_number_formats(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(FORMATTED_PHONE, "202.555.0101", "how do i get a 2nd parking permit").await.ok();
        assert_eq!(dana.phone(PHONE).await.len(), 2);
        let path = "/handset/messages?phone=(202)%20555-0173&number=1-202-555-0101";
        assert_eq!(dana.get(path).await.ok()["messages"].as_array().unwrap().len(), 2);
        let refused = dana.text("555-0173", HARBOR_ROW_NUMBER, "hello").await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["from".to_owned()]));
    }

    async fn users_communities_and_notices_accept_common_phone_number_formats(server: TestServer) {
        let dana = server.harborline_admin().await;
        let user = dana.get("/users/token").await.ok()["user"]["_id"].as_str().unwrap().to_owned();
        let saved = dana.put(&format!("/users/id/{user}"), json!({ "phone": "202-555-0142" })).await.ok();
        assert_eq!(saved["user"]["phone"], "+12025550142");

        let community = json!({ "number": "+1 (202) 555-0199" });
        dana.patch(&format!("/admin/textCommunities/{HARBOR_ROW}"), community).await.ok();
        let read = dana.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        assert_eq!(read["textCommunity"]["number"], "+12025550199");

        dana.text(PHONE, "+12025550199", "may i keep a zeppelin on the roof").await.ok();
        let id = dana.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        let notice = json!({ "to": FORMATTED_PHONE, "notify": true });
        let answer = json!({ "answer": "No.", "notifyHomeownerData": notice });
        let done = dana.post(&format!("/textConversations/escalations/{id}"), answer).await.ok();
        assert_eq!(done["escalation"]["notifyHomeownerData"]["to"], PHONE);
    }
}
