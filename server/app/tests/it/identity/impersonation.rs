//! Only administrators of the company that runs the platform can act in any company.
use platform::signal::{InvalidationScope, Signal};
use serde_json::{Value, json};

use crate::support::*;

const ROSALIND: &str = "admin@parlor.example";

async fn act(staff: &Staff<'_>, company: &str) -> Answer {
    staff.post("/users/actingCompany", json!({ "companyId": company })).await
}

async fn me(staff: &Staff<'_>) -> Value {
    staff.get("/users/token").await.ok()
}

fn labels(me: &Value) -> Vec<&str> {
    let mapping = me["user"]["text_communities_mapping"].as_array().unwrap();
    mapping.iter().map(|c| c["label"].as_str().unwrap()).collect()
}

fn granted(entitlements: &Value) -> Vec<&str> {
    entitlements["granted"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect()
}

/// Returns the users who entered the company, according to its audit trail.
async fn impersonators(staff: &Staff<'_>) -> Vec<(String, String)> {
    let entries = staff.get("/admin/audit?action=COMPANY_ENTERED").await.ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    entries["entries"].as_array().unwrap().iter().map(|e| (text(&e["actor"]), text(&e["subject"]))).collect()
}

on_both! {
    async fn impersonation_gives_access_to_the_data_and_options_of_the_company(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let before = me(&rosalind).await;
        assert_eq!(before["entitlements"]["actingCompanyName"], "Parlor");
        assert_eq!(rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);

        let response = act(&rosalind, "company-harborline").await.ok();
        assert_eq!(response["company"]["name"], "Harborline Management");
        let after = me(&rosalind).await;
        assert_eq!(after["entitlements"], response["entitlements"]);
        let entitlements = &after["entitlements"];
        assert_eq!((&entitlements["actingCompanyId"], &entitlements["actingCompanyName"]), (&json!("company-harborline"), &json!("Harborline Management")));
        assert_eq!(granted(entitlements), ["FULL_VIEW", "ADMINISTRATOR", "MAIN_COMPANY", "V3_ON"]);
        assert_eq!((&after["user"]["company_id"], labels(&after)), (&json!("company-parlor"), vec!["Harbor Row", "Osprey Lake", "The Meridian"]));
        rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        assert!(!rosalind.open_escalations().await.is_empty());
        let staff = rosalind.get("/users").await.ok();
        assert!(staff["users"].as_array().unwrap().iter().all(|u| u["company_id"] == "company-harborline"));

        act(&rosalind, "company-parlor").await.ok();
        assert_eq!(me(&rosalind).await, before);
        assert_eq!(rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);
    }

    async fn impersonation_is_per_session_and_audited_in_both_companies(server: TestServer) {
        let (current, other) = (server.login(ROSALIND).await, server.login(ROSALIND).await);
        act(&current, "company-harborline").await.ok();
        act(&current, "company-harborline").await.ok();
        assert_eq!(me(&other).await["entitlements"]["actingCompanyId"], "company-parlor");
        let expected = [("Rosalind Achebe".to_owned(), "company-harborline".to_owned())];
        assert_eq!(impersonators(&server.harborline_admin().await).await, expected);
        assert_eq!(impersonators(&other).await, expected);
        assert_eq!(impersonators(&server.northgate_admin().await).await, []);
        act(&current, "company-northgate").await.ok();
        assert_eq!(impersonators(&server.northgate_admin().await).await.len(), 1);
        assert_eq!(impersonators(&server.harborline_admin().await).await.len(), 2);
    }

    async fn only_platform_administrators_can_impersonate_and_only_existing_companies(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let nonexistent = act(&rosalind, "nothing").await;
        assert_eq!((nonexistent.status.as_u16(), &nonexistent.json()["message"]), (404, &json!("There is no such company.")));
        let manager = json!({
            "email": "manager@parlor.example", "password": PASSWORD, "first_name": "Ann", "last_name": "Lee",
            "role": "Leasing",
        });
        rosalind.post("/users", manager).await.ok();
        for email in ["manager@parlor.example", "admin@harborline.example", "manager@harborline.example"] {
            let answer = act(&server.login(email).await, "company-northgate").await;
            assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (403, "PLATFORM_ADMINISTRATORS_ONLY"), "{email}");
        }
    }

    async fn lists_of_a_nonexistent_company_are_not_found(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        for list in ["users", "partners", "textCommunities", "textCommunities/requests", "audit", "mails"] {
            let path = if list == "users" { "/users".to_owned() } else { format!("/admin/{list}") };
            for (company, status) in [("company-harborline", 200), ("nothing", 404)] {
                assert_eq!(rosalind.get(&format!("{path}?companyId={company}")).await.status, status, "{path} {company}");
            }
        }
    }

    async fn losing_the_role_ends_impersonation(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let other = json!({
            "email": "other@parlor.example", "password": PASSWORD, "first_name": "Ann", "last_name": "Lee",
            "role": "Leasing", "parlor_role": "admin",
        });
        let id = rosalind.post("/users", other).await.ok()["user"]["_id"].as_str().unwrap().to_owned();
        let other = server.login("other@parlor.example").await;
        act(&other, "company-harborline").await.ok();
        // Another administrator removes the role, so that this session continues.
        other.put(&format!("/users/id/{id}"), json!({ "parlor_role": "manager" })).await.ok();
        let after = me(&other).await;
        assert_eq!(after["entitlements"]["actingCompanyId"], "company-parlor");
        assert_eq!(other.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);
    }

    async fn impersonation_ends_when_the_company_is_deleted(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let mut tx = server.db.platform().await.unwrap();
        tx.query("UPDATE session SET acting_company_id = 'company-gone'").run().await.unwrap();
        tx.signal(Signal::Sessions(InvalidationScope::Everyone));
        tx.commit().await.unwrap();
        let again = server.login(ROSALIND).await;
        assert_eq!(me(&again).await["entitlements"]["actingCompanyId"], "company-parlor");
        assert_eq!(me(&rosalind).await["entitlements"]["actingCompanyId"], "company-parlor");
    }

    async fn an_impersonator_selects_communities_and_keeps_their_identity(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let home = me(&rosalind).await;
        act(&rosalind, "company-harborline").await.ok();
        let select = |id: &str| rosalind.put("/users/token", json!({ "text_communities": [id] }));
        assert_eq!(select("community-fenwick-court").await.status, 404);
        select("community-the-meridian").await.ok();
        assert_eq!(labels(&me(&rosalind).await), ["The Meridian"]);
        let own = rosalind.put("/users/id/staff-parlor-admin", json!({ "phone": "+12025550142" })).await.ok();
        assert_eq!(own["user"]["company_id"], "company-parlor");
        let open = rosalind.get("/users/sessions").await.ok();
        assert_eq!(open["sessions"].as_array().unwrap().len(), 1);
        act(&rosalind, "company-parlor").await.ok();
        assert_eq!(labels(&me(&rosalind).await), labels(&home));
        act(&rosalind, "company-harborline").await.ok();
        rosalind.post("/users/logout", json!({})).await.ok();
        assert_eq!(rosalind.get("/users/token").await.status, 401);
    }
}
