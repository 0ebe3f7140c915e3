//! A fake Buildium on loopback with the lists of the Open API that syncs read, and resident requests. Tests control its
//! records and its next responses.
use std::{
    collections::{HashMap, VecDeque},
    io,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{HeaderMap, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::loopback::{LoopbackServer, lock, wait_for_calls};

pub const BUILDIUM_CLIENT: &str = "bd-client-0123456789";
pub const BUILDIUM_SECRET: &str = "bd-secret-0123456789";
/// Maximum number of records of a page.
const MAX_LIMIT: usize = 1_000;
/// The list of resident requests, which can be created.
const TASKS: &str = "tasks/residentrequests";

/// How the server handles a request.
#[derive(Clone, Copy, Debug)]
pub enum BuildiumBehavior {
    /// Responds with this status and an optional Retry-After header.
    Refuse(u16, Option<u32>),
    /// Responds with this text in place of JSON.
    TalkNonsense(&'static str),
    /// Responds with a total that is larger by one than the number of records.
    Miscount,
    /// Responds without the total.
    HideTotal,
    /// Never responds.
    Hang,
    /// Closes the connection.
    Close,
    /// Creates what was asked for, and then closes the connection.
    Lose,
}

/// The fake server, which stops with the test server.
pub struct Buildium {
    server: LoopbackServer,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    lists: Mutex<HashMap<String, Vec<Value>>>,
    next: Mutex<VecDeque<BuildiumBehavior>>,
    writes: Mutex<VecDeque<BuildiumBehavior>>,
    of_lists: Mutex<HashMap<String, BuildiumBehavior>>,
    requests: Mutex<Vec<String>>,
    calls: watch::Sender<usize>,
}

impl Buildium {
    pub async fn start() -> Self {
        let state = Arc::<State>::default();
        Self { server: LoopbackServer::start(&state, answer).await, state }
    }

    /// Returns the base URL with the version.
    pub fn url(&self) -> String {
        format!("{}/v1", self.server.url())
    }

    /// Sets the records of a list, such as `associations/units`.
    pub fn set(&self, list: &str, records: Vec<Value>) {
        lock(&self.state.lists).insert(list.to_owned(), records);
    }

    /// Sets the associations, by number and name.
    pub fn set_associations(&self, associations: &[(i64, &str)]) {
        let record = |(id, name): &(i64, &str)| json!({ "Id": id, "Name": name, "IsActive": true });
        self.set("associations", associations.iter().map(record).collect());
    }

    /// Changes the records of a list.
    pub fn change(&self, list: &str, change: impl FnMut(&mut Value)) {
        lock(&self.state.lists).get_mut(list).unwrap().iter_mut().for_each(change);
    }

    /// Returns the resident requests.
    pub fn tasks(&self) -> Vec<Value> {
        lock(&self.state.lists).get(TASKS).cloned().unwrap_or_default()
    }

    /// Sets how the next reads are handled; later ones succeed.
    pub fn will(&self, behaviors: &[BuildiumBehavior]) {
        lock(&self.state.next).extend(behaviors);
    }

    /// Sets how the next calls that create something are handled; later ones succeed.
    pub fn will_write(&self, behaviors: &[BuildiumBehavior]) {
        lock(&self.state.writes).extend(behaviors);
    }

    /// Sets how all requests for a list are handled; `None` to answer them.
    pub fn always(&self, list: &str, behavior: Option<BuildiumBehavior>) {
        let mut of_lists = lock(&self.state.of_lists);
        match behavior {
            Some(behavior) => drop(of_lists.insert(list.to_owned(), behavior)),
            None => drop(of_lists.remove(list)),
        }
    }

    /// Returns the paths and queries of the requests.
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
    lock(&state.requests).push(format!("{path}?{query}"));
    state.calls.send_modify(|calls| *calls += 1);
    if !is_authorized(request.headers()) {
        return Ok(refusal(
            401,
            None,
            &json!({ "UserMessage": "Unauthorized.", "ErrorCode": 401, "Errors": [] }),
        ));
    }
    let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let list = path.strip_prefix("/v1/").unwrap_or_default();
    let is_write = request.method() == "POST";
    let behavior = lock(if is_write { &state.writes } else { &state.next }).pop_front();
    let behavior = behavior.or_else(|| lock(&state.of_lists).get(list).copied());
    match behavior {
        Some(BuildiumBehavior::Refuse(status, wait)) => {
            let body = json!({
                "UserMessage": "The request was refused.", "ErrorCode": status,
                "Errors": [{ "Key": "Reason", "Value": "A test" }],
            });
            return Ok(refusal(status, wait, &body));
        }
        Some(BuildiumBehavior::TalkNonsense(text)) => {
            return Ok(page(Full::from(text), Some(1)));
        }
        Some(BuildiumBehavior::Hang) => std::future::pending().await,
        Some(BuildiumBehavior::Close) => return Err(io::Error::other("closed")),
        Some(BuildiumBehavior::Lose) => {
            create(&state, list, request.into_body()).await?;
            return Err(io::Error::other("closed"));
        }
        Some(BuildiumBehavior::Miscount | BuildiumBehavior::HideTotal) | None => {}
    }
    if is_write {
        return create(&state, list, request.into_body()).await;
    }
    if let Some(record) = single(&state, list) {
        return Ok(page(Full::from(record.to_string()), None));
    }
    let records = lock(&state.lists).get(list).cloned().or_else(|| (list == TASKS).then(Vec::new));
    let Some(records) = records else {
        return Ok(refusal(404, None, &json!({ "UserMessage": "Not found.", "ErrorCode": 404 })));
    };
    let number = |name: &str| query.get(name).map(|value| value.parse::<usize>().unwrap());
    let limit = number("limit").unwrap_or(50);
    if !(1..=MAX_LIMIT).contains(&limit) {
        let errors = json!([{ "Key": "limit", "Value": "Must be between 1 and 1000." }]);
        let body = json!({ "UserMessage": "Request is invalid.", "ErrorCode": 422, "Errors": errors });
        return Ok(refusal(422, None, &body));
    }
    let association = number("associationids").or_else(|| number("associationid"));
    let title = query.get("tasktitle").cloned().unwrap_or_default();
    let has_title = |record: &Value| record["Title"].as_str().unwrap_or_default().contains(&title);
    let is_asked = |record: &Value| is_of(record, association) && has_title(record);
    let found: Vec<Value> = records.into_iter().filter(is_asked).collect();
    let total = found.len();
    let shown: Vec<Value> = found.into_iter().skip(number("offset").unwrap_or(0)).take(limit).collect();
    let total = match behavior {
        Some(BuildiumBehavior::Miscount) => Some(total + 1),
        Some(BuildiumBehavior::HideTotal) => None,
        _ => Some(total),
    };
    Ok(page(Full::from(Value::from(shown).to_string()), total))
}

/// Creates a resident request, and returns it.
async fn create(state: &State, list: &str, body: Incoming) -> io::Result<Response<Full<Bytes>>> {
    let body = body.collect().await.map_err(io::Error::other)?.to_bytes();
    let asked: Value = serde_json::from_slice(&body)?;
    let needed = ["Title", "UnitAgreementId", "RequestedByEntityId", "TaskStatus", "Priority"];
    if list != TASKS || needed.iter().any(|name| asked[*name].is_null()) {
        return Ok(refusal(422, None, &json!({ "UserMessage": "Request is invalid.", "ErrorCode": 422 })));
    }
    let mut lists = lock(&state.lists);
    let tasks = lists.entry(TASKS.to_owned()).or_default();
    let mut task = asked;
    task["Id"] = json!(9_001 + tasks.len());
    task["UnitAgreement"] = json!({ "Id": task["UnitAgreementId"], "Type": "OwnershipAccount" });
    tasks.push(task.clone());
    let mut created = page(Full::from(task.to_string()), None);
    *created.status_mut() = StatusCode::CREATED;
    Ok(created)
}

/// Returns the record of a path that ends with its number.
fn single(state: &State, path: &str) -> Option<Value> {
    let (list, number) = path.rsplit_once('/')?;
    let number: i64 = number.parse().ok()?;
    lock(&state.lists).get(list)?.iter().find(|record| record["Id"] == number).cloned()
}

fn is_authorized(headers: &HeaderMap) -> bool {
    let has = |name: &str, value: &str| headers.get(name).is_some_and(|given| given == value);
    has("x-buildium-client-id", BUILDIUM_CLIENT) && has("x-buildium-client-secret", BUILDIUM_SECRET)
}

/// Returns whether a record belongs to an association. An owner belongs to those of their accounts.
fn is_of(record: &Value, association: Option<usize>) -> bool {
    let Some(association) = association else { return true };
    let accounts = record["OwnershipAccounts"].as_array().into_iter().flatten();
    std::iter::once(record).chain(accounts).any(|one| one["AssociationId"] == association)
}

fn page(body: Full<Bytes>, total: Option<usize>) -> Response<Full<Bytes>> {
    let mut response = Response::new(body);
    if let Some(total) = total {
        response.headers_mut().insert("x-total-count", total.into());
    }
    response
}

fn refusal(status: u16, wait: Option<u32>, body: &Value) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap();
    if let Some(wait) = wait {
        response.headers_mut().insert("retry-after", wait.into());
    }
    response
}
