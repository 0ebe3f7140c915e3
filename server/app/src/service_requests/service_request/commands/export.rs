//! Exports service requests to a file for a spreadsheet.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Scope, Tx};

use crate::{
    context::Context,
    identity::user,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        file::{CsvExport, ExportedFile},
        rate_limit::{self, Limit},
    },
    service_requests::service_request::{
        model::{Filter, Order, Page, ServiceRequest},
        store,
    },
    tenancy::community,
};

const MAX_ROWS: usize = 100_000;
/// Number of rows that are read at once.
const PAGE: i64 = 1_000;
const EXPORTS: Limit = Limit {
    name: "service request exports by user",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyExports,
    words: "You exported service requests 20 times in an hour. Wait a while, then try again.",
};

const HEADINGS: [&str; 15] = [
    "Number",
    "Community",
    "State",
    "Kind",
    "Priority",
    "Title",
    "Unit",
    "Location",
    "Contact",
    "Phone",
    "Assigned to",
    "Vendor",
    "Estimate (USD)",
    "Due (UTC)",
    "Created (UTC)",
];

/// Writes the file and returns a link to it.
///
/// # Errors
/// `NOT_FOUND` for a community or user outside the scope; `RESOURCE_EXHAUSTED` after 20 exports in an hour.
pub async fn export(context: &Context, actor: &Actor, filter: &Filter) -> Result<ExportedFile, Fault> {
    rate_limit::take(context, &EXPORTS, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    if let Some(id) = &filter.community {
        community::require(&mut tx, &scope, id).await?;
    }
    if let Some(id) = &filter.assignee {
        user::require_assignee(&mut tx, &scope, id.as_str()).await?;
    }
    let table = table(&mut tx, &scope, context, filter).await?;
    drop(tx);
    let written = table.write(context, &scope, "service-requests").await?;
    let mut tx = context.db.write(&scope).await?;
    let exported = written.keep(&mut tx, &scope, context).await?;
    let summary = format!("Exported {} service requests", exported.rows);
    let event = AuditEvent { action: AuditAction::ServiceRequestsExported, subject: "", summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(exported)
}

async fn table(tx: &mut Tx, scope: &Scope, context: &Context, filter: &Filter) -> Result<CsvExport, Fault> {
    let mut table = CsvExport::new(&HEADINGS)?;
    let mut after = None;
    while table.rows() < MAX_ROWS {
        let page = Page { order: Order::Newest, after, limit: PAGE - 1 };
        let page = store::list(tx, scope, filter, context.now(), page).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.page_key(Order::Newest));
        for request in &page {
            table.push(row(request))?;
        }
    }
    Ok(table)
}

fn row(request: &ServiceRequest) -> [String; HEADINGS.len()] {
    let estimate = request.estimate_cents.map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
    [
        request.number.clone(),
        request.community_label(),
        format!("{:?}", request.state),
        format!("{:?}", request.kind),
        format!("{:?}", request.priority),
        request.title.clone(),
        request.unit.clone(),
        request.location.clone(),
        request.contact_name.clone(),
        request.contact_phone.clone(),
        request.assignee_name.clone(),
        request.vendor.clone(),
        estimate.unwrap_or_default(),
        request.due_ms.to_string(),
        request.created_ms.to_string(),
    ]
}
