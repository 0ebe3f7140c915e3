//! The maximum size of a message: 1 MB, or 8 MB if a field of it is marked as a file.
use std::{collections::HashSet, sync::LazyLock};

use prost_reflect::{FieldDescriptor, MessageDescriptor};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

use crate::{POOL, extension, v1::ErrorReason};

/// Maximum size of a message without a file.
pub const MAX_BYTES: usize = 1 << 20;
/// Maximum size of a message with a file.
pub const MAX_FILE_BYTES: usize = 8 << 20;

/// Names of the messages with a file, and of the methods that take one, as `/package.Service/Method`.
static LARGE: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut large: HashSet<String> = POOL
        .all_messages()
        .filter(|message| {
            message.full_name().starts_with("parlor.") && holds_file(message, &mut HashSet::new())
        })
        .map(|message| message.full_name().to_owned())
        .collect();
    let methods = POOL.services().flat_map(|service| service.methods().collect::<Vec<_>>());
    let calls = methods
        .filter(|method| large.contains(method.input().full_name()))
        .map(|method| format!("/{}/{}", method.parent_service().full_name(), method.name()));
    let calls: Vec<String> = calls.collect();
    large.extend(calls);
    large
});

fn holds_file(message: &MessageDescriptor, seen: &mut HashSet<String>) -> bool {
    let file = extension("parlor.options.v1.file");
    let marked = |field: &FieldDescriptor| field.options().get_extension(&file).as_bool() == Some(true);
    seen.insert(message.full_name().to_owned())
        && message
            .fields()
            .any(|f| marked(&f) || f.kind().as_message().is_some_and(|inner| holds_file(inner, seen)))
}

/// Returns the maximum size, in bytes, of a message or of the request of a method.
#[must_use]
pub fn max_bytes(name: &str) -> usize {
    if LARGE.contains(name) { MAX_FILE_BYTES } else { MAX_BYTES }
}

/// Returns the error for a message that is larger than `most` bytes.
#[must_use]
pub fn too_large(most: usize) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(ErrorReason::BodyTooLarge.wire_name(), "parlor", []);
    let text = format!("This is larger than {} MB. Send less at once.", most >> 20);
    Status::with_error_details(Code::ResourceExhausted, text, details)
}
