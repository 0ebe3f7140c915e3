//! The error responses of a call: statuses and reasons.
use std::collections::BTreeMap;

use contract::{options::Role, v1::ErrorReason};
use prost_reflect::MessageDescriptor;
use serde_json::{Map, Value as Json, json};
use tonic::Code;

use super::{
    super::{rest::http_status, route::Route},
    access::Rule,
    comments::{self, Commented, code_name},
    schemas::resource_type,
};

/// The errors of a call.
#[derive(Default)]
pub struct Errors {
    /// Reasons by code, codes by HTTP status.
    reasons: BTreeMap<u16, BTreeMap<i32, Vec<ErrorReason>>>,
}

impl Errors {
    /// Returns the errors of a call, derived from its messages, its access rule and its comments.
    pub fn of(route: &Route, rule: &Rule) -> Self {
        let mut errors = Self::default();
        let method = &route.method;
        let fields = method.input().fields().count() > 0;
        if fields {
            errors.add(Code::InvalidArgument, &[ErrorReason::InvalidFields]);
        }
        if route.takes_body {
            errors.add(Code::InvalidArgument, &[ErrorReason::Unreadable]);
            errors.add(Code::ResourceExhausted, &[ErrorReason::BodyTooLarge]);
            errors.add(Code::Cancelled, &[]);
        }
        if !rule.access.public {
            errors.add(Code::Unauthenticated, &[ErrorReason::NotSignedIn]);
        }
        if rule.asks_for_more() {
            errors.add(Code::FailedPrecondition, &[ErrorReason::ScreenNotAvailable]);
        }
        match rule.access.role() {
            Role::Administrator => errors.add(Code::PermissionDenied, &[ErrorReason::AdministratorsOnly]),
            Role::PlatformAdministrator => {
                errors.add(Code::PermissionDenied, &[ErrorReason::PlatformAdministratorsOnly]);
            }
            Role::Unspecified => {}
        }
        if !rule.access.public {
            // A partner's credential may lack the scope.
            errors.add(Code::PermissionDenied, &[ErrorReason::InsufficientScope]);
        }
        if method.input().fields().any(|field| resource_type(&field).is_some())
            || route.template.contains('{')
        {
            errors.add(Code::NotFound, &[ErrorReason::NotFound]);
        }
        let (changes, keyed) =
            (platform::access_policy::changes(method), platform::access_policy::keyed(method));
        if changes {
            errors.add(Code::FailedPrecondition, &[ErrorReason::XsrfMismatch]);
            errors.add(Code::ResourceExhausted, &[ErrorReason::StorageFull]);
        }
        errors.add(Code::Internal, &[ErrorReason::Internal]);
        errors.add(Code::Unavailable, &[ErrorReason::Unavailable]);
        errors.add(Code::DeadlineExceeded, &[]);
        if keyed {
            errors.add(Code::InvalidArgument, &[ErrorReason::InvalidFields]);
            errors.add(Code::FailedPrecondition, &[ErrorReason::IdempotencyKeyReused]);
            errors.add(Code::Aborted, &[ErrorReason::ClaimLost, ErrorReason::IdempotentResultLost]);
            errors.add(Code::Unavailable, &[ErrorReason::StillUnderway]);
        }

        errors.named(&method.raw(), true);
        errors.named(&method.parent_service().raw(), changes);
        errors.named_within(&method.input(), &mut Vec::new());
        errors
    }

    fn add(&mut self, code: Code, reasons: &[ErrorReason]) {
        let status = |reason: Option<ErrorReason>| http_status(code, reason).as_u16();
        if reasons.is_empty() {
            self.reasons.entry(status(None)).or_default().entry(code as i32).or_default();
        }
        for &reason in reasons {
            let all = self.reasons.entry(status(Some(reason))).or_default().entry(code as i32).or_default();
            if !all.contains(&reason) {
                all.push(reason);
            }
        }
    }

    /// Adds the errors that a comment names. Errors of changes in the comment of a service do not apply to a method
    /// that changes nothing.
    fn named(&mut self, comment: &str, changes: bool) {
        for (code, reasons) in comments::errors(comment) {
            let code = Code::from(code);
            let of_changes = matches!(
                code,
                Code::FailedPrecondition | Code::AlreadyExists | Code::Aborted | Code::ResourceExhausted
            );
            if changes || !of_changes {
                self.add(code, &reasons);
            }
        }
    }

