//! Lists in responses are paged, or their comments state how many entries they have at most.
use std::collections::{HashMap, HashSet};

use contract::{COMMENTED_DESCRIPTORS, POOL};
use prost::Message;
use prost_reflect::{FieldDescriptor, Kind, MessageDescriptor, MethodDescriptor};
use prost_types::FileDescriptorSet;

/// Lists without a stated maximum, and what limits them.
const LIMITED_BY_CONTENT: [(&str, &str); 15] = [
    ("parlor.v1.AuditEntry.changes", "the fields of an entity"),
    ("parlor.v1.BlastPreview.parts", "the length of a text"),
    ("parlor.v1.CountServiceRequestsResponse.counts", "the states of a request"),
    ("parlor.v1.FoundText.parts", "the length of an excerpt"),
    ("parlor.v1.GetBlastResponse.links", "the length of a text"),
    ("parlor.v1.GetCatalogsResponse.differences", "the intents of the catalogs"),
    ("parlor.v1.GetCoverageResponse.categories", "the answers of a community"),
    ("parlor.v1.Message.parts", "the length of a text"),
    ("parlor.v1.Message.steps", "the steps of one text"),
    ("parlor.v1.Report.days", "the range of a report"),
    ("parlor.v1.Report.figures", "the metrics"),
    ("parlor.v1.Report.previous_days", "the range of a report"),
    ("parlor.v1.Report.service_requests", "the states of a request"),
    ("parlor.v1.ReviewBlastResponse.exclusions", "the reasons of exclusions"),
    ("parlor.v1.TestPhoneMessage.steps", "the steps of one text"),
];

/// The comments of fields, by the name of their file and their path in it.
struct Comments(HashMap<(String, Vec<i32>), String>);

impl Comments {
    fn read() -> Self {
        let files =
            FileDescriptorSet::decode(COMMENTED_DESCRIPTORS).expect("descriptors of the contract").file;
        let mut comments = HashMap::new();
        for file in files {
            let name = file.name.unwrap_or_default();
            for location in file.source_code_info.unwrap_or_default().location {
                let comment = location.leading_comments.unwrap_or_default();
                comments.insert((name.clone(), location.path), comment);
            }
        }
        Self(comments)
    }

    /// Whether the comment of a field states a maximum: "at most 200", "up to 12" or "the first 1,000".
    fn state_maximum(&self, field: &FieldDescriptor) -> bool {
        let key = (field.parent_file().name().to_owned(), field.path().to_vec());
        let comment = self.0.get(&key).map(String::as_str).unwrap_or_default();
        let words: Vec<&str> = comment.split_whitespace().collect();
        words.windows(3).any(|words| match words {
            [first, second, number] => {
                let phrase = format!("{first} {second}").to_lowercase();
                ["at most", "up to", "the first"].contains(&phrase.as_str())
                    && number.starts_with(|c: char| c.is_ascii_digit())
            }
            _ => false,
        })
    }
}

fn methods() -> impl Iterator<Item = MethodDescriptor> {
    POOL.services().flat_map(|service| service.methods().collect::<Vec<_>>())
}

fn has_pages(response: &MessageDescriptor) -> bool {
    response.get_field_by_name("next_page_token").is_some()
}

fn lists(message: &MessageDescriptor) -> Vec<FieldDescriptor> {
    message.fields().filter(|field| field.is_list() && !matches!(field.kind(), Kind::Enum(_))).collect()
}

/// Returns the responses and the messages in them.
fn returned_messages() -> Vec<MessageDescriptor> {
    let mut pending: Vec<MessageDescriptor> = methods().map(|method| method.output()).collect();
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(message) = pending.pop() {
        if !message.full_name().starts_with("parlor.v1.") || !seen.insert(message.full_name().to_owned()) {
            continue;
        }
        pending.extend(message.fields().filter_map(|field| field.kind().as_message().cloned()));
        found.push(message);
    }
    found
}

#[test]
fn a_list_method_returns_pages_or_states_its_maximum() {
    let comments = Comments::read();
    let is_listing = |method: &MethodDescriptor| {
        ["List", "Search", "Find"].iter().any(|verb| method.name().starts_with(verb))
    };
    let mut count = 0;
    for method in methods().filter(is_listing) {
        count += 1;
        let response = method.output();
        let states_maximum = response.fields().any(|field| comments.state_maximum(&field))
            && lists(&response).iter().all(|field| comments.state_maximum(field));
        assert!(
            has_pages(&response) || states_maximum,
            "{} has no next_page_token, and the comment of its list states no maximum",
            method.full_name()
        );
    }
    assert!(count > 40, "only {count} methods list something");
}

#[test]
fn a_method_with_pages_takes_a_page_token_and_a_limit() {
    for method in methods() {
        let (request, response) = (method.input(), method.output());
        let token = request.get_field_by_name("page_token");
        assert_eq!(token.is_some(), has_pages(&response), "{}", method.full_name());
        if token.is_some() && !lists(&response).is_empty() {
            let limit = request.get_field_by_name("limit").map(|field| field.kind());
            assert_eq!(limit, Some(Kind::Int32), "{}", method.full_name());
        }
    }
}

#[test]
fn a_list_of_messages_in_a_response_is_paged_or_states_its_maximum() {
    let comments = Comments::read();
    let limited: HashSet<&str> = LIMITED_BY_CONTENT.iter().map(|(name, _)| *name).collect();
    let mut silent = HashSet::new();
    for message in returned_messages().iter().filter(|message| !has_pages(message)) {
        let of_messages = lists(message).into_iter().filter(|field| field.kind().as_message().is_some());
        for field in of_messages.filter(|field| !comments.state_maximum(field)) {
            silent.insert(field.full_name().to_owned());
        }
    }
    let silent: HashSet<&str> = silent.iter().map(String::as_str).collect();
    assert_eq!(silent, limited, "state a maximum in the comment, or what limits the list in this test");
}
