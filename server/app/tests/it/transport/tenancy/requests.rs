//! Valid requests with arbitrary IDs: fields that contain IDs, and values of other required fields.
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor, Value};
use serde_json::json;

use super::{Fixtures, NONEXISTENT_ID};
use crate::support::*;

/// IDs that are accepted but unused, with the reason.
const NOT_USED: [(&str, &str); 3] = [
    (
        "parlor.v1.AnswerEscalationRequest.user_id",
        "who acts is the session: escalations::the_reviewer_is_always_the_signed_in_user",
    ),
    ("parlor.v1.DeleteCommunityRequest.user_id", "who acts is the session"),
    ("parlor.v1.RequestCommunityRequest.user_id", "who acts is the session"),
];

/// A PNG image of one pixel.
pub const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// A PDF without pages.
pub const PDF: &str = "JVBERi0xLjcKJSVFT0YK";
/// The associations that Harborline already has.
const ASSOCIATIONS: &str = "code,name\nHR01,Harbor Row\nMER2,The Meridian\nOSP3,Osprey Lake\n";

/// One day after the test servers start, in seconds.
const TOMORROW: i64 = 1_772_550_000;

/// The path to an ID in a request, through nested messages and lists.
pub type Path = Vec<FieldDescriptor>;

pub fn id_paths(message: &MessageDescriptor) -> Vec<Path> {
    let mut paths = Vec::new();
    for field in message.fields() {
        if NOT_USED.iter().any(|(name, _)| *name == field.full_name()) {
            continue;
        }
        if id_of(&field).is_some() {
            paths.push(vec![field.clone()]);
        }
        if let Kind::Message(of) = field.kind()
            && !of.full_name().starts_with("google.protobuf.")
        {
            for path in id_paths(&of) {
                paths.push(std::iter::once(field.clone()).chain(path).collect());
            }
        }
    }
    paths
}

pub fn entity(path: &Path) -> String {
    path.last().and_then(id_of).unwrap()
}

pub fn put(message: &mut DynamicMessage, path: &[FieldDescriptor], id: &str) {
    let (field, rest) = path.split_first().unwrap();
    let value = match field.kind() {
        Kind::Message(of) => {
            let here = message.get_field(field);
            let mut inner = match &*here {
                Value::Message(inner) => inner.clone(),
                _ => DynamicMessage::new(of),
            };
            put(&mut inner, rest, id);
            Value::Message(inner)
        }
        _ => Value::String(id.to_owned()),
    };
    message.set_field(field, if field.is_list() { Value::List(vec![value]) } else { value });
}

/// Returns the value of a required field.
fn filling(field: &FieldDescriptor, own: &Fixtures) -> Value {
    let text = match field.name() {
        "from" | "phone" => &own.phone,
        "to" => &own.number,
        "tag" => &own.tag,
        "address" => "desk@nowhere.example",
        "email" | "escalation_email" => "nobody@nowhere.example",
        "role" => "Leasing",
        "password" | "new_password" => "lantern cobalt otter",
        "url" => "https://example.com/",
        "shortcut" => "written-by-a-test",
        "base_url" => "https://chatwoot.example",
        "account_id" | "inbox_id" => "1",
        "issuer" => "https://parlor.example",
        "client_id" | "client_secret" if field.parent_message().name() == "ConnectBuildiumRequest" => "1",
        "company_code" | "login" if field.parent_message().name() == "ConnectVantacaRequest" => "1",
        "management_id" => "1",
        "data" if field.parent_message().name() == "UploadAssociationsRequest" => ASSOCIATIONS,
        "data" if field.parent_message().name() == "AddServiceRequestDocumentRequest" => PDF,
        "data" => PIXEL,
        _ => "Written by a test",
    };
    match field.kind() {
        Kind::String => Value::String(text.to_owned()),
        Kind::Enum(_) => Value::EnumNumber(1),
        Kind::Bool => Value::Bool(true),
        Kind::Message(of) if of.full_name() == "google.protobuf.Timestamp" => {
            let mut tomorrow = DynamicMessage::new(of);
            tomorrow.set_field_by_name("seconds", Value::I64(TOMORROW));
            Value::Message(tomorrow)
        }
        // Its IDs are set later.
        Kind::Message(of) => Value::Message(DynamicMessage::new(of)),
        kind => panic!("no filling for {}: {kind:?}", field.name()),
    }
}