    fn named_within(&mut self, message: &MessageDescriptor, seen: &mut Vec<String>) {
        if seen.iter().any(|name| name == message.full_name()) {
            return;
        }
        seen.push(message.full_name().to_owned());
        for field in message.fields() {
            self.named(&field.raw(), true);
            if let Some(message) = field.kind().as_message() {
                self.named_within(message, seen);
            }
        }
    }

    /// Returns the errors as OpenAPI responses. Responses that many calls share are added to `shared` and referenced.
    pub fn responses(&self, shared: &mut Map<String, Json>) -> Map<String, Json> {
        let response = |(status, codes): (&u16, &BTreeMap<i32, Vec<ErrorReason>>)| {
            let response = response(*status, codes);
            let name = common(*status, codes);
            let here = match name {
                Some(name) => {
                    shared.entry(name).or_insert(response);
                    json!({ "$ref": format!("#/components/responses/{name}") })
                }
                None => response,
            };
            (status.to_string(), here)
        };
        self.reasons.iter().map(response).collect()
    }
}

/// Returns the name of a response that many calls share.
fn common(status: u16, codes: &BTreeMap<i32, Vec<ErrorReason>>) -> Option<&'static str> {
    let mut all = codes.values().map(|reasons| reasons.as_slice());
    let reasons = all.next().filter(|_| codes.len() == 1)?;
    Some(match (status, reasons) {
        (401, [ErrorReason::NotSignedIn]) => "NotSignedIn",
        (403, [ErrorReason::InsufficientScope]) => "InsufficientScope",
        (403, [ErrorReason::AdministratorsOnly, ErrorReason::InsufficientScope]) => "AdministratorsOnly",
        (403, [ErrorReason::PlatformAdministratorsOnly, ErrorReason::InsufficientScope]) => {
            "PlatformAdministratorsOnly"
        }
        (404, [ErrorReason::NotFound]) => "NotFound",
        (409, [ErrorReason::ClaimLost, ErrorReason::IdempotentResultLost]) => "ResultLost",
        (413, [ErrorReason::BodyTooLarge]) => "BodyTooLarge",
        (429, [ErrorReason::StorageFull]) => "StorageFull",
        (499, _) => "Cancelled",
        (500, [ErrorReason::Internal]) => "Internal",
        (503, [ErrorReason::Unavailable]) => "Unavailable",
        (503, [ErrorReason::Unavailable, ErrorReason::StillUnderway]) => "UnavailableOrUnderway",
        (504, _) => "DeadlineExceeded",
        _ => return None,
    })
}

fn response(status: u16, codes: &BTreeMap<i32, Vec<ErrorReason>>) -> Json {
    let mut lines = Vec::new();
    let mut listed = Vec::new();
    for (code, reasons) in codes {
        let code = Code::from(*code);
        let quoted: Vec<String> = reasons.iter().map(|reason| format!("`{reason}`")).collect();
        let named = if quoted.is_empty() { String::new() } else { format!(" ({})", quoted.join(", ")) };
        lines.push(format!("`{}`{named}: {}", code_name(code), meaning(code, status)));
        listed.push(json!({
            "status": status, "code": code_name(code), "meaning": meaning(code, status), "reasons": reasons.iter().map(|reason| reason.wire_name()).collect::<Vec<_>>(),
        }));
    }
    let mut headers = json!({ "x-request-id": { "$ref": "#/components/headers/RequestId" } });
    if matches!(status, 429 | 503) {
        headers["retry-after"] = json!({ "$ref": "#/components/headers/RetryAfter" });
    }
    json!({
        "description": lines.join("\n\n"),
        "headers": headers,
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Status" } } },
        "x-errors": listed,
    })
}

