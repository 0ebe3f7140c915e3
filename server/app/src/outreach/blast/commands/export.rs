//! Exports the recipients of a blast to a file for a spreadsheet.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Scope, Tx};

use super::require;
use crate::{
    context::Context,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        file::{CsvExport, ExportedFile},
        rate_limit::{self, Limit},
    },
    outreach::{
        audience::Exclusion,
        blast::{
            model::{BlastId, Outcome, Recipient, RecipientFilter},
            rules, store,
        },
    },
};

/// Maximum number of rows of a file.
const MAX_ROWS: usize = 100_000;
/// Number of rows that are read at once.
const PAGE: i64 = 1_000;
const EXPORTS: Limit = Limit {
    name: "blast exports by user",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyExports,
    words: "You exported 20 files in an hour. Wait a while, then try again.",
};

const HEADINGS: [&str; 10] = [
    "Phone",
    "Name",
    "Unit",
    "Community",
    "Outcome",
    "Reason",
    "Replied at (UTC)",
    "Opted out",
    "Opted in",
    "Conversation",
];

/// An exported file, with the position after which the next file begins, if there are more recipients.
pub struct BlastExport {
    pub file: ExportedFile,
    pub next: Option<i64>,
}

/// Writes a file with the recipients after a position, and returns a link to it.
///
/// # Errors
/// `BLAST_NOT_STARTED`; `RESOURCE_EXHAUSTED` after 20 exports in an hour.
pub async fn export(
    context: &Context,
    actor: &Actor,
    id: &BlastId,
    after: Option<i64>,
) -> Result<BlastExport, Fault> {
    rate_limit::take(context, &EXPORTS, actor.id.as_str(), None).await?;
    let scope = actor.scope();
    let mut tx = context.db.read(&scope).await?;
    let blast = require(&mut tx, &scope, id).await?;
    rules::require_started(&blast)?;
    let (table, next) = table(&mut tx, &scope, id, after.unwrap_or(-1)).await?;
    drop(tx);
    let written = table.write(context, &scope, "blast").await?;
    let mut tx = context.db.write(&scope).await?;
    let file = written.keep(&mut tx, &scope, context).await?;
    let summary = format!("Exported {} recipients of the blast \"{}\"", file.rows, blast.title);
    let event = AuditEvent { action: AuditAction::BlastExported, subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(BlastExport { file, next })
}

/// Returns the recipients after a position, and the position of the last one if there are more.
async fn table(
    tx: &mut Tx,
    scope: &Scope,
    id: &BlastId,
    mut after: i64,
) -> Result<(CsvExport, Option<i64>), Fault> {
    let mut table = CsvExport::new(&HEADINGS)?;
    loop {
        let page = store::list_recipients(tx, scope, id, RecipientFilter::All, after, PAGE - 1).await?;
        let Some(last) = page.last() else { return Ok((table, None)) };
        if table.rows() == MAX_ROWS {
            return Ok((table, Some(after)));
        }
        after = last.seq;
        for recipient in &page {
            table.push(row(recipient))?;
        }
    }
}

fn row(recipient: &Recipient) -> [String; HEADINGS.len()] {
    let outcome = recipient.message_status().map_or(Outcome::Pending, Outcome::of);
    let (outcome, reason) = match recipient.exclusion {
        Exclusion::None => (outcome_words(outcome), recipient.reason.clone().unwrap_or_default()),
        exclusion => ("Left out", exclusion_words(exclusion).to_owned()),
    };
    let opted_out = if recipient.opted_out == Some(true) { "yes" } else { "" };
    let opted_in = if recipient.opted_in { "yes" } else { "" };
    [
        recipient.phone.as_str().to_owned(),
        recipient.name.clone(),
        recipient.unit.clone(),
        recipient.community_tag.replace('_', " "),
        outcome.to_owned(),
        reason,
        recipient.replied_ms.map(|at| at.to_string()).unwrap_or_default(),
        opted_out.to_owned(),
        opted_in.to_owned(),
        recipient.conversation_id.as_ref().map(ToString::to_string).unwrap_or_default(),
    ]
}

fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pending => "Waiting",
        Outcome::Sent | Outcome::Replied | Outcome::OptedIn => "Sent",
        Outcome::Delivered => "Delivered",
        Outcome::Failed => "Failed",
        Outcome::Unknown => "Unconfirmed",
        Outcome::Canceled => "Canceled",
    }
}

fn exclusion_words(exclusion: Exclusion) -> &'static str {
    match exclusion {
        Exclusion::None => "",
        Exclusion::OptedOut => "Opted out",
        Exclusion::NoConsent => "No consent",
        Exclusion::DoNotText => "Do not text",
        Exclusion::Unreachable => "Cannot be texted",
        Exclusion::Duplicate => "Duplicate phone",
        Exclusion::NoNumber => "The community has no number",
        Exclusion::Landline => "Landline",
        Exclusion::HasConsent => "Agreed already",
        Exclusion::AlreadyAsked => "Already asked",
    }
}
