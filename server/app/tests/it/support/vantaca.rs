//! A fake Vantaca on loopback with the associations and owners that syncs read, and work orders and ARC requests. Tests
//! control its records and its next responses.
use std::{
    collections::{HashMap, VecDeque},
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::loopback::{LoopbackServer, lock, wait_for_calls};

pub const VANTACA_COMPANY: &str = "northgate-live";
pub const VANTACA_LOGIN: &str = "parlor-api";
/// It has characters that a query must escape.
pub const VANTACA_PASSWORD: &str = "vt pass&word+0123456789";

/// How the server handles a request.
#[derive(Clone, Copy, Debug)]
pub enum VantacaBehavior {
    /// Responds with this status and a page that repeats the URL.
    Refuse(u16),
    /// Responds with this text in place of JSON.
    TalkNonsense(&'static str),
    /// Never responds.
    Hang,
    /// Closes the connection.
    Close,
    /// Does what was asked for, and then closes the connection.
    Lose,
}

/// The fake server, which stops with the test server.
pub struct Vantaca {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    associations: Mutex<Vec<Value>>,
    owners: Mutex<HashMap<String, Value>>,
    /// Work orders and ARC requests, by the method that lists them.
    items: Mutex<Vec<(&'static str, Value)>>,
    next: Mutex<VecDeque<VantacaBehavior>>,
    writes: Mutex<VecDeque<VantacaBehavior>>,
    requests: Mutex<Vec<String>>,
    calls: watch::Sender<usize>,
}

impl Vantaca {
    pub async fn start() -> Self {
        let state = Arc::<State>::default();
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    /// Returns the base URL.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// Sets the associations, by code and name, each with ten properties.
    pub fn set_associations(&self, associations: &[(&str, &str)]) {
        let record = |(code, name): &(&str, &str)| json!({ "assocCode": code, "assocName": name, "propertyCount": 10 });
        *lock(&self.state.associations) = associations.iter().map(record).collect();
    }

    /// Sets the owners of an association; `null` to hide them.
    pub fn set_owners(&self, code: &str, owners: Value) {
        lock(&self.state.owners).insert(code.to_owned(), owners);
    }

    /// Returns the work orders (`workOrderList`) or ARC requests (`ARCList`).
    pub fn items(&self, list: &str) -> Vec<Value> {
        let items = lock(&self.state.items).clone();
        items.into_iter().filter(|(of, _)| *of == list).map(|(_, item)| item).collect()
    }

    /// Sets the step of all work orders and ARC requests, and whether they are closed.
    pub fn step(&self, step: &str, is_closed: bool) {
        for (_, item) in lock(&self.state.items).iter_mut() {
            item["step"] = json!(step);
            item["closed"] = json!(is_closed);
        }
    }

    /// Deletes all work orders and ARC requests. Returns them, by the method that lists them.
    pub fn clear_items(&self) -> Vec<(&'static str, Value)> {
        std::mem::take(&mut *lock(&self.state.items))
    }

    /// Adds work orders and ARC requests that were deleted.
    pub fn restore_items(&self, items: Vec<(&'static str, Value)>) {
        lock(&self.state.items).extend(items);
    }

    /// Sets how the next reads are handled; later ones succeed.
    pub fn will(&self, behaviors: &[VantacaBehavior]) {
        lock(&self.state.next).extend(behaviors);
    }

    /// Sets how the next calls that create something are handled; later ones succeed.
    pub fn will_write(&self, behaviors: &[VantacaBehavior]) {
        lock(&self.state.writes).extend(behaviors);
    }

    /// Returns the paths and queries of the requests, without the credential.
    pub fn requests(&self) -> Vec<String> {
        lock(&self.state.requests).clone()
    }

    /// Waits until the server was called this many times.
    pub async fn called(&self, times: usize) {
        wait_for_calls(&self.state.calls, times).await;
    }
}

/// Handles a request. An error closes the connection.
async fn answer(state: Arc<State>, request: Request<Incoming>) -> io::Result<Response<Full<Bytes>>> {
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let mut given: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let credential = ["company", "login", "pwd"].map(|name| given.remove(name).unwrap_or_default());
    let rest: Vec<String> = ["assocCode", "accountNo", "xnNumber", "includeOwners", "includePropertyCount"]
        .into_iter()
        .filter_map(|name| Some(format!("{name}={}", given.get(name)?)))
        .collect();
    lock(&state.requests).push(format!("{path}?{}", rest.join("&")));
    state.calls.send_modify(|calls| *calls += 1);
    if credential != [VANTACA_COMPANY, VANTACA_LOGIN, VANTACA_PASSWORD] {
        return Ok(respond(403, ""));
    }
    let is_write = request.method() == "POST" && path.starts_with("/write/");
    let behavior = lock(if is_write { &state.writes } else { &state.next }).pop_front();
    match behavior {
        Some(VantacaBehavior::Refuse(status)) => {
            return Ok(respond(status, &format!("<html>Requested URL: {path}?{query}</html>")));
        }
        Some(VantacaBehavior::TalkNonsense(text)) => return Ok(respond(200, text)),
        Some(VantacaBehavior::Hang) => std::future::pending().await,
        Some(VantacaBehavior::Close) => return Err(io::Error::other("closed")),
        Some(VantacaBehavior::Lose) => {
            write(&state, &path, &given);
            return Err(io::Error::other("closed"));
        }
        None => {}
    }
    Ok(match path.as_str() {
        path if is_write => respond(if write(&state, path, &given) { 200 } else { 404 }, ""),
        "/read/Association" => list(associations(&state, &given)),
        "/read/workOrderList" => list(items(&state, "workOrderList", &given)),
        "/read/ARCList" => list(items(&state, "ARCList", &given)),
        _ => respond(404, ""),
    })
}

/// Creates a work order or an ARC request. Returns false if there is no such method, or an account is missing.
fn write(state: &State, path: &str, given: &HashMap<String, String>) -> bool {
    let list = match path {
        "/write/createWorkOrder" => "workOrderList",
        "/write/createARC" => "ARCList",
        _ => return false,
    };
    if ["assocCode", "accountNo"].iter().any(|name| given.get(*name).is_none_or(String::is_empty)) {
        return false;
    }
    let mut items = lock(&state.items);
    let mut item = json!(given);
    item["xnNumber"] = json!(34_881 + items.len());
    item["step"] = json!("New");
    item["closed"] = json!(false);
    items.push((list, item));
    true
}

fn items(state: &State, list: &str, given: &HashMap<String, String>) -> Vec<Value> {
    let is_asked = |item: &Value| {
        ["assocCode", "accountNo", "xnNumber"].iter().all(|name| {
            let text = item[*name].as_str().map_or_else(|| item[*name].to_string(), str::to_owned);
            given.get(*name).is_none_or(|value| *value == text)
        })
    };
    let items = lock(&state.items);
    items.iter().filter(|(of, item)| *of == list && is_asked(item)).map(|(_, item)| item.clone()).collect()
}

fn associations(state: &State, given: &HashMap<String, String>) -> Vec<Value> {
    let mut found = lock(&state.associations).clone();
    if let Some(code) = given.get("assocCode") {
        found.retain(|association| association["assocCode"] == code.as_str());
    }
    let has = |name: &str| given.get(name).is_some_and(|value| value == "true");
    let owners = lock(&state.owners).clone();
    for association in &mut found {
        let code = association["assocCode"].as_str().unwrap_or_default();
        let of_association = owners.get(code).cloned().unwrap_or_else(|| json!([]));
        association["owners"] = if has("includeOwners") { of_association } else { Value::Null };
        if !has("includePropertyCount") {
            association["propertyCount"] = Value::Null;
        }
    }
    found
}

fn list(found: Vec<Value>) -> Response<Full<Bytes>> {
    match found.is_empty() {
        true => respond(204, ""),
        false => respond(200, &Value::from(found).to_string()),
    }
}

fn respond(status: u16, body: &str) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_owned()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    response
}
