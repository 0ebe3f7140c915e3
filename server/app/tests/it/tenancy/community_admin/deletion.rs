//! Deleting, restoring and purging communities.
use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use platform::{Scope, ids::CompanyId};

use super::*;
use crate::messaging::web_chat::{Visitor, change_site, newest_chat_of};

const DAY: Duration = Duration::from_secs(24 * 3600);
/// Time within which objects of removed files are deleted. A multiple of an hour, like other schedules.
const FILES_DELETED: Duration = Duration::from_secs(3600);
/// Time after the 30 days at which a community is purged.
const PURGE_DELAY: Duration = Duration::from_secs(3600);

/// Returns the number of rows per table of a company and of the platform.
async fn rows(server: &TestServer) -> Vec<(String, i64)> {
    let mut rows = Vec::new();
    for company in ["company-harborline", "company-northgate", "company-parlor"] {
        let scope = Scope::of_company(&CompanyId::from(company));
        let mut tx = server.db.found(&scope).await.unwrap();
        for (table, sql) in [
            ("message", "SELECT count(*) FROM message WHERE company_id = $1"),
            ("message_step", "SELECT count(*) FROM message_step WHERE company_id = $1"),
            ("message_photo", "SELECT count(*) FROM message_photo WHERE company_id = $1"),
            ("file", "SELECT count(*) FROM file WHERE company_id = $1"),
            ("escalation", "SELECT count(*) FROM escalation WHERE company_id = $1"),
            ("conversation", "SELECT count(*) FROM conversation WHERE company_id = $1"),
            ("resident", "SELECT count(*) FROM resident WHERE company_id = $1"),
            ("homeowner_account", "SELECT count(*) FROM homeowner_account WHERE company_id = $1"),
            ("homeowner_phone", "SELECT count(*) FROM homeowner_phone WHERE company_id = $1"),
            ("homeowner_word", "SELECT count(*) FROM homeowner_word WHERE company_id = $1"),
            ("text_number", "SELECT count(*) FROM text_number WHERE company_id = $1"),
            ("web_chat_site", "SELECT count(*) FROM web_chat_site WHERE company_id = $1"),
            ("web_chat_origin", "SELECT count(*) FROM web_chat_origin WHERE company_id = $1"),
            ("web_chat", "SELECT count(*) FROM web_chat WHERE company_id = $1"),
            ("web_chat_message", "SELECT count(*) FROM web_chat_message WHERE company_id = $1"),
            ("web_chat_photo", "SELECT count(*) FROM web_chat_photo WHERE company_id = $1"),
            ("web_chat_word", "SELECT count(*) FROM web_chat_word WHERE company_id = $1"),
            ("note", "SELECT count(*) FROM note WHERE company_id = $1"),
            ("staff_community", "SELECT count(*) FROM staff_community WHERE company_id = $1"),
            ("staff_selection", "SELECT count(*) FROM staff_selection WHERE company_id = $1"),
            ("company_community", "SELECT count(*) FROM company_community WHERE company_id = $1"),
            ("job", "SELECT count(*) FROM job WHERE company_id = $1"),
            (
                "answer",
                "SELECT count(*) FROM answer a JOIN company_community l ON l.community_id = a.community_id
                 WHERE l.company_id = $1",
            ),
            ("community", "SELECT count(*) FROM community WHERE $1 <> ''"),
        ] {
            let (count,): (i64,) = tx.query(sql).bind(company).one().await.unwrap();
            rows.push((format!("{company} {table}"), count));
        }
    }
    rows
}

/// Adds a note to the newest web chat of a community.
async fn add_chat_note(staff: &Staff<'_>, community: &str) {
    let chat = newest_chat_of(staff, community).await["chat"]["_id"].as_str().unwrap().to_owned();
    staff.post(&format!("/webChats/{chat}/notes"), json!({ "body": "Called them." })).await.ok();
}

