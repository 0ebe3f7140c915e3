//! REST and gRPC return the same messages, in the contract's JSON.
use contract::POOL;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MethodDescriptor, Value};
use serde_json::{Value as Json, json};
use tonic::Code;

use crate::support::*;

/// Normalizes numbers: 0 and 0.0 are the same number in JSON.
fn plain(json: Json) -> Json {
    match json {
        Json::Number(n) => n.as_f64().into(),
        Json::Array(items) => items.into_iter().map(plain).collect(),
        Json::Object(fields) => fields.into_iter().map(|(name, value)| (name, plain(value))).collect(),
        other => other,
    }
}

/// Converts integral floating-point numbers to integers.
fn with_integers(json: &Json) -> Json {
    match json {
        Json::Number(n) if n.as_f64().is_some_and(|n| n.fract() == 0.0) => {
            (n.as_f64().unwrap() as i64).into()
        }
        Json::Array(items) => items.iter().map(with_integers).collect(),
        Json::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), with_integers(value))).collect()
        }
        other => other.clone(),
    }
}

/// The callers: calls for platform administrators are restricted to them.
struct Callers<'h> {
    dana: Staff<'h>,
    ruth: Staff<'h>,
}

impl<'h> Callers<'h> {
    async fn of(server: &'h TestServer) -> Self {
        Self { dana: server.harborline_admin().await, ruth: server.login("admin@parlor.example").await }
    }

    fn of_call(&self, method: &MethodDescriptor) -> &Staff<'h> {
        if PLATFORM.contains(&short(method).as_str()) { &self.ruth } else { &self.dana }
    }
}

/// Calls that administrators of a company may not make.
const PLATFORM: [&str; 5] = [
    "CompanyService.ListCompanies",
    "CatalogService.GetCatalogs",
    "CatalogService.ExportCatalog",
    "CatalogService.ListCatalogVersions",
    "CatalogService.CompareCatalogVersions",
];

/// Fields that differ between calls by nature, with the reason.
const NONDETERMINISTIC_FIELDS: [(&str, &str, &str); 3] = [
    (
        "EscalationService.ExportEscalations",
        "/escalationsFileLinkObj/url",
        "each call creates a file with its own address",
    ),
    ("BlastService.ExportBlast", "/url", "each call creates a file with its own address"),
    ("ReportService.ExportReport", "/url", "each call creates a file with its own address"),
];

/// Values for path and query parameters.
struct ParameterValues {
    email_thread: String,
    service_request: String,
    community: String,
    conversation: String,
    escalation: String,
    answer: String,
    company_answer: String,
    phone: String,
    user: String,
    client: String,
    web_chat: String,
}

/// Creates an answer with a history, and three deleted answers.
async fn create_edited_answer(staff: &Staff<'_>, list: &str) -> String {
    let mut answers = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let answer = json!({ "question": format!("Is there a mast {name}?"), "answer": "No." });
        let created = staff.post(list, answer).await.ok();
        answers.push(created["answer"]["_id"].as_str().unwrap().to_owned());
    }
    for words in ["Yes.", "Soon.", "In May."] {
        staff.patch(&format!("{list}/{}", answers[0]), json!({ "answer": words })).await.ok();
    }
    for deleted in &answers[1..] {
        staff.delete(&format!("{list}/{deleted}")).await.ok();
    }
    answers.swap_remove(0)
}

