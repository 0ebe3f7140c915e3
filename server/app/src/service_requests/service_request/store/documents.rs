//! Documents of service requests.
use platform::{Fault, Scope, Tx};

use crate::service_requests::service_request::model::{Document, DocumentId, ServiceRequestId};

/// Lists the documents of a request, oldest first.
pub async fn list_documents(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
) -> Result<Vec<Document>, Fault> {
    Ok(tx
        .query(
            "SELECT id, file_id, name, size_bytes, added_ms FROM service_request_document
             WHERE company_id = $1 AND request_id = $2 ORDER BY id LIMIT 10",
        )
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .all()
        .await?)
}

pub async fn insert_document(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    document: &Document,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO service_request_document (company_id, request_id, id, file_id, name, size_bytes, added_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(scope.company().as_str())
    .bind(request.as_str())
    .bind(document.id.as_str())
    .bind(document.file_id.as_str())
    .bind(&*document.name)
    .bind(document.size_bytes)
    .bind(document.added_ms)
    .run()
    .await?;
    Ok(())
}

pub async fn delete_document(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequestId,
    id: &DocumentId,
) -> Result<(), Fault> {
    tx.query("DELETE FROM service_request_document WHERE company_id = $1 AND request_id = $2 AND id = $3")
        .bind(scope.company().as_str())
        .bind(request.as_str())
        .bind(id.as_str())
        .run()
        .await?;
    Ok(())
}
