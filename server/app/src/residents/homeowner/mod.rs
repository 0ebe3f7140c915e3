//! Homeowner accounts of communities, access to their data, and identity verification.
//!
//! Phone numbers and balances never appear in logs or the audit trail. No reply to a resident reveals whether
//! another person has an account.
mod account_template;
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;
mod verification;
mod verification_codes;

use platform::{Actor, Fault, Scope, Tx, access_policy::AccessTable, ids::CommunityId, phone::Phone, sms};

pub use account_template::{TemplateError, account_label, account_labels, fill_template, format_balance};
pub use commands::sync_accounts;
pub use model::{
    Account, AccountId, AccountsSynced, Entry, HomeownerKind, ListedAccount, PhoneInCommunity,
    VerificationMethod, VerifiedAccount, normalize_tags, unit_key,
};
pub use rules::{ImportFile, parse_email, parse_listed, parse_phone};
pub use service::Service;
pub use store::{
    VerificationChallenge, VerificationFailures, accounts_alike, accounts_of_email, accounts_of_ids,
    accounts_of_phone, purge_accounts, save_accounts, save_verified_account, verified_accounts,
};
pub use verification::{
    AccessDecision, VALID_FOR, VerificationPolicy, VerificationReply, decide_access, parse_reply,
};
pub use verification_codes::{CodeChannel, CodeCheck, CodeRequest, can_send_email, check_code, send_codes};

use crate::{context::Context, tenancy::community};

/// The RPC whose access rule decides who can view accounts.
const LIST_ACCOUNTS: &str = "/parlor.v1.HomeownerService/ListHomeownerAccounts";

/// The recipient of a text or email that staff write.
pub struct Recipient<'a> {
    pub community: &'a CommunityId,
    /// `None` for an email.
    pub phone: Option<&'a Phone>,
}

/// Returns whether the actor can view the accounts of a community and texts that are filled in from them.
pub async fn can_view_accounts(
    tx: &mut Tx,
    access: &AccessTable,
    actor: &Actor,
    community: &CommunityId,
) -> Result<bool, Fault> {
    if access.admits(LIST_ACCOUNTS, actor).is_err() {
        return Ok(false);
    }
    Ok(community::find(tx, &actor.scope(), community).await?.is_some())
}

/// Returns the error for a template that cannot be filled in, without the reason: for actors who cannot view
/// accounts.
#[must_use]
pub fn template_not_filled() -> Fault {
    rules::template_not_filled("Some account details can't be shared with this resident")
}

/// Fills the placeholders of a text that staff write with the data of the recipient's account. A text without
/// placeholders is returned unchanged.
///
/// # Errors
/// `FAILED_PRECONDITION` if the recipient does not have exactly one account, the account is in collections, or
/// a value is unknown.
pub async fn fill_staff_text(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    recipient: &Recipient<'_>,
    text: &str,
) -> Result<String, Fault> {
    if !sms::has_account_fields(text) {
        return Ok(text.to_owned());
    }
    // An actor who may answer a question may lack access to its community.
    let scope = &scope.whole();
    let community = community::require(tx, scope, recipient.community).await?;
    let Some(phone) = recipient.phone else {
        return Err(rules::template_not_filled("Account details can't be sent by email"));
    };
    let accounts = accounts_of_phone(tx, scope, &community.id, phone).await?;
    match accounts.as_slice() {
        [] => Err(rules::template_not_filled("This phone is not on any account of the community")),
        [one] if one.entry.in_collections => {
            Err(rules::template_not_filled("Their account is in collections"))
        }
        [_] => {
            let today = context.now().date_in(&community.time_zone);
            fill_template(text, &accounts, "", today, str::to_owned)
                .map_err(|error| rules::template_not_filled(&error.reason))
        }
        _ => Err(rules::template_not_filled("This phone is on several accounts")),
    }
}