impl ParameterValues {
    /// Creates data for every list. The sync has no further changes.
    async fn of(server: &TestServer, staff: &Staff<'_>) -> Self {
        let csv = "code,name\nHR01,Harbor Row\nMER2,The Meridian\nOSP3,Osprey Lake\n";
        staff.put("/admin/companies/company-harborline/associations", json!({ "data": csv })).await.ok();
        staff.get("/companies/sync/companyId/company-harborline").await.ok();
        let partner = staff.issue(&["KNOWLEDGE_READ"], &[REDIRECT]).await;
        staff.allow(&partner, "knowledge:read").await;
        let request = json!({ "communityId": HARBOR_ROW, "title": "Gate sticks" });
        let request = staff.post("/serviceRequests", request).await.ok()["serviceRequest"].clone();
        let order = json!({ "vendor": "Reyes Gates", "email": "desk@gates.example" });
        let orders = format!("/serviceRequests/{}/workOrders", request["_id"].as_str().unwrap());
        staff.post(&orders, order).await.ok();
        for name in ["Late", "Mine", "Plumbing"] {
            let view = json!({ "layout": "LIST", "name": name, "query": "overdue=yes" });
            staff.post("/serviceRequests/views", view).await.ok();
        }
        let threads = staff.get("/emailThreads?mailboxId=mailbox-osprey-lake").await.ok();
        for name in ["Quarry Bend", "Fallow Court", "Gull Point"] {
            let body = json!({ "communityName": name, "escalationEmail": "desk@harborline.example" });
            let created = staff.post("/admin/textCommunities/request", body).await.ok();
            let path = format!(
                "/admin/textCommunities/requests/{}/decide",
                created["request"]["_id"].as_str().unwrap()
            );
            staff.post(&path, json!({ "approve": true })).await.ok();
        }
        for _ in 0..3 {
            server.insert_dead_deletion("company-harborline").await;
        }
        for target in ["https://example.com/a", "https://example.com/b", "https://example.com/c"] {
            staff.get(&format!("/attachments/createShortLink?url={target}")).await.ok();
        }
        let path = format!("/textConversations/escalations/user?communityId={HARBOR_ROW}");
        let escalation = staff.get(&path).await.ok()["escalations"][0].clone();
        let text = |name: &str| escalation[name].as_str().unwrap().to_owned();
        let conversation = format!("/textConversations/{}", text("conversationId"));
        staff.post(&format!("{conversation}/takeOver"), json!({})).await.ok();
        for note in ["Called them", "They moved", "Asked the board"] {
            staff.post(&format!("{conversation}/notes"), json!({ "body": note })).await.ok();
        }
        let accounts = format!("/textCommunities/community/{HARBOR_ROW}/accounts");
        for number in ["PA-1", "PA-2", "PA-3"] {
            staff.post(&accounts, json!({ "number": number })).await.ok();
        }
        let answer =
            create_edited_answer(staff, &format!("/textCommunities/community/{HARBOR_ROW}/answers")).await;
        let company_answer = create_edited_answer(staff, "/companies/company-harborline/answers").await;
        let chats = staff.get("/webChats").await.ok();
        Self {
            email_thread: threads["threads"][0]["_id"].as_str().unwrap().to_owned(),
            service_request: request["_id"].as_str().unwrap().to_owned(),
            community: HARBOR_ROW.into(),
            conversation: text("conversationId"),
            escalation: text("_id"),
            answer,
            company_answer,
            phone: text("phone"),
            user: staff.get("/users/token").await.ok()["user"]["_id"].as_str().unwrap().to_owned(),
            client: partner.client_id,
            web_chat: chats["chats"][0]["_id"].as_str().unwrap().to_owned(),
        }
    }

