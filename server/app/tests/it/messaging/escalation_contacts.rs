//! Contacts of a community get an email for each escalation; secondary contacts can answer them too.
use std::time::Duration;

use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};

use crate::support::*;

const OSPREY: &str = "community-osprey-lake";
const MANAGER: &str = "manager@harborline.example";
const PHONE: &str = "+12025550176";
const LIST: &str = "/textConversations/escalations/user?limit=200";
const WITH: &str = "/textConversations/escalations/user?limit=200&includeSecondaryEscalationContacts=true";

/// Makes the manager, who cannot see Osprey Lake, a secondary contact of it. Returns an open escalation
/// there.
async fn waiting(dana: &Staff<'_>, contact: &str) -> Value {
    let body = json!({ "secondaryEscalationEmails": ["board@ospreylake.example", contact] });
    let place = dana.patch(&format!("/admin/textCommunities/{OSPREY}"), body).await.ok();
    let number = place["textCommunity"]["number"].as_str().unwrap().to_owned();
    dana.text(PHONE, &number, "may i moor a submarine").await.ok();
    let newest = dana.open_escalations().await[0].clone();
    assert_eq!(
        (&newest["question"], &newest["communityId"]),
        (&json!("may i moor a submarine"), &json!(OSPREY))
    );
    newest
}

fn has(list: &Value, id: &Value) -> bool {
    list["escalations"].as_array().unwrap().iter().any(|e| e["_id"] == *id)
}

async fn mails(server: &TestServer, company: &str) -> Vec<(String, String)> {
    let scope = Scope::of_company(&CompanyId::from(company));
    let mut tx = server.db.read(&scope).await.unwrap();
    let rows: Vec<(String, String, String)> = tx
        .query("SELECT to_address, subject, id FROM mail WHERE company_id = $1 ORDER BY to_address")
        .bind(company)
        .all()
        .await
        .unwrap();
    rows.into_iter().map(|(to, subject, _)| (to, subject)).collect()
}

on_both! {
    async fn secondary_contacts_see_and_answer_escalations_and_nothing_else(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login(MANAGER).await);
        let raised = waiting(&dana, "Manager@Harborline.example").await;
        assert!(!has(&marcus.get(LIST).await.ok(), &raised["_id"]));
        assert!(has(&marcus.get(WITH).await.ok(), &raised["_id"]));
        let narrowed = marcus.get(&format!("{WITH}&communityId={OSPREY}")).await.ok();
        assert!(has(&narrowed, &raised["_id"]) && narrowed["escalations"].as_array().unwrap().iter().all(|e| e["communityId"] == OSPREY));
        assert_eq!(marcus.get(&format!("{LIST}&communityId={OSPREY}")).await.status, 404);
        assert_same(
            &marcus.get(WITH).await.ok(),
            &response_json(&server.rpc("EscalationService.ListEscalations", &marcus.token, json!({ "limit": 200, "includeSecondaryEscalationContacts": true })).await),
        );

        let path = format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap());
        marcus.get(&path).await.ok();
        marcus.post(&format!("{path}/notice"), json!({ "answer": "Not here." })).await.ok();
        marcus.post(&format!("{path}/claim"), json!({})).await.ok();
        let answer = json!({ "answer": "Not here.", "question": "Can I moor a submarine?", "bot_trained": true, "notifyHomeownerData": { "notify": true } });
        marcus.post(&path, answer.clone()).await.ok();
        marcus.post(&format!("{path}/undo"), json!({})).await.ok();
        marcus.post(&path, answer).await.ok();
        server.later(Duration::from_secs(10)).await;
        assert!(dana.last_text(PHONE).await.contains("Not here."));
        let answers = dana.get(&format!("/textCommunities/community/{OSPREY}/answers?query=submarine")).await.ok();
        assert_eq!(answers["answers"].as_array().unwrap().len(), 1);
        assert!(has(&marcus.get(&format!("{WITH}&reviewed=true")).await.ok(), &raised["_id"]));

        for closed in [
            format!("/textCommunities/community/{OSPREY}"), "/textCommunities/tag/Osprey_Lake".into(),
            format!("/textCommunities/community/{OSPREY}/answers"), format!("/textConversations?communityId={OSPREY}"),
            format!("/textConversations/{}", raised["conversationId"].as_str().unwrap()),
            format!("/textConversations/escalations/count?communityId={OSPREY}"),
        ] {
            assert_eq!(marcus.get(&closed).await.status, 404, "{closed}");
        }
        assert!(marcus.phone(PHONE).await.is_empty());
        for list in ["/textCommunities/turbo-communities", "/textConversations?limit=200", "/users/token"] {
            assert!(!marcus.get(list).await.ok().to_string().contains(OSPREY), "{list}");
        }
    }

    async fn a_similar_email_address_is_not_a_contact(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login(MANAGER).await);
        for other in ["x.manager@harborline.example", "manager@harborline.example.org", "managerxharborline@harborline.example"] {
            let raised = waiting(&dana, other).await;
            assert!(!has(&marcus.get(WITH).await.ok(), &raised["_id"]), "{other}");
            let path = format!("/textConversations/escalations/{}", raised["_id"].as_str().unwrap());
            assert_eq!(marcus.get(&path).await.status, 404);
        }
        // Neither a primary contact nor a user of another company is a secondary contact.
        dana.patch(&format!("/admin/textCommunities/{OSPREY}"), json!({ "escalationEmail": MANAGER, "secondaryEscalationEmails": ["manager@northgate.example"] })).await.ok();
        assert!(!marcus.get(WITH).await.ok().to_string().contains(OSPREY));
        let theo = server.login("manager@northgate.example").await;
        assert!(!theo.get(WITH).await.ok().to_string().contains(OSPREY));
    }

    async fn each_contact_gets_one_email_per_escalation(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = mails(&server, "company-harborline").await.len();
        let body = json!({ "escalationEmail": "a@lake.example", "secondaryEscalationEmails": ["b@lake.example", "A@lake.example", "c@lake.example"] });
        let place = dana.patch(&format!("/admin/textCommunities/{OSPREY}"), body).await.ok();
        let number = place["textCommunity"]["number"].as_str().unwrap().to_owned();
        dana.text(PHONE, &number, &format!("may i moor a submarine {}", "x".repeat(300))).await.ok();
        let sent = mails(&server, "company-harborline").await;
        let subject = "New question in Osprey Lake".to_owned();
        let expected: Vec<_> = ["a", "b", "c"].map(|name| (format!("{name}@lake.example"), subject.clone())).to_vec();
        assert_eq!((before, sent), (0, expected));
        dana.text(PHONE, &number, "may i moor another submarine").await.ok();
        assert_eq!(mails(&server, "company-harborline").await.len(), 6);
    }
}
