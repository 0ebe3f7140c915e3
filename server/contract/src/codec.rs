//! The codec of every generated service. It rejects messages that violate their `buf.validate` rules, so that
//! none reaches a handler.
use std::{marker::PhantomData, sync::LazyLock};

use prost::{Message, bytes::Buf};
use prost_protovalidate::{Error, Validator, Violation};
use prost_reflect::{DynamicMessage, ReflectMessage, Value};
use tonic::{
    Code, Status,
    codec::{Codec, DecodeBuf, Decoder},
};
use tonic_prost::{ProstDecoder, ProstEncoder};
use tonic_types::{ErrorDetails, StatusExt};

use crate::{email_address, size, v1::ErrorReason};

static VALIDATOR: LazyLock<Validator> = LazyLock::new(Validator::new);

/// Encodes `T`; decodes and validates `U`.
pub struct Checked<T, U>(PhantomData<(T, U)>);

impl<T, U> Default for Checked<T, U> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T, U> Codec for Checked<T, U>
where
    T: Message + Send + 'static,
    U: Message + ReflectMessage + Default + Send + 'static,
{
    type Encode = T;
    type Decode = U;
    type Encoder = ProstEncoder<T>;
    type Decoder = CheckedDecoder<U>;

    fn encoder(&mut self) -> Self::Encoder {
        ProstEncoder::default()
    }

    fn decoder(&mut self) -> Self::Decoder {
        CheckedDecoder { decoder: ProstDecoder::default() }
    }
}

/// Decodes and validates `U`.
pub struct CheckedDecoder<U> {
    decoder: ProstDecoder<U>,
}

impl<U: Message + ReflectMessage + Default> Decoder for CheckedDecoder<U> {
    type Item = U;
    type Error = Status;

    fn decode(&mut self, source: &mut DecodeBuf<'_>) -> Result<Option<U>, Status> {
        let length = source.remaining();
        if length > size::MAX_BYTES {
            let most = size::max_bytes(U::default().descriptor().full_name());
            if length > most {
                return Err(size::too_large(most));
            }
        }
        // Few messages contain a zero byte, so the texts of a message are rarely searched for NUL.
        let suspicious = source.chunk().contains(&0);
        let message = self.decoder.decode(source).map_err(unreadable)?;
        if let Some(message) = &message {
            if suspicious && let Some(field) = field_with_nul(&message.transcode_to_dynamic()) {
                return Err(unwritable(&field));
            }
            check(message)?;
        }
        Ok(message)
    }
}

/// Returns the first field with a NUL character, which PostgreSQL and phones do not accept.
fn field_with_nul(message: &DynamicMessage) -> Option<String> {
    fn holds(value: &Value) -> bool {
        match value {
            Value::String(text) => text.contains('\0'),
            Value::List(items) => items.iter().any(holds),
            Value::Message(message) => field_with_nul(message).is_some(),
            _ => false,
        }
    }
    message.fields().find(|(_, value)| holds(value)).map(|(field, _)| field.name().to_owned())
}

fn unwritable(field: &str) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(ErrorReason::InvalidFields.wire_name(), "parlor", []);
    let description = "This has a character that cannot be written (NUL). Take it out.";
    details.add_bad_request_violation(field, description);
    Status::with_error_details(Code::InvalidArgument, format!("{field}: {description}"), details)
}

/// Returns the error for a body that is not a valid message: the caller's mistake.
fn unreadable(status: Status) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(ErrorReason::Unreadable.wire_name(), "parlor", []);
    let text = format!("The message could not be read: {}", status.message());
    Status::with_error_details(Code::InvalidArgument, text, details)
}

/// Rejects a message that violates its rules: `INVALID_ARGUMENT` with a `BadRequest` that has one violation per
/// field, with the ID of the rule as its reason.
fn check<M: ReflectMessage>(message: &M) -> Result<(), Status> {
    match violations(message) {
        Ok(violations) if violations.is_empty() => Ok(()),
        Ok(violations) => Err(refusal(&violations)),
        Err(_) => Err(Status::internal("The message's rules could not be checked.")),
    }
}

/// Returns the violations of the rules. The rule for email addresses is stricter than the library's, which accepts
/// addresses to which no email can be sent.
fn violations<M: ReflectMessage>(message: &M) -> Result<Vec<Violation>, Error> {
    let mut violations = match VALIDATOR.validate(message) {
        Ok(()) => Vec::new(),
        Err(Error::Validation(failure)) => failure.violations().to_vec(),
        Err(error) => return Err(error),
    };
    for path in email_address::invalid_fields(message) {
        if violations.iter().all(|violation| violation.field_path() != path) {
            violations.push(Violation::new(path, "string.email", ""));
        }
    }
    Ok(violations)
}

/// Returns the paths of the fields that violate their rules; empty for a valid message.
pub fn broken_fields<M: ReflectMessage>(message: &M) -> Vec<String> {
    violations(message).unwrap_or_default().iter().map(Violation::field_path).collect()
}

/// Returns the description of a violation. The library has none for formats.
fn words(violation: &Violation) -> &str {
    match (violation.message(), violation.rule_id()) {
        ("", "string.email" | "string.email_empty") => {
            "Enter an email address, such as name@company.example."
        }
        ("", "required") => "Give exactly one of these fields.",
        ("", _) => "This isn't in the right format.",
        (message, _) => message,
    }
}

fn refusal(violations: &[Violation]) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(ErrorReason::InvalidFields.wire_name(), "parlor", []);
    for violation in violations {
        details.add_bad_request_violation(violation.field_path(), words(violation));
    }
    let first = violations.first();
    let text = match first {
        Some(v) => format!("{}: {}", v.field_path(), words(v)),
        None => "The message breaks its rules.".to_owned(),
    };
    Status::with_error_details(Code::InvalidArgument, text, details)
}
