//! Partners and their OAuth calls.
use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use prost::Message;
use serde_json::{Value, json};
use tonic::Code;

use super::{Answer, Staff, TestServer, frame, frames};

/// The redirect URI of the test application.
pub const REDIRECT: &str = "https://app.example/back?from=parlor";
/// The code verifier of the example in RFC 7636.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// A credential with its secret, which is empty for a public client.
#[derive(Clone)]
pub struct Partner {
    pub id: String,
    pub client_id: String,
    pub secret: String,
}

/// Returns the value of an `authorization: Basic` header.
pub fn basic(partner: &Partner) -> String {
    format!("Basic {}", STANDARD.encode(format!("{}:{}", partner.client_id, partner.secret)))
}

/// Returns a query parameter of a redirect URI.
pub fn redirect_parameter(address: &str, name: &str) -> Option<String> {
    let query = address.split_once('?')?.1;
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

impl Staff<'_> {
    /// Issues a confidential client with default settings.
    pub async fn issue(&self, scopes: &[&str], redirect_uris: &[&str]) -> Partner {
        self.issue_with(json!({ "name": "Elm Ledger", "scopes": scopes, "redirectUris": redirect_uris }))
            .await
    }

    /// Issues a public client with the redirect URI [`REDIRECT`].
    pub async fn issue_public(&self, scopes: &[&str]) -> Partner {
        let uris = [REDIRECT];
        let body = json!({ "name": "Elm Pocket", "scopes": scopes, "redirectUris": uris, "isPublic": true });
        self.issue_with(body).await
    }

    async fn issue_with(&self, body: Value) -> Partner {
        let issued = self.post("/admin/partners", body).await.ok();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Partner {
            id: text(&issued["partner"]["_id"]),
            client_id: text(&issued["partner"]["clientId"]),
            secret: text(&issued["clientSecret"]),
        }
    }

    /// Requests authorization for an application, and decides as the user.
    pub async fn decide(&self, partner: &Partner, allow: bool, scope: &str) -> Answer {
        let body = json!({
            "allow": allow, "response_type": "code", "client_id": partner.client_id, "redirect_uri": REDIRECT,
            "scope": scope, "state": "a b&c", "code_challenge": CHALLENGE, "code_challenge_method": "S256",
        });
        self.post("/oauth2/v1/authorization", body).await
    }

    /// Allows the request. Returns the authorization code.
    pub async fn allow(&self, partner: &Partner, scope: &str) -> String {
        let decided = self.decide(partner, true, scope).await.ok();
        redirect_parameter(decided["redirectTo"].as_str().unwrap(), "code").unwrap()
    }
}

impl TestServer {
    /// Posts a form.
    pub async fn form(&self, path: &str, authorization: &str, fields: &[(&str, &str)]) -> Answer {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let mut request = Request::post(format!("http://{}{path}", self.address))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded; charset=utf-8");
        if !authorization.is_empty() {
            request = request.header(header::AUTHORIZATION, authorization);
        }
        self.send(request.body(Full::from(body)).unwrap()).await
    }

    /// Posts a form to the token endpoint.
    pub async fn exchange(&self, fields: &[(&str, &str)]) -> Answer {
        self.form("/oauth2/v1/token", "", fields).await
    }

    /// Returns an access token for client credentials.
    pub async fn machine(&self, partner: &Partner) -> String {
        let fields = [("grant_type", "client_credentials")];
        let answer = self.form("/oauth2/v1/token", &basic(partner), &fields).await.ok();
        answer["access_token"].as_str().unwrap().to_owned()
    }

    /// Exchanges an authorization code for tokens.
    pub async fn redeem(&self, partner: &Partner, code: &str) -> Answer {
        self.exchange(&[
            ("grant_type", "authorization_code"),
            ("client_id", &partner.client_id),
            ("client_secret", &partner.secret),
            ("code", code),
            ("redirect_uri", REDIRECT),
            ("code_verifier", VERIFIER),
        ])
        .await
    }

    /// Exchanges a refresh token for tokens.
    pub async fn refresh(&self, partner: &Partner, token: &str) -> Answer {
        self.exchange(&[
            ("grant_type", "refresh_token"),
            ("client_id", &partner.client_id),
            ("client_secret", &partner.secret),
            ("refresh_token", token),
        ])
        .await
    }

    /// Calls a REST path with an access token.
    pub async fn bearer(&self, method: &str, path: &str, token: &str, body: Option<Value>) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.address))
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json");
        self.send(request.body(Full::from(body.map(|b| b.to_string()).unwrap_or_default())).unwrap()).await
    }

    /// Returns the status codes of a call with these headers over gRPC and over gRPC-web.
    pub async fn codes(&self, method: &str, headers: &[(&str, &str)], message: &impl Message) -> [Code; 2] {
        let mut codes = [Code::Unknown; 2];
        for (kind, code) in ["application/grpc", "application/grpc-web+proto"].into_iter().zip(&mut codes) {
            let mut request = Request::post(format!("http://{}/parlor.v1.{method}", self.address))
                .header(header::CONTENT_TYPE, kind)
                .header("te", "trailers");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let body = Bytes::from(frame(0, &message.encode_to_vec()));
            let answer = self.send(request.body(Full::from(body)).unwrap()).await;
            let status = answer.headers.get("grpc-status").or(answer.trailers.get("grpc-status"));
            let status = status.map(|status| status.to_str().unwrap().to_owned()).unwrap_or_else(|| {
                let trailers = frames(answer.bytes).into_iter().find(|(flag, _)| *flag == 0x80);
                let text = String::from_utf8_lossy(&trailers.expect("a status").1).into_owned();
                let status = text.lines().find_map(|line| line.strip_prefix("grpc-status:"));
                status.expect("a status").trim().to_owned()
            });
            *code = Code::from_bytes(status.as_bytes());
        }
        codes
    }
}
