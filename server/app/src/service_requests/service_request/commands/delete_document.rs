//! Deletes a document of a service request.
use platform::{Actor, Fault};

use super::{require_locked, save_with_activity};
use crate::{
    context::Context,
    operations::file,
    service_requests::service_request::{
        model::{ActivityKind, DocumentId, ServiceRequest, ServiceRequestId},
        store,
    },
};

/// Deletes a document.
///
/// # Errors
/// `NOT_FOUND` if the scope does not contain the request, or the request does not have the document.
pub async fn delete_document(
    context: &Context,
    actor: &Actor,
    id: &ServiceRequestId,
    document: &DocumentId,
) -> Result<ServiceRequest, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let request = require_locked(&mut tx, &scope, id).await?;
    let documents = store::list_documents(&mut tx, &scope, id).await?;
    let found = documents.into_iter().find(|one| one.id == *document);
    let found = found.ok_or_else(|| Fault::not_found("document"))?;
    store::delete_document(&mut tx, &scope, id, document).await?;
    file::remove(&mut tx, &scope, &[&found.file_id]).await?;
    let body = format!("Deleted {}", found.name);
    save_with_activity(tx, context, actor, request, ActivityKind::Document, &body).await
}
