//! Assumptions of a company.
use platform::{Fault, Scope, Tx};

use crate::reporting::report::model::Settings;

/// Returns the assumptions, or the defaults if none are saved.
pub async fn find_settings(tx: &mut Tx, scope: &Scope) -> Result<Settings, Fault> {
    Ok(tx
        .query(
            "SELECT COALESCE(s.minutes_per_answer, 4) AS minutes_per_answer,
                    COALESCE(s.hourly_cost_cents, 0) AS hourly_cost_cents,
                    COALESCE(s.version, 0) AS version, c.customizations
             FROM company c LEFT JOIN report_settings s ON s.company_id = c.id WHERE c.id = $1",
        )
        .bind(scope.company().as_str())
        .one()
        .await?)
}

/// Saves the assumptions if the stored version is the preceding one. Returns whether it was.
pub async fn save_settings(tx: &mut Tx, scope: &Scope, settings: &Settings) -> Result<bool, Fault> {
    let saved = tx
        .query(
            "INSERT INTO report_settings (company_id, minutes_per_answer, hourly_cost_cents, version)
             VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id) DO UPDATE SET minutes_per_answer = excluded.minutes_per_answer,
                 hourly_cost_cents = excluded.hourly_cost_cents, version = excluded.version
             WHERE report_settings.version = excluded.version - 1",
        )
        .bind(scope.company().as_str())
        .bind(settings.minutes_per_answer)
        .bind(settings.hourly_cost_cents)
        .bind(settings.version)
        .run()
        .await?;
    Ok(saved == 1)
}

/// Sets the hourly cost of staff, unless assumptions are saved.
pub async fn assume_hourly_cost(tx: &mut Tx, scope: &Scope, cents: i32) -> Result<(), Fault> {
    let settings = find_settings(tx, scope).await?;
    if settings.version == 0 {
        save_settings(tx, scope, &Settings { hourly_cost_cents: cents, version: 1, ..settings }).await?;
    }
    Ok(())
}

/// Returns the most common time zone of the communities in the scope. `None` if none states its time zone.
pub async fn most_common_time_zone(tx: &mut Tx, scope: &Scope) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT c.time_zone FROM company_community l JOIN community c ON c.id = l.community_id
             WHERE l.company_id = $1 AND l.live AND c.time_zone <> '' AND ($2 IS NULL OR ",
            platform::assigned!("l.community_id"),
            ") GROUP BY c.time_zone ORDER BY COUNT(*) DESC, c.time_zone LIMIT 1"
        ))
        .scope(scope)
        .optional_value()
        .await?)
}
