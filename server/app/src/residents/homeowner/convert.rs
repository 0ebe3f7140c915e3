//! Conversion of homeowner accounts between the model and the contract.
use contract::v1;

use super::model::{Account, AccountChange, AccountDifference, HomeownerKind, ImportPlan, RejectedLine};

/// Maximum number of differences and of rejected lines in a response.
const MAX_LISTED: usize = 200;

pub fn account(account: &Account) -> v1::HomeownerAccount {
    let Account { id, community_id, entry, version, updated_ms } = account;
    v1::HomeownerAccount {
        id: id.to_string(),
        community_id: community_id.to_string(),
        number: entry.number.clone(),
        unit: entry.unit.clone(),
        name: entry.name.clone(),
        phones: entry.phones.iter().map(|phone| phone.as_str().to_owned()).collect(),
        email: entry.email.clone(),
        balance_cents: entry.balance_cents.and_then(|cents| i32::try_from(cents).ok()),
        balance_on: entry.balance_on.clone(),
        in_collections: entry.in_collections,
        version: i32::try_from(*version).unwrap_or(i32::MAX),
        updated_at: Some((*updated_ms).into()),
        building: entry.building.clone(),
        kind: entry.kind as i32,
        language: entry.language.clone(),
        tags: entry.tags.clone(),
        do_not_text: entry.do_not_text,
    }
}

pub fn new_account(request: v1::CreateHomeownerAccountRequest) -> AccountChange {
    AccountChange {
        number: Some(request.number),
        unit: Some(request.unit),
        name: Some(request.name),
        phones: Some(request.phones),
        email: Some(request.email),
        balance: Some(request.balance_cents.map(i64::from)),
        balance_on: request.balance_on,
        in_collections: Some(request.in_collections),
        kind: Some(kind(request.kind)),
        building: Some(request.building),
        language: Some(request.language),
        tags: Some(request.tags),
        do_not_text: Some(request.do_not_text),
    }
}

pub fn account_change(request: v1::UpdateHomeownerAccountRequest) -> AccountChange {
    AccountChange {
        number: request.number,
        unit: request.unit,
        name: request.name,
        phones: request.phones.map(|phones| phones.numbers),
        email: request.email,
        balance: request.balance.map(|balance| balance.cents.map(i64::from)),
        balance_on: request.balance_on,
        in_collections: request.in_collections,
        kind: request.kind.map(kind),
        building: request.building,
        language: request.language,
        tags: request.tags.map(|tags| tags.tags),
        do_not_text: request.do_not_text,
    }
}

/// Converts a kind, which validation has limited to those of the contract.
fn kind(kind: i32) -> HomeownerKind {
    HomeownerKind::try_from(kind).unwrap_or_default()
}

/// Converts a plan; differences and rejected lines are cut to 200 each.
pub fn import_response(plan: &ImportPlan, preview: String) -> v1::ImportHomeownerAccountsResponse {
    let count = |of: &dyn Fn(&AccountDifference) -> bool| {
        to_i32(plan.differences.iter().filter(|one| of(one)).count())
    };
    v1::ImportHomeownerAccountsResponse {
        differences: plan.differences.iter().take(MAX_LISTED).map(difference).collect(),
        added: count(&|one| one.before.is_none()),
        changed: count(&|one| one.before.is_some() && one.after.is_some()),
        gone: count(&|one| one.after.is_none()),
        unchanged: to_i32(plan.unchanged),
        rejected: plan.rejected.iter().take(MAX_LISTED).map(rejected).collect(),
        rejected_count: to_i32(plan.rejected.len()),
        preview,
    }
}

fn difference(difference: &AccountDifference) -> v1::HomeownerAccountDifference {
    v1::HomeownerAccountDifference {
        before: difference.before.as_ref().map(account),
        after: difference.after.as_ref().map(account),
    }
}

fn rejected(rejected: &RejectedLine) -> v1::RejectedHomeownerLine {
    v1::RejectedHomeownerLine {
        line: i32::try_from(rejected.line).unwrap_or(i32::MAX),
        number: rejected.number.clone(),
        reason: rejected.reason.clone(),
    }
}

fn to_i32(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
