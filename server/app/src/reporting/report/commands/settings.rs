//! Changes the assumptions of a company.
use platform::{Actor, ErrorReason, Fault};

use crate::{
    context::Context,
    operations::audit::{self, AuditAction, AuditEvent, FieldChange},
    reporting::report::{
        model::{NewSettings, Settings},
        store,
    },
};

/// Replaces the assumptions. `differences` describes the changes in the audit trail.
///
/// # Errors
/// `REPORT_SETTINGS_CHANGED` if they are no longer in the version that the change is based on.
pub async fn update_settings(
    context: &Context,
    actor: &Actor,
    changed: &NewSettings,
    differences: impl Fn(&Settings, &Settings) -> Vec<FieldChange>,
) -> Result<Settings, Fault> {
    let scope = actor.scope();
    let mut tx = context.db.write(&scope).await?;
    let before = store::find_settings(&mut tx, &scope).await?;
    let settings = Settings {
        minutes_per_answer: changed.minutes_per_answer,
        hourly_cost_cents: changed.hourly_cost_cents,
        version: before.version + 1,
        ..before.clone()
    };
    if before.version != changed.version || !store::save_settings(&mut tx, &scope, &settings).await? {
        return Err(Fault::aborted(
            ErrorReason::ReportSettingsChanged,
            "Someone else just changed the assumptions. Review them, then save again.",
        ));
    }
    let summary = "Changed the assumptions of reports".to_owned();
    let event = AuditEvent { action: AuditAction::ReportSettingsUpdated, subject: "", summary };
    let changes = differences(&before, &settings);
    audit::record_changes(&mut tx, &scope, context, actor, event, changes).await?;
    tx.commit().await?;
    Ok(settings)
}
