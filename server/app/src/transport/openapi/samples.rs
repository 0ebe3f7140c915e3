//! Sample values of a field: from its rules, the quotes in its comment, or its name.

use prost_reflect::FieldDescriptor;
use sha2::{Digest, Sha256};

use super::{
    comments::Commented,
    rules,
    schemas::{is_secret, resource_type},
};

/// Returns sample texts for a field, the most illustrative first.
pub fn texts(field: &FieldDescriptor) -> Vec<String> {
    let mut texts: Vec<String> = resource_type(field).iter().map(|resource_type| id(resource_type)).collect();
    texts.extend(rules::choices(field));
    texts.extend(field.raw().split('"').skip(1).step_by(2).map(str::to_owned));
    let suggested = suggested(field).map(str::to_owned);
    let unnamed = if is_secret(field) { secret(field.name()) } else { field.name().replace('_', " ") };
    texts.push(suggested.unwrap_or(unnamed));
    texts.push(secret(field.name()));
    texts
}

/// Returns sample integers for a field, the most illustrative first.
pub fn whole(field: &FieldDescriptor) -> [i32; 5] {
    let typical = match (field.name(), last_word(field)) {
        ("limit", _) => 50,
        ("units", _) => 148,
        ("sequence" | "after", _) => 1042,
        (_, "ms") => 180,
        (_, "seconds") => 3600,
        (_, "port") => 587,
        (_, "minute") => 120,
        _ => 3,
    };
    [typical, 1, 60, 600, 0]
}

fn last_word(field: &FieldDescriptor) -> &str {
    field.name().rsplit('_').next().unwrap_or_default()
}

fn suggested(field: &FieldDescriptor) -> Option<&'static str> {
    let of = |thing: &str| field.parent_message().name().contains(thing);
    Some(match (field.name(), last_word(field)) {
        ("first_name", _) => "Dana",
        ("last_name", _) => "Okafor",
        ("community_name", _) | (_, "label" | "community") => "Harbor Row",
        ("name", _) if of("Company") => "Harborline Management",
        ("name", _) if of("Partner") => "Gatehouse",
        ("credential_name", _) => "harborline-vantaca",
        (_, "by" | "name") => "Dana Okafor",
        (_, "email" | "emails" | "mail" | "address") | ("reply_to" | "test_to", _) => {
            "dana@harborline.example"
        }
        ("to", _) | (_, "number") => "+12025550101",
        ("from", _) | (_, "phone") => "+12025550190",
        ("new_password", _) => "four doors and a brass knob",
        (_, "password") => "a long walk by the harbor",
        (_, "username") => "harborline",
        (_, "host") => "smtp.harborline.example",
        ("next_page_token", _) => "",
        (_, "url" | "link" | "uri" | "uris") => "https://harborline.example/house-rules",
        (_, "scope") => "communities:read",
        ("client_id", _) => "01ky7n2qv4t8m3x6hd0w5rbg7c",
        ("response_type", _) => "code",
        ("state", _) => "af0ifjsldkj",
        (_, "challenge") => "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        (_, "issuer") => "harborline.example",
        (_, "tag") => "Harbor_Row",
        (_, "query") => "parking",
        ("original_text", _) => "HOA",
        ("new_text", _) => "association",
        (_, "question" | "questions" | "samples") => "May I put up a doorbell camera?",
        (_, "answer") => "Yes, if it only sees your own doorway.",
        (_, "body" | "text" | "preview") => "How do I get a second parking permit?",
        (_, "message") => "Please call the office about your account.",
        (_, "waiver") => "I am a bot. For an emergency, call 911.",
        (_, "signature") => "The office of Harbor Row",
        (_, "source") => "House rules, p. 12",
        (_, "category") => "Parking",
        (_, "reason") => "The contract with this association has ended.",
        (_, "title" | "subject") => "The pool opens on Friday",
        (_, "description" | "prompt" | "notes" | "note") => "Friendly, brief and clear.",
        (_, "date" | "day") => "2026-03-02",
        (_, "zone") => "America/New_York",
        (_, "characters") => "\u{2019}",
        (_, "vendors") => "Bluewater Plumbing",
        (_, "unit") => "4B",
        (_, "data") => "UGFybG9y",
        _ => return None,
    })
}

/// Returns a sample id.
fn id(resource_type: &str) -> String {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let digits = Sha256::digest(resource_type.as_bytes());
    let tail = digits.iter().take(16).map(|byte| char::from(ALPHABET[usize::from(byte & 31)]));
    "01ky7n2qv4".chars().chain(tail).collect()
}

/// Returns a sample token of 64 hexadecimal characters.
fn secret(of: &str) -> String {
    hex::encode(Sha256::digest(of))
}
