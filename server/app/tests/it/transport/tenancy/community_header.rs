//! The `community` header: a call about one community is refused if the header names another one. If it names
//! the same one, the response is the same as without it.
use contract::resource_types::{is_in_community, names_community, resource_type_of};
use prost_reflect::{DynamicMessage, MethodDescriptor, ReflectMessage, Value};
use serde_json::json;
use tonic::Code;

use super::{
    Fixtures, NONEXISTENT_ID, ROLES, fixtures,
    requests::{PIXEL, valid},
    snapshot,
};
use crate::support::*;

/// Belongs to the same company; its administrators can see it.
const OSPREY_LAKE: &str = "community-osprey-lake";
const MESSAGE: &str = "community: The community header names another community than the request.";
/// Returns one of the caller's objects.
type Getter = fn(&Fixtures) -> &str;

/// Calls that name their community by another field than an ID, with the value of that field.
const BY_NAME: [(&str, &str, Getter); 4] = [
    ("CommunityService.GetCommunityByTag", "tag", |own| &own.tag),
    ("CommunityService.FetchCommunity", "text_community", |own| &own.tag),
    ("TestPhoneService.SendTestPhoneMessage", "to", |own| &own.number),
    ("TestPhoneService.ListTestPhoneMessages", "number", |own| &own.number),
];

/// Returns every call about one community, with a valid request about the caller's objects. Deletions come
/// last.
fn calls(own: &Fixtures) -> Vec<(MethodDescriptor, DynamicMessage)> {
    let mut calls: Vec<_> = methods()
        .filter(names_community)
        .map(|method| {
            let request = valid(&method, own);
            (method, request)
        })
        .collect();
    for (name, field, value) in BY_NAME {
        let method = method(name);
        let mut request = valid(&method, own);
        request.set_field_by_name(field, Value::String(value(own).to_owned()));
        calls.push((method, request));
    }
    calls.sort_by_key(|(method, _)| match method.name() {
        "DeleteCommunity" => 2,
        name => i32::from(name.starts_with("Delete")),
    });
    calls
}

/// Signs in a platform administrator who acts in the company and can access every screen.
async fn platform_administrator(server: &TestServer) -> Staff<'_> {
    let rosalind = server.login("admin@parlor.example").await;
    rosalind.post("/users/actingCompany", json!({ "companyId": "company-harborline" })).await.ok();
    rosalind
}

/// Returns the code and the reason of each call, made with this header or without one.
async fn outcomes(server: &TestServer, header: Option<&str>) -> Vec<(String, Code, String)> {
    let (dana, caller) = (server.harborline_admin().await, platform_administrator(server).await);
    let own = fixtures(server, &dana, &dana, HARBOR_ROW).await;
    let headers: Vec<_> = header.iter().map(|community| ("community", *community)).collect();
    let mut outcomes = Vec::new();
    for (method, request) in calls(&own) {
        let reply = server.grpc_with(&method, &caller.token, &headers, &request).await;
        outcomes.push((short(&method), reply.code, reply.reason));
    }
    outcomes
}

#[test]
fn methods_with_a_conversation_or_escalation_id_belong_to_one_community() {
    let named = |name: &str| names_community(&method(name));
    assert!(named("EscalationService.AnswerEscalation") && named("ConversationService.DeleteNote"));
    assert!(!named("UserService.UpdateUser") && !named("KnowledgeService.UpdateCompanyAnswer"));
    // Some call of the matrix names each resource that belongs to a community.
    let fields = methods().filter(names_community).flat_map(|m| m.input().fields().collect::<Vec<_>>());
    let entities: std::collections::BTreeSet<_> =
        fields.filter_map(|field| resource_type_of(&field)).filter(|e| is_in_community(*e)).collect();
    assert_eq!(entities.len(), 15, "{entities:?}");
}

