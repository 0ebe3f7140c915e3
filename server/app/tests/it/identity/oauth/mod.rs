//! OAuth 2.0: codes, tokens, grants, and invalid requests.
mod authorization_codes;
mod clients;
mod grants;

use std::time::Duration;

use serde_json::json;

use crate::support::*;

const ANSWERS: &str = "/textCommunities/community/community-harbor-row/answers";
const OSPREY: &str = "/textCommunities/community/community-osprey-lake/answers";
const SCOPES: [&str; 3] = ["COMMUNITIES_READ", "KNOWLEDGE_READ", "KNOWLEDGE_WRITE"];

/// Returns the status and the error code of an OAuth error.
fn error(answer: &Answer) -> (u16, String) {
    let json = answer.json();
    assert!(!json["error_description"].as_str().unwrap().contains('"'), "{json}");
    assert_eq!(answer.headers["cache-control"], "no-store");
    (answer.status.as_u16(), json["error"].as_str().unwrap().to_owned())
}

fn text(json: &serde_json::Value, name: &str) -> String {
    json[name].as_str().unwrap_or_else(|| panic!("no {name} in {json}")).to_owned()
}

/// Delay between two calls, which keeps them within the rate limit of partners.
const CALL_INTERVAL: Duration = Duration::from_millis(20);

/// Repeats a call until it is refused.
async fn call_until_refused(server: &TestServer, token: &str) -> Answer {
    let asking = async {
        loop {
            let answer = server.bearer("GET", ANSWERS, token, None).await;
            if answer.status != 200 {
                return answer;
            }
            tokio::time::sleep(CALL_INTERVAL).await;
        }
    };
    within("the token is refused", asking).await
}

on_both! {
    async fn the_authorization_server_metadata_is_published(server: TestServer) {
        let found = server.rest("GET", "/.well-known/oauth-authorization-server", "", None).await;
        assert_eq!(found.headers["content-type"], "application/json");
        let found = found.ok();
        assert_eq!(found["issuer"], "https://parlor.example");
        assert_eq!(found["authorization_endpoint"], "https://parlor.example/oauth2/v1/auth");
        assert_eq!(found["token_endpoint"], "https://parlor.example/oauth2/v1/token");
        assert_eq!(found["code_challenge_methods_supported"], json!(["S256"]));
        let methods = json!(["client_secret_basic", "client_secret_post", "none"]);
        for endpoint in ["token", "revocation"] {
            assert_eq!(found[format!("{endpoint}_endpoint_auth_methods_supported")], methods);
        }
        assert_eq!(found["scopes_supported"].as_array().unwrap().len(), 19);
        assert_eq!(found["jwks_uri"], "https://parlor.example/.well-known/jwks.json");
    }

    async fn only_oauth_endpoints_accept_forms(server: TestServer) {
        let fields = [("email", "admin@harborline.example"), ("password", PASSWORD)];
        let refused = server.form("/users/login", "", &fields).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "CONTENT_TYPE_NOT_SUPPORTED"));
        let dana = server.harborline_admin().await;
        let request = http::Request::post(format!("http://{}/oauth2/v1/authorization", server.address))
            .header("usertoken", &dana.token)
            .header("content-type", "application/x-www-form-urlencoded");
        let refused = server.send(request.body("allow=true".to_owned().into()).unwrap()).await;
        assert_eq!((refused.status.as_u16(), refused.reason().as_str()), (400, "CONTENT_TYPE_NOT_SUPPORTED"));
    }

    async fn cors_allows_the_authorization_header(server: TestServer) {
        let request = http::Request::builder()
            .method("OPTIONS")
            .uri(format!("http://{}{ANSWERS}", server.address))
            .header("origin", "https://dash.example")
            .header("access-control-request-method", "GET")
            .header("access-control-request-headers", "authorization");
        let answer = server.send(request.body(Default::default()).unwrap()).await;
        assert!(answer.headers["access-control-allow-headers"].to_str().unwrap().contains("authorization"));
    }
}
