//! Exports the recipients of a blast to a file for a spreadsheet.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Scope, Tx, tabular::harmless};

use super::require;
use crate::{
    context::Context,
    operations::{
        audit::{self, AuditEvent},
        file::{self, NewFile},
        rate_limit::{self, Limit},
    },
    outreach::{
        audience::Exclusion,
        blast::{
            model::{BlastId, ExportedBlast, Outcome, Recipient, RecipientFilter},
            rules, store,
        },
    },
};

/// Maximum number of rows.
const MAX_ROWS: usize = 100_000;
/// Rows that are read at once.
const PAGE: i64 = 1_000;
/// How long the link works.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const EXPORTS: Limit = Limit {
    name: "blast exports by user",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyExports,
    words: "You exported 20 blasts in an hour. Wait a while, then try again.",
};

const HEADINGS: [&str; 9] = [
    "Phone",
    "Name",
    "Unit",
    "Community",
    "Outcome",
    "Reason",
    "Replied at (UTC)",
    "Opted out",
    "Conversation",
];

/// Writes the file and returns a link to it.
///
/// # Errors
/// `BLAST_NOT_STARTED`; `RESOURCE_EXHAUSTED` after 20 exports in an hour.
pub async fn export(context: &Context, actor: &Actor, id: &BlastId) -> Result<ExportedBlast, Fault> {
    rate_limit::take(context, &EXPORTS, actor.id.as_str(), None).await?;
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    let blast = require(&mut tx, &scope, id).await?;
    rules::require_started(&blast)?;
    let (bytes, rows) = table(&mut tx, &scope, id).await?;
    drop(tx);
    let expires = now.plus(LIFETIME);
    let day = now.to_string();
    let name = format!("blast-{}.csv", day.split('T').next().unwrap_or_default());
    let new = NewFile {
        name: &name,
        media_type: "text/csv; charset=utf-8",
        bytes,
        expires: Some(expires),
        single_use: true,
    };
    let mut tx = context.db.write(&scope).await?;
    let file = file::keep(&mut tx, &scope, context, &new).await?;
    let summary = format!("Exported {rows} recipients of the blast \"{}\"", blast.title);
    let event = AuditEvent { action: "blast.exported", subject: id.as_str(), summary };
    audit::record(&mut tx, &scope, context, actor, event).await?;
    tx.commit().await?;
    Ok(ExportedBlast { url: file::link(context, scope.company(), &file, expires), expires, rows })
}

/// Returns the file and its number of rows.
async fn table(tx: &mut Tx, scope: &Scope, id: &BlastId) -> Result<(Vec<u8>, usize), Fault> {
    let mut table =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
    table.write_record(HEADINGS).map_err(Fault::internal)?;
    let (mut rows, mut after) = (0, -1);
    while rows < MAX_ROWS {
        let page = store::list_recipients(tx, scope, id, RecipientFilter::All, after, PAGE - 1).await?;
        let Some(last) = page.last() else { break };
        after = last.seq;
        rows += page.len();
        for recipient in &page {
            table.write_record(row(recipient).map(harmless)).map_err(Fault::internal)?;
        }
    }
    let bytes = table.into_inner().map_err(|error| Fault::internal(error.to_string()))?;
    Ok((bytes, rows))
}

fn row(recipient: &Recipient) -> [String; HEADINGS.len()] {
    let outcome = recipient.message_status().map_or(Outcome::Pending, Outcome::of);
    let (outcome, reason) = match recipient.exclusion {
        Exclusion::None => (outcome_words(outcome), recipient.reason.clone().unwrap_or_default()),
        exclusion => ("Left out", exclusion_words(exclusion).to_owned()),
    };
    let opted_out = if recipient.opted_out == Some(true) { "yes" } else { "" };
    [
        recipient.phone.as_str().to_owned(),
        recipient.name.clone(),
        recipient.unit.clone(),
        recipient.community_tag.replace('_', " "),
        outcome.to_owned(),
        reason,
        recipient.replied_ms.map(|at| at.to_string()).unwrap_or_default(),
        opted_out.to_owned(),
        recipient.conversation_id.as_ref().map(ToString::to_string).unwrap_or_default(),
    ]
}

fn outcome_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pending => "Waiting",
        Outcome::Sent | Outcome::Replied => "Sent",
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
        Exclusion::Unreachable => "Landline or unassigned number",
        Exclusion::Duplicate => "Duplicate phone",
        Exclusion::NoNumber => "The community has no number",
    }
}