on_both! {
    async fn every_single_community_method_refuses_a_contradicting_header(server: TestServer) {
        let (dana, caller) = (server.harborline_admin().await, platform_administrator(&server).await);
        let own = fixtures(&server, &dana, &dana, HARBOR_ROW).await;
        let before = snapshot(&dana, &own).await;
        let calls = calls(&own);
        assert!(calls.len() > 50, "only {} calls are about one community", calls.len());
        for (method, request) in &calls {
            for header in [OSPREY_LAKE, NONEXISTENT_ID, "", "community-harbor-row, community-osprey-lake"] {
                let reply = server.grpc_with(method, &caller.token, &[("community", header)], request).await;
                let refused = (Code::InvalidArgument, MESSAGE, "INVALID_FIELDS");
                assert_eq!(reply.refusal(), refused, "{} with {header:?}", short(method));
            }
        }
        server.settled().await;
        assert_eq!(snapshot(&dana, &own).await, before);
    }

    async fn a_matching_community_header_changes_nothing(server: TestServer) {
        let engine = if server.database.ends_with(".db") { Engine::Sqlite } else { Engine::Postgres };
        let plain = TestServer::open(engine).await;
        let (with, without) = (outcomes(&server, Some(HARBOR_ROW)).await, outcomes(&plain, None).await);
        assert_eq!(with, without);
        let done = with.iter().filter(|(_, code, reason)| *code == Code::Ok && reason.is_empty()).count();
        assert!(done > 40, "only {done} calls are done: {with:?}");
    }

    async fn methods_about_none_or_several_communities_ignore_the_header(server: TestServer) {
        let dana = server.harborline_admin().await;
        let headers = [("community", OSPREY_LAKE)];
        for (name, request) in [
            ("EscalationService.ListEscalations", json!({})),
            ("ConversationService.CountConversations", json!({})),
            ("CommunityService.ListTurboCommunities", json!({})),
            ("TestPhoneService.ListTestPhoneMessages", json!({ "phone": "+12025550199" })),
            ("UserService.SetCommunityOrder", json!({ "text_communities": [HARBOR_ROW] })),
        ] {
            let method = method(name);
            let request = DynamicMessage::deserialize(method.input(), &request).unwrap();
            server.grpc_with(&method, &dana.token, &headers, &request).await.ok();
        }
    }

    async fn a_header_that_matches_no_community_of_a_blast_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let filter = json!({ "communityIds": [HARBOR_ROW, "community-the-meridian"] });
        let audience = dana.post("/audiences", json!({ "name": "Two communities", "filter": filter })).await.ok()["audience"]["_id"].clone();
        let draft = json!({ "title": "Hello", "body": "{{community}}: hello", "audience": { "filter": filter } });
        let blast = dana.post("/blasts", draft).await.ok()["blast"]["_id"].clone();
        let mut count = 0;
        for (method, id) in methods().filter_map(|method| {
            let service = method.parent_service().name().to_owned();
            let has_id = method.input().get_field_by_name("id").is_some();
            match service.as_str() {
                "BlastService" if has_id => Some((method, &blast)),
                "AudienceService" if has_id => Some((method, &audience)),
                _ => None,
            }
        }) {
            let mut request = json!({ "id": id });
            if method.name() == "RejectBlast" {
                request["note"] = json!("Name the day.");
            }
            if method.name() == "SetBlastPicture" {
                request["data"] = json!(PIXEL);
            }
            let request = DynamicMessage::deserialize(method.input(), &request).unwrap();
            let contradicting = server.grpc_with(&method, &dana.token, &[("community", OSPREY_LAKE)], &request).await;
            assert_eq!(contradicting.refusal(), (Code::InvalidArgument, MESSAGE, "INVALID_FIELDS"), "{}", short(&method));
            count += 1;
        }
        assert!(count >= 15, "only {count} calls name a blast or an audience");
        let get = method("BlastService.GetBlast");
        let request = DynamicMessage::deserialize(get.input(), &json!({ "id": blast })).unwrap();
        for community in [HARBOR_ROW, "community-the-meridian"] {
            server.grpc_with(&get, &dana.token, &[("community", community)], &request).await.ok();
        }
    }

    async fn a_community_header_that_contradicts_a_drafts_community_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = fixtures(&server, &dana, &dana, HARBOR_ROW).await;
        let calls: Vec<_> = methods()
            .filter(|method| method.parent_service().name() == "DraftService")
            .filter(|method| names_community(method) || method.input().get_field_by_name("id").is_some())
            .map(|method| (valid(&method, &own), method))
            .collect();
        for (request, method) in &calls {
            for header in [OSPREY_LAKE, NONEXISTENT_ID, ""] {
                let contradicting = server.grpc_with(method, &dana.token, &[("community", header)], request).await;
                let refused = (Code::InvalidArgument, MESSAGE, "INVALID_FIELDS");
                assert_eq!(contradicting.refusal(), refused, "{} with {header:?}", short(method));
            }
        }
        assert_eq!(calls.len(), 17, "calls that name a draft, and the one that creates it for a community");
        server.settled().await;
        // Nothing was changed or deleted, and a draft that is about no community agrees with each header.
        let get = method("DraftService.GetDraft");
        let request = DynamicMessage::deserialize(get.input(), &json!({ "id": own.ids["DRAFT"] })).unwrap();
        let agreeing = server.grpc_with(&get, &dana.token, &[("community", HARBOR_ROW)], &request).await;
        assert_eq!(agreeing.output, server.grpc(&get, &dana.token, &request).await.output);
        let of_none = json!({ "kind": "WRITING", "inputs": { "purpose": "NOTICE", "notes": "Hello" } });
        let of_none = dana.post("/drafts", of_none).await.ok()["draft"]["_id"].clone();
        let request = DynamicMessage::deserialize(get.input(), &json!({ "id": of_none })).unwrap();
        server.grpc_with(&get, &dana.token, &[("community", OSPREY_LAKE)], &request).await.ok();
    }

    async fn a_community_header_does_not_reveal_hidden_resources(server: TestServer) {
        let dana = server.harborline_admin().await;
        let marcus = server.login("manager@harborline.example").await;
        let own = fixtures(&server, &marcus, &dana, HARBOR_ROW).await;
        let theirs = fixtures(&server, &dana, &dana, OSPREY_LAKE).await;
        let mut checked = 0;
        for (method, _) in calls(&own) {
            let names_community_itself =
                method.input().fields().any(|field| id_of(&field).as_deref() == Some("COMMUNITY"));
            if names_community_itself {
                continue;
            }
            let (foreign, mut random) = (valid(&method, &theirs), valid(&method, &theirs));
            for field in method.input().fields().filter(|field| id_of(field).is_some()) {
                random.set_field(&field, Value::String(NONEXISTENT_ID.into()));
            }
            for field in ["tag", "to", "number"] {
                if random.descriptor().get_field_by_name(field).is_some() {
                    let nonexistent = if field == "tag" { NONEXISTENT_ID } else { "+12025550199" };
                    random.set_field_by_name(field, Value::String(nonexistent.into()));
                }
            }
            for header in [OSPREY_LAKE, HARBOR_ROW, NONEXISTENT_ID] {
                let headers = [("community", header)];
                let foreign = server.grpc_with(&method, &marcus.token, &headers, &foreign).await;
                let random = server.grpc_with(&method, &marcus.token, &headers, &random).await;
                assert_eq!(foreign.refusal(), random.refusal(), "{} with {header}", short(&method));
                checked += i32::from(foreign.code == Code::NotFound && !ROLES.contains(&foreign.reason.as_str()));
            }
        }
        assert!(checked >= 60, "only {checked} calls name a hidden object");
    }

    async fn a_contradicting_community_header_is_refused_over_every_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let own = fixtures(&server, &dana, &dana, HARBOR_ROW).await;
        let claim = method("EscalationService.ClaimEscalation");
        let request = json!({ "id": own.ids["ESCALATION"] });
        for transport in TRANSPORTS {
            let call = async |community: &str, key: &str| {
                let token = ("usertoken", dana.token.as_str());
                let headers = [token, ("community", community), ("idempotency-key", key)];
                server.by(transport, &claim, &headers, &request).await
            };
            let contradicting = call(OSPREY_LAKE, &format!("wrong by {transport:?}")).await;
            assert_eq!(contradicting.refusal(), (Code::InvalidArgument, "INVALID_FIELDS"), "{transport:?}");
            let agreeing = call(HARBOR_ROW, &format!("right by {transport:?}")).await;
            assert_eq!(agreeing.ok()["escalation"]["_id"], json!(own.ids["ESCALATION"]));
            // A stored response is not a way around the check.
            let replayed = call(OSPREY_LAKE, &format!("right by {transport:?}")).await;
            assert_eq!(replayed.refusal(), (Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED"), "{transport:?}");
        }
    }
}