    /// Returns a value for a field if it is required, or if `all` fields are to be set.
    fn value(&self, field: &FieldDescriptor, all: bool) -> Option<Value> {
        let entity = id_of(field).unwrap_or_default();
        let text = match (entity.as_str(), field.name()) {
            ("COMMUNITY", name) if name == "id" || all => self.community.clone(),
            ("COMMUNITY", _) => {
                let required = [
                    "ListAnswersRequest",
                    "ExportAnswersRequest",
                    "GetCoverageRequest",
                    "ListTestCasesRequest",
                    "ListHomeownerAccountsRequest",
                    "ListAskedQuestionsRequest",
                    "ListAnswerVersionsRequest",
                    "ListRemovedAnswersRequest",
                    "ListContradictionsRequest",
                    "GetInboxPersonRequest",
                    "GetWebChatSiteRequest",
                ];
                return required
                    .contains(&field.parent_message().name())
                    .then(|| Value::String(self.community.clone()));
            }
            ("COMPANY", _) => "company-harborline".into(),
            ("CONVERSATION", _) => self.conversation.clone(),
            ("BLAST", _)
                if ["ReviewBlastRequest", "ListBlastPreviewsRequest"]
                    .contains(&field.parent_message().name()) =>
            {
                "blast-annual-meeting".into()
            }
            ("BLAST", _) => "blast-water-shutoff".into(),
            ("DRAFT", _) => "draft-garage-cleaning".into(),
            (_, "number") if field.parent_message().name() == "GetDraftVersionRequest" => {
                return Some(Value::I32(1));
            }
            ("MAILBOX", _) => "mailbox-osprey-lake".into(),
            ("EMAIL_THREAD", _) => self.email_thread.clone(),
            (_, "order") if all && field.parent_message().name() == "ListInboxItemsRequest" => {
                return Some(Value::EnumNumber(1));
            }
            (_, "assignment") if all => return Some(Value::EnumNumber(1)),
            (_, "assignment") => return None,
            (_, "email") => "owner@homes.example".into(),
            (_, "status") if all => return Some(Value::EnumNumber(4)),
            (_, "status") => return None,
            ("SERVICE_REQUEST", _) => self.service_request.clone(),
            ("ESCALATION", _) => self.escalation.clone(),
            ("WEB_CHAT", _) => self.web_chat.clone(),
            ("ANSWER", _) if field.parent_message().name() == "ListCompanyAnswerVersionsRequest" => {
                self.company_answer.clone()
            }
            ("ANSWER", _) => self.answer.clone(),
            ("USER", name) if name == "id" || all => self.user.clone(),
            (_, "metric") => return Some(Value::EnumNumber(3)),
            (_, "start_date" | "end_date") if all => "2026-01-05".into(),
            (_, "time_zone") if all && field.parent_message().name().contains("Report") => "UTC".into(),
            (_, "category") if all => "Parking".into(),
            (_, "channel") if all && field.parent_message().name().contains("Report") => {
                return Some(Value::EnumNumber(contract::v1::ReportChannel::Email as i32));
            }
            (_, "start_date" | "end_date" | "time_zone" | "channel" | "category") => return None,
            (_, "tag") => "Harbor Row".into(),
            (_, "phone") => self.phone.clone(),
            (_, "url") => "https://example.com/".into(),
            (_, "campaign") => "spring".into(),
            (_, "response_type") => "code".into(),
            (_, "client_id") => self.client.clone(),
            (_, "redirect_uri") => REDIRECT.into(),
            (_, "scope") if field.kind() == Kind::String => "knowledge:read".into(),
            (_, "scope") => return all.then_some(Value::EnumNumber(2)),
            (_, "code_challenge") => CHALLENGE.into(),
            (_, "code_challenge_method") => "S256".into(),
            (_, "state") if field.kind() == Kind::String => "a b&c".into(),
            (_, "action") if all => return Some(Value::EnumNumber(210)),
            (_, "number") if all => HARBOR_ROW_NUMBER.into(),
            (_, "query") if field.parent_message().name().starts_with("Search") => "PA".into(),
            (_, "first_community_ids") => {
                return all.then(|| Value::List(vec![Value::String(self.community.clone())]));
            }
            (_, "query" | "vendor") if all => "a".into(),
            (_, "starts_at_local") if all => "2026-03-05T10:00".into(),
            (_, "vendor") => return None,
            (_, "limit") if all => return Some(Value::I32(2)),
            (_, "version" | "from_version") if all => return Some(Value::I32(1)),
            (_, "catalog" | "exclusion" | "test_traffic") if all => return Some(Value::EnumNumber(2)),
            (
                _,
                "states" | "kinds" | "priorities" | "exclusion" | "outcome" | "delay" | "test_traffic"
                | "order",
            ) => {
                return None;
            }
            (_, "catalog" | "version" | "from_version" | "to_version") => return None,
            (_, "state" | "expiry_status") if all => return Some(Value::EnumNumber(2)),
            _ if all && field.kind() == Kind::Bool => return Some(Value::Bool(true)),
            ("USER", "assigned_to_id" | "assignee_id") | (_, "starts_at_local") => return None,
            (_, "query" | "number" | "page_token" | "limit" | "state" | "expiry_status" | "after") => {
                return None;
            }
            (_, "kind") if all => return Some(Value::EnumNumber(contract::v1::JobKind::DeleteFiles as i32)),
            (_, "actor_id" | "action" | "kind") => return None,
            _ if field.kind() == Kind::Bool => return None,
            (entity, name) => panic!("no value for {name} {entity}"),
        };
        Some(Value::String(text))
    }
}

/// Returns a request as an address: fields that are not in the path are query parameters.
fn address(path: &str, message: &DynamicMessage) -> String {
    let mut path = path.to_owned();
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (field, value) in message.fields() {
        if let Value::List(items) = value {
            query.extend_pairs(items.iter().filter_map(Value::as_str).map(|item| (field.json_name(), item)));
            continue;
        }
        let text = match value {
            Value::String(text) => text.clone(),
            Value::EnumNumber(number) => {
                field.kind().as_enum().unwrap().get_value(*number).unwrap().name().to_owned()
            }
            other => other.to_string(),
        };
        let parameter = format!("{{{}}}", field.name());
        if path.contains(&parameter) {
            path = path.replace(&parameter, &text.replace(' ', "%20"));
        } else {
            query.append_pair(field.json_name(), &text);
        }
    }
    format!("{path}?{}", query.finish())
}

