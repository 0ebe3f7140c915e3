//! The communities that administrators assign to a manager, regardless of what the manager selected from them.
use serde_json::{Value, json};

use crate::{support::*, tenancy::communities::add_communities};

const MARCUS: &str = "/users/id/staff-harborline-manager";
const MERIDIAN: &str = "community-the-meridian";
const OSPREY: &str = "community-osprey-lake";

/// Returns the IDs of the communities that are assigned to a user, all of which the response contains.
fn assigned(user: &Value) -> Vec<&str> {
    let assigned = &user["assignedCommunities"];
    let ids: Vec<_> = assigned["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert_eq!(assigned["total"], ids.len());
    ids
}

async fn user(staff: &Staff<'_>, path: &str) -> Value {
    staff.get(path).await.ok()["user"].clone()
}

/// Makes the manager see one of their two communities only.
async fn select_one(marcus: &Staff<'_>) {
    marcus.put("/users/token", json!({ "text_communities": [MERIDIAN] })).await.ok();
}

on_both! {
    async fn administrators_get_the_assigned_communities_whatever_a_manager_selected(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        select_one(&marcus).await;
        let one = user(&dana, MARCUS).await;
        assert_eq!(one["text_communities_mapping"].as_array().unwrap().len(), 1);
        assert_eq!(assigned(&one), [HARBOR_ROW, MERIDIAN]);
        let listed = dana.get("/users?query=marcus").await.ok();
        assert_eq!(assigned(&listed["users"][0]), [HARBOR_ROW, MERIDIAN]);
        for path in [MARCUS, "/users/token"] {
            assert!(user(&marcus, path).await.get("assignedCommunities").is_none(), "{path}");
        }
    }

    async fn adding_and_removing_communities_keeps_the_others(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        select_one(&marcus).await;
        for (change, expected) in [
            (json!({ "addCommunities": [OSPREY, HARBOR_ROW] }), vec![HARBOR_ROW, MERIDIAN, OSPREY]),
            (json!({ "removeCommunities": [MERIDIAN], "phone": "+12025550142" }), vec![HARBOR_ROW, OSPREY]),
            (json!({ "removeCommunities": [HARBOR_ROW, MERIDIAN], "addCommunities": [HARBOR_ROW] }), vec![OSPREY, HARBOR_ROW]),
            (json!({ "first_name": "Mark" }), vec![OSPREY, HARBOR_ROW]),
            (json!({ "text_communities": [MERIDIAN], "addCommunities": [OSPREY] }), vec![MERIDIAN, OSPREY]),
        ] {
            let changed = dana.put(MARCUS, change.clone()).await.ok();
            assert_eq!(assigned(&changed["user"]), expected, "{change}");
        }
        for field in ["addCommunities", "removeCommunities"] {
            let answer = dana.put(MARCUS, json!({ field: [MERIDIAN, "community-larkspur-commons"] })).await;
            assert_eq!((answer.status.as_u16(), answer.reason()), (404, "NOT_FOUND".into()), "{field}");
        }
        assert_eq!(assigned(&user(&dana, MARCUS).await), [MERIDIAN, OSPREY]);
    }

    async fn the_audit_trail_compares_the_assigned_communities(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        select_one(&marcus).await;
        dana.put(MARCUS, json!({ "removeCommunities": [HARBOR_ROW], "addCommunities": [OSPREY] })).await.ok();
        let entries = dana.get("/admin/audit?action=USER_UPDATED").await.ok();
        assert_eq!(entries["entries"][0]["changes"], json!([{
            "field": "text_communities_mapping",
            "before": "Harbor Row, The Meridian", "after": "The Meridian, Osprey Lake",
        }]));
    }

    async fn more_assigned_communities_than_a_list_shows_survive_an_edit(server: TestServer) {
        let dana = server.harborline_admin().await;
        add_communities(&server, 250).await;
        let listed = dana.get("/users?query=marcus").await.ok()["users"][0]["assignedCommunities"].clone();
        assert_eq!((listed["ids"].as_array().unwrap().len(), &listed["total"]), (200, &json!(252)));
        assert_eq!(assigned(&user(&dana, MARCUS).await).len(), 252);
        let changed = dana.put(MARCUS, json!({ "addCommunities": [OSPREY] })).await.ok();
        let ids = assigned(&changed["user"]);
        assert_eq!((ids.len(), ids.last()), (253, Some(&OSPREY)));
        // The communities that a user sees are listed up to 200, too.
        let seen = |user: &Value| (user["text_communities_mapping"].as_array().unwrap().len(), user["hasMoreTextCommunities"].clone());
        assert_eq!(seen(&changed["user"]), (200, json!(true)));
        let dana = server.harborline_admin().await;
        assert_eq!(seen(&dana.get("/users/token").await.ok()["user"]), (200, json!(true)));
        let blaster = server.login("blaster@harborline.example").await;
        assert_eq!(seen(&blaster.get("/users/token").await.ok()["user"]), (3, json!(false)));
    }
}
