//! A fake CINC on loopback: the identity server with codes and rotated refresh tokens, and the lists that syncs read.
use std::{
    collections::HashMap,
    io,
    sync::{Arc, Mutex},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::loopback::{LoopbackServer, lock};

pub const CINC_CLIENT: &str = "parlor-at-cinc";
pub const CINC_SECRET: &str = "cn-secret-0123456789";
pub const CINC_MANAGEMENT: &str = "7";
/// Lifetime of access tokens, in seconds.
const LIFETIME: u64 = 3_600;

/// The fake server, which stops with the test server.
pub struct Cinc {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    /// The parameters of the authorizations that were allowed, by code.
    codes: Mutex<HashMap<String, HashMap<String, String>>>,
    associations: Mutex<Vec<Value>>,
    homeowners: Mutex<HashMap<String, Value>>,
    /// Number of the valid pair of tokens.
    issued: Mutex<usize>,
    /// Status of the next responses of the token endpoint.
    refusals: Mutex<Vec<u16>>,
    requests: Mutex<Vec<String>>,
}

impl Cinc {
    pub async fn start() -> Self {
        let state = Arc::<State>::default();
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    /// Returns the base URL, of the API and of the identity server.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Allows the authorization of a URL, as an administrator does in the browser. Returns the state and the code.
    pub fn allow(&self, authorization_url: &str) -> (String, String) {
        let query = authorization_url.strip_prefix(&format!("{}/connect/authorize?", self.url())).unwrap();
        let given: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        assert_eq!((given["client_id"].as_str(), given["scope"].as_str()), (CINC_CLIENT, "api:read"));
        assert_eq!(
            (given["response_type"].as_str(), given["code_challenge_method"].as_str()),
            ("code", "S256")
        );
        let mut codes = lock(&self.state.codes);
        let code = format!("code-{}", codes.len() + 1);
        let state = given["state"].clone();
        codes.insert(code.clone(), given);
        (state, code)
    }

    /// Sets the associations, by code and name, each with ten units.
    pub fn set_associations(&self, associations: &[(&str, &str)]) {
        let record = |(code, name): &(&str, &str)| json!({ "AssocCode": code, "Associationname": name, "Numberofunits": 10 });
        *lock(&self.state.associations) = associations.iter().map(record).collect();
    }

    /// Sets the rows of the homeowners of an association.
    pub fn set_homeowners(&self, code: &str, rows: Value) {
        lock(&self.state.homeowners).insert(code.to_owned(), rows);
    }

    /// Refuses the next requests for tokens with these statuses, the last one first.
    pub fn refuse_tokens(&self, statuses: &[u16]) {
        lock(&self.state.refusals).extend(statuses);
    }

    /// Returns how often tokens were issued.
    pub fn issued(&self) -> usize {
        *lock(&self.state.issued)
    }

    /// Returns the paths and queries of the requests.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.state.requests).clone()
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let (path, query) =
        (request.uri().path().to_owned(), request.uri().query().unwrap_or_default().to_owned());
    lock(&state.requests).push(format!("{path}?{query}"));
    if path == "/connect/token" {
        let body = request.into_body().collect().await.map_err(io::Error::other)?.to_bytes();
        let form = form_urlencoded::parse(&body).into_owned().collect();
        return Ok(token(&state, &form));
    }
    let bearer =
        request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if bearer != format!("Bearer access-{}", *lock(&state.issued)) {
        return Ok(respond(401, &json!({})));
    }
    let list = path.strip_prefix(&format!("/api/management/{CINC_MANAGEMENT}/")).unwrap_or_default();
    Ok(match list {
        "associations" => respond(200, &Value::from(lock(&state.associations).clone())),
        "homeowners/homeownerlookup" => {
            let code = query.strip_prefix("assocCode=").unwrap_or_default();
            respond(200, lock(&state.homeowners).get(code).unwrap_or(&json!([])))
        }
        _ => respond(403, &json!({})),
    })
}

/// Issues tokens for a code, or for the last refresh token.
fn token(state: &State, form: &HashMap<String, String>) -> Response<Full<Bytes>> {
    let refused = |status: u16| respond(status, &json!({ "error": "invalid_grant" }));
    if let Some(status) = lock(&state.refusals).pop() {
        return refused(status);
    }
    let text = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    if (text("client_id"), text("client_secret")) != (CINC_CLIENT, CINC_SECRET) {
        return refused(401);
    }
    let mut issued = lock(&state.issued);
    let is_granted = match text("grant_type") {
        "authorization_code" => lock(&state.codes).remove(text("code")).is_some_and(|authorized| {
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(text("code_verifier")));
            authorized["code_challenge"] == challenge && authorized["redirect_uri"] == text("redirect_uri")
        }),
        "refresh_token" => text("refresh_token") == format!("refresh-{issued}"),
        _ => false,
    };
    if !is_granted {
        return refused(400);
    }
    *issued += 1;
    let (access, refresh) = (format!("access-{issued}"), format!("refresh-{issued}"));
    respond(200, &json!({ "access_token": access, "refresh_token": refresh, "expires_in": LIFETIME }))
}

fn respond(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
