//! Adds a document to a service request.
use platform::{Actor, Fault};

use super::{require, require_locked, save_with_activity};
use crate::{
    context::Context,
    operations::file::{self, NewFile},
    service_requests::service_request::{
        model::{ActivityKind, Document, ServiceRequest, ServiceRequestId},
        rules, store,
    },
};

/// Adds a document. `data` is a PDF in base64.
///
/// # Errors
/// `NOT_FOUND`; `TOO_MANY_REQUEST_DOCUMENTS`; `INVALID_ARGUMENT` on `data`.
pub async fn add_document(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    name: &str,
    data: &str,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    require(&mut tx, &scope, id).await?;
    rules::check_document_count(store::list_documents(&mut tx, &scope, id).await?.len())?;
    drop(tx);
    let bytes = file::decode(data)?;
    if !bytes.starts_with(b"%PDF-") {
        return Err(Fault::field("data", "Choose a PDF."));
    }
    let name = file::safe_name(name, "pdf");
    let size_bytes = i32::try_from(bytes.len()).map_err(Fault::internal)?;
    let new = NewFile { name: &name, media_type: "application/pdf", bytes, expires: None, single_use: false };
    let written = file::write(context, &scope, new).await?;
    let mut tx = context.db.write(&scope).await?;
    let request = require_locked(&mut tx, &scope, id).await?;
    rules::check_document_count(store::list_documents(&mut tx, &scope, id).await?.len())?;
    let now = context.now();
    let file_id = file::keep(&mut tx, &scope, context, &written).await?;
    let document = Document { id: context.ids.next(now), file_id, name, size_bytes, added_ms: now };
    store::insert_document(&mut tx, &scope, id, &document).await?;
    let body = format!("Added {}", document.name);
    save_with_activity(tx, context, actor, request, ActivityKind::Document, &body).await
}