/// Returns both responses; for a stream, the first message.
async fn both(
    staff: &Staff<'_>,
    server: &TestServer,
    method: &MethodDescriptor,
    message: &DynamicMessage,
) -> (Json, Json) {
    let path = address(&route(method).1, message);
    let grpc = server.grpc(method, &staff.token, message).await;
    assert_eq!(grpc.code, Code::Ok, "{}: {:?}", short(method), grpc.refusal());
    let grpc = plain(as_rest(grpc.ok()));
    let rest = match method.is_server_streaming() {
        true => staff.first_line(&path).await["result"].clone(),
        false => staff.get(&path).await.ok(),
    };
    let (mut rest, mut grpc) = (plain(rest), grpc);
    for (_, at, _) in NONDETERMINISTIC_FIELDS.iter().filter(|(name, ..)| *name == short(method)) {
        let generated = [&mut rest, &mut grpc].map(|json| json.pointer_mut(at).unwrap().take());
        assert!(
            generated[0].is_string() && generated[1].is_string() && generated[0] != generated[1],
            "{}",
            short(method)
        );
        for json in [&mut rest, &mut grpc] {
            *json.pointer_mut(at).unwrap() = "generated".into();
        }
    }
    (rest, grpc)
}

on_both! {
    async fn every_get_returns_the_same_over_rest_and_grpc(server: TestServer) {
        let callers = Callers::of(&server).await;
        let dana = &callers.dana;
        dana.text("+12025550171", HARBOR_ROW_NUMBER, "how do i get a 2nd parking permit").await.ok();
        let values = ParameterValues::of(&server, dana).await;
        let document = Document::read();
        let mut compared = 0;
        for method in methods().filter(|method| route(method).0 == "GET") {
            for all in [false, true] {
                let mut message = DynamicMessage::new(method.input());
                for field in method.input().fields() {
                    if let Some(value) = values.value(&field, all) {
                        message.set_field(&field, value);
                    }
                }
                let (rest, grpc) = both(callers.of_call(&method), &server, &method, &message).await;
                assert_eq!(rest, grpc, "{}", short(&method));
                compared += 1;
                assert_eq!(document.mismatch(document.answer(&method), &with_integers(&rest), "it"), None, "{}", short(&method));
                // And the next page.
                if let Some(next) = rest.get("nextPageToken").and_then(Json::as_str).filter(|next| !next.is_empty()) {
                    message.set_field_by_name("page_token", Value::String(next.into()));
                    let (next, grpc) = both(callers.of_call(&method), &server, &method, &message).await;
                    assert_eq!(next, grpc, "{}, the next page", short(&method));
                    assert_ne!(next, rest, "{}, the next page", short(&method));
                    compared += 1;
                }
            }
        }
        assert!(compared > 70, "only {compared} responses were compared");
    }

    async fn every_get_fails_the_same_over_rest_and_grpc(server: TestServer) {
        let callers = Callers::of(&server).await;
        for method in methods().filter(|method| route(method).0 == "GET" && !method.is_server_streaming()) {
            let mut message = DynamicMessage::new(method.input());
            for field in method.input().fields().filter(|f| f.kind() == Kind::String) {
                message.set_field(&field, Value::String("nothing".into()));
            }
            let caller = callers.of_call(&method);
            let rest = caller.get(&address(&route(&method).1, &message)).await;
            let grpc = server.grpc(&method, &caller.token, &message).await;
            let error = rest.json();
            let (code, words) = (error["code"].as_i64().unwrap_or(0), error["message"].as_str().unwrap_or_default());
            // REST names fields as in JSON.
            let comparable = |words: &str| words.replace('_', "").to_lowercase();
            let failed = (code, comparable(words), rest.reason());
            assert_eq!(failed, (grpc.code as i64, comparable(&grpc.message), grpc.reason), "{}", short(&method));
        }
    }
}

#[test]
fn rest_json_includes_empty_lists_and_strings_but_not_unset_fields() {
    let company = POOL.get_message_by_name("parlor.v1.Company").unwrap();
    let mut message = DynamicMessage::new(company.clone());
    let empty = json!({
        "_id": "", "name": "", "label": "", "dashboard_options": [], "credential_name": "", "chatwoot_inbox_id": "",
        "blastDailyLimit": 0, "segmentPriceMicros": 0, "blastSegmentsPerSecond": 0, "brandDailySegments": 0,
        "monthlyTokenAllowance": 0, "picturePriceMicros": 0
    });
    assert_eq!(as_rest(&message), empty);
    message.set_field_by_name("dashboard_options", Value::List(vec![Value::EnumNumber(5)]));
    message.set_field_by_name("textline_webhook_v3_enabled", Value::Bool(false));
    let set = as_rest(&message);
    assert_eq!(set["dashboard_options"], json!(["TW"]));
    assert_eq!(set["textline_webhook_v3_enabled"], false);
}
