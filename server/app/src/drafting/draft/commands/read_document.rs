//! Reads the text of a file.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault};

use crate::{
    context::Context,
    drafting::document::{Document, Reader},
    operations::rate_limit::{self, Limit},
};

const READING: Limit = Limit {
    name: "documents read",
    most: 60,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyDocuments,
    words: "You've added 60 files in the last hour. Try again later.",
};

/// Returns the text of a file.
///
/// # Errors
/// `INVALID_ARGUMENT` on `data`; `TOO_MANY_DOCUMENTS`.
pub async fn read_document(
    context: &Context,
    reader: &Reader,
    actor: &Actor,
    bytes: Vec<u8>,
) -> Result<Document, Fault> {
    rate_limit::take(context, &READING, actor.id.as_str(), None).await?;
    reader.read(bytes).await
}