on_both! {
    async fn a_deleted_community_disappears_immediately_for_all_users(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin").await.ok();
        let escalation = dana.open_escalations().await[0].clone();
        let (escalation, conversation) = (escalation["_id"].as_str().unwrap().to_owned(), escalation["conversationId"].as_str().unwrap().to_owned());
        assert_eq!(delete(&dana, HARBOR_ROW).await.ok(), json!({}));
        for staff in [&dana, &marcus] {
            for gone in [
                format!("/textCommunities/community/{HARBOR_ROW}"),
                "/textCommunities/tag/Harbor_Row".into(),
                format!("/textCommunities/community/{HARBOR_ROW}/answers"),
                format!("/textConversations?communityId={HARBOR_ROW}"),
                format!("/textConversations/{conversation}"),
                format!("/textConversations/escalations/{escalation}"),
                format!("/textConversations/escalations/user?communityId={HARBOR_ROW}"),
                format!("/textConversations/escalations/user?includeSecondaryEscalationContacts=true&communityId={HARBOR_ROW}"),
                format!("/textConversations/escalations/count?communityId={HARBOR_ROW}"),
                format!("/webChats?communityId={HARBOR_ROW}"),
                format!("/textCommunities/community/{HARBOR_ROW}/webChat"),
            ] {
                assert_eq!(staff.get(&gone).await.status, 404, "{gone}");
            }
            for list in [
                "/textCommunities/turbo-communities", "/textConversations?limit=200", "/users/token",
                "/textConversations/escalations/user?limit=200", "/textConversations/escalations/user?limit=200&reviewed=true",
                "/textConversations/escalations/user?limit=200&includeSecondaryEscalationContacts=true",
                "/companies/companyId/company-harborline?includeCommunities=true", "/webChats?limit=200", "/webChatSites",
                "/handset/messages?phone=%2B12025550175",
            ] {
                let listed_text = staff.get(list).await.ok().to_string();
                assert!(!listed_text.contains(HARBOR_ROW) && !listed_text.contains("zeppelin"), "{list}: {listed_text}");
            }
            let body = json!({ "from": PHONE, "to": HARBOR_ROW_NUMBER, "body": "anybody there" });
            assert_eq!(staff.post("/handset/messages", body).await.status, 404);
            assert_eq!(staff.post(&format!("/textConversations/escalations/{escalation}/claim"), json!({})).await.status, 404);
        }
        let scope = Scope::of_company(&CompanyId::from(COMPANY));
        let mut tx = server.db.read(&scope).await.unwrap();
        let events = platform::events::between(&mut tx, &scope, 0, i64::MAX).await.unwrap();
        assert!(events.iter().all(|event| event.community_id.as_str() != HARBOR_ROW));
        drop(tx);

        assert_eq!(listed(&dana, "").await, ["Osprey Lake", "The Meridian"]);
        let archived = dana.get("/admin/textCommunities?archived=true").await.ok()["communities"][0].clone();
        assert_eq!((&archived["_id"], &archived["archivedReason"], &archived["archivedAt"]), (&json!(HARBOR_ROW), &json!(REASON), &json!(server.now())));
        assert!(archived["restorableUntil"].is_string());
        assert_eq!(delete(&dana, HARBOR_ROW).await.status, 404);
        let audit = dana.get("/admin/audit").await.ok().to_string();
        assert!(audit.contains(REASON), "{audit}");
    }

    async fn pending_texts_of_a_deleted_community_are_not_sent(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.text(PHONE, HARBOR_ROW_NUMBER, "may i keep a zeppelin").await.ok();
        let path = format!("/textConversations/escalations/{}", dana.open_escalations().await[0]["_id"].as_str().unwrap());
        dana.post(&path, json!({ "answer": "Not on the roof.", "notifyHomeownerData": { "notify": true } })).await.ok();
        delete(&dana, HARBOR_ROW).await.ok();
        server.later(Duration::from_secs(60)).await;
        dana.post(&format!("/admin/textCommunities/{HARBOR_ROW}/restore"), json!({})).await.ok();
        assert!(dana.phone(PHONE).await.iter().all(|m| !m["body"].as_str().unwrap().contains("Not on the roof.")));
    }

    async fn deleting_a_community_needs_a_reason_of_at_least_10_characters(server: TestServer) {
        let dana = server.harborline_admin().await;
        for reason in ["", "short", "+++++++++++++", &"%E2%80%8B".repeat(12), &"x".repeat(501)] {
            let refused = dana.delete(&format!("/admin/textCommunities/{HARBOR_ROW}?reason={reason}")).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["reason".to_owned()]), "{reason}");
        }
        let request = json!({ "id": HARBOR_ROW, "reason": "short" });
        let grpc = server.rpc("CommunityAdminService.DeleteCommunity", &dana.token, request).await;
        assert_eq!(refused(&grpc).0, Code::InvalidArgument);
        assert_eq!(listed(&dana, "").await.len(), 3);
    }

    async fn restoring_a_community_restores_all_its_data(server: TestServer) {
        let dana = server.harborline_admin().await;
        let paths = [
            format!("/textCommunities/community/{HARBOR_ROW}?includeAnswers=true"), "/textConversations?limit=200".into(),
            "/textConversations/escalations/user?limit=200".into(), "/textCommunities/turbo-communities".into(),
        ];
        let mut before = Vec::new();
        for path in &paths {
            before.push(dana.get(path).await.ok());
        }
        let restore = format!("/admin/textCommunities/{HARBOR_ROW}/restore");
        let in_use = dana.post(&restore, json!({})).await;
        assert_eq!((in_use.status.as_u16(), in_use.reason().as_str()), (400, "NOT_DELETED"));
        let all = rows(&server).await;
        delete(&dana, HARBOR_ROW).await.ok();
        server.later(DAY * 29).await;
        let dana = server.harborline_admin().await;
        let restored = dana.post(&restore, json!({})).await.ok();
        assert_eq!(restored["textCommunity"]["number"], HARBOR_ROW_NUMBER);
        for (path, before) in paths.iter().zip(before) {
            assert_eq!(dana.get(path).await.ok(), before, "{path}");
        }
        server.later(DAY * 30).await;
        assert_eq!(rows(&server).await, all);
    }

    async fn restoring_is_refused_if_the_name_or_number_was_reused(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        delete(&dana, HARBOR_ROW).await.ok();
        let mut body = new("Harbor Row");
        body["number"] = json!(HARBOR_ROW_NUMBER);
        let other = create(&dana, body).await;
        let restore = format!("/admin/textCommunities/{HARBOR_ROW}/restore");
        assert_eq!(dana.post(&restore, json!({})).await.reason(), "COMMUNITY_EXISTS");
        let path = format!("/admin/textCommunities/{}", id(&other));
        dana.patch(&path, json!({ "label": "Harbor Row West" })).await.ok();
        assert_eq!(dana.post(&restore, json!({})).await.reason(), "NUMBER_TAKEN");
        dana.patch(&path, json!({ "number": "" })).await.ok();
        dana.post(&restore, json!({})).await.ok();
    }

    async fn a_deleted_community_and_only_its_data_is_purged_after_30_days(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let (dana, ingrid) = (server.harborline_admin().await, server.northgate_admin().await);
        for (community, phone) in [(HARBOR_ROW, "+12025550141"), ("community-osprey-lake", "+12025550142")] {
            let account = json!({ "number": "P-1", "phones": [phone] });
            dana.post(&format!("/textCommunities/community/{community}/accounts"), account).await.ok();
        }
        let photo = STANDARD.encode(photo_with_location(40, 30));
        dana.text_photos("+12025550138", HARBOR_ROW_NUMBER, "", std::slice::from_ref(&photo)).await.ok();
        let resident = Visitor::of_harbor_row(&server, &dana, 1).await;
        resident.call("start", json!({ "body": "may i keep a zeppelin", "photos": [photo] })).await.ok();
        server.settled().await;
        add_chat_note(&dana, HARBOR_ROW).await;
        let all = rows(&server).await;
        // A community of the demo, and one that is created, used and deleted.
        let mut body = new("Quarry Bend");
        body["number"] = json!("+12025550155");
        let made = create(&dana, body).await;
        dana.post(&format!("/textCommunities/community/{}/answers", id(&made)), json!({ "question": "Where?", "answer": "There." })).await.ok();
        dana.post(&format!("/textCommunities/community/{}/accounts", id(&made)), json!({ "number": "P-1", "phones": ["+12025550141"] })).await.ok();
        for n in 10..40 {
            dana.text(&format!("+120255501{n}"), "+12025550155", "may i keep a zeppelin").await.ok();
        }
        dana.text_photos("+12025550139", "+12025550155", "", std::slice::from_ref(&photo)).await.ok();
        let mailbox = json!({ "communityId": id(&made), "address": "desk@quarry.example", "displayName": "Desk" });
        let mailbox = dana.post("/mailboxes", mailbox).await.ok()["mailbox"]["_id"].as_str().unwrap().to_owned();
        let email = json!({ "fromAddress": "rae@example.com", "subject": "Help", "text": "I smell gas in the hallway" });
        dana.post(&format!("/mailboxes/{mailbox}/testEmails"), email).await.ok();
        let change = json!({ "isEnabled": true, "allowedOrigins": { "origins": ["https://quarry.example"] } });
        let site = change_site(&dana, id(&made), change).await;
        let visitor = Visitor::with(&server, site["key"].as_str().unwrap(), &"1".repeat(64));
        visitor.start("may i keep a zeppelin").await;
        visitor.call("send", json!({ "photos": [photo] })).await.ok();
        server.settled().await;
        add_chat_note(&dana, id(&made)).await;
        assert!(dana.open_escalations().await.iter().any(|one| one["emailThreadId"] != ""));
        assert!(dana.open_escalations().await.iter().any(|one| one["webChatId"] != ""));
        assert_ne!(rows(&server).await, all);
        delete(&dana, id(&made)).await.ok();
        let theirs = ingrid.get("/textConversations?limit=200").await.ok();
        let stored = server.objects.list_after("", 100).await.unwrap();
        server.later(DAY * 30 + PURGE_DELAY).await;
        server.later(FILES_DELETED).await;
        assert_eq!(rows(&server).await, all);
        let left = server.objects.list_after("", 100).await.unwrap();
        assert_eq!((stored.len(), left.len()), (8, 4), "the photos of the other community are stored");
        assert!(listed(&server.harborline_admin().await, "archived=true").await.is_empty());
        let ingrid = server.northgate_admin().await;
        assert_eq!(ingrid.get("/textConversations?limit=200").await.ok(), theirs);

        let dana = server.harborline_admin().await;
        delete(&dana, HARBOR_ROW).await.ok();
        server.later(DAY * 30 - Duration::from_millis(1)).await;
        assert_eq!(listed(&server.harborline_admin().await, "archived=true").await, ["Harbor Row"]);
        server.later(Duration::from_millis(1)).await;
        let restore = format!("/admin/textCommunities/{HARBOR_ROW}/restore");
        let restored = server.harborline_admin().await.post(&restore, json!({})).await;
        assert_eq!(restored.status, 404, "it is too late, although the data is kept for another hour");
        server.later(PURGE_DELAY).await;
        server.later(FILES_DELETED).await;
        assert!(server.objects.list_after("", 100).await.unwrap().is_empty());
        let dana = server.harborline_admin().await;
        assert_eq!(dana.post(&format!("/admin/textCommunities/{HARBOR_ROW}/restore"), json!({})).await.status, 404);
        let left = rows(&server).await;
        let of = |rows: &[(String, i64)], company: &str| -> Vec<(String, i64)> {
            rows.iter().filter(|(name, _)| name.starts_with(company) && !name.ends_with(" community")).cloned().collect()
        };
        assert_eq!(of(&left, "company-northgate"), of(&all, "company-northgate"));
        assert_eq!(of(&left, "company-parlor"), of(&all, "company-parlor"));
        for ((name, before), (_, after)) in of(&all, COMPANY).iter().zip(of(&left, COMPANY)) {
            let kept = ["job", "staff_selection"].iter().any(|table| name.ends_with(table));
            assert!(kept || after < *before, "{name}: {before} to {after}");
        }
        for other in ["community-osprey-lake", "community-the-meridian"] {
            let answers = dana.get(&format!("/textCommunities/community/{other}?includeAnswers=true")).await.ok();
            assert!(!answers["textCommunity"]["answers"].as_array().unwrap().is_empty());
        }
    }
}
