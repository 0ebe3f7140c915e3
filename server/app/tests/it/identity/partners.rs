//! Partners: credentials that administrators issue, and their permissions.
use std::time::Duration;

use contract::v1::{
    EventKind, ListAnswersRequest, WatchEventsRequest, WatchEventsResponse,
    event_service_client::EventServiceClient,
};
use prost_reflect::{DynamicMessage, MethodDescriptor};
use serde_json::json;
use sqlx::FromRow;
use tonic::{Code, Streaming, transport::Channel};

use crate::support::*;

const ANSWERS: &str = "/textCommunities/community/community-harbor-row/answers";
const ALL: [&str; 19] = [
    "COMPANY_READ",
    "COMMUNITIES_READ",
    "COMMUNITIES_WRITE",
    "KNOWLEDGE_READ",
    "KNOWLEDGE_WRITE",
    "CONVERSATIONS_READ",
    "ESCALATIONS_READ",
    "ESCALATIONS_WRITE",
    "EVENTS_READ",
    "BLASTS_READ",
    "BLASTS_WRITE",
    "CONVERSATIONS_WRITE",
    "HOMEOWNERS_READ",
    "HOMEOWNERS_WRITE",
    "TEST_CASES_READ",
    "TEST_CASES_WRITE",
    "SERVICE_REQUESTS_READ",
    "SERVICE_REQUESTS_WRITE",
    "REPORTS_READ",
];

fn list() -> ListAnswersRequest {
    ListAnswersRequest { community_id: HARBOR_ROW.into(), ..Default::default() }
}

/// Repeats a call until it is refused.
async fn call_until_refused(server: &TestServer, token: &str, path: &str) -> Answer {
    let calls = async {
        loop {
            let answer = server.bearer("GET", path, token, None).await;
            if answer.status != 200 {
                return answer;
            }
        }
    };
    within("the token is refused", calls).await
}

async fn watch(server: &TestServer, token: &str) -> Streaming<WatchEventsResponse> {
    let mut request = tonic::Request::new(WatchEventsRequest { after: 0 });
    request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    let mut client: EventServiceClient<Channel> = EventServiceClient::new(server.channel().await);
    let mut stream = client.watch_events(request).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap().unwrap().kind(), EventKind::Ready);
    stream
}

/// Returns the code with which a stream ends.
async fn end_code(stream: &mut Streaming<WatchEventsResponse>) -> Code {
    let ending = async {
        loop {
            if let Err(status) = stream.message().await {
                return status.code();
            }
        }
    };
    within("the stream ends", ending).await
}

/// Returns whether a method declares scopes with which partners can call it.
fn declares_scopes(method: &MethodDescriptor) -> bool {
    let access =
        method.options().get_extension(&contract::extension("parlor.options.v1.access")).into_owned();
    let access = access.as_message().unwrap();
    access.get_field_by_name("scopes").is_some_and(|scopes| !scopes.as_list().unwrap().is_empty())
}

fn is_public(method: &MethodDescriptor) -> bool {
    let access =
        method.options().get_extension(&contract::extension("parlor.options.v1.access")).into_owned();
    access.as_message().unwrap().get_field_by_name("public").unwrap().as_bool().unwrap()
}

#[derive(FromRow)]
struct Name(String);

/// Returns all texts in tables that contain data of partners and the audit trail.
async fn stored_texts(server: &TestServer) -> String {
    let mut tx = server.db.platform_read().await.unwrap();
    let mut text = String::new();
    for sql in [
        "SELECT secret_hash || ' ' || client_id || ' ' || name FROM partner",
        "SELECT token_hash || ' ' || challenge || ' ' || redirect_uri FROM partner_token",
        "SELECT id || ' ' || staff_id FROM partner_grant",
        "SELECT actor || ' ' || action || ' ' || subject || ' ' || summary FROM audit",
    ] {
        for Name(row) in tx.query(sql).all::<Name>().await.unwrap() {
            text.push_str(&row);
            text.push('\n');
        }
    }
    text
}

