//! Finding communities: by ID, by tag and by part of the name, with the token in every supported place.
use platform::{Scope, ids::CompanyId};
use serde_json::{Value, json};
use tonic::Code;

use crate::support::*;

const FETCH: &str = "CommunityService.FetchCommunity";

fn labels(answer: &Value) -> Vec<String> {
    let communities = answer["communities"].as_array().unwrap();
    communities.iter().map(|c| c["label"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn fetching_a_community_accepts_the_token_in_the_header_or_the_body(server: TestServer) {
        let dana = server.harborline_admin().await;
        for named in [HARBOR_ROW, "harbor row", "HARBOR_ROW"] {
            let body = json!({ "token": dana.token, "text_community": named, "excludeAnswers": true });
            let rest = server.rest("POST", "/text_community/fetch", "", Some(body)).await.ok();
            assert_eq!((&rest["textCommunity"]["_id"], &rest["textCommunity"]["answers"]), (&json!(HARBOR_ROW), &json!([])));
            let headed = dana.post("/text_community/fetch", json!({ "text_community": named, "excludeAnswers": true })).await;
            assert_eq!(headed.ok(), rest);
            let request = json!({ "token": dana.token, "text_community": named, "excludeAnswers": true });
            assert_same(&rest, &response_json(&server.rpc(FETCH, "", request).await));
        }
        let body = json!({ "token": dana.token, "text_community": HARBOR_ROW });
        let rest = server.rest("POST", "/text_community/fetch", "", Some(body)).await.ok();
        assert!(!rest["textCommunity"]["answers"].as_array().unwrap().is_empty());
    }

    async fn fetching_without_a_session_is_refused_alike_for_any_community(server: TestServer) {
        let dana = server.harborline_admin().await;
        for token in ["", "invented"] {
            for named in [HARBOR_ROW, "nothing", ""] {
                let body = json!({ "token": token, "text_community": named });
                let rest = server.rest("POST", "/text_community/fetch", "", Some(body.clone())).await;
                assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (401, "NOT_SIGNED_IN"), "{token} {named}");
                let grpc = server.rpc(FETCH, "", json!({ "token": token, "text_community": named })).await;
                assert_eq!(refused(&grpc), (Code::Unauthenticated, "NOT_SIGNED_IN".to_owned()));
            }
        }
        // The header takes precedence: the body does not replace what it names.
        let body = json!({ "token": dana.token, "text_community": HARBOR_ROW });
        assert_eq!(server.rest("POST", "/text_community/fetch", "invented", Some(body)).await.status, 401);
        let empty = dana.post("/text_community/fetch", json!({})).await;
        assert_eq!((empty.status.as_u16(), empty.fields()), (400, vec!["text_community".to_owned()]));
        // Other calls do not accept a token in the body.
        let body = json!({ "token": dana.token, "isTraining": true });
        let path = format!("/textCommunities/community/{HARBOR_ROW}/training");
        assert_eq!(server.rest("PATCH", &path, "", Some(body)).await.status, 401);
    }

    async fn communities_outside_the_scope_cannot_be_fetched(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        for named in ["community-larkspur-commons", "Larkspur_Commons", "community-osprey-lake", "Osprey Lake", "nothing"] {
            let body = json!({ "token": marcus.token, "text_community": named });
            let rest = server.rest("POST", "/text_community/fetch", "", Some(body)).await;
            assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (404, "NOT_FOUND"), "{named}");
        }
    }

    async fn the_restricted_view_fetches_no_answers(server: TestServer) {
        let june = server.login("blaster@harborline.example").await;
        let body = json!({ "token": june.token, "text_community": HARBOR_ROW });
        let rest = server.rest("POST", "/text_community/fetch", "", Some(body)).await.ok();
        assert_eq!(rest["textCommunity"]["answers"], json!([]));
    }

    async fn a_request_that_does_not_say_so_leaves_training_on(server: TestServer) {
        let dana = server.harborline_admin().await;
        let community = format!("/textCommunities/community/{HARBOR_ROW}");
        let path = format!("{community}/training");
        dana.patch(&path, json!({ "isTraining": true })).await.ok();
        for body in [json!({}), json!({ "isTraining": null })] {
            let refused = dana.patch(&path, body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["isTraining".to_owned()]), "{body}");
        }
        assert_eq!(dana.get(&community).await.ok()["textCommunity"]["isTraining"], true);
        dana.patch(&path, json!({ "isTraining": false })).await.ok();
        assert_eq!(dana.get(&community).await.ok()["textCommunity"]["isTraining"], false);
    }

    async fn a_community_includes_its_association_software_and_code(server: TestServer) {
        set_company(&server, "company-harborline", "software = 0").await;
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}");
        assert_eq!(dana.get(&path).await.ok()["details"]["softwareName"], "NONE");
        set_company(&server, "company-harborline", "software = 1, credential_name = '/parlor/harborline'").await;
        let rest = dana.get(&path).await.ok();
        let details = json!({
            "label": "Harbor Row", "softwareName": "VANTACA", "credentialName": "/parlor/harborline",
            "assocCode": "HR01", "communityID": HARBOR_ROW, "companyID": "company-harborline", "customVerbiage": [],
        });
        assert_eq!(rest["details"], details);
        let community = &rest["textCommunity"];
        assert_eq!((&community["vantaca_assoc_code"], &community["cinc_assoc_code"]), (&json!("HR01"), &json!("")));
        assert_eq!((&community["label"], &community["tag"]), (&json!("Harbor Row"), &json!("Harbor_Row")));
        assert_eq!(community["persona"]["temperature"], json!(0.3));
        assert_same(&rest, &response_json(&server.rpc("CommunityService.GetCommunity", &dana.token, json!({ "id": HARBOR_ROW })).await));
    }

    async fn a_community_without_a_company_cannot_be_selected(server: TestServer) {
        let rosalind = server.login("admin@parlor.example").await;
        let rest = rosalind.get("/textCommunities/community/community-quarry-bend").await;
        assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (400, "NO_COMPANY"));
        assert_eq!(rest.json()["message"], "No company associated with this community");
        let request = json!({ "id": "community-quarry-bend" });
        let grpc = server.rpc("CommunityService.GetCommunity", &rosalind.token, request).await;
        assert_eq!(refused(&grpc), (Code::FailedPrecondition, "NO_COMPANY".to_owned()));
        let dana = server.harborline_admin().await;
        let foreign = dana.get("/textCommunities/community/community-quarry-bend").await;
        let nothing = dana.get("/textCommunities/community/nothing").await;
        assert_eq!((foreign.status.as_u16(), &foreign.json()["message"]), (404, &nothing.json()["message"]));
    }

    async fn a_tag_matches_with_spaces_and_in_any_case_and_returns_requested_parts(server: TestServer) {
        let dana = server.harborline_admin().await;
        for tag in ["Harbor_Row", "Harbor%20Row", "harbor%20row"] {
            let plain = dana.get(&format!("/textCommunities/tag/{tag}")).await.ok()["textCommunity"].clone();
            assert_eq!((&plain["answers"], &plain["company"]), (&json!([]), &json!([])), "{tag}");
            let query = "includeAnswers=true&includeCompany=true&includeCompanyAnswers=true";
            let rest = dana.get(&format!("/textCommunities/tag/{tag}?{query}")).await.ok();
            let full = &rest["textCommunity"];
            assert_eq!(full["company"], json!(["company-harborline"]));
            assert!(!full["answers"].as_array().unwrap().is_empty());
            let request = json!({
                "tag": "harbor row", "includeAnswers": true, "includeCompany": true, "includeCompanyAnswers": true,
            });
            assert_same(&rest, &response_json(&server.rpc("CommunityService.GetCommunityByTag", &dana.token, request).await));
        }
    }

    async fn communities_are_sorted_by_name_and_searchable_by_a_part_of_it(server: TestServer) {
        let dana = server.harborline_admin().await;
        let all = dana.get("/textCommunities/turbo-communities").await.ok();
        assert_eq!(labels(&all), ["Harbor Row", "Osprey Lake", "The Meridian"]);
        assert_same(&all, &response_json(&server.rpc("CommunityService.ListTurboCommunities", &dana.token, json!({})).await));
        for (search, found) in [("OSPREY", vec!["Osprey Lake"]), ("r%20row", vec!["Harbor Row"]), ("%25", vec![]), ("_", vec!["Harbor Row", "Osprey Lake", "The Meridian"])] {
            let answer = dana.get(&format!("/textCommunities/turbo-communities?searchQuery={search}")).await.ok();
            assert_eq!(labels(&answer), found, "{search}");
        }
        let marcus = server.login("manager@harborline.example").await;
        let theirs = marcus.get("/textCommunities/turbo-communities?searchQuery=e").await.ok();
        assert_eq!(labels(&theirs), ["The Meridian"]);
    }

    async fn paging_through_thousands_of_communities_returns_each_once_in_order(server: TestServer) {
        add_communities(&server, 1_000).await;
        for email in ["admin@harborline.example", "manager@harborline.example"] {
            let staff = server.login(email).await;
            let (mut seen, mut token) = (Vec::new(), String::new());
            loop {
                let path = format!("/textCommunities/turbo-communities?limit=200&searchQuery=mass&pageToken={token}");
                let page = staff.get(&path).await.ok();
                seen.extend(labels(&page));
                token = page["nextPageToken"].as_str().unwrap().to_owned();
                if token.is_empty() {
                    break;
                }
            }
            let mut sorted = seen.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!((seen.len(), &seen), (1_000, &sorted), "{email}");
        }
    }
}

