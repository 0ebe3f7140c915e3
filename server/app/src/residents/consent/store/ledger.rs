//! Queries for the ledger of consent, and for the communities where a phone number is known.
use platform::{Fault, Scope, Tx, phone::Phone};

use super::find;
use crate::residents::consent::model::{Entry, NewEntry, PhoneConsent, Subscription};

/// Returns the time zones of the scope's communities that have a phone number on a homeowner account or in a
/// conversation; at least one.
///
/// # Errors
/// `NOT_FOUND` if there is no such community.
pub async fn require_time_zones(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<Vec<String>, Fault> {
    let zones: Vec<(String,)> = tx
        .query(concat!(
            "SELECT DISTINCT c.time_zone FROM community c WHERE c.id IN (
                 SELECT p.community_id FROM homeowner_phone p WHERE p.company_id = $1 AND p.phone = $3
                 UNION SELECT v.community_id FROM conversation v WHERE v.company_id = $1 AND v.phone = $3)
             AND ",
            platform::sees!("c.id"),
        ))
        .scope(scope)
        .bind(phone)
        .all()
        .await?;
    match zones.is_empty() {
        true => Err(Fault::not_found("phone number")),
        false => Ok(zones.into_iter().map(|(zone,)| zone).collect()),
    }
}

/// Returns the consent of a phone number. The caller has checked that the scope contains the phone number.
pub async fn find_consent(tx: &mut Tx, scope: &Scope, phone: &Phone) -> Result<PhoneConsent, Fault> {
    let subscription = Subscription::of(phone);
    let current = find(tx, scope, subscription).await?;
    let newest = entries(tx, scope, subscription, None, 0).await?.into_iter().next();
    Ok(PhoneConsent { phone: phone.clone(), current, entry: newest })
}

/// Returns up to `limit + 1` entries of a ledger, newest first, before the entry with an ID. The evidence of an entry
/// is empty if it is a text to a community outside of the scope.
pub async fn entries(
    tx: &mut Tx,
    scope: &Scope,
    subscription: Subscription<'_>,
    before: Option<String>,
    limit: i64,
) -> Result<Vec<Entry>, Fault> {
    Ok(tx
        .query(concat!(
            "SELECT e.id, e.state, e.source, e.recorded_by, e.given_on, e.at_ms,
                    CASE WHEN e.message_id IS NULL OR EXISTS (
                        SELECT 1 FROM message m JOIN conversation v
                          ON v.company_id = m.company_id AND v.id = m.conversation_id
                        WHERE m.company_id = $1 AND m.id = e.message_id AND ",
            platform::sees!("v.community_id"),
            "       ) THEN e.evidence ELSE '' END AS evidence
             FROM consent_entry e
             WHERE e.company_id = $1 AND e.phone = $3 AND e.program = $4 AND ($5 IS NULL OR e.id < $5)
             ORDER BY e.id DESC LIMIT $6",
        ))
        .scope(scope)
        .bind(subscription.phone)
        .bind(subscription.program)
        .bind(before)
        .bind(limit + 1)
        .all()
        .await?)
}

/// Appends an entry to the ledger.
pub async fn append_entry(tx: &mut Tx, scope: &Scope, entry: &NewEntry<'_>) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO consent_entry (company_id, id, phone, program, state, source, evidence, message_id, recorded_by,
             given_on, at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(scope.company().as_str())
    .bind(entry.id)
    .bind(entry.subscription.phone)
    .bind(entry.subscription.program)
    .bind(entry.state as i32)
    .bind(entry.source as i32)
    .bind(entry.evidence)
    .bind(entry.message)
    .bind(entry.recorded_by)
    .bind(entry.given_on)
    .bind(entry.at)
    .run()
    .await?;
    Ok(())
}
