//! Letters merged with homeowner accounts.
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;

use super::*;

const OSPREY_LAKE: &str = "community-osprey-lake";

/// Creates a letter about a community.
async fn letter(server: &TestServer, staff: &Staff<'_>, community: &str, notes: &str) -> Value {
    let fields = [json!({ "key": "RECIPIENT", "value": "{name}" })];
    let inputs = json!({ "notes": notes, "fields": fields });
    let draft = json!({ "kind": "LETTER", "communityId": community, "inputs": inputs });
    let draft = staff.post("/drafts", draft).await.ok()["draft"].clone();
    server.settled().await;
    draft
}

async fn account(staff: &Staff<'_>, community: &str, account: Value) -> String {
    let path = format!("/textCommunities/community/{community}/accounts");
    let made = staff.post(&path, account).await.ok();
    made["account"]["_id"].as_str().unwrap().to_owned()
}

async fn merge(staff: &Staff<'_>, draft: &Value, accounts: &[&str]) -> Answer {
    staff.post(&format!("{}/letters", path_of(draft)), json!({ "accountIds": accounts })).await
}

on_both! {
    async fn a_letter_is_merged_for_each_account_and_exported_with_one_page_each(server: TestServer) {
        let dana = server.harborline_admin().await;
        let ann = account(&dana, HARBOR_ROW, json!({ "number": "ZZ-1", "unit": "901", "name": "Ann & <Lee>", "email": "ann@homes.example", "balanceCents": 4050, "balanceOn": "2026-02-01" })).await;
        let bo = account(&dana, HARBOR_ROW, json!({ "number": "ZZ-2", "unit": "902" })).await;
        let draft = letter(&server, &dana, HARBOR_ROW, "Unit {unit} owes {balance}.").await;
        let merged = merge(&dana, &draft, &[&bo, &ann, &ann]).await.ok()["letters"].clone();
        assert_eq!(merged.as_array().unwrap().len(), 2);
        assert_eq!((&merged[0]["recipient"], &merged[0]["email"]), (&json!("Ann & <Lee>"), &json!("ann@homes.example")));
        let text = merged[0]["text"].as_str().unwrap();
        assert!(text.contains("Ann & <Lee>") && text.contains("Unit 901 owes $40.50 as of February 1."), "{text}");
        assert_eq!((&merged[1]["recipient"], &merged[1]["text"]), (&json!("902"), &json!("")));
        assert_eq!(merged[1]["problem"], "The name of 902 is not known.");
        let path = format!("{}/letters/export", path_of(&draft));
        let file = dana.post(&path, json!({ "accountIds": [ann, bo] })).await.ok();
        let data = file["data"].as_str().unwrap();
        let read = dana.post("/drafting/documents", json!({ "data": data })).await.ok();
        assert_eq!(read["pageCount"], 1, "a letter with a problem is left out");
        assert!(read["text"].as_str().unwrap().contains("Ann & <Lee>"), "{read}");
        assert!(BASE64_STANDARD.decode(data).unwrap().starts_with(b"PK"));
        let none = dana.post(&path, json!({ "accountIds": [bo] })).await;
        assert_eq!(none.reason(), "NO_LETTER_COMPLETE");
    }

    async fn only_letters_can_be_merged_and_only_for_accounts_of_their_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        let other = account(&dana, OSPREY_LAKE, json!({ "number": "ZZ-3", "name": "Cy" })).await;
        let draft = letter(&server, &dana, HARBOR_ROW, "Hello.").await;
        assert_eq!(merge(&dana, &draft, &[&other]).await.reason(), "NOT_FOUND");
        assert_eq!(merge(&dana, &draft, &["nothing"]).await.reason(), "NOT_FOUND");
        assert_eq!(merge(&dana, &draft, &[]).await.reason(), "INVALID_FIELDS");
        let notice = create(&server, &dana, "Hello.").await;
        assert_eq!(merge(&dana, &notice, &[&other]).await.reason(), "DRAFT_NOT_LETTER");
    }

    async fn a_letter_has_the_header_image_of_its_author(server: TestServer) {
        let dana = server.harborline_admin().await;
        let draft = letter(&server, &dana, HARBOR_ROW, "Hello {unit}.").await;
        let ann = account(&dana, HARBOR_ROW, json!({ "number": "ZZ-4", "unit": "904", "name": "Ann" })).await;
        let notice = create(&server, &dana, "Hello.").await;
        let images = async |method: &str, path: &str, body: Value| {
            let file = match method {
                "GET" => dana.get(path).await.ok(),
                _ => dana.post(path, body).await.ok(),
            };
            let bytes = BASE64_STANDARD.decode(file["data"].as_str().unwrap()).unwrap();
            zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap().file_names().filter(|name| name.as_ref().unwrap().ends_with(".png")).count()
        };
        let (export, merged) = (format!("{}/export", path_of(&draft)), format!("{}/letters/export", path_of(&draft)));
        assert_eq!(images("GET", &export, Value::Null).await, 0, "there is no header image yet");
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbaImage::new(400, 100).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let set = json!({ "id": "staff-harborline-admin", "data": BASE64_STANDARD.encode(png.into_inner()) });
        dana.patch("/user/headerImage", set).await.ok();
        assert_eq!(images("GET", &export, Value::Null).await, 1);
        assert_eq!(images("POST", &merged, json!({ "accountIds": [ann] })).await, 1);
        assert_eq!(images("GET", &format!("{}/export", path_of(&notice)), Value::Null).await, 0, "no letter");
    }
}
