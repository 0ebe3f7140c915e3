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

fn facts(standing: &Value) -> Vec<&str> {
    standing["granted"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect()
}

/// Returns who entered the company, according to its audit trail.
async fn entered(staff: &Staff<'_>) -> Vec<(String, String)> {
    let entries = staff.get("/admin/audit?action=COMPANY_ENTERED").await.ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    entries["entries"].as_array().unwrap().iter().map(|e| (text(&e["actor"]), text(&e["subject"]))).collect()
}

on_both! {
    async fn who_acts_in_a_company_has_its_data_its_options_and_its_name(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let before = me(&rosalind).await;
        assert_eq!(before["entitlements"]["actingCompanyName"], "Parlor");
        assert_eq!(rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);

        let done = act(&rosalind, "company-harborline").await.ok();
        assert_eq!(done["company"]["name"], "Harborline Management");
        let now = me(&rosalind).await;
        assert_eq!(now["entitlements"], done["entitlements"]);
        let standing = &now["entitlements"];
        assert_eq!((&standing["actingCompanyId"], &standing["actingCompanyName"]), (&json!("company-harborline"), &json!("Harborline Management")));
        assert_eq!(facts(standing), ["FULL_VIEW", "ADMINISTRATOR", "MAIN_COMPANY", "V3_ON"]);
        assert_eq!((&now["user"]["company_id"], labels(&now)), (&json!("company-parlor"), vec!["Harbor Row", "Osprey Lake", "The Meridian"]));
        rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
        assert!(!rosalind.open_escalations().await.is_empty());
        let staff = rosalind.get("/users").await.ok();
        assert!(staff["users"].as_array().unwrap().iter().all(|u| u["company_id"] == "company-harborline"));

        act(&rosalind, "company-parlor").await.ok();
        assert_eq!(me(&rosalind).await, before);
        assert_eq!(rosalind.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);
    }

    async fn it_holds_for_the_session_that_chose_it_and_is_written_in_both_trails(server: TestServer) {
        let (here, elsewhere) = (server.login(ROSALIND).await, server.login(ROSALIND).await);
        act(&here, "company-harborline").await.ok();
        act(&here, "company-harborline").await.ok();
        assert_eq!(me(&elsewhere).await["entitlements"]["actingCompanyId"], "company-parlor");
        let told = [("Rosalind Achebe".to_owned(), "company-harborline".to_owned())];
        assert_eq!(entered(&server.harborline_admin().await).await, told);
        assert_eq!(entered(&elsewhere).await, told);
        assert_eq!(entered(&server.northgate_admin().await).await, []);
        act(&here, "company-northgate").await.ok();
        assert_eq!(entered(&server.northgate_admin().await).await.len(), 1);
        assert_eq!(entered(&server.harborline_admin().await).await.len(), 2);
    }

    async fn nobody_else_acts_in_another_company_and_none_in_one_that_is_not_there(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let gone = act(&rosalind, "nothing").await;
        assert_eq!((gone.status.as_u16(), &gone.json()["message"]), (404, &json!("There is no such company.")));
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

    async fn a_company_that_is_not_there_has_no_lists(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        for list in ["users", "partners", "textCommunities", "textCommunities/requests", "audit", "mails"] {
            let path = if list == "users" { "/users".to_owned() } else { format!("/admin/{list}") };
            for (company, status) in [("company-harborline", 200), ("nothing", 404)] {
                assert_eq!(rosalind.get(&format!("{path}?companyId={company}")).await.status, status, "{path} {company}");
            }
        }
    }

    async fn whoever_loses_the_role_is_at_home_again(server: TestServer) {
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
        let now = me(&other).await;
        assert_eq!(now["entitlements"]["actingCompanyId"], "company-parlor");
        assert_eq!(other.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);
    }

    async fn a_company_that_is_gone_is_not_acted_in(server: TestServer) {
        let rosalind = server.login(ROSALIND).await;
        let mut tx = server.db.platform().await.unwrap();
        tx.query("UPDATE session SET acting_company_id = 'company-gone'").run().await.unwrap();
        tx.signal(Signal::Sessions(InvalidationScope::Everyone));
        tx.commit().await.unwrap();
        let again = server.login(ROSALIND).await;
        assert_eq!(me(&again).await["entitlements"]["actingCompanyId"], "company-parlor");
        assert_eq!(me(&rosalind).await["entitlements"]["actingCompanyId"], "company-parlor");
    }

    async fn where_one_acts_one_picks_communities_and_stays_oneself(server: TestServer) {
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
