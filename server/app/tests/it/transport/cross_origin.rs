//! Cross-origin requests: pages of configured origins can make calls and read responses.
use http::Request;
use http_body_util::Full;
use serde_json::json;
use tonic::Code;

use crate::{
    messaging::web_chat::{ANN, Visitor, create_signing_secret, newest_chat, sign},
    support::*,
};

const MARCUS: &str = "manager@harborline.example";
const REFUSED: (Code, &str) = (Code::FailedPrecondition, "ORIGIN_NOT_ALLOWED");
/// Origins that are neither the server's own nor configured.
const FOREIGN: [&str; 5] = [
    "https://evil.example",
    "http://parlor.example",
    "https://parlor.example:8443",
    "https://parlor.example.evil.example",
    "null",
];

on_both! {
    async fn only_configured_origins_are_allowed_by_cors(server: TestServer) {
        for (origin, allowed) in [("https://dash.example", true), ("https://evil.example", false)] {
            let preflight = Request::options(format!("http://{}/parlor.v1.SessionService/Login", server.address))
                .header("origin", origin)
                .header("access-control-request-method", "POST")
                .header("access-control-request-headers", "content-type,usertoken,x-grpc-web,idempotency-key")
                .body(Full::default())
                .unwrap();
            let answer = server.send(preflight).await;
            assert_eq!(answer.headers.get("access-control-allow-origin").is_some_and(|o| o == origin), allowed);

            let call = Request::get(format!("http://{}/users/token", server.address)).header("origin", origin);
            let answer = server.send(call.body(Full::default()).unwrap()).await;
            let exposed = answer.headers.get("access-control-expose-headers").map(|v| v.to_str().unwrap().to_owned());
            let exposed = exposed.unwrap_or_default();
            assert_eq!(answer.headers.contains_key("access-control-allow-origin"), allowed);
            assert!(!allowed || exposed.contains("grpc-status-details-bin") && exposed.contains("x-request-id"));
        }
    }
    async fn a_foreign_origin_cannot_sign_in_or_reset_a_password(server: TestServer) {
        let forgot = |email: &str| json!({ "email": email });
        server.rest("POST", "/users/password/forgot", "", Some(forgot(MARCUS))).await.ok();
        let token = server.mails_to(MARCUS).await[0].token();
        for transport in TRANSPORTS {
            for origin in FOREIGN {
                for (name, body) in [
                    ("SessionService.Login", json!({ "email": MARCUS, "password": PASSWORD })),
                    ("SessionService.Login", json!({ "email": MARCUS, "password": "not-the-password" })),
                    ("AccountService.RequestPasswordReset", forgot("admin@harborline.example")),
                    ("AccountService.VerifyPasswordResetToken", json!({ "token": token })),
                    ("AccountService.ResetPassword", json!({ "token": token, "password": "a-better-password" })),
                ] {
                    let result = server.by(transport, &method(name), &[("origin", origin)], &body).await;
                    assert_eq!(result.refusal(), REFUSED, "{transport:?} {origin} {name}");
                    assert!(result.message.contains("at its own address"), "{}", result.message);
                }
            }
        }
        // The call had no effect and was not counted.
        assert_eq!(server.mails_to("admin@harborline.example").await.len(), 0);
        let body = json!({ "email": MARCUS, "password": PASSWORD });
        for transport in TRANSPORTS {
            for origin in ["https://parlor.example", "https://dash.example"] {
                let result = server.by(transport, &method("SessionService.Login"), &[("origin", origin)], &body).await;
                assert!(result.ok()["token"].is_string(), "{transport:?} {origin}");
            }
            server.by(transport, &method("SessionService.Login"), &[], &body).await.ok();
        }
        let body = json!({ "token": token, "password": "a-better-password" });
        let own = [("origin", "https://parlor.example")];
        server.by(Transport::GrpcWeb, &method("AccountService.ResetPassword"), &own, &body).await.ok();
    }
    async fn a_foreign_origin_cannot_use_a_web_chat(server: TestServer) {
        let dana = server.harborline_admin().await;
        let visitor = Visitor::of_harbor_row(&server, &dana, 1).await;
        visitor.start("hello").await;
        let (key, token) = (&visitor.key, &visitor.token);
        let signed = sign(&server, &create_signing_secret(&dana, HARBOR_ROW).await, key, ANN, 3_600);
        let calls = [
            ("WebChatService.OpenWebChat", json!({ "siteKey": key, "token": token })),
            ("WebChatService.StartWebChat", json!({ "siteKey": key, "token": "2".repeat(64), "body": "hello" })),
            ("WebChatService.SendWebChatMessage", json!({ "siteKey": key, "token": token, "body": "hello" })),
            ("WebChatService.ListWebChatMessages", json!({ "siteKey": key, "token": token })),
            ("WebChatService.UpdateWebChatContact", json!({ "siteKey": key, "token": token, "name": "Rae" })),
            ("WebChatService.VerifyWebChatVisitor", json!({ "siteKey": key, "token": token, "signedVisitor": signed })),
            ("WebChatService.ReportVisitorTyping", json!({ "siteKey": key, "token": token })),
        ];
        let before = newest_chat(&dana).await;
        for transport in TRANSPORTS {
            for origin in FOREIGN {
                for (name, body) in &calls {
                    let result = server.by(transport, &method(name), &[("origin", origin)], body).await;
                    assert_eq!(result.refusal(), REFUSED, "{transport:?} {origin} {name}");
                }
            }
        }
        assert_eq!(newest_chat(&dana).await, before);
        // The page of the chat is one of the server's own.
        for transport in TRANSPORTS {
            for (name, body) in &calls {
                let own = [("origin", "https://parlor.example")];
                server.by(transport, &method(name), &own, body).await.ok();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_public_url_only_pages_of_the_requested_host_can_sign_in() {
    let server = TestServer::without_public_url(Engine::Sqlite).await;
    let login = method("SessionService.Login");
    let body = json!({ "email": MARCUS, "password": PASSWORD });
    let own = format!("http://{}", server.address);
    let elsewhere = format!("http://localhost:{}", server.address.port());
    for transport in TRANSPORTS {
        server.by(transport, &login, &[("origin", &own)], &body).await.ok();
        // Like the proxy of a development server, which keeps the host of the page.
        if transport == Transport::Rest {
            let headers = [("host", "localhost:5173"), ("origin", "http://localhost:5173")];
            server.by(transport, &login, &headers, &body).await.ok();
        }
        for origin in ["https://evil.example", "null", &elsewhere] {
            assert_eq!(
                server.by(transport, &login, &[("origin", origin)], &body).await.refusal(),
                REFUSED,
                "{origin}"
            );
        }
    }
}
