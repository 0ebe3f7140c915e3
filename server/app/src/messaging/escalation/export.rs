//! Exports the escalations that the caller can see to a file for a spreadsheet.
use platform::{Actor, Fault, Scope, paging::PageKey};

use super::{
    model::{DismissReason, ListedEscalation, NoticeChannel, Notify, State},
    rules, store,
};
use crate::{
    context::Context,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        file::{CsvExport, ExportedFile},
        rate_limit,
    },
};

/// Maximum number of rows.
const MAX_ROWS: usize = 50_000;
/// Number of rows that are read at once.
const PAGE: i64 = 1_000;
const HEADINGS: [&str; 20] = [
    "Asked at (UTC)",
    "Community",
    "State",
    "Priority",
    "Emergency",
    "Test",
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

/// Writes the file and returns a link to it.
pub async fn export(context: &Context, actor: &Actor) -> Result<ExportedFile, Fault> {
    rate_limit::take(context, &rules::EXPORTS, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let table = table(context, &scope).await?;
    let written = table.write(context, &scope, "escalations").await?;
    let mut tx = context.db.write(&scope).await?;
    let exported = written.keep(&mut tx, &scope, context).await?;
    let summary = format!("Exported {} escalations", exported.rows);
    let event =
        AuditEvent { action: AuditAction::EscalationsExported, subject: exported.id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(exported)
}

/// Writes the rows, a page at a time.
async fn table(context: &Context, scope: &Scope) -> Result<CsvExport, Fault> {
    let mut table = CsvExport::new(&HEADINGS)?;
    let mut before = PageKey::max();
    let mut tx = context.db.read(scope).await?;
    while table.rows() < MAX_ROWS {
        let most = PAGE.min(i64::try_from(MAX_ROWS - table.rows()).unwrap_or(PAGE));
        let page = store::newest(&mut tx, scope, &before, most).await?;
        let Some(last) = page.last() else { break };
        before = PageKey::new(last.escalation.asked_ms, last.escalation.id.as_str());
        for listed in &page {
            table.push(row(listed))?;
        }
        if i64::try_from(page.len()).is_ok_and(|read| read < most) {
            break;
        }
    }
    Ok(table)
}

fn row(listed: &ListedEscalation) -> [String; HEADINGS.len()] {
    let escalation = &listed.escalation;
    let notified_at = escalation.notify.as_ref().filter(|n| n.notify).map(recipient);
    let suggested = !escalation.suggested_answer.is_empty();
    [
        escalation.asked_ms.to_string(),
        listed.tag.replace('_', " "),
        state(escalation.state).to_owned(),
        escalation.priority.label().to_owned(),
        yes_or_no(escalation.urgent),
        yes_or_no(escalation.is_test),
        escalation.question.clone(),
        escalation.answer.clone(),
        listed.resident.name.clone(),
        listed.resident.unit.clone(),
        listed.phone().to_owned(),
        escalation.suggested_answer.clone(),
        if suggested { format!("{:.2}", escalation.suggested_confidence) } else { String::new() },
        listed.claimed_by_name.clone(),
        listed.reviewed_by_name.clone(),
        escalation.reviewed_ms.map(|at| at.to_string()).unwrap_or_default(),
        dismissed(escalation.dismissed_reason).to_owned(),
        yes_or_no(escalation.bot_trained),
        notified_at.unwrap_or_default(),
        escalation.id.to_string(),
    ]
}

/// Returns the phone or the email address that was notified; a web chat has neither.
fn recipient(notify: &Notify) -> String {
    match notify.channel {
        NoticeChannel::Text | NoticeChannel::Email => notify.to.clone(),
        NoticeChannel::Chat => "Web chat".to_owned(),
    }
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