on_both! {
    async fn a_partner_calls_every_transport_with_its_token(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ"], &[]).await;
        let token = server.machine(&partner).await;
        let mine = dana.get(ANSWERS).await.ok();
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.ok(), mine);
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, [Code::Ok; 2]);

        let listed = dana.get("/admin/partners").await.ok()["partners"][0].clone();
        assert_eq!(listed["_id"], json!(partner.id));
        assert_eq!((&listed["name"], &listed["createdBy"]), (&json!("Elm Ledger"), &json!("Dana Okafor")));
        assert_eq!((&listed["scopes"], &listed["requestsPerMinute"]), (&json!(["KNOWLEDGE_READ"]), &json!(600)));
        assert_eq!(listed["usedAt"].as_str().unwrap()[..16], server.now()[..16]);
        assert!(listed.get("revokedAt").is_none());
    }

    async fn a_missing_scope_is_reported_on_every_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = server.machine(&dana.issue(&["COMPANY_READ"], &[]).await).await;
        let refused = server.bearer("GET", ANSWERS, &token, None).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (403, "INSUFFICIENT_SCOPE"));
        assert_eq!(refused.headers["www-authenticate"], "Bearer error=\"insufficient_scope\"");
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        let denied = [Code::PermissionDenied; 2];
        assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, denied);
    }

    async fn an_invalid_token_is_refused_on_every_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = server.machine(&dana.issue(&["KNOWLEDGE_READ"], &[]).await).await;
        server.clock.advance(Duration::from_secs(3601));
        for token in [token.as_str(), dana.token.as_str(), "invented", ""] {
            let rest = server.bearer("GET", ANSWERS, token, None).await;
            assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (401, "INVALID_TOKEN"), "{token}");
            assert_eq!(rest.headers["www-authenticate"], "Bearer error=\"invalid_token\"");
            let bearer = format!("bearer {token}");
            let headers = [("authorization", bearer.as_str())];
            let unauthenticated = [Code::Unauthenticated; 2];
            assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, unauthenticated);
        }
        // Credentials for a proxy in front of the server are ignored.
        let headers = [("authorization", "Basic cHJveHk6eA=="), ("usertoken", dana.token.as_str())];
        assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, [Code::Ok; 2]);
    }

    async fn a_session_and_a_token_together_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = server.machine(&dana.issue(&["KNOWLEDGE_READ"], &[]).await).await;
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str()), ("usertoken", dana.token.as_str())];
        let refused = [Code::InvalidArgument; 2];
        assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, refused);
        let request = http::Request::get(format!("http://{}{ANSWERS}", server.address))
            .header("authorization", &bearer)
            .header("usertoken", &dana.token);
        let rest = server.send(request.body(Default::default()).unwrap()).await;
        assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (400, "TWO_CREDENTIALS"));
    }

    async fn a_partner_with_all_scopes_can_call_only_methods_that_declare_a_scope(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = server.machine(&dana.issue(&ALL, &[]).await).await;
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        let mut named = 0;
        for method in methods() {
            let name = short(&method);
            if method.is_server_streaming() || is_public(&method) {
                continue;
            }
            let call = name.replace('.', "/");
            let codes = server.codes(&call, &headers, &DynamicMessage::new(method.input())).await;
            if declares_scopes(&method) {
                named += 1;
                let broken = [Code::PermissionDenied, Code::Unauthenticated, Code::Internal, Code::Unknown];
                assert!(!codes.iter().any(|code| broken.contains(code)), "{name}: {codes:?}");
            } else {
                assert_eq!(codes, [Code::PermissionDenied; 2], "{name}");
            }
        }
        assert!(named > 20);
    }

    async fn a_partner_sees_only_its_own_company(server: TestServer) {
        let (dana, ingrid) = (server.harborline_admin().await, server.northgate_admin().await);
        let token = server.machine(&dana.issue(&ALL, &[]).await).await;
        let seen = server.bearer("GET", "/textCommunities/turbo-communities", &token, None).await.ok();
        assert_eq!(seen, dana.get("/textCommunities/turbo-communities").await.ok());
        let theirs = ingrid.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        for path in [
            format!("/textConversations/escalations/{theirs}"),
            "/textCommunities/community/community-larkspur-commons".into(),
            "/companies/companyId/company-northgate".into(),
        ] {
            assert_eq!(server.bearer("GET", &path, &token, None).await.status, 404, "{path}");
        }
    }

    async fn actions_of_a_partner_are_recorded_with_its_name(server: TestServer) {
        let dana = server.harborline_admin().await;
        let token = server.machine(&dana.issue(&ALL, &[]).await).await;
        let body = json!({ "category": "Pets", "question": "May I keep a heron?", "answer": "Only a small one." });
        let answer = server.bearer("POST", ANSWERS, &token, Some(body)).await.ok()["answer"].clone();
        assert_eq!(answer["updatedBy"], "Elm Ledger");
        let body = json!({ "answer": "Only at night." });
        let path = format!("{ANSWERS}/{}", answer["_id"].as_str().unwrap());
        assert_eq!(server.bearer("PATCH", &path, &token, Some(body)).await.status, 200);

        let open = dana.open_escalations().await;
        let path = format!("/textConversations/escalations/{}", open[0]["_id"].as_str().unwrap());
        let claimed = server.bearer("POST", &format!("{path}/claim"), &token, Some(json!({}))).await.ok();
        assert_eq!(claimed["escalation"]["claimedBy"], "Elm Ledger");
        let body = json!({ "answer": "We will see to it.", "bot_trained": false, "notifyHomeownerData": { "notify": true } });
        let answered = server.bearer("POST", &path, &token, Some(body)).await.ok();
        assert_eq!(answered["escalation"]["reviewedBy"], "Elm Ledger");
        server.later(Duration::from_secs(11)).await;
        let conversation = answered["escalation"]["conversationId"].as_str().unwrap();
        let thread = server.bearer("GET", &format!("/textConversations/{conversation}"), &token, None).await.ok();
        let messages = thread["messages"].as_array().unwrap();
        assert!(messages.iter().any(|message| message["authorName"] == "Elm Ledger"), "{thread}");
        let undone = server.bearer("POST", &format!("{path}/undo"), &token, Some(json!({}))).await;
        assert_eq!(undone.reason(), "UNDO_TOO_LATE");
    }

    async fn removing_a_scope_takes_effect_immediately(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ", "EVENTS_READ"], &[]).await;
        let token = server.machine(&partner).await;
        let mut stream = watch(&server, &token).await;
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        let path = format!("/admin/partners/{}", partner.id);
        let changed = dana.patch(&path, json!({ "scopes": ["COMPANY_READ"], "name": "Elm Books" })).await.ok();
        assert_eq!(changed["partner"]["scopes"], json!(["COMPANY_READ"]));
        assert_eq!(call_until_refused(&server, &token, ANSWERS).await.reason(), "INSUFFICIENT_SCOPE");
        assert_eq!(end_code(&mut stream).await, Code::PermissionDenied);
        let issued = dana.get("/admin/audit?action=PARTNER_ISSUED").await.ok();
        assert_eq!(issued["entries"][0]["actor"], "Dana Okafor");
        let audit = stored_texts(&server).await;
        assert!(audit.contains("Changed the name, the permissions of Elm Books"), "{audit}");
    }

    async fn rotating_the_secret_invalidates_the_previous_one(server: TestServer) {
        let dana = server.harborline_admin().await;
        let mut partner = dana.issue(&["KNOWLEDGE_READ"], &[]).await;
        let token = server.machine(&partner).await;
        let rotated = dana.post(&format!("/admin/partners/{}/secret", partner.id), json!({})).await.ok();
        let fields = [("grant_type", "client_credentials")];
        let refused = server.form("/oauth2/v1/token", &basic(&partner), &fields).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (401, "INVALID_CLIENT"));
        partner.secret = rotated["clientSecret"].as_str().unwrap().into();
        server.machine(&partner).await;
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
    }

    async fn revoking_a_partner_invalidates_its_tokens_and_ends_its_streams(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ", "EVENTS_READ"], &[]).await;
        let token = server.machine(&partner).await;
        let mut stream = watch(&server, &token).await;
        assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        let path = format!("/admin/partners/{}", partner.id);
        assert_eq!(dana.delete(&path).await.ok(), json!({}));
        assert_eq!(call_until_refused(&server, &token, ANSWERS).await.reason(), "INVALID_TOKEN");
        assert_eq!(end_code(&mut stream).await, Code::Unauthenticated);
        let fields = [("grant_type", "client_credentials")];
        let refused = server.form("/oauth2/v1/token", &basic(&partner), &fields).await;
        assert_eq!(refused.reason(), "INVALID_CLIENT");
        assert_eq!(dana.patch(&path, json!({ "name": "Again" })).await.reason(), "PARTNER_REVOKED");
        assert_eq!(dana.post(&format!("{path}/secret"), json!({})).await.reason(), "PARTNER_REVOKED");
        assert_eq!(dana.delete(&path).await.status, 200);

        let live = dana.issue(&["COMPANY_READ"], &[]).await;
        let listed = dana.get("/admin/partners").await.ok()["partners"].clone();
        assert_eq!((&listed[0]["_id"], &listed[1]["_id"]), (&json!(live.id), &json!(partner.id)));
        assert_eq!(listed[1]["revokedAt"], json!(server.now()));
    }

    async fn a_partner_is_limited_to_its_requests_per_minute(server: TestServer) {
        let dana = server.harborline_admin().await;
        let slow = dana.issue(&["KNOWLEDGE_READ"], &[]).await;
        let other = server.machine(&dana.issue(&["KNOWLEDGE_READ"], &[]).await).await;
        dana.patch(&format!("/admin/partners/{}", slow.id), json!({ "requestsPerMinute": 3 })).await.ok();
        // The request for the token is the first call.
        let token = server.machine(&slow).await;
        for _ in 0..2 {
            assert_eq!(server.bearer("GET", ANSWERS, &token, None).await.status, 200);
        }
        let refused = server.bearer("GET", ANSWERS, &token, None).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_REQUESTS"));
        let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=20).contains(&wait), "{wait}");
        let bearer = format!("Bearer {token}");
        let exhausted = [Code::ResourceExhausted; 2];
        let headers = [("authorization", bearer.as_str())];
        assert_eq!(server.codes("KnowledgeService/ListAnswers", &headers, &list()).await, exhausted);
        assert_eq!(server.bearer("GET", ANSWERS, &other, None).await.status, 200);
    }

    async fn invalid_credentials_are_refused_with_the_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        for (body, field) in [
            (json!({ "name": "x", "scopes": ["COMPANY_READ"] }), "name"),
            (json!({ "name": "   x   ", "scopes": ["COMPANY_READ"] }), "name"),
            (json!({ "name": "Elm" }), "scopes"),
            (json!({ "name": "Elm", "scopes": ["UNSPECIFIED"] }), "scopes[0]"),
            (json!({ "name": "Elm", "scopes": ["COMPANY_READ"], "redirectUris": ["http://app.example/"] }), "redirectUris"),
            (json!({ "name": "Elm", "scopes": ["COMPANY_READ"], "redirectUris": ["https://app.example/#x"] }), "redirectUris"),
        ] {
            let refused = dana.post("/admin/partners", body.clone()).await;
            assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec![field.to_owned()]), "{body}");
        }
        let body = json!({ "name": "Elm", "scopes": [99] });
        assert_eq!(dana.post("/admin/partners", body).await.status, 400);
        assert_eq!(dana.get("/admin/partners").await.ok()["partners"], json!([]));
    }

    async fn only_administrators_of_the_company_manage_its_credentials(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["COMPANY_READ"], &[]).await;
        let marcus = server.login("manager@harborline.example").await;
        let ingrid = server.northgate_admin().await;
        let (path, nothing) = (format!("/admin/partners/{}", partner.id), "/admin/partners/nothing");
        assert_eq!(marcus.get("/admin/partners").await.reason(), "ADMINISTRATORS_ONLY");
        assert_eq!(marcus.delete(&path).await.reason(), "ADMINISTRATORS_ONLY");
        assert_eq!(ingrid.get("/admin/partners").await.ok()["partners"], json!([]));
        for (foreign, nonexistent) in [
            (ingrid.patch(&path, json!({ "name": "Mine now" })).await, ingrid.patch(nothing, json!({ "name": "Mine now" })).await),
            (ingrid.post(&format!("{path}/secret"), json!({})).await, ingrid.post(&format!("{nothing}/secret"), json!({})).await),
            (ingrid.delete(&path).await, ingrid.delete(nothing).await),
            (ingrid.get("/admin/partners?companyId=company-harborline").await, ingrid.get("/admin/partners?companyId=nothing").await),
        ] {
            assert_eq!((foreign.status.as_u16(), &foreign.json()["message"]), (404, &nonexistent.json()["message"]));
        }
        server.machine(&partner).await;
    }

    async fn credentials_of_a_nonexistent_company_are_not_found(server: TestServer) {
        let platform = server.login("admin@parlor.example").await;
        let body = |company: &str| json!({ "companyId": company, "name": "Elm Ledger", "scopes": ["COMPANY_READ"] });
        platform.post("/admin/partners", body("company-harborline")).await.ok();
        for refused in [
            platform.post("/admin/partners", body("nothing")).await,
            platform.get("/admin/partners?companyId=nothing").await,
        ] {
            assert_eq!((refused.status.as_u16(), refused.json()["message"].as_str()), (404, Some("There is no such company.")));
        }
    }

    async fn a_company_has_at_most_200_active_credentials(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = || json!({ "name": "Elm Ledger", "scopes": ["COMPANY_READ"] });
        let issue = |_| dana.post("/admin/partners", body());
        for _ in 0..19 {
            futures::future::join_all((0..10).map(issue)).await;
        }
        let last = futures::future::join_all((0..15).map(issue)).await;
        assert_eq!(last.iter().filter(|answer| answer.status == 200).count(), 10);
        let refused = last.iter().find(|answer| answer.status != 200).unwrap();
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (429, "TOO_MANY_PARTNERS"));
        let listed = dana.get("/admin/partners?limit=200").await.ok()["partners"].clone();
        assert_eq!(listed.as_array().unwrap().len(), 200);
        dana.delete(&format!("/admin/partners/{}", listed[0]["_id"].as_str().unwrap())).await.ok();
        assert_eq!(dana.post("/admin/partners", body()).await.status, 200);
    }

    async fn secrets_are_not_stored_in_plain_text(server: TestServer) {
        let dana = server.harborline_admin().await;
        let partner = dana.issue(&["KNOWLEDGE_READ"], &[REDIRECT]).await;
        let machine = server.machine(&partner).await;
        let code = dana.allow(&partner, "").await;
        let unused = dana.allow(&partner, "").await;
        let tokens = server.redeem(&partner, &code).await.ok();
        let stored = stored_texts(&server).await;
        assert!(stored.contains(&partner.client_id) && stored.contains(CHALLENGE));
        let text = |name: &str| tokens[name].as_str().unwrap().to_owned();
        for secret in [partner.secret, machine, code, unused, text("access_token"), text("refresh_token")] {
            assert_eq!(secret.len(), 64);
            assert!(!stored.contains(&secret), "a secret is stored in plain text");
        }
    }
}
