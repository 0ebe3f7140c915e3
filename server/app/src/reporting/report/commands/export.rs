//! Exports a report to a file for a spreadsheet.
use std::time::Duration;

use platform::{Actor, ErrorReason, Fault, Timestamp, tabular::harmless};

use super::read;
use crate::{
    context::Context,
    operations::{
        audit::{self, AuditAction, AuditEvent},
        file::{self, NewFile},
        rate_limit::{self, Limit},
    },
    reporting::report::model::{Figure, Report, ReportFilter, Unit},
};

/// How long the download link is valid.
const LIFETIME: Duration = Duration::from_secs(15 * 60);
/// Tells spreadsheets that the file is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const EXPORTS: Limit = Limit {
    name: "report exports by user",
    most: 20,
    window: Duration::from_secs(3_600),
    reason: ErrorReason::TooManyExports,
    words: "You exported 20 reports in an hour. Wait a while, then try again.",
};

/// An exported file.
pub struct ExportedReport {
    pub url: String,
    pub expires: Timestamp,
    pub rows: usize,
}

/// Writes the file and returns a link to it.
///
/// # Errors
/// `NOT_FOUND` for a community outside the scope; `INVALID_ARGUMENT` for an invalid period; `RESOURCE_EXHAUSTED` after
/// 20 exports in an hour.
pub async fn export(
    context: &Context,
    actor: &Actor,
    filter: &ReportFilter,
) -> Result<ExportedReport, Fault> {
    let report = read(context, actor, filter).await?;
    rate_limit::take(context, &EXPORTS, actor.id.as_str(), None).await?;
    let (bytes, rows) = csv(&report)?;
    let (scope, expires) = (actor.scope(), context.now().plus(LIFETIME));
    let name = format!("report-{}-{}.csv", report.period.start, report.period.end);
    let new = NewFile {
        name: &name,
        media_type: "text/csv; charset=utf-8",
        bytes,
        expires: Some(expires),
        single_use: true,
    };
    let written = file::write(context, &scope, new).await?;
    let mut tx = context.db.write(&scope).await?;
    let file = file::keep(&mut tx, &scope, context, &written).await?;
    let summary = format!("Exported the report from {} to {}", report.period.start, report.period.end);
    audit::record(
        &mut tx,
        &scope,
        context,
        actor,
        AuditEvent { action: AuditAction::ReportExported, subject: "", summary },
    )
    .await?;
    tx.commit().await?;
    Ok(ExportedReport { url: file::link(context, scope.company(), &file, expires), expires, rows })
}

/// Returns the file and its number of rows.
pub fn csv(report: &Report) -> Result<(Vec<u8>, usize), Fault> {
    let mut table =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(BYTE_ORDER_MARK.to_vec());
    let rows = rows(report);
    let headings =
        ["Section", "Name", "Value", "Previous value", "Unit or part", "Definition"].map(str::to_owned);
    for row in std::iter::once(&headings).chain(&rows) {
        table.write_record(row.clone().map(harmless)).map_err(Fault::internal)?;
    }
    let bytes = table.into_inner().map_err(|error| Fault::internal(error.to_string()))?;
    Ok((bytes, rows.len()))
}

/// A row of the file, in the order of its headings.
type Row = [String; 6];

fn rows(report: &Report) -> Vec<Row> {
    let mut rows: Vec<Row> = report.figures.iter().map(figure_row).collect();
    for day in &report.days {
        for (part, value) in [
            ("Questions", day.questions),
            ("Answered by the bot", day.bot_answers),
            ("Escalations", day.escalations),
            ("Messages received", day.messages_in),
            ("Messages sent", day.messages_out),
        ] {
            let (date, value) = (day.date.to_string(), value.to_string());
            rows.push(["Day", &date, &value, "", part, &report.period.zone_name].map(str::to_owned));
        }
    }
    for category in &report.categories {
        let name = if category.category.is_empty() { "Other" } else { &category.category };
        rows.push(count_row("Category", name, category.bot_answers, "Bot"));
        rows.push(count_row("Category", name, category.escalations, "Staff"));
    }
    for community in &report.communities {
        let name = &community.label;
        rows.push(count_row("Community", name, community.questions, "Questions"));
        rows.push(count_row("Community", name, community.bot_answers, "Answered by the bot"));
        rows.push(count_row("Community", name, community.segments, "Text segments"));
    }
    for requests in &report.open_requests {
        let name = requests.state.label();
        for (part, value) in [
            ("Open for up to 7 days", requests.up_to_7_days),
            ("Open for 8 to 30 days", requests.up_to_30_days),
            ("Open for 31 to 90 days", requests.up_to_90_days),
            ("Open for longer", requests.older),
        ] {
            rows.push(count_row("Service requests", name, value, part));
        }
    }
    for staff in &report.staff {
        rows.push(count_row("Staff", &staff.name, staff.replies, "Replies"));
        rows.push(count_row("Staff", &staff.name, staff.reviews, "Escalations handled"));
    }
    rows
}

fn figure_row(figure: &Figure) -> Row {
    let number = |value: Option<f64>| value.map_or_else(|| "No data".to_owned(), |value| value.to_string());
    let (value, previous) = (number(figure.value), number(figure.previous_value));
    let unit = unit_words(figure.unit).to_owned();
    ["Figure".to_owned(), figure.title.to_owned(), value, previous, unit, figure.definition.to_owned()]
}

/// Returns the row of a count without a previous value or a definition.
fn count_row(section: &str, name: &str, count: i64, part: &str) -> Row {
    [section, name, &count.to_string(), "", part, ""].map(str::to_owned)
}

fn unit_words(unit: Unit) -> &'static str {
    match unit {
        Unit::Share => "Share from 0 to 1",
        Unit::Minutes => "Minutes",
        Unit::Cents => "US cents",
        Unit::Count => "Number",
    }
}
