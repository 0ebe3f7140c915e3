//! Queries for residents.
use platform::{Fault, Scope, Tx, ids::CommunityId, phone::Phone};

use crate::messaging::thread::model::Resident;

/// Returns the resident with a phone, if known.
pub async fn find_resident(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
) -> Result<Option<Resident>, Fault> {
    Ok(tx
        .query("SELECT name, unit, kind, email FROM resident WHERE company_id = $1 AND community_id = $2 AND phone = $3")
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(phone)
        .optional()
        .await?)
}

/// Returns a resident's email address as stored. Case is ignored.
pub async fn find_email(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    address: &str,
) -> Result<Option<String>, Fault> {
    Ok(tx
        .query(
            "SELECT email FROM resident WHERE company_id = $1 AND community_id = $2 AND lower(email) = lower($3)
             ORDER BY phone LIMIT 1",
        )
        .bind(scope.company().as_str())
        .bind(community.as_str())
        .bind(address)
        .optional_value()
        .await?)
}

pub async fn insert_resident(
    tx: &mut Tx,
    scope: &Scope,
    community: &CommunityId,
    phone: &Phone,
    resident: &Resident,
) -> Result<(), Fault> {
    tx.query(
        "INSERT INTO resident (company_id, community_id, phone, name, unit, kind, email)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(scope.company().as_str())
    .bind(community.as_str())
    .bind(phone)
    .bind(resident.name.as_str())
    .bind(resident.unit.as_str())
    .bind(resident.kind as i32)
    .bind(resident.email.as_str())
    .run()
    .await?;
    Ok(())
}
