//! The objects of a user in a community: one of each kind that a call can name.
use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::requests::{PDF, PIXEL};
use crate::{
    messaging::web_chat::{Visitor, change_site, newest_chat_of},
    support::*,
};

/// One ID of each kind, all related to one escalation, and the number of its community.
pub struct Fixtures {
    pub ids: BTreeMap<String, String>,
    pub number: String,
    pub phone: String,
    pub tag: String,
    pub administrator: bool,
}

/// Creates the objects of `staff` in a community of a company that `admin` administers.
pub async fn fixtures(
    server: &TestServer,
    staff: &Staff<'_>,
    admin: &Staff<'_>,
    community: &str,
) -> Fixtures {
    let me = staff.get("/users/token").await.ok();
    let path = format!("/textConversations/escalations/user?communityId={community}");
    let escalation = staff.get(&path).await.ok()["escalations"][0].clone();
    let path = format!("/textCommunities/community/{community}?includeAnswers=true");
    let place = staff.get(&path).await.ok()["textCommunity"].clone();
    let text = |of: &Json| of.as_str().unwrap_or_else(|| panic!("nothing in {community}")).to_owned();
    let sessions = staff.get("/users/sessions").await.ok();
    let community_request =
        json!({ "communityName": format!("Beside {community}"), "escalationEmail": "office@beside.example" });
    let community_request = staff.post("/admin/textCommunities/request", community_request).await.ok();
    let notes = format!("/textConversations/{}/notes", text(&escalation["conversationId"]));
    let note = staff.post(&notes, json!({ "body": "Left by a test" })).await.ok();
    let partners = admin.get("/admin/partners").await.ok();
    if partners["partners"].as_array().unwrap().is_empty() {
        admin.issue(&["COMPANY_READ"], &[REDIRECT]).await;
    }
    let application = admin.issue(&["COMPANY_READ"], &[REDIRECT]).await;
    staff.allow(&application, "").await;
    let partners = admin.get("/admin/partners").await.ok();
    let grants = staff.get("/oauth2/v1/grants").await.ok();
    let cases = format!("/textCommunities/community/{community}/testCases");
    let case = json!({ "question": format!("Asked {} times", text(&me["user"]["_id"])), "answerId": "" });
    let case = staff.post(&cases, case).await.ok();
    let accounts = format!("/textCommunities/community/{community}/accounts");
    let account = json!({ "number": format!("Of {}", text(&me["user"]["_id"])) });
    let account = staff.post(&accounts, account).await.ok();
    if me["user"]["company_id"] == "company-northgate" {
        let options = json!({ "dashboard_options": ["TW", "TURBO_TEST_VIEW_ENABLED", "TEXT_BLAST", "DRAFT_EMAILS_LETTERS", "OMNICHANNEL", "WEBCHAT"] });
        let operator = server.login("admin@parlor.example").await;
        operator.patch("/admin/companies/company-northgate", options).await.ok();
    }
    let filter = json!({ "communityIds": [community] });
    let audience = json!({ "name": format!("Of {}", text(&me["user"]["_id"])), "filter": filter });
    let audience = staff.post("/audiences", audience).await.ok();
    let blast = json!({ "title": "Of a test", "body": "Hello", "audience": { "filter": filter } });
    let blast = staff.post("/blasts", blast).await.ok();
    let template = json!({ "name": text(&me["user"]["_id"]), "body": "Hello" });
    let template = staff.post("/blastTemplates", template).await.ok();
    let inputs = json!({ "notes": "Left by a test" });
    let draft = json!({ "kind": "LETTER", "communityId": community, "inputs": inputs });
    let draft = staff.post("/drafts", draft).await.ok();
    server.settled().await;
    staff.post(&format!("/drafts/{}/share", text(&draft["draft"]["_id"])), json!({})).await.ok();
    let request = json!({ "communityId": community, "title": "Of a test" });
    let request = staff.post("/serviceRequests", request).await.ok()["serviceRequest"].clone();
    let photos = format!("/serviceRequests/{}/photos", text(&request["_id"]));
    let photo =
        staff.post(&photos, json!({ "data": PIXEL })).await.ok()["serviceRequest"]["photos"][0].clone();
    let documents = format!("/serviceRequests/{}/documents", text(&request["_id"]));
    let document = json!({ "name": "Quote.pdf", "data": PDF });
    let document = staff.post(&documents, document).await.ok()["serviceRequest"]["documents"][0].clone();
    let view = json!({ "layout": "LIST", "name": "Of a test", "query": "state=pending" });
    let view = staff.post("/serviceRequests/views", view).await.ok();
    let address = format!("{}@{community}.example", text(&me["user"]["_id"]));
    let mailbox = json!({ "communityId": community, "address": address, "displayName": "Of a test" });
    let mailbox = admin.post("/mailboxes", mailbox).await.ok()["mailbox"].clone();
    let email = json!({ "fromAddress": "someone@nowhere.example", "subject": "Of a test", "text": "Hello" });
    let emails = format!("/mailboxes/{}/testEmails", text(&mailbox["_id"]));
    let thread = staff.post(&emails, email).await.ok();
    let email = json!({ "mailboxId": mailbox["_id"], "threadId": thread["threadId"] });
    let email = staff.post("/outgoingEmails", email).await.ok();
    let reply =
        json!({ "title": "Of a test", "shortcut": text(&me["user"]["_id"]).to_lowercase(), "body": "Hello" });
    let reply = staff.post("/cannedReplies", reply).await.ok();
    let steps = json!({ "reply": "Hello" });
    let one = json!({ "name": text(&me["user"]["_id"]), "steps": steps });
    let one = staff.post("/macros", one).await.ok();
    let rule = json!({ "name": text(&me["user"]["_id"]), "assigneeIds": [me["user"]["_id"]] });
    let rule = admin.post("/routingRules", rule).await.ok();
    let (chat, message) = begin_web_chat(server, admin, community).await;
    let job = Json::from(server.insert_dead_deletion(me["user"]["company_id"].as_str().unwrap()).await);
    let ids = [
        ("JOB", &job),
        ("SESSION", &sessions["sessions"][0]["_id"]),
        ("COMMUNITY_REQUEST", &community_request["request"]["_id"]),
        ("PARTNER", &partners["partners"][0]["_id"]),
        ("GRANT", &grants["grants"][0]["_id"]),
        ("COMPANY", &me["user"]["company_id"]),
        ("USER", &me["user"]["_id"]),
        ("COMMUNITY", &place["_id"]),
        ("ANSWER", &place["answers"][0]["_id"]),
        ("CONVERSATION", &escalation["conversationId"]),
        ("MESSAGE", &escalation["messageId"]),
        ("NOTE", &note["note"]["_id"]),
        ("TEST_CASE", &case["testCase"]["_id"]),
        ("HOMEOWNER_ACCOUNT", &account["account"]["_id"]),
        ("ESCALATION", &escalation["_id"]),
        ("AUDIENCE", &audience["audience"]["_id"]),
        ("BLAST", &blast["blast"]["_id"]),
        ("BLAST_TEMPLATE", &template["template"]["_id"]),
        ("DRAFT", &draft["draft"]["_id"]),
        ("SERVICE_REQUEST", &request["_id"]),
        ("SERVICE_REQUEST_PHOTO", &photo["_id"]),
        ("SERVICE_REQUEST_DOCUMENT", &document["_id"]),
        ("SAVED_VIEW", &view["view"]["_id"]),
        ("MAILBOX", &mailbox["_id"]),
        ("EMAIL_THREAD", &thread["threadId"]),
        ("EMAIL_MESSAGE", &email["message"]["_id"]),
        ("CANNED_REPLY", &reply["cannedReply"]["_id"]),
        ("MACRO", &one["macro"]["_id"]),
        ("ROUTING_RULE", &rule["routingRule"]["_id"]),
        ("WEB_CHAT", &chat),
        ("WEB_CHAT_MESSAGE", &message),
    ];
    Fixtures {
        ids: ids.into_iter().map(|(entity, id)| (entity.to_owned(), text(id))).collect(),
        number: text(&place["number"]),
        phone: text(&escalation["phone"]),
        tag: text(&place["tag"]),
        administrator: me["user"]["parlor_role"] == "admin",
    }
}

/// Begins a web chat in a community. Returns the IDs of the chat and of its first message.
async fn begin_web_chat(server: &TestServer, admin: &Staff<'_>, community: &str) -> (Json, Json) {
    let site = change_site(admin, community, json!({ "isEnabled": true, "isOfficeHoursOnly": false })).await;
    let digits: String = community.bytes().rev().map(|byte| format!("{byte:02x}")).collect();
    let token = format!("{digits:0<64}")[..64].to_owned();
    Visitor::with(server, site["key"].as_str().unwrap(), &token).start("thank you").await;
    let shown = newest_chat_of(admin, community).await;
    let first = shown["messages"].as_array().unwrap().last().unwrap();
    (shown["chat"]["_id"].clone(), first["_id"].clone())
}