/// Returns the values that a request needs although no field is required.
fn needed(method: &MethodDescriptor) -> Vec<(&'static str, Value)> {
    let text = |text: &str| Value::String(text.to_owned());
    match method.name() {
        "CreateDraft" => {
            let inputs = contract::POOL.get_message_by_name("parlor.v1.DraftInputs").unwrap();
            let json = json!({ "purpose": "WRITING_PURPOSE_NOTICE", "notes": "Written by a test" });
            vec![("inputs", Value::Message(DynamicMessage::deserialize(inputs, json).unwrap()))]
        }
        "CreateMacro" | "UpdateMacro" => {
            let steps = contract::POOL.get_message_by_name("parlor.v1.MacroSteps").unwrap();
            let json = json!({ "reply": "Written by a test" });
            vec![("steps", Value::Message(DynamicMessage::deserialize(steps, json).unwrap()))]
        }
        "DeliverTestEmail" => {
            vec![("from_address", text("nobody@nowhere.example")), ("text", text("Written by a test"))]
        }
        "GetInboxPerson" | "MergeInboxPerson" | "UnmergeInboxPerson" => vec![("phone", text("+12025550161"))],
        "RecordConsent" => vec![
            ("state", Value::EnumNumber(3)),
            ("source", Value::EnumNumber(3)),
            ("evidence", text("Written by a test")),
        ],
        "GetDraftVersion" => vec![("number", Value::I32(1))],
        "CompareAnswers" => vec![("questions", Value::List(vec![text("Written by a test")]))],
        "CreateCommunity" => vec![("vantaca_assoc_code", text("TST9"))],
        "CreatePartner" => vec![("scopes", Value::List(vec![Value::EnumNumber(1)]))],
        "ListReportDetails" => vec![("metric", Value::EnumNumber(3))],
        "DecideCommunityRequest" => vec![("reason", text("Written by a test"))],
        "SendReply" | "SendTestPhoneMessage" | "SendWebChatReply" => {
            vec![("body", text("Written by a test"))]
        }
        "SetNumberCarrier" => vec![("segments_per_second", Value::I32(10))],
        "ImportRecipientList" => vec![("numbers", text("+12025550161")), ("name", text("Written by a test"))],
        _ => vec![],
    }
}

pub fn is_required(field: &FieldDescriptor) -> bool {
    let rules = contract::extension("buf.validate.field");
    let rules = field.options().get_extension(&rules).into_owned();
    rules.as_message().and_then(|r| r.get_field_by_name("required")?.as_bool()) == Some(true)
}

/// Returns whether a list must not be empty.
pub fn needs_items(field: &FieldDescriptor) -> bool {
    let rules = contract::extension("buf.validate.field");
    let rules = field.options().get_extension(&rules).into_owned();
    let least = rules.as_message().and_then(|rules| {
        let of_lists = rules.get_field_by_name("repeated")?.into_owned();
        of_lists.as_message()?.get_field_by_name("min_items")?.as_u64()
    });
    least.is_some_and(|least| least > 0)
}

/// Returns a valid request that names only the caller's objects.
pub fn valid(method: &MethodDescriptor, own: &Fixtures) -> DynamicMessage {
    let mut message = DynamicMessage::new(method.input());
    for field in method.input().fields().filter(is_required) {
        message.set_field(&field, filling(&field, own));
    }
    for (name, value) in needed(method) {
        message.set_field_by_name(name, value);
    }
    for path in id_paths(&method.input()) {
        put(&mut message, &path, &own.ids[&entity(&path)]);
    }
    message
}

#[test]
fn unused_id_fields_exist_in_the_contract() {
    for (name, reason) in NOT_USED {
        let (message, field) = name.rsplit_once('.').unwrap();
        let message = contract::POOL.get_message_by_name(message).unwrap();
        let field = message.get_field_by_name(field).unwrap();
        assert!(id_of(&field).is_some() && !reason.is_empty(), "{name}");
    }
}

#[test]
fn ids_in_nested_messages_and_lists_are_found() {
    let paths = |name: &str| {
        let message = contract::POOL.get_message_by_name(name).unwrap();
        let name = |path: Path| path.iter().map(|f| f.name().to_owned()).collect::<Vec<_>>().join(".");
        id_paths(&message).into_iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(
        paths("parlor.v1.GetCurrentUserResponse"),
        [
            "user.id",
            "user.company_id",
            "user.text_communities_mapping.value",
            "user.assigned_communities.ids",
            "entitlements.acting_company_id"
        ]
    );
    let user = contract::POOL.get_message_by_name("parlor.v1.GetCurrentUserResponse").unwrap();
    let mut message = DynamicMessage::new(user.clone());
    for path in id_paths(&user) {
        put(&mut message, &path, NONEXISTENT_ID);
    }
    assert_eq!(
        serde_json::to_value(&message).unwrap()["user"],
        json!({
            "_id": NONEXISTENT_ID, "company_id": NONEXISTENT_ID, "text_communities_mapping": [{ "value": NONEXISTENT_ID }],
            "assignedCommunities": { "ids": [NONEXISTENT_ID] }
        })
    );
}
