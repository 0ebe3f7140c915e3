//! Conversion of test emails from the contract.
use contract::v1;
use platform::Fault;

use super::model::{Ingested, TestEmail};
use crate::operations::file;

/// Converts a test email.
///
/// # Errors
/// `INVALID_ARGUMENT` if the raw message is not in base64.
pub fn test_email(request: v1::DeliverTestEmailRequest) -> Result<TestEmail, Fault> {
    let raw = match request.raw.as_str() {
        "" => None,
        data => Some(file::decode(data).map_err(|fault| Fault::field("raw", fault.words()))?),
    };
    Ok(TestEmail {
        thread: (!request.thread_id.is_empty()).then(|| request.thread_id.into()),
        from_address: request.from_address,
        from_name: request.from_name,
        subject: request.subject,
        text: request.text,
        raw,
    })
}

pub fn ingested(ingested: Ingested) -> v1::DeliverTestEmailResponse {
    let (thread, is_duplicate) = match ingested {
        Ingested::Added(thread) => (Some(thread), false),
        Ingested::Duplicate(thread) => (thread, true),
        Ingested::Own => (None, false),
    };
    v1::DeliverTestEmailResponse {
        thread_id: thread.map(|id| id.to_string()).unwrap_or_default(),
        is_duplicate,
    }
}
