//! The users of a company: inviting, changing and deactivating them, and the required permissions.
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::*;

const MARCUS: &str = "/users/id/staff-harborline-manager";
const DANA: &str = "/users/id/staff-harborline-admin";

fn person(email: &str) -> Value {
    json!({
        "email": email, "password": "a-password-for-ann", "first_name": " Ann ", "last_name": "Lee",
        "role": "Leasing", "parlor_role": "manager", "phone": "+12025550142", "text_plan": "PARLOR_LITE",
        "text_communities": ["community-osprey-lake", "community-harbor-row", "community-osprey-lake"],
    })
}

fn invitation(email: &str) -> Value {
    json!({ "email": email, "first_name": "Ann", "last_name": "Lee", "role": "Leasing" })
}

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.reason())
}

fn labels(user: &Value) -> Vec<&str> {
    user["text_communities_mapping"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["label"].as_str().unwrap())
        .collect()
}

fn emails(users: &Value) -> Vec<&str> {
    users["users"].as_array().unwrap().iter().map(|u| u["email"].as_str().unwrap()).collect()
}

async fn sign_in(server: &TestServer, email: &str, password: &str) -> Answer {
    let body = json!({ "email": email, "password": password });
    server.rest("POST", "/users/login", "", Some(body)).await
}

async fn is_signed_in(staff: &Staff<'_>) -> bool {
    staff.get("/users/token").await.status == 200
}

/// Returns the entries of the audit trail with an action.
async fn audit_entries(staff: &Staff<'_>, action: &str) -> Vec<Value> {
    let entries = staff.get(&format!("/admin/audit?action={action}")).await.ok();
    entries["entries"].as_array().unwrap().clone()
}