/// Sets columns of a company.
pub async fn set_company(server: &TestServer, id: &str, assignment: &'static str) {
    let scope = Scope::of_company(&CompanyId::from(id));
    let mut tx = server.db.write(&scope).await.unwrap();
    let sql: &'static str =
        Box::leak(format!("UPDATE company SET {assignment} WHERE id = $1").into_boxed_str());
    assert_eq!(tx.query(sql).bind(id).run().await.unwrap(), 1);
    tx.commit().await.unwrap();
}

/// Adds this many communities to Harborline, all assigned to its manager.
pub async fn add_communities(server: &TestServer, count: i64) {
    let scope = Scope::of_company(&CompanyId::from("company-harborline"));
    let mut tx = server.db.found(&scope).await.unwrap();
    for sql in [
        platform::dialect(
            "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
             SELECT 'mass-' || value, 'Mass_' || (10000 + value), 'America/New_York', 0, FALSE, 1, 0
             FROM (WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < $1)
                   SELECT value FROM n)",
            "INSERT INTO community (id, tag, time_zone, units, is_training, knowledge_version, created_ms)
             SELECT 'mass-' || value, 'Mass_' || (10000 + value), 'America/New_York', 0, FALSE, 1, 0
             FROM generate_series(1, $1) AS value",
        ),
        platform::dialect(
            "INSERT INTO company_community (company_id, community_id, name_key)
             SELECT 'company-harborline', id, lower(tag) FROM community WHERE id LIKE 'mass-%' AND $1 > 0",
            "INSERT INTO company_community (company_id, community_id, name_key)
             SELECT 'company-harborline', id, lower(tag) FROM community WHERE id LIKE 'mass-%' AND $1 > 0",
        ),
        platform::dialect(
            "INSERT INTO staff_community (company_id, staff_id, community_id, position)
             SELECT 'company-harborline', 'staff-harborline-manager', id, 9 FROM community WHERE id LIKE 'mass-%' AND $1 > 0",
            "INSERT INTO staff_community (company_id, staff_id, community_id, position)
             SELECT 'company-harborline', 'staff-harborline-manager', id, 9 FROM community WHERE id LIKE 'mass-%' AND $1 > 0",
        ),
    ] {
        tx.query(sql).bind(count).run().await.unwrap();
    }
    tx.commit().await.unwrap();
}
