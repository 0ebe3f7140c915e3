//! Invalid requests are refused with clear messages, over each transport, and have no effect.
use std::time::Duration;

use bytes::Bytes;
use contract::v1::{
    community_service_client::CommunityServiceClient, session_service_client::SessionServiceClient,
    test_phone_service_client::TestPhoneServiceClient, *,
};
use http::Request;
use http_body_util::Full;
use prost::Message;
use prost_reflect::MethodDescriptor;
use serde_json::json;
use tonic::{Code, Status};
use tonic_types::StatusExt;

use crate::support::*;

pub fn reason(status: &Status) -> String {
    status.get_details_error_info().map(|info| info.reason).unwrap_or_default()
}

fn with<T>(token: &str, message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.metadata_mut().insert("usertoken", token.parse().unwrap());
    request
}

/// Returns whether a call is public, or authenticates through its message.
fn is_open(method: &MethodDescriptor) -> bool {
    let access =
        method.options().get_extension(&contract::extension("parlor.options.v1.access")).into_owned();
    let is = |name| access.as_message().unwrap().get_field_by_name(name).unwrap().as_bool().unwrap();
    is("public") || is("token_in_message")
}

on_both! {
    async fn unauthenticated_calls_are_refused_before_validation(server: TestServer) {
        let invalid = [json!({ "catalog": "NO_SUCH_ONE" }), json!({ "reviewed": "perhaps" }), json!([]), json!("odd")];
        let mut calls = 0;
        for method in methods().filter(|method| !is_open(method)) {
            let (verb, path) = route(&method);
            let path = path.replace(['{', '}'], "");
            for body in &invalid {
                let body = (verb != "GET" && verb != "DELETE").then(|| body.clone());
                let refused = server.rest(&verb, &format!("{path}?limit=odd&at=odd&reviewed=odd"), "", body).await;
                assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (401, "NOT_SIGNED_IN"), "{verb} {path}");
                calls += 1;
            }
        }
        assert!(calls > 200, "{calls}");
        // Authenticated callers get the validation error.
        let dana = server.harborline_admin().await;
        let path = format!("/textCommunities/community/{HARBOR_ROW}/catalog");
        assert_eq!(dana.post(&path, invalid[0].clone()).await.status, 400);
        // A missing role is reported first as well.
        let marcus = server.login("manager@harborline.example").await;
        assert_eq!(marcus.post(&path, invalid[0].clone()).await.status, 403);
    }

    async fn a_wrong_password_and_an_unknown_email_get_the_same_error(server: TestServer) {
        let mut errors = Vec::new();
        for email in ["admin@harborline.example", "nobody@harborline.example"] {
            let body = json!({ "email": email, "password": "not-the-password" });
            let rest = server.rest("POST", "/users/login", "", Some(body)).await;
            assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (401, "WRONG_CREDENTIALS"));
            let login = LoginRequest { email: email.into(), password: "not-the-password".into() };
            let grpc = SessionServiceClient::new(server.channel().await).login(login.clone()).await.unwrap_err();
            assert_eq!((grpc.code(), reason(&grpc).as_str()), (Code::Unauthenticated, "WRONG_CREDENTIALS"));
            assert_eq!(web(&server, "SessionService/Login", "", &login).await, "16");
            errors.push((rest.json()["message"].clone(), grpc.message().to_owned()));
        }
        assert_eq!(errors[0], errors[1]);
    }

    async fn after_10_failed_logins_further_attempts_are_refused_for_a_while(server: TestServer) {
        let attempt = |password: &str| {
            let body = json!({ "email": "admin@harborline.example", "password": password });
            server.rest("POST", "/users/login", "", Some(body))
        };
        for _ in 0..10 {
            assert_eq!(attempt("wrong-wrong-wrong").await.status, 401);
        }
        let limited = attempt(PASSWORD).await;
        assert_eq!((limited.status.as_u16(), limited.reason().as_str()), (429, "TOO_MANY_ATTEMPTS"));
        assert!(limited.headers.contains_key("retry-after"));
        server.clock.advance(Duration::from_secs(15 * 60));
        assert_eq!(attempt(PASSWORD).await.status, 200);
    }

    async fn concurrent_login_attempts_are_all_counted(server: TestServer) {
        let attempt = |i: usize| {
            let password = format!("wrong-wrong-wrong-{i}");
            let body = json!({ "email": "admin@harborline.example", "password": password });
            server.rest("POST", "/users/login", "", Some(body))
        };
        let answers = futures::future::join_all((0..40).map(attempt)).await;
        assert_eq!(answers.iter().filter(|a| a.status == 401).count(), 10);
        assert_eq!(answers.iter().filter(|a| a.status == 429).count(), 30);
    }

    async fn expired_revoked_and_invented_tokens_are_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        dana.get("/users/token").await.ok();
        server.clock.advance(Duration::from_secs(31 * 24 * 3600));
        let marcus = server.login("manager@harborline.example").await;
        marcus.post("/users/logout", json!({})).await.ok();
        // Sessions are cached for at most two seconds of real time.
        for token in [&dana.token, &marcus.token] {
            let ended = async { while server.rest("GET", "/users/token", token, None).await.status == 200 {} };
            within("the session is no longer kept in memory", ended).await;
        }
        for token in [dana.token.as_str(), marcus.token.as_str(), "invented", ""] {
            let rest = server.rest("GET", "/users/token", token, None).await;
            assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (401, "NOT_SIGNED_IN"), "{token}");
            let call = with(token, GetCurrentUserRequest {});
            let grpc = SessionServiceClient::new(server.channel().await).get_current_user(call).await.unwrap_err();
            assert_eq!((grpc.code(), reason(&grpc).as_str()), (Code::Unauthenticated, "NOT_SIGNED_IN"));
            assert_eq!(web(&server, "SessionService/GetCurrentUser", token, &GetCurrentUserRequest {}).await, "16");
        }
    }

    async fn a_body_without_the_json_content_type_is_refused_without_effect(server: TestServer) {
        let dana = server.harborline_admin().await;
        let send = async |path: &str, token: &str, kind: Option<&str>, body: &str| {
            let mut request = Request::post(format!("http://{}{path}", server.address)).header("usertoken", token);
            if let Some(kind) = kind {
                request = request.header("content-type", kind);
            }
            server.send(request.body(Full::from(body.to_owned())).unwrap()).await
        };
        let login = json!({ "email": "admin@harborline.example", "password": PASSWORD }).to_string();
        let form = format!("email=admin%40harborline.example&password={PASSWORD}");
        let text = json!({ "from": "+12025550171", "to": HARBOR_ROW_NUMBER, "body": "Is it read?" }).to_string();
        let other = [
            None,
            Some(""),
            Some("application/x-www-form-urlencoded"),
            Some("text/plain;charset=UTF-8"),
            Some("multipart/form-data; boundary=x"),
            Some("text/plain; application/json"),
            Some("application/jsonp"),
        ];
        for kind in other {
            for (path, token, body) in
                [("/users/login", "", &login), ("/users/login", "", &form), ("/handset/messages", &dana.token, &text)]
            {
                let refused = send(path, token, kind, body).await;
                let error = (refused.status.as_u16(), refused.reason());
                assert_eq!(error, (400, "CONTENT_TYPE_NOT_SUPPORTED".to_owned()), "{path} {kind:?} {body}");
            }
        }
        assert!(dana.phone("+12025550171").await.is_empty());
        for kind in ["application/json", "Application/JSON; charset=utf-8"] {
            assert!(send("/users/login", "", Some(kind), &login).await.ok()["token"].is_string(), "{kind}");
        }
        // A request without a body needs no content type.
        let marcus = server.login("manager@harborline.example").await;
        let refused = send("/users/logout", &marcus.token, Some("application/x-www-form-urlencoded"), "").await;
        assert_eq!(refused.reason(), "CONTENT_TYPE_NOT_SUPPORTED");
        assert_eq!(send("/users/logout", &marcus.token, None, "").await.ok(), json!({}));
    }

    async fn an_id_of_another_company_looks_nonexistent(server: TestServer) {
        let dana = server.harborline_admin().await;
        let theirs = server.northgate_admin().await;
        let foreign = theirs.open_escalations().await[0]["_id"].as_str().unwrap().to_owned();
        for (foreign, random) in [
            (format!("/textConversations/escalations/{foreign}"), "/textConversations/escalations/nothing"),
            ("/textCommunities/community/community-larkspur-commons".into(), "/textCommunities/community/nothing"),
            ("/companies/companyId/company-northgate".into(), "/companies/companyId/nothing"),
        ] {
            let (foreign, random) = (dana.get(&foreign).await, dana.get(random).await);
            assert_eq!(foreign.status, 404);
            assert_eq!(foreign.json()["message"], random.json()["message"]);
        }
        let body = json!({ "answer": "mine now", "bot_trained": true });
        assert_eq!(dana.post(&format!("/textConversations/escalations/{foreign}"), body).await.status, 404);
        let body = json!({ "from": "+12025550171", "to": "+15035550111", "body": "hello" });
        assert_eq!(dana.post("/handset/messages", body).await.status, 404);
        let call = with(&dana.token, GetCommunityRequest { id: "community-larkspur-commons".into(), include_answers: true });
        let grpc = CommunityServiceClient::new(server.channel().await).get_community(call).await.unwrap_err();
        assert_eq!(grpc.code(), Code::NotFound);
        let call = GetCommunityRequest { id: "community-larkspur-commons".into(), include_answers: true };
        assert_eq!(web(&server, "CommunityService/GetCommunity", &dana.token, &call).await, "5");
        assert_eq!(theirs.open_escalations().await[0]["state"], "OPEN");
    }

    async fn a_manager_sees_only_assigned_communities(server: TestServer) {
        let marcus = server.login("manager@harborline.example").await;
        let seen = marcus.get("/textCommunities/turbo-communities").await.ok();
        let seen: Vec<_> = seen["communities"].as_array().unwrap().iter().map(|c| c["label"].clone()).collect();
        assert_eq!(seen, ["Harbor Row", "The Meridian"]);
        assert_eq!(marcus.get("/textCommunities/community/community-osprey-lake").await.status, 404);
        assert_eq!(marcus.get("/textCommunities/tag/Osprey%20Lake").await.status, 404);
        assert_eq!(marcus.get("/textCommunities/tag/harbor%20row").await.status, 200);
        assert!(marcus.open_escalations().await.iter().all(|e| e["communityLabel"] != "Osprey Lake"));
        let body = json!({ "from": "+12025550171", "to": "+12025550103", "body": "hello" });
        assert_eq!(marcus.post("/handset/messages", body).await.status, 404);
    }

    async fn the_restricted_view_cannot_open_other_screens(server: TestServer) {
        let june = server.login("blaster@harborline.example").await;
        let refused = june.get("/textConversations/escalations/user").await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
        let body = json!({ "from": "+12025550142", "to": HARBOR_ROW_NUMBER, "body": "hello" });
        for refused in [june.post("/handset/messages", body).await, june.get("/handset/messages?phone=%2B12025550142").await] {
            assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "SCREEN_NOT_AVAILABLE"));
        }
        assert_eq!(june.get("/users/token").await.ok()["entitlements"]["granted"], json!(["RESTRICTED_VIEW"]));
    }

    async fn a_malformed_phone_is_refused_with_its_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        let before = dana.get("/textConversations").await.ok();
        for from in ["202555017", "+1202555", "+1 202 555 01", "hello"] {
            let body = json!({ "from": from, "to": HARBOR_ROW_NUMBER, "body": "hello" });
            let rest = dana.post("/handset/messages", body).await;
            assert_eq!((rest.status.as_u16(), rest.fields()), (400, vec!["from".to_owned()]), "{from}");
            let call = SendTestPhoneMessageRequest { from: from.into(), to: HARBOR_ROW_NUMBER.into(), body: "hello".into(), photos: vec![] };
            let grpc = TestPhoneServiceClient::new(server.channel().await);
            let grpc = { grpc }.send_test_phone_message(with(&dana.token, call.clone())).await.unwrap_err();
            assert_eq!(grpc.code(), Code::InvalidArgument);
            assert_eq!(grpc.get_details_bad_request().unwrap().field_violations[0].field, "from");
            assert_eq!(web(&server, "TestPhoneService/SendTestPhoneMessage", &dana.token, &call).await, "3");
        }
        assert_eq!(dana.get("/textConversations").await.ok(), before);
    }

    async fn a_body_of_20_mb_is_refused_on_each_transport(server: TestServer) {
        let dana = server.harborline_admin().await;
        let large = "x".repeat(20 << 20);
        let rest = dana.post("/handset/messages", json!({ "from": large })).await;
        assert_eq!((rest.status.as_u16(), rest.reason().as_str()), (413, "BODY_TOO_LARGE"));
        for kind in ["application/grpc", "application/grpc-web+proto"] {
            let answer = raw(&server, kind, &dana.token, frame(0, large.as_bytes())).await;
            assert!(matches!(answer.as_str(), "8" | "11"), "{kind}: {answer}");
        }
        assert_eq!(server.rest("GET", "/healthz", "", None).await.status, 200);
    }

    async fn malformed_json_and_protobuf_are_client_errors(server: TestServer) {
        let dana = server.harborline_admin().await;
        for body in ["{\"from\": ", "[]", "\u{0}"] {
            let request = Request::post(format!("http://{}/handset/messages", server.address))
                .header("usertoken", &dana.token)
                .header("content-type", "application/json")
                .body(Full::from(body.to_owned()))
                .unwrap();
            let answer = server.send(request).await;
            assert_eq!((answer.status.as_u16(), answer.reason().as_str()), (400, "UNREADABLE"), "{body}");
        }
        // A value of the wrong type is refused with its field.
        let refused = dana.post("/handset/messages", json!({ "from": {} })).await;
        assert_eq!((refused.status.as_u16(), refused.fields()), (400, vec!["from".to_owned()]));
        for kind in ["application/grpc", "application/grpc-web+proto"] {
            assert_eq!(raw(&server, kind, &dana.token, frame(0, &[0x0a, 0xff, 0xff, 0x01])).await, "3", "{kind}");
        }
    }

    async fn an_enum_value_is_accepted_only_by_its_short_or_full_name(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("/textConversations/escalations/{}", dana.open_escalations().await[0]["_id"].as_str().unwrap());
        for (reason, status) in [(json!("NOPE"), 400), (json!(1), 400), (json!("SPAM"), 200), (json!("DISMISS_REASON_SPAM"), 200)] {
            let answer = dana.post(&format!("{path}/dismiss"), json!({ "reason": reason })).await;
            assert_eq!(answer.status.as_u16(), status, "{reason}");
            match status {
                400 => assert_eq!(answer.fields(), ["reason"], "{reason}"),
                _ => assert_eq!(dana.post(&format!("{path}/undo"), json!({})).await.status, 200),
            }
        }
        for (state, status) in [("OPEN", 200), ("CONVERSATION_STATE_OPEN", 200), ("2", 400), ("NOPE", 400)] {
            assert_eq!(dana.get(&format!("/textConversations?state={state}")).await.status.as_u16(), status, "{state}");
        }
    }

    async fn a_string_with_a_nul_character_is_refused_with_its_field(server: TestServer) {
        let dana = server.harborline_admin().await;
        let body = json!({ "from": "+12025550171", "to": HARBOR_ROW_NUMBER, "body": "hel\0lo" });
        let rest = dana.post("/handset/messages", body).await;
        assert_eq!((rest.status.as_u16(), rest.fields()), (400, vec!["body".to_owned()]));
        let found = dana.get("/textCommunities/turbo-communities?searchQuery=%00").await;
        assert_eq!((found.status.as_u16(), found.fields()), (400, vec!["searchQuery".to_owned()]));
    }

    async fn invalid_paths_methods_and_emails_are_refused_in_plain_words(server: TestServer) {
        let method = server.rest("PUT", "/users/login", "", None).await;
        assert_eq!((method.status.as_u16(), method.reason().as_str()), (405, "NO_SUCH_CALL"));
        let dana = server.harborline_admin().await;
        let address = dana.get("/textConversations/%ff").await;
        assert_eq!((address.status.as_u16(), address.reason().as_str()), (404, "NOT_FOUND"));
        for path in ["/users/nowhere", "/users/token/"] {
            let unknown = dana.get(path).await;
            assert_eq!((unknown.status.as_u16(), unknown.reason().as_str()), (404, "NOT_FOUND"), "{path}");
        }
        let body = json!({ "email": "nope", "password": "x" });
        let email = server.rest("POST", "/users/login", "", Some(body)).await.json();
        assert!(email["message"].as_str().unwrap().contains("email address"), "{email}");
    }

    async fn responses_forbid_content_type_sniffing(server: TestServer) {
        let dana = server.harborline_admin().await;
        for path in ["/users/token", "/readyz", "/users/login", "/nowhere.txt", "/events", "/"] {
            let request = Request::get(format!("http://{}{path}", server.address)).header("usertoken", &dana.token);
            let answer = server.begin(request.body(Full::default()).unwrap()).await;
            let header = answer.headers().get("x-content-type-options");
            assert_eq!(header.map(|header| header.as_bytes()), Some(&b"nosniff"[..]), "{path}");
        }
    }

    async fn a_server_without_a_database_returns_retry_after(server: TestServer) {
        server.db.close().await;
        let response = server.rest("GET", "/readyz", "", None).await;
        assert_eq!((response.status.as_u16(), response.reason().as_str()), (503, "UNAVAILABLE"));
        assert_eq!(response.headers["retry-after"], "2");
    }

    async fn every_error_contains_the_request_id_of_the_header(server: TestServer) {
        let answer = server.rest("GET", "/users/token", "", None).await;
        let header = answer.headers["x-request-id"].to_str().unwrap().to_owned();
        let json = answer.json();
        let details = json["details"].as_array().unwrap();
        assert!(details.iter().any(|d| d["requestId"] == json!(header)), "{json}");
    }

    async fn a_community_header_that_contradicts_the_request_is_refused(server: TestServer) {
        let dana = server.harborline_admin().await;
        let path = format!("http://{}/textCommunities/community/{HARBOR_ROW}", server.address);
        for (header, status) in [(HARBOR_ROW, 200), ("community-the-meridian", 400)] {
            let request = Request::get(&path).header("usertoken", &dana.token).header("community", header);
            assert_eq!(server.send(request.body(Full::default()).unwrap()).await.status.as_u16(), status);
        }
    }
}