on_both! {
    async fn a_created_user_can_sign_in_and_sees_assigned_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        let user = dana.post("/users", person("Ann@Harborline.example")).await.ok()["user"].clone();
        assert_eq!((&user["email"], &user["first_name"], &user["state"]), (&json!("ann@harborline.example"), &json!("Ann"), &json!("ACTIVE")));
        assert_eq!((&user["company_id"], &user["text_plan"]), (&json!("company-harborline"), &json!("PARLOR_LITE")));
        assert_eq!(labels(&user), ["Osprey Lake", "Harbor Row"]);
        let ann = sign_in(&server, "ann@harborline.example", "a-password-for-ann").await.ok();
        let assigned = json!({ "ids": ["community-osprey-lake", "community-harbor-row"], "total": 2 });
        assert_eq!(user["assignedCommunities"], assigned);
        let mut own = user.clone();
        own.as_object_mut().unwrap().remove("assignedCommunities");
        assert_eq!(ann["user"], own, "only administrators get the assignment");
        let entries = audit_entries(&dana, "USER_CREATED").await;
        assert_eq!((&entries[0]["actor"], &entries[0]["subject"], &entries[0]["summary"]), (&json!("Dana Okafor"), &user["_id"], &json!("Ann Lee")));
    }

    async fn an_email_address_is_unique_across_all_companies(server: TestServer) {
        let dana = server.harborline_admin().await;
        for existing in ["manager@harborline.example", "ADMIN@northgate.example"] {
            assert_eq!(refused(&dana.post("/users", person(existing)).await), (409, "EMAIL_TAKEN".into()));
            assert_eq!(refused(&dana.post("/users/invite", invitation(existing)).await), (409, "EMAIL_TAKEN".into()));
            assert_eq!(refused(&dana.put(DANA, json!({ "email": existing })).await), (409, "EMAIL_TAKEN".into()));
        }
    }

    async fn an_invalid_user_is_refused_with_the_field_and_not_created(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (field, value) in [
            ("email", json!("nope")), ("email", json!("ann@host")), ("email", json!(format!("{}@host.example", "a".repeat(65)))),
            ("password", json!("short")), ("first_name", json!("  ")), ("last_name", json!("")),
            ("role", json!("King")), ("phone", json!("5550142")),
        ] {
            let mut body = person("ann@harborline.example");
            body[field] = value;
            let answer = dana.post("/users", body).await;
            assert_eq!((answer.status.as_u16(), answer.fields().len()), (400, 1), "{field}");
            let named = answer.fields()[0].to_lowercase();
            assert_eq!(named.replace('_', ""), field.replace('_', ""));
        }
        for weak in ["ann.lee@harborline.example", "Ann-Lee-2026-Lee", "harborline-2026", "passwordpassword"] {
            let mut body = person("ann.lee@harborline.example");
            body["password"] = json!(weak);
            let answer = dana.post("/users", body).await;
            assert_eq!((answer.status.as_u16(), answer.fields()), (400, vec!["password".to_owned()]), "{weak}");
        }
        for foreign in ["community-larkspur-commons", "nothing"] {
            let mut body = person("ann@harborline.example");
            body["text_communities"] = json!(["community-harbor-row", foreign]);
            let answer = dana.post("/users", body).await;
            assert_eq!(answer.status, 404, "{foreign}");
            assert_eq!(answer.json()["message"], "There is no such community.");
        }
        assert_eq!(dana.get("/users").await.ok()["users"].as_array().unwrap().len(), 3);
    }

    async fn an_invited_user_can_choose_a_password_for_7_days(server: TestServer) {
        let dana = server.harborline_admin().await;
        let user = dana.post("/users/invite", invitation("ann@harborline.example")).await.ok()["user"].clone();
        assert_eq!((&user["state"], &user["parlor_role"]), (&json!("INVITED"), &json!("manager")));
        for guess in ["", "nobody-has-this-password", PASSWORD] {
            assert_ne!(sign_in(&server, "ann@harborline.example", guess).await.status, 200);
        }
        let first = server.mails_to("ann@harborline.example").await[0].clone();
        assert!(first.withheld);
        server.clock.advance(Duration::from_secs(7 * 24 * 3600 - 1));
        let link_info = server.rest("POST", "/users/password/check", "", Some(json!({ "token": first.token() }))).await.ok();
        assert_eq!((&link_info["invitation"], &link_info["firstName"]), (&json!(true), &json!("Ann")));

        let again = format!("/users/id/{}/invite", user["_id"].as_str().unwrap());
        dana.post(&again, json!({})).await.ok();
        let second = server.mails_to("ann@harborline.example").await[0].clone();
        let choose = |token: String| {
            let body = json!({ "token": token, "password": "a-password-for-ann" });
            server.rest("POST", "/users/password/reset", "", Some(body))
        };
        assert_eq!(refused(&choose(first.token()).await), (400, "LINK_EXPIRED".into()));
        choose(second.token()).await.ok();
        let ann = sign_in(&server, "ann@harborline.example", "a-password-for-ann").await.ok();
        assert_eq!(ann["user"]["state"], "ACTIVE");
        assert_eq!(refused(&dana.post(&again, json!({})).await), (400, "NOT_INVITED".into()));
    }

    async fn the_invitation_of_a_deactivated_user_cannot_be_resent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let user = dana.post("/users/invite", invitation("ann@harborline.example")).await.ok()["user"].clone();
        let path = format!("/users/id/{}", user["_id"].as_str().unwrap());
        assert_eq!(dana.post(&format!("{path}/deactivate"), json!({})).await.ok()["user"]["state"], "DEACTIVATED");
        assert_eq!(refused(&dana.post(&format!("{path}/invite"), json!({})).await), (400, "NOT_INVITED".into()));
        assert_eq!(dana.post(&format!("{path}/reactivate"), json!({})).await.ok()["user"]["state"], "INVITED");
        dana.post(&format!("{path}/invite"), json!({})).await.ok();
    }

    async fn a_manager_who_sets_every_field_changes_only_personal_fields(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let before = marcus.get(MARCUS).await.ok()["user"].clone();
        let everything = json!({
            "first_name": "Mark", "last_name": "Bells", "phone": "+12025550142",
            "preferredVendors": ["Acme", "Best", "Acme"], "email": "mark@harborline.example",
            "role": "Administrator", "parlor_role": "admin", "text_plan": "PARLOR_LITE",
            "is_restricted_view": true, "text_communities": ["community-osprey-lake", "community-larkspur-commons"],
            "addCommunities": ["community-osprey-lake"], "removeCommunities": [HARBOR_ROW],
            "updateMask": "firstName,lastName,phone,preferredVendors,email,role,parlorRole,textPlan,isRestrictedView,textCommunities,addCommunities,removeCommunities",
            "company_id": "company-northgate", "state": "DEACTIVATED",
            "password_hash": "x", "userId": "staff-harborline-admin",
        });
        let after = marcus.put(MARCUS, everything).await.ok()["user"].clone();
        let mut expected = before;
        for (field, value) in [
            ("first_name", json!("Mark")), ("last_name", json!("Bells")), ("phone", json!("+12025550142")),
            ("preferredVendors", json!(["Acme", "Best"])),
        ] {
            expected[field] = value;
        }
        assert_eq!(after, expected);
        assert_eq!(marcus.get("/users/token").await.ok()["user"], expected);
    }

    async fn vendor_contacts_are_stored_with_the_preferred_vendors(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let contact = |name: &str, email: &str| json!({ "name": name, "email": email, "phone": "(202) 555-0142", "trade": "Plumbing" });
        let change = json!({ "preferredVendors": ["Acme", "Best"], "vendorContacts": [contact("Best", "desk@best.example")] });
        let user = marcus.put(MARCUS, change).await.ok()["user"].clone();
        let kept = json!([{ "name": "Best", "email": "desk@best.example", "phone": "+12025550142", "trade": "Plumbing" }]);
        assert_eq!((&user["preferredVendors"], &user["vendorContacts"]), (&json!(["Acme", "Best"]), &kept));
        assert_eq!(marcus.get("/users/token").await.ok()["user"]["vendorContacts"], kept);
        for (field, contacts) in [
            ("vendorContacts[0].name", json!([contact("Cole", "desk@cole.example")])),
            ("vendorContacts[1].name", json!([contact("Best", "desk@best.example"), contact("Best", "shop@best.example")])),
            ("vendorContacts[0].phone", json!([{ "name": "Best", "phone": "12" }])),
        ] {
            assert_eq!(marcus.put(MARCUS, json!({ "vendorContacts": contacts })).await.fields(), [field]);
        }
        let wrong = json!({ "vendorContacts": [{ "name": "Best", "email": "best" }] });
        assert_eq!(marcus.put(MARCUS, wrong).await.status, 400);
        let fewer = marcus.put(MARCUS, json!({ "preferredVendors": ["Acme"] })).await.ok()["user"].clone();
        assert_eq!(fewer["vendorContacts"], json!([]), "the contact is removed with its vendor");
    }

    async fn a_manager_cannot_access_other_users(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let (colleague, nobody) = (marcus.get(DANA).await, marcus.get("/users/id/nothing").await);
        assert_eq!((colleague.status.as_u16(), &colleague.json()["message"]), (404, &nobody.json()["message"]));
        assert_eq!(marcus.put(DANA, json!({ "first_name": "X" })).await.status, 404);
        for path in ["/users", "/admin/audit"] {
            assert_eq!(marcus.get(path).await.status, 403, "{path}");
        }
        for path in [format!("{DANA}/deactivate"), format!("{DANA}/reactivate"), format!("{DANA}/invite"), "/users".into(), "/users/invite".into()] {
            let mut body = person("ann@harborline.example");
            if path != "/users" {
                body.as_object_mut().unwrap().remove("password");
            }
            let body = if path.starts_with(DANA) { json!({}) } else { body };
            assert_eq!(marcus.post(&path, body).await.status, 403, "{path}");
        }
    }

    async fn an_administrator_cannot_access_users_of_other_companies(server: TestServer) {
        let dana = server.harborline_admin().await;
        for path in ["/users?companyId=company-northgate", "/users?companyId=nothing", "/users/id/staff-northgate-admin"] {
            assert_eq!(dana.get(path).await.status, 404, "{path}");
        }
        let mut body = person("ann@harborline.example");
        body["companyId"] = json!("company-northgate");
        assert_eq!(dana.post("/users", body).await.status, 404);
        for act in ["deactivate", "reactivate", "invite"] {
            assert_eq!(dana.post(&format!("/users/id/staff-northgate-admin/{act}"), json!({})).await.status, 404);
        }
        assert_eq!(dana.put("/users/id/staff-northgate-admin", json!({ "first_name": "X" })).await.status, 404);
        // Platform administrators name a company, which must exist.
        let rosalind = server.login("admin@parlor.example").await;
        assert!(emails(&rosalind.get("/users?companyId=company-northgate").await.ok()).contains(&"admin@northgate.example"));
        assert_eq!(rosalind.get("/users?companyId=nothing").await.status, 404);
        let mut body = person("ann@harborline.example");
        body["companyId"] = json!("nothing");
        assert_eq!(rosalind.post("/users", body).await.status, 404);
        assert_eq!(rosalind.get("/users/id/staff-northgate-admin").await.status, 404);
    }

    async fn changing_the_role_view_or_state_of_a_user_ends_their_sessions(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (change, ends) in [
            (json!({ "first_name": "Mark", "role": "Leasing", "text_plan": "PARLOR_LITE" }), false),
            (json!({ "is_restricted_view": true }), true),
            (json!({ "is_restricted_view": false }), true),
            (json!({ "parlor_role": "admin" }), true),
            (json!({ "parlor_role": "manager" }), true),
        ] {
            let marcus = server.login("manager@harborline.example").await;
            dana.put(MARCUS, change.clone()).await.ok();
            assert_eq!(is_signed_in(&marcus).await, !ends, "{change}");
        }
        let marcus = server.login("manager@harborline.example").await;
        let closed = dana.post(&format!("{MARCUS}/deactivate"), json!({})).await.ok();
        assert_eq!(closed["user"]["state"], "DEACTIVATED");
        assert!(!is_signed_in(&marcus).await);
        assert_eq!(sign_in(&server, "manager@harborline.example", PASSWORD).await.status, 401);
        dana.post(&format!("{MARCUS}/reactivate"), json!({})).await.ok();
        assert!(!is_signed_in(&marcus).await);
        assert_eq!(sign_in(&server, "manager@harborline.example", PASSWORD).await.status, 200);
        let entries = audit_entries(&dana, "USER_UPDATED").await;
        assert_eq!(entries.last().unwrap()["summary"], "Mark Bell: name, job title, plan");
        assert_eq!((audit_entries(&dana, "USER_DEACTIVATED").await.len(), audit_entries(&dana, "USER_REACTIVATED").await.len()), (1, 1));
    }

    async fn changing_your_own_role_ends_your_other_sessions(server: TestServer) {
        let (current, other) = (server.harborline_admin().await, server.harborline_admin().await);
        current.put(MARCUS, json!({ "parlor_role": "admin" })).await.ok();
        current.put(DANA, json!({ "parlor_role": "manager" })).await.ok();
        assert!(is_signed_in(&current).await && !is_signed_in(&other).await);
        assert_eq!(current.get("/users").await.status, 403);
    }

    async fn the_last_administrator_cannot_be_demoted_or_deactivated(server: TestServer) {
        let dana = server.harborline_admin().await;
        for change in [json!({ "parlor_role": "manager" }), json!({ "is_restricted_view": true })] {
            assert_eq!(refused(&dana.put(DANA, change).await), (400, "LAST_ADMINISTRATOR".into()));
        }
        assert_eq!(refused(&dana.post(&format!("{DANA}/deactivate"), json!({})).await), (400, "OWN_ACCOUNT".into()));
        // An administrator without a password does not count as another administrator.
        let mut invited = invitation("ann@harborline.example");
        invited["parlor_role"] = json!("admin");
        dana.post("/users/invite", invited).await.ok();
        assert_eq!(refused(&dana.put(DANA, json!({ "parlor_role": "" })).await), (400, "LAST_ADMINISTRATOR".into()));
        let rosalind = server.login("admin@parlor.example").await;
        rosalind.post("/users/actingCompany", json!({ "companyId": "company-harborline" })).await.ok();
        assert_eq!(refused(&rosalind.post(&format!("{DANA}/deactivate"), json!({})).await), (400, "LAST_ADMINISTRATOR".into()));
        assert!(is_signed_in(&dana).await);
    }

    async fn concurrent_demotions_leave_one_administrator(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.put(MARCUS, json!({ "parlor_role": "admin" })).await.ok();
        let marcus = server.login("manager@harborline.example").await;
        let demoted = json!({ "parlor_role": "manager" });
        futures::future::join(dana.put(MARCUS, demoted.clone()), marcus.put(DANA, demoted)).await;
        let mut tx = server.db.platform_read().await.unwrap();
        let (left,): (i64,) = tx
            .query("SELECT count(*) FROM staff WHERE company_id = 'company-harborline' AND parlor_role = 'admin'")
            .one()
            .await
            .unwrap();
        assert_eq!(left, 1);
    }

    async fn changing_the_email_address_invalidates_links_sent_to_the_old_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        server.rest("POST", "/users/password/forgot", "", Some(json!({ "email": "manager@harborline.example" }))).await.ok();
        let token = server.mails_to("manager@harborline.example").await[0].token();
        dana.put(MARCUS, json!({ "email": "Marcus@Harborline.example" })).await.ok();
        let check = server.rest("POST", "/users/password/check", "", Some(json!({ "token": token }))).await;
        assert_eq!(refused(&check), (400, "LINK_EXPIRED".into()));
        assert_eq!(sign_in(&server, "marcus@harborline.example", PASSWORD).await.status, 200);
        assert_eq!(sign_in(&server, "manager@harborline.example", PASSWORD).await.status, 401);
    }

    async fn users_are_paged_by_name_and_found_by_any_part_of_name_or_email(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (i, last) in ["Zorn", "Abel", "Lee", "Lee"].iter().enumerate() {
            let mut body = invitation(&format!("new-{i}@harborline.example"));
            body["last_name"] = json!(last);
            dana.post("/users/invite", body).await.ok();
        }
        let whole = dana.get("/users").await.ok();
        let all: Vec<String> = emails(&whole).into_iter().map(str::to_owned).collect();
        assert_eq!(all.len(), 7);
        assert!(all[0].starts_with("new-1") && all[6].starts_with("new-0"), "{all:?}");
        let (mut paged, mut token) = (Vec::new(), String::new());
        loop {
            let page = dana.get(&format!("/users?limit=2&pageToken={token}")).await.ok();
            paged.extend(emails(&page).into_iter().map(str::to_owned));
            token = page["nextPageToken"].as_str().unwrap_or_default().to_owned();
            if token.is_empty() {
                break;
            }
        }
        assert_eq!(paged, all);
        for (part, found) in [("oKAf", "admin@harborline.example"), ("MANAGER@", "manager@harborline.example"), ("cus bel", "manager@harborline.example")] {
            let found_now = dana.get(&format!("/users?query={}", part.replace(' ', "%20"))).await.ok();
            assert_eq!(emails(&found_now), [found], "{part}");
        }
        for nobody in ["%25", "_", "northgate"] {
            assert_eq!(emails(&dana.get(&format!("/users?query={nobody}")).await.ok()).len(), 0, "{nobody}");
        }
    }

    async fn listed_users_have_the_communities_that_they_see(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        marcus.put("/users/token", json!({ "text_communities": ["community-the-meridian"] })).await.ok();
        let listed = dana.get("/users").await.ok();
        for user in listed["users"].as_array().unwrap() {
            let one = dana.get(&format!("/users/id/{}", user["_id"].as_str().unwrap())).await.ok();
            assert_eq!(&one["user"], user);
            let expected: &[&str] = match user["first_name"].as_str().unwrap() {
                "Dana" => &["Harbor Row", "Osprey Lake", "The Meridian"],
                "Marcus" => &["The Meridian"],
                _ => continue,
            };
            assert_eq!(labels(user), expected);
        }
    }

    async fn selecting_communities_changes_only_the_picker(server: TestServer) {
        for (email, first) in [("manager@harborline.example", "Harbor Row"), ("admin@harborline.example", "Harbor Row")] {
            let staff = server.login(email).await;
            let select = |ids: Value| staff.put("/users/token", json!({ "text_communities": ids }));
            let before = staff.get("/users/token").await.ok()["user"].clone();
            assert_eq!(labels(&before)[0], first);
            let user = select(json!(["community-the-meridian", "community-harbor-row"])).await.ok()["user"].clone();
            assert_eq!(labels(&user), ["The Meridian", "Harbor Row"]);
            select(json!(["community-the-meridian"])).await.ok();
            assert_eq!(labels(&staff.get("/users/token").await.ok()["user"]), ["The Meridian"]);
            staff.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.ok();
            select(json!([])).await.ok();
            assert_eq!(staff.get("/users/token").await.ok()["user"], before);
        }
        let marcus = server.login("manager@harborline.example").await;
        for unseen in ["community-osprey-lake", "community-larkspur-commons", "nothing"] {
            let answer = marcus.put("/users/token", json!({ "text_communities": ["community-harbor-row", unseen] })).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["message"]), (404, &json!("There is no such community.")), "{unseen}");
        }
    }

    async fn unassigned_communities_leave_the_selection_and_the_picker(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        marcus.put("/users/token", json!({ "text_communities": ["community-harbor-row"] })).await.ok();
        dana.put(MARCUS, json!({ "text_communities": ["community-osprey-lake", "community-the-meridian"] })).await.ok();
        assert_eq!(labels(&marcus.get("/users/token").await.ok()["user"]), ["Osprey Lake", "The Meridian"]);
        assert_eq!(marcus.get(&format!("/textCommunities/community/{HARBOR_ROW}")).await.status, 404);
        dana.put(MARCUS, json!({ "text_communities": [] })).await.ok();
        assert_eq!(labels(&marcus.get(MARCUS).await.ok()["user"]).len(), 2);
        dana.put(MARCUS, json!({ "updateMask": "textCommunities" })).await.ok();
        assert_eq!(labels(&marcus.get(MARCUS).await.ok()["user"]).len(), 0);
    }
}
