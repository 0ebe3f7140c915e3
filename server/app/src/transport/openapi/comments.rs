//! Reads the comments of the contract, and the errors that they list.
use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

use contract::v1::ErrorReason;
use prost::Message;
use prost_reflect::{EnumDescriptor, FieldDescriptor, FileDescriptor, MessageDescriptor, MethodDescriptor};
use prost_reflect::{EnumValueDescriptor, ServiceDescriptor};
use prost_types::{FileDescriptorProto, FileDescriptorSet};
use tonic::Code;

use super::super::rest_json::short_name;

/// An element of the contract with a comment.
pub trait Commented {
    /// Returns the comment for REST: with enumeration values without their prefix.
    fn comment(&self) -> String {
        in_rest(&self.raw())
    }

    /// Returns the comment as it is written, with each paragraph on one line.
    fn raw(&self) -> String;
}

macro_rules! commented {
    ($($descriptor:ty),*) => {$(
        impl Commented for $descriptor {
            fn raw(&self) -> String {
                leading(&self.parent_file(), self.path())
            }
        }
    )*};
}
commented!(
    ServiceDescriptor,
    MethodDescriptor,
    MessageDescriptor,
    FieldDescriptor,
    EnumDescriptor,
    EnumValueDescriptor
);

/// The comment above each element, by the name of its file and its path in it.
static COMMENTS: LazyLock<HashMap<(String, Vec<i32>), String>> = LazyLock::new(|| {
    let commented = FileDescriptorSet::decode(contract::COMMENTED_DESCRIPTORS).unwrap_or_default();
    let in_file = |file: FileDescriptorProto| {
        let locations = file.source_code_info.unwrap_or_default().location;
        let name = file.name.unwrap_or_default();
        locations.into_iter().filter_map(move |location| {
            Some(((name.clone(), location.path), paragraphs(&location.leading_comments?)))
        })
    };
    commented.file.into_iter().flat_map(in_file).collect()
});

fn leading(file: &FileDescriptor, path: &[i32]) -> String {
    COMMENTS.get(&(file.name().to_owned(), path.to_vec())).cloned().unwrap_or_default()
}

/// Joins the lines of each paragraph of a comment. List items keep their own lines.
fn paragraphs(comment: &str) -> String {
    let mut out = String::new();
    for line in comment.trim_end().lines().map(str::trim) {
        match line {
            "" if !out.is_empty() => out.push_str("\n\n"),
            item if item.starts_with("- ") && !out.is_empty() => {
                out.push_str(if out.ends_with('\n') { "" } else { "\n" });
                out.push_str(item);
            }
            text => {
                out.push_str(if out.is_empty() || out.ends_with('\n') { "" } else { " " });
                out.push_str(text);
            }
        }
    }
    out
}

/// Returns the first sentence of a text, without its period.
pub fn first_sentence(text: &str) -> &str {
    let paragraph = text.lines().next().unwrap_or_default();
    let end = paragraph.find(". ").unwrap_or(paragraph.len());
    paragraph[..end].trim_end_matches('.')
}

/// Lowercases the first letter of a text, for use within a sentence.
pub fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Joins texts: `a`, `a or b`, `a, b or c`.
pub fn either(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Converts `ListTestPhoneMessages` to "List test phone messages".
pub fn spaced(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        match c.is_uppercase() && !out.is_empty() {
            true => out.extend([' '].into_iter().chain(c.to_lowercase())),
            false => out.push(c),
        }
    }
    out
}

/// The names of all enumeration values, with their names in REST.
static VALUES: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let values = contract::POOL.all_enums().flat_map(|of| of.values().collect::<Vec<_>>());
    values.map(|v| (v.name().to_owned(), short_name(v.parent_enum(), v.number()))).collect()
});

fn in_rest(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        out.push_str(VALUES.get(piece).map_or(piece, String::as_str));
    }
    out
}