/// Returns the gRPC status of a gRPC-web call.
async fn web(server: &TestServer, method: &str, token: &str, message: &impl Message) -> String {
    call(server, method, "application/grpc-web+proto", token, frame(0, &message.encode_to_vec())).await
}

/// Returns the gRPC status of a raw body.
async fn raw(server: &TestServer, kind: &str, token: &str, body: Vec<u8>) -> String {
    call(server, "TestPhoneService/SendTestPhoneMessage", kind, token, body).await
}

async fn call(server: &TestServer, method: &str, kind: &str, token: &str, body: Vec<u8>) -> String {
    let request = Request::post(format!("http://{}/parlor.v1.{method}", server.address))
        .header("content-type", kind)
        .header("te", "trailers")
        .header("usertoken", token)
        .body(Full::from(Bytes::from(body)))
        .unwrap();
    let answer = server.send(request).await;
    let status = answer.headers.get("grpc-status").or(answer.trailers.get("grpc-status"));
    status.map(|status| status.to_str().unwrap().to_owned()).unwrap_or_else(|| {
        let trailers = frames(answer.bytes).into_iter().find(|(flag, _)| *flag == 0x80).expect("a status").1;
        let text = String::from_utf8_lossy(&trailers).into_owned();
        text.lines().find_map(|l| l.strip_prefix("grpc-status:")).expect("a status").trim().to_owned()
    })
}