fn meaning(code: Code, status: u16) -> &'static str {
    match code {
        Code::InvalidArgument => {
            "The request is invalid. The field violations name the fields and the problems."
        }
        Code::FailedPrecondition => "The current state of the resource does not allow the call.",
        Code::OutOfRange => "A value is outside of the valid range.",
        Code::Unauthenticated => "The token is missing, invalid or expired.",
        Code::PermissionDenied => "The caller does not have the required role or scope.",
        Code::NotFound => {
            "The resource does not exist, or the caller has no access to it; the response is the same."
        }
        Code::AlreadyExists => "The resource already exists.",
        Code::Aborted => "The resource was changed in the meantime. Read it again before retrying.",
        Code::ResourceExhausted if status == 413 => {
            "The body is too large. The limit is 1 MB, or 8 MB for calls with a file, including its encoding in base64."
        }
        Code::ResourceExhausted => {
            "A limit was reached. Try again later; the header `retry-after` says when, if that is known."
        }
        Code::Cancelled => "The caller closed the connection before the body was complete.",
        Code::Unimplemented => "The server does not implement the call.",
        Code::Unavailable => "A service that Parlor depends on is unavailable. Try again in a moment.",
        Code::DeadlineExceeded => "The call took too long. Try again.",
        Code::Ok | Code::Unknown | Code::Internal | Code::DataLoss => {
            "An error on our side. If it persists, contact us with the request ID."
        }
    }
}

/// Returns the schemas of `google.rpc.Status` in REST.
pub fn schemas() -> [(&'static str, Json); 5] {
    let detail = |name: &str, description: &str, properties: Json| {
        let kind = format!("type.googleapis.com/google.rpc.{name}");
        let mut all = json!({ "@type": { "type": "string", "const": kind } });
        let mut required = vec!["@type".to_owned()];
        for (name, schema) in properties.as_object().into_iter().flatten() {
            required.push(name.clone());
            all[name] = schema.clone();
        }
        json!({ "type": "object", "description": description, "required": required, "properties": all })
    };
    let text = |description: &str| json!({ "type": "string", "description": description });
    let details: Vec<Json> = ["ErrorInfo", "BadRequest", "RetryInfo", "RequestInfo"]
        .iter()
        .map(|name| json!({ "$ref": format!("#/components/schemas/{name}") }))
        .collect();
    [
        (
            "Status",
            json!({
                "type": "object",
                "description": "An error: `google.rpc.Status`.",
                "required": ["code", "message", "details"],
                "properties": {
                    "code": { "type": "integer", "format": "int32", "minimum": 1, "maximum": 16, "description": "The number of gRPC's status code." },
                    "message": text("What is wrong and what to do next, in words for people."),
                    "details": { "type": "array", "description": "What programs go by.", "items": { "anyOf": details } },
                },
                "examples": [{
                    "code": 3,
                    "message": "email: Enter an email address, such as name@company.example.",
                    "details": [
                        { "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "INVALID_FIELDS", "domain": "parlor", "metadata": {} },
                        { "@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [
                            { "field": "email", "description": "Enter an email address, such as name@company.example." },
                        ] },
                        { "@type": "type.googleapis.com/google.rpc.RequestInfo", "requestId": "01ky7n2qv4s9d0rk3w8x5z1y6t" },
                    ],
                }],
            }),
        ),
        (
            "ErrorInfo",
            detail(
                "ErrorInfo",
                "Why, for programs.",
                json!({
                    "reason": { "$ref": "#/components/schemas/ErrorReason", "description": "The reason, such as `NOT_FOUND`." },
                    "domain": text("Whose reason it is: `parlor`."),
                    "metadata": { "type": "object", "additionalProperties": { "type": "string" }, "description": "More about it." },
                }),
            ),
        ),
        (
            "BadRequest",
            detail(
                "BadRequest",
                "Which fields are not valid.",
                json!({
                    "fieldViolations": {
                        "type": "array",
                        "description": "One for each mistake.",
                        "items": {
                            "type": "object",
                            "required": ["field", "description"],
                            "properties": {
                                "field": text("The field's path, such as `samples[3]`."),
                                "description": text("What is wrong with it, in words for people."),
                            },
                        },
                    },
                }),
            ),
        ),
        (
            "RetryInfo",
            detail(
                "RetryInfo",
                "When to try again.",
                json!({
                    "retryDelay": { "type": "string", "pattern": "^[0-9]+s$", "description": "How long to wait, such as `900s`." },
                }),
            ),
        ),
        (
            "RequestInfo",
            detail(
                "RequestInfo",
                "Which call it was.",
                json!({
                    "requestId": text("The id of the call, also in the header `x-request-id`. The log has it too."),
                }),
            ),
        ),
    ]
}