/// Splits a text into pieces that may be names in capitals, and the text between them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| name(c) != name(first)).unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// Returns the error codes that a comment names, each with the reasons that follow it in its sentence:
/// `ALREADY_EXISTS (QUESTION_EXISTS) when the community has the same question.`
pub fn errors(comment: &str) -> BTreeMap<i32, Vec<ErrorReason>> {
    let mut found: BTreeMap<i32, Vec<ErrorReason>> = BTreeMap::new();
    let mut current = None;
    for piece in pieces(comment) {
        if let Some(code) = code(piece) {
            current = Some(code as i32);
            found.entry(code as i32).or_default();
        } else if piece.starts_with(['.', '\n']) {
            current = None;
        } else if let Some(code) = current
            && let Some(reason) = ErrorReason::from_wire_name(piece)
        {
            let reasons = found.entry(code).or_default();
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    found
}

/// Returns the code with a name.
pub fn code(name: &str) -> Option<Code> {
    Some(match name {
        "CANCELLED" => Code::Cancelled,
        "INVALID_ARGUMENT" => Code::InvalidArgument,
        "DEADLINE_EXCEEDED" => Code::DeadlineExceeded,
        "NOT_FOUND" => Code::NotFound,
        "ALREADY_EXISTS" => Code::AlreadyExists,
        "PERMISSION_DENIED" => Code::PermissionDenied,
        "RESOURCE_EXHAUSTED" => Code::ResourceExhausted,
        "FAILED_PRECONDITION" => Code::FailedPrecondition,
        "ABORTED" => Code::Aborted,
        "OUT_OF_RANGE" => Code::OutOfRange,
        "UNIMPLEMENTED" => Code::Unimplemented,
        "INTERNAL" => Code::Internal,
        "UNAVAILABLE" => Code::Unavailable,
        "UNAUTHENTICATED" => Code::Unauthenticated,
        _ => return None,
    })
}

/// Returns the name of a code.
pub fn code_name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_has_the_reasons_of_its_sentence() {
        let found = errors(
            "ABORTED (ANSWER_CHANGED) when it changed; ALREADY_EXISTS (QUESTION_EXISTS) as above. \
             PARLOR_ADMIN_PASSWORD is no reason.\n\nUNAUTHENTICATED.",
        );
        let named = |code: Code| found.get(&(code as i32)).cloned();
        assert_eq!(named(Code::Aborted), Some(vec![ErrorReason::AnswerChanged]));
        assert_eq!(named(Code::AlreadyExists), Some(vec![ErrorReason::QuestionExists]));
        assert_eq!(named(Code::Unauthenticated), Some(vec![]));
        assert_eq!(found.len(), 3);
    }

    /// The names in capitals that follow a code in its sentence, of every comment.
    fn names_after_codes() -> impl Iterator<Item = String> {
        COMMENTS.values().flat_map(|text| {
            let mut after_code = false;
            let names = pieces(text).filter(|piece| {
                after_code = (after_code || code(piece).is_some()) && !piece.starts_with(['.', '\n']);
                let in_capitals =
                    piece.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
                after_code && in_capitals && piece.contains('_') && code(piece).is_none()
            });
            names.map(str::to_owned).collect::<Vec<_>>()
        })
    }

    #[test]
    fn every_reason_in_a_comment_is_a_value_of_the_contract() {
        let is_value = |name: &str| VALUES.iter().any(|(long, short)| long == name || short == name);
        let names: Vec<String> = names_after_codes().collect();
        assert!(names.len() > 50, "{names:?}");
        let unknown: Vec<&String> = names.iter().filter(|name| !is_value(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn enum_prefixes_are_removed_and_lines_become_paragraphs() {
        assert_eq!(in_rest("It begins with EVENT_KIND_READY."), "It begins with READY.");
        assert_eq!(
            paragraphs(" One\n two.\n\n Three:\n - four\n - five\n"),
            "One two.\n\nThree:\n- four\n- five"
        );
    }

    #[test]
    fn identifiers_are_split_into_words() {
        assert_eq!(spaced("ListTestPhoneMessages"), "List test phone messages");
        assert_eq!(first_sentence("A company. NOT_FOUND for others."), "A company");
        assert_eq!(lower("Belongs to it"), "belongs to it");
        assert_eq!(either(&["a".into(), "b".into(), "c".into()]), "a, b or c");
    }
}
