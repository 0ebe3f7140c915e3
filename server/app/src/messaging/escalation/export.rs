//! Everything that a caller's lists show, as a table for a spreadsheet.
use std::time::Duration;

use platform::{Actor, Fault, Scope, ids::CompanyId, tabular::harmless};

use super::{
    model::{DismissReason, Exported, ListedEscalation, State},
    rules, store,
};
use crate::{
    context::Context,
    operations::{
        audit::{self, AuditEvent},
        file::{self, NewFile},
        rate_limit,
    },
};

/// The most in one file.
const MOST: usize = 50_000;
/// Read at once.
const PAGE: i64 = 1_000;
/// How long the file is kept.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// Has spreadsheets read it as UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

const HEADINGS: [&str; 18] = [
    "Asked at (UTC)",
    "Community",
    "State",
    "Urgent",
    "Question",
    "Answer",
    "Resident",
    "Unit",
    "Phone",
    "Suggested answer",
    "Suggested with confidence",
    "Claimed by",
    "Reviewed by",
    "Reviewed at (UTC)",
    "Dismissed as",
    "Bot trained",
    "Homeowner notified at",
    "Id",
];

/// Writes the file and keeps it for a quarter of an hour.
pub async fn export(context: &Context, actor: &Actor) -> Result<Exported, Fault> {
    rate_limit::take(context, &rules::EXPORTS, actor.id.as_str(), None).await?;
    let (scope, now) = (actor.scope(), context.now());
    let (bytes, rows) = table(context, &scope).await?;
    let expires = now.plus(LIFETIME);
    let day = now.to_string();
    let name = format!("escalations-{}.csv", day.split('T').next().unwrap_or_default());
    let new = NewFile {
        name: &name,
        media_type: "text/csv; charset=utf-8",
        bytes,
        expires: Some(expires),
        single_use: true,
    };
    let mut tx = context.db.write(&scope).await?;
    let id = file::keep(&mut tx, &scope, context, &new).await?;
    let summary = format!("Exported {rows} escalations");
    let audit_event = AuditEvent { action: "escalations.exported", subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, audit_event).await?;
    tx.commit().await?;
    let company: &CompanyId = scope.company();
    Ok(Exported { url: file::link(context, company, &id, expires), expires, rows })
}

/// The table, and how many rows it has; page by page, each from where the last one ended.
async fn table(context: &Context, scope: &Scope) -> Result<(Vec<u8>, usize), Fault> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(MARK.to_vec());
    table.write_record(HEADINGS).map_err(Fault::internal)?;
    let (mut rows, mut before) = (0, (i64::MAX, String::new()));
    let mut tx = context.db.read(scope).await?;
    while rows < MOST {
        let most = PAGE.min(i64::try_from(MOST - rows).unwrap_or(PAGE));
        let page = store::newest(&mut tx, scope, &before, most).await?;
        let Some(last) = page.last() else { break };
        before = (last.escalation.asked_ms.0, last.escalation.id.to_string());
        rows += page.len();
        for listed in &page {
            table.write_record(row(listed).map(harmless)).map_err(Fault::internal)?;
        }
        if i64::try_from(page.len()).is_ok_and(|read| read < most) {
            break;
        }
    }
    let bytes = table.into_inner().map_err(|error| Fault::internal(error.to_string()))?;
    Ok((bytes, rows))
}

fn row(listed: &ListedEscalation) -> [String; HEADINGS.len()] {
    let escalation = &listed.escalation;
    let told = escalation.notify.as_ref().filter(|n| n.notify).map(|n| n.to.clone());
    let suggested = !escalation.suggested_answer.is_empty();
    [
        escalation.asked_ms.to_string(),
        listed.tag.replace('_', " "),
        state(escalation.state).to_owned(),
        yes_or_no(escalation.urgent),
        escalation.question.clone(),
        escalation.answer.clone(),
        listed.resident.name.clone(),
        listed.resident.unit.clone(),
        listed.phone.as_str().to_owned(),
        escalation.suggested_answer.clone(),
        if suggested { format!("{:.2}", escalation.suggested_confidence) } else { String::new() },
        listed.claimed_by_name.clone(),
        listed.reviewed_by_name.clone(),
        escalation.reviewed_ms.map(|at| at.to_string()).unwrap_or_default(),
        dismissed(escalation.dismissed_reason).to_owned(),
        yes_or_no(escalation.bot_trained),
        told.unwrap_or_default(),
        escalation.id.to_string(),
    ]
}

fn yes_or_no(so: bool) -> String {
    if so { "yes" } else { "no" }.to_owned()
}

fn state(state: State) -> &'static str {
    match state {
        State::Open => "Open",
        State::Claimed => "Claimed",
        State::Reviewed => "Answered",
        State::Dismissed => "Dismissed",
    }
}

fn dismissed(reason: DismissReason) -> &'static str {
    match reason {
        DismissReason::None => "",
        DismissReason::Spam => "Spam",
        DismissReason::Duplicate => "Duplicate",
        DismissReason::NotAQuestion => "Not a question",
    }
}
