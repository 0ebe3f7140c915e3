//! Texts of a blast's recipients: their length, and characters that make them more expensive.
use serde_json::json;

use super::*;

async fn import_names(staff: &Staff<'_>, rows: &str) {
    let data = STANDARD.encode(format!("account,phone,name,text consent,tags\n{rows}"));
    let path = format!("/textCommunities/community/{HARBOR_ROW}/accounts/import");
    staff.post(&path, json!({ "data": data })).await.ok();
}

async fn draft_with(staff: &Staff<'_>, body: &str) -> Value {
    let blast = draft_to_imported(staff, HARBOR_ROW).await;
    staff.patch(&path_of(&blast), json!({ "body": body })).await.ok()["blast"].clone()
}

on_both! {
    async fn characters_that_names_add_are_among_those_that_cost_more(server: TestServer) {
        let dana = server.harborline_admin().await;
        import_names(&dana, "K-1,+13032561000,Ana Ruiz,yes,imported\nK-2,+13032561001,Zoë Łukasz,yes,imported\n").await;
        let blast = draft_with(&dana, "{{community}}: hello {{name}}").await;
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        assert_eq!(review["costlyCharacters"], json!(["ë", "Ł"]));
        assert_eq!(review["timeZone"], "America/New_York");
        assert_eq!(review["longestText"], "Harbor Row: hello Zoë Łukasz".chars().count());
        let plain = draft_with(&dana, "{{community}}: hello").await;
        let review = dana.get(&format!("{}/review", path_of(&plain))).await.ok();
        assert_eq!(review["costlyCharacters"], json!([]));
    }

    async fn a_text_that_is_too_long_with_its_fields_filled_in_is_not_scheduled(server: TestServer) {
        let dana = server.harborline_admin().await;
        let name = "Maximiliana Featherstonehaugh";
        import_names(&dana, &format!("K-1,+13032561000,Ana Ruiz,yes,imported\nK-2,+13032561001,{name},yes,imported\n")).await;
        let body = format!("{{{{community}}}}: {{{{name}}}} {}", "x".repeat(1_565));
        let blast = draft_with(&dana, &body).await;
        let review = dana.get(&format!("{}/review", path_of(&blast))).await.ok();
        let longest = "Harbor Row: ".len() + name.len() + 1 + 1_565;
        assert_eq!((longest, review["longestText"].as_u64()), (1_607, Some(1_607)));
        let refused = dana.post(&format!("{}/schedule", path_of(&blast)), json!({})).await;
        assert_eq!(refused.reason(), "TEXT_TOO_LONG");
        let blast = draft_with(&dana, &body[..body.len() - 7]).await;
        send(&server, &dana, &blast).await;
        assert_eq!(read(&dana, &blast).await["state"], "FINISHED");
    }

    async fn a_text_with_a_link_of_a_public_shortener_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let audience = json!({ "filter": { "communityIds": [HARBOR_ROW] } });
        let blast = draft_to_imported(&dana, HARBOR_ROW).await;
        for body in ["{{community}}: vote at https://bit.ly/3abc", "{{community}}: vote at TinyURL.com/y7."] {
            let new = json!({ "title": "Vote", "body": body, "audience": audience });
            assert_eq!(dana.post("/blasts", new).await.fields(), ["body"], "{body}");
            assert_eq!(dana.patch(&path_of(&blast), json!({ "body": body })).await.fields(), ["body"], "{body}");
            let template = json!({ "name": "Vote", "body": body });
            assert_eq!(dana.post("/blastTemplates", template).await.fields(), ["body"], "{body}");
        }
        draft_with(&dana, "{{community}}: vote at https://harborline.example/vote").await;
    }
}
