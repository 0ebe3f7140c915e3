//! Commands on service requests in association software.
mod find_destination;
mod send;

use platform::{Fault, Scope, Tx, phone::Phone};

pub use find_destination::find_destination;
pub use send::send;

use super::{
    model::{Duplicate, SoftwareRequest},
    rules,
};
use crate::{
    integrations::integration::{self, ConnectableSoftware},
    residents::homeowner,
    service_requests::service_request::ServiceRequest,
    tenancy::community,
};

/// Maximum number of accounts of a unit that are compared.
const MAX_ACCOUNTS: i64 = 50;

/// Where a request can be sent.
struct Address {
    software: ConnectableSoftware,
    /// Code of the association there.
    code: String,
    /// Number of the homeowner account there.
    account: String,
}

/// Returns where a request can be sent.
///
/// # Errors
/// `SOFTWARE_TAKES_NO_REQUESTS`; `HOMEOWNER_ACCOUNT_UNCLEAR`; as [`rules::check`].
async fn require_address(
    tx: &mut Tx,
    scope: &Scope,
    request: &ServiceRequest,
    sent: Option<&SoftwareRequest>,
    duplicate: Duplicate,
) -> Result<Address, Fault> {
    let (software, association) =
        integration::taking_requests(tx, scope).await?.ok_or_else(rules::takes_no_requests)?;
    let community = community::require(tx, scope, &request.community_id).await?;
    let code = community.association_codes.get(&association.name).filter(|code| !code.is_empty());
    rules::check(request, software, code.map(String::as_str), sent, duplicate)?;
    let (id, unit) = (&community.id, request.unit.trim());
    let of_unit = match unit {
        "" => vec![],
        unit => homeowner::accounts_alike(tx, scope, id, unit, "", MAX_ACCOUNTS).await?,
    };
    let of_phone = match Phone::parse_e164(&request.contact_phone) {
        Some(phone) => homeowner::accounts_of_phone(tx, scope, id, &phone).await?,
        None => vec![],
    };
    let account = rules::account_number(unit, &of_unit, &of_phone)?;
    Ok(Address { software, code: code.cloned().unwrap_or_default(), account })
}
