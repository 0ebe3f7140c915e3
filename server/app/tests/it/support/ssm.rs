//! A fake AWS SSM Parameter Store on loopback, which verifies signatures (AWS Signature Version 4).
use std::{
    collections::{BTreeMap, VecDeque},
    io,
    sync::{Arc, Mutex},
};

use app::startup;
use aws_lc_rs::{digest, hmac};
use bytes::Bytes;
use http::{HeaderMap, Request, Response, StatusCode, request};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use platform::{config::Ssm, secrets::ParameterStore};
use serde_json::{Value, json};

use super::loopback::{LoopbackServer, lock};

const REGION: &str = "us-east-2";
const KEY_ID: &str = "AKIDTEST";
const KEY: &str = "a key of the test";
pub const KMS_KEY: &str = "alias/parlor";

/// How the service handles a call.
#[derive(Clone, Copy, Debug)]
pub enum SsmBehavior {
    /// Carries the call out, and closes the connection without a response.
    TakeAndClose,
    /// Refuses the call with this status and error.
    Refuse(u16, &'static str),
}

/// The fake service.
pub struct FakeSsm {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    parameters: Mutex<BTreeMap<String, Value>>,
    calls: Mutex<Vec<String>>,
    next: Mutex<VecDeque<SsmBehavior>>,
}

impl FakeSsm {
    pub async fn start() -> Self {
        let state = Arc::new(State::default());
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    /// Returns the configuration of the store.
    pub fn settings(&self) -> Ssm {
        Ssm {
            region: REGION.to_owned(),
            url: Some(self.server.url()),
            prefix: "/parlor/test".to_owned(),
            kms_key: Some(KMS_KEY.to_owned()),
            key_id: KEY_ID.to_owned(),
            key: KEY.into(),
        }
    }

    pub fn parameters(&self) -> Option<Arc<dyn ParameterStore>> {
        startup::parameters(Some(&self.settings()))
    }

    /// Sets how the next calls are handled; later ones succeed.
    pub fn will(&self, behaviors: &[SsmBehavior]) {
        lock(&self.state.next).extend(behaviors);
    }

    /// Returns the input with which each parameter was written, in the order of the names.
    pub fn stored(&self) -> Vec<Value> {
        lock(&self.state.parameters).values().cloned().collect()
    }

    /// Returns the values of the parameters, in the order of the names.
    pub fn values(&self) -> Vec<String> {
        self.stored().iter().map(|parameter| parameter["Value"].as_str().unwrap().to_owned()).collect()
    }

    /// Returns how often an operation was called with a valid signature.
    pub fn calls(&self, operation: &str) -> usize {
        lock(&self.state.calls).iter().filter(|called| *called == operation).count()
    }

    /// Deletes all parameters.
    pub fn clear(&self) {
        lock(&self.state.parameters).clear();
    }

    /// Stops listening, so that connections are refused.
    pub async fn stop_listening(&self) {
        self.server.stop_listening().await;
    }

    /// Listens again.
    pub async fn listen_again(&self) {
        self.server.listen_again().await;
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    let operation = header(&parts.headers, "x-amz-target").strip_prefix("AmazonSSM.").unwrap_or_default();
    if parts.method != "POST"
        || parts.uri != "/"
        || header(&parts.headers, "content-type") != "application/x-amz-json-1.1"
    {
        return Ok(refusal(404, "UnknownOperationException"));
    }
    if !is_signed(&parts, &body) {
        return Ok(refusal(400, "InvalidSignatureException"));
    }
    lock(&state.calls).push(operation.to_owned());
    let behavior = lock(&state.next).pop_front();
    if let Some(SsmBehavior::Refuse(status, name)) = behavior {
        return Ok(refusal(status, name));
    }
    let answer = state.carry_out(operation, &serde_json::from_slice(&body).unwrap());
    match behavior {
        Some(SsmBehavior::TakeAndClose) => Err(io::Error::other("closed")),
        _ => Ok(answer),
    }
}

impl State {
    fn carry_out(&self, operation: &str, input: &Value) -> Response<Full<Bytes>> {
        let mut parameters = lock(&self.parameters);
        let name = input["Name"].as_str().unwrap().to_owned();
        match operation {
            "PutParameter" if parameters.contains_key(&name) => refusal(400, "ParameterAlreadyExists"),
            "PutParameter" => {
                parameters.insert(name, input.clone());
                response(200, &json!({ "Version": 1, "Tier": "Standard" }))
            }
            "GetParameter" => match parameters.get(&name) {
                Some(found) if input["WithDecryption"] == true => {
                    let value = &found["Value"];
                    let parameter =
                        json!({ "Name": name, "Type": "SecureString", "Value": value, "Version": 1 });
                    response(200, &json!({ "Parameter": parameter }))
                }
                Some(_) => response(200, &json!({ "Parameter": { "Value": "encrypted" } })),
                None => refusal(400, "ParameterNotFound"),
            },
            "DeleteParameter" => match parameters.remove(&name) {
                Some(_) => response(200, &json!({})),
                None => refusal(400, "ParameterNotFound"),
            },
            _ => refusal(400, "UnknownOperationException"),
        }
    }
}

/// Returns whether a request is signed with the key of the test, its body and every header of the protocol included.
fn is_signed(parts: &request::Parts, body: &Bytes) -> bool {
    let authorization = header(&parts.headers, "authorization");
    let field = |name: &str| {
        let fields = authorization.strip_prefix("AWS4-HMAC-SHA256 ").unwrap_or_default().split(", ");
        fields
            .filter_map(|field| field.split_once('='))
            .find(|(found, _)| *found == name)
            .map(|(_, value)| value)
    };
    let (Some(credential), Some(signed), Some(signature)) =
        (field("Credential"), field("SignedHeaders"), field("Signature"))
    else {
        return false;
    };
    let time = header(&parts.headers, "x-amz-date");
    let day = time.split('T').next().unwrap_or_default();
    let scope = format!("{day}/{REGION}/ssm/aws4_request");
    let names: Vec<&str> = signed.split(';').collect();
    if credential != format!("{KEY_ID}/{scope}")
        || !["content-type", "host", "x-amz-date", "x-amz-target"].iter().all(|name| names.contains(name))
    {
        return false;
    }
    let headers: String =
        names.iter().map(|name| format!("{name}:{}\n", header(&parts.headers, name).trim())).collect();
    let canonical = format!("{}\n/\n\n{headers}\n{signed}\n{}", parts.method, sha256(body));
    let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", sha256(canonical.as_bytes()));
    let steps = [day, REGION, "ssm", "aws4_request"];
    let key = steps.iter().fold(format!("AWS4{KEY}").into_bytes(), |key, step| mac(&key, step));
    hex::encode(mac(&key, &text)) == signature
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text.as_bytes()).as_ref().to_vec()
}

fn sha256(bytes: &[u8]) -> String {
    hex::encode(digest::digest(&digest::SHA256, bytes))
}

fn header<'h>(headers: &'h HeaderMap, name: &str) -> &'h str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn refusal(status: u16, name: &str) -> Response<Full<Bytes>> {
    response(status, &json!({ "__type": format!("com.amazonaws.ssm#{name}"), "message": "No." }))
}

fn response(status: u16, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
