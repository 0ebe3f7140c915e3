//! Caching headers of responses, and HTTPS enforcement.
use app::transport::ServerEdge;
use serde_json::{Value, json};

use crate::support::*;

/// Returns the calls whose responses contain a token or a secret, with their requests.
fn calls_with_secrets() -> Vec<(&'static str, Value)> {
    vec![
        ("SessionService.Login", json!({ "email": "admin@harborline.example", "password": PASSWORD })),
        ("AccountService.VerifyPasswordResetToken", json!({ "token": "nobodys" })),
        (
            "IntegrationService.IssueIntegrationToken",
            json!({ "entityId": "company-harborline", "issuer": "https://parlor.example" }),
        ),
        (
            "PartnerService.CreatePartner",
            json!({ "name": "Elm Ledger", "scopes": ["PARTNER_SCOPE_COMMUNITIES_READ"] }),
        ),
        ("OAuthService.ExchangeToken", json!({ "grant_type": "client_credentials" })),
    ]
}

on_both! {
    async fn responses_with_tokens_or_secrets_are_not_cacheable(server: TestServer) {
        let dana = server.harborline_admin().await;
        for transport in TRANSPORTS {
            for (name, body) in calls_with_secrets() {
                let call = method(name);
                let answer = server.answer_by(transport, &call, &[("usertoken", &dana.token)], &body).await;
                assert_eq!(answer.headers["cache-control"], "no-store", "{transport:?} {name}");
            }
        }
        let body = json!({ "name": "Elm Books", "scopes": ["COMMUNITIES_READ"] });
        let created = dana.post("/admin/partners", body).await;
        assert_eq!((created.status.as_u16(), &created.headers["cache-control"]), (200, &"no-store".parse().unwrap()));
        let partner = dana.issue(&["COMMUNITIES_READ"], &[]).await;
        let issued = server.form("/oauth2/v1/token", &basic(&partner), &[("grant_type", "client_credentials")]).await;
        assert_eq!((issued.status.as_u16(), &issued.headers["cache-control"]), (200, &"no-store".parse().unwrap()));
    }

    async fn api_responses_are_not_cacheable(server: TestServer) {
        for (transport, call) in TRANSPORTS.into_iter().flat_map(|transport| methods().map(move |call| (transport, call))) {
            let answer = server.answer_by(transport, &call, &[], &json!({})).await;
            assert_eq!(answer.headers["cache-control"], "no-store", "{transport:?} {}", short(&call));
        }
        for path in ["/healthz", "/nobody/knows/this.csv", "/files/nothing"] {
            assert_eq!(server.rest("GET", path, "", None).await.headers["cache-control"], "no-store", "{path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_documents_have_a_max_age() {
    let server = TestServer::open(Engine::Sqlite).await;
    for path in ["/.well-known/jwks.json", "/openapi.json", "/docs/api"] {
        let answer = server.rest("GET", path, "", None).await;
        assert_eq!(answer.headers["cache-control"], "public, max-age=300", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn responses_over_https_have_an_hsts_header() {
    let secure =
        TestServer::with_edge(ServerEdge { https: true, ..ServerEdge::default() }, Engine::Sqlite).await;
    let plain = TestServer::open(Engine::Sqlite).await;
    for path in ["/", "/login", "/healthz", "/users/me", "/openapi.json"] {
        let answer = secure.rest("GET", path, "", None).await;
        assert_eq!(answer.headers["strict-transport-security"], "max-age=31536000", "{path}");
        let answer = plain.rest("GET", path, "", None).await;
        assert!(!answer.headers.contains_key("strict-transport-security"), "{path}");
    }
}
