//! The accounts of a community's homeowners: by which phone, unit and address they are known, and
//! what they owe; and who may hear of it.
//!
//! Phone numbers and balances are nobody's business: neither a log nor the audit trail has them, and
//! nothing that is said to a resident tells whether somebody else has an account.
mod codes;
mod convert;
mod model;
mod proof;
mod rules;
mod service;
mod store;
mod telling;

use platform::{Actor, Fault, Scope, Tx, ids::CommunityId, phone::Phone};

pub use codes::{Heard, hear, may_mail, send};
pub use model::{Account, Entry, Proved, Way};
pub use proof::{Auth, RESTS, Said, Standing, said, standing};
pub use service::Service;
pub use store::{Asked, Wrong, keep_proved, of_phone, proved, purge, save};
pub use telling::{Untold, called_all, told};

use crate::{community, context::Context, knowledge, texting, transport::AccessTable};

/// Whoever may call this sees accounts.
const LISTS: &str = "/parlor.v1.HomeownerService/ListHomeownerAccounts";

/// Whether a caller sees the accounts of a community, and so what is told of them.
///
/// # Errors
/// Those of storage.
pub async fn sees(
    tx: &mut Tx,
    access: &AccessTable,
    actor: &Actor,
    community: &CommunityId,
) -> Result<bool, Fault> {
    if access.admits(LISTS, actor).is_err() {
        return Ok(false);
    }
    Ok(community::still(tx, &actor.scope(), community).await?.is_some())
}

/// The refusal of what cannot be filled in, for whoever is not to hear why.
#[must_use]
pub fn not_told() -> Fault {
    rules::not_filled("Not all of it can be told to this resident")
}

/// What staff write to a phone, or by mail where there is none, with what it tells of the account of
/// whoever reads it.
///
/// # Errors
/// `FAILED_PRECONDITION` where it tells of an account and cannot be filled in.
pub async fn written(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    (community, to): (&CommunityId, Option<&Phone>),
    text: &str,
) -> Result<String, Fault> {
    if !texting::tells(text) {
        return Ok(text.to_owned());
    }
    // Whoever may answer a question need not see its community.
    let scope = &scope.whole();
    let community = community::require(tx, scope, community).await?;
    let Some(phone) = to else { return Err(rules::not_filled("It is not filled in by e-mail")) };
    let accounts = of_phone(tx, scope, &community.id, phone).await?;
    match accounts.as_slice() {
        [] => Err(rules::not_filled("This phone is on no account of the community")),
        [one] if one.entry.in_collections => Err(rules::not_filled("Their account is in collections")),
        [_] => {
            let today = knowledge::day(&community.time_zone, context.now());
            told(text, &accounts, "", today, str::to_owned).map_err(|Untold(why)| rules::not_filled(&why))
        }
        _ => Err(rules::not_filled("This phone is on several accounts")),
    }
}
