//! Community requests, from the request to the community.
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const REQUEST: &str = "/admin/textCommunities/request";
const REQUESTS: &str = "/admin/textCommunities/requests";
const CREATE: &str = "/admin/textCommunities/create/company/company-harborline";

fn request_body(name: &str) -> Value {
    json!({
        "userId": "staff-northgate-admin", "communityName": name, "escalationEmail": "Office@Quarry.example",
        "secondaryEscalationEmails": ["board@quarry.example"],
    })
}

async fn ask(staff: &Staff<'_>, name: &str) -> Value {
    staff.post(REQUEST, request_body(name)).await.ok()["request"].clone()
}

async fn decide(staff: &Staff<'_>, request: &Value, body: Value) -> Answer {
    staff.post(&format!("{REQUESTS}/{}/decide", request["_id"].as_str().unwrap()), body).await
}

async fn names(staff: &Staff<'_>, query: &str) -> Vec<String> {
    let answer = staff.get(&format!("{REQUESTS}?{query}")).await.ok();
    answer["requests"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["communityName"].as_str().unwrap().to_owned())
        .collect()
}

on_both! {
    async fn an_approved_request_becomes_a_community_that_the_manager_sees(server: TestServer) {
        crate::tenancy::communities::set_company(&server, "company-harborline", "software = 0").await;
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        let request = ask(&marcus, " Quarry  Bend ").await;
        assert_eq!(request["communityName"], "Quarry Bend");
        assert_eq!((&request["state"], &request["requestedBy"], &request["requestedById"]), (&json!("SUBMITTED"), &json!("Marcus Bell"), &json!("staff-harborline-manager")));
        let mut body = json!({ "label": "Quarry Bend", "escalationEmail": "office@quarry.example", "requestId": request["_id"] });
        let early = dana.post(CREATE, body.clone()).await;
        assert_eq!((early.status.as_u16(), early.reason().as_str()), (400, "NOT_APPROVED"));
        let approved = decide(&dana, &request, json!({ "approve": true })).await.ok();
        assert_eq!((&approved["request"]["state"], &approved["request"]["decidedBy"]), (&json!("APPROVED"), &json!("Dana Okafor")));
        let made = dana.post(CREATE, body.clone()).await.ok()["textCommunity"].clone();
        let active = marcus.get(REQUESTS).await.ok()["requests"][0].clone();
        assert_eq!((&active["state"], &active["communityId"]), (&json!("ACTIVE"), &made["_id"]));
        marcus.get(&format!("/textCommunities/community/{}", made["_id"].as_str().unwrap())).await.ok();
        let mapping = marcus.get("/users/token").await.ok()["user"]["text_communities_mapping"].clone();
        assert_eq!(mapping.as_array().unwrap().last().unwrap()["label"], "Quarry Bend");
        body["label"] = json!("Quarry Bend 2");
        assert_eq!(dana.post(CREATE, body).await.reason(), "NOT_APPROVED");
    }

    async fn a_request_is_decided_once_and_a_rejection_needs_a_reason(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        let request = ask(&marcus, "Quarry Bend").await;
        assert_eq!(decide(&marcus, &request, json!({ "approve": true })).await.status, 403);
        for reason in ["", "no"] {
            let refused = decide(&dana, &request, json!({ "reason": reason })).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["reason".to_owned()]));
        }
        let no = decide(&dana, &request, json!({ "reason": "Not signed yet" })).await.ok();
        assert_eq!((&no["request"]["state"], &no["request"]["reason"]), (&json!("REJECTED"), &json!("Not signed yet")));
        let late = decide(&dana, &request, json!({ "approve": true })).await;
        assert_eq!((late.status.as_u16(), late.reason().as_str()), (400, "ALREADY_DECIDED"));
        let withdrawn = marcus.delete(&format!("{REQUESTS}/{}", request["_id"].as_str().unwrap())).await;
        assert_eq!((withdrawn.status.as_u16(), withdrawn.reason().as_str()), (400, "ALREADY_DECIDED"));
        // The name can be requested again.
        ask(&marcus, "quarry bend").await;
    }

    async fn a_name_cannot_be_requested_twice_or_if_it_exists(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        let there = marcus.post(REQUEST, request_body("HARBOR row")).await;
        assert_eq!((there.status.as_u16(), there.reason().as_str()), (409, "COMMUNITY_EXISTS"));
        // A community that the manager cannot see counts as existing.
        assert_eq!(marcus.post(REQUEST, request_body("Osprey Lake")).await.reason(), "COMMUNITY_EXISTS");
        let request = ask(&marcus, "Quarry Bend").await;
        let at_once = futures::future::join_all((0..6).map(|_| dana.post(REQUEST, request_body("quarry_BEND")))).await;
        assert!(at_once.iter().all(|a| a.status == 409 && a.reason() == "ALREADY_REQUESTED"));
        let back = marcus.delete(&format!("{REQUESTS}/{}", request["_id"].as_str().unwrap())).await.ok();
        assert_eq!(back["request"]["state"], "WITHDRAWN");
        ask(&dana, "Quarry Bend").await;
    }

    async fn requests_are_visible_to_administrators_and_to_the_requester(server: TestServer) {
        let (dana, marcus, june) = (server.harborline_admin().await, server.login("manager@harborline.example").await, server.login("blaster@harborline.example").await);
        let request = ask(&dana, "Quarry Bend").await;
        assert_eq!(names(&dana, "").await, ["Quarry Bend", "Lantern Square"]);
        assert_eq!(names(&marcus, "").await, ["Lantern Square"]);
        assert!(names(&june, "").await.is_empty());
        assert!(names(&server.northgate_admin().await, "").await.is_empty());
        decide(&dana, &request, json!({ "approve": true })).await.ok();
        assert_eq!(names(&dana, "state=SUBMITTED").await, ["Lantern Square"]);
        let first = dana.get(&format!("{REQUESTS}?limit=1")).await.ok();
        assert_eq!(first["requests"][0]["communityName"], "Quarry Bend");
        assert_eq!(names(&dana, &format!("limit=1&pageToken={}", first["nextPageToken"].as_str().unwrap())).await, ["Lantern Square"]);

        let one = format!("{REQUESTS}/{}", request["_id"].as_str().unwrap());
        for (staff, path) in [(&marcus, one.as_str()), (&june, &one)] {
            assert_eq!(staff.delete(path).await.status, 404);
        }
        let ingrid = server.northgate_admin().await;
        assert_eq!(decide(&ingrid, &request, json!({ "approve": true })).await.status, 404);
        assert_eq!(ingrid.get(&format!("{REQUESTS}?companyId=company-harborline")).await.status, 404);
        let refused = june.post(REQUEST, request_body("Mine")).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
    }

    async fn grpc_and_rest_return_the_same_requests(server: TestServer) {
        let (dana, marcus) = (server.harborline_admin().await, server.login("manager@harborline.example").await);
        let request = response_json(&server.rpc("CommunityAdminService.RequestCommunity", &marcus.token, request_body("Quarry Bend")).await);
        let rest = dana.get(REQUESTS).await.ok();
        assert_same(&rest["requests"][0], &request["request"]);
        assert_same(&rest, &response_json(&server.rpc("CommunityAdminService.ListCommunityRequests", &dana.token, json!({})).await));
        let again = server.rpc("CommunityAdminService.RequestCommunity", &marcus.token, request_body("Quarry Bend")).await;
        assert_eq!(refused(&again), (Code::AlreadyExists, "ALREADY_REQUESTED".to_owned()));
    }
}
