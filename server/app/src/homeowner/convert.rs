//! Accounts of homeowners in the contract's words.
use contract::v1;

use super::model::{Account, Brought, Change, Difference, Rejected};

/// So many differences and rejected lines are told.
const MOST_TOLD: usize = 200;

/// An account as it is.
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
    }
}

/// What staff write of a new one.
pub fn draft(request: v1::CreateHomeownerAccountRequest) -> Change {
    Change {
        number: Some(request.number),
        unit: Some(request.unit),
        name: Some(request.name),
        phones: Some(request.phones),
        email: Some(request.email),
        balance: Some(request.balance_cents.map(i64::from)),
        balance_on: request.balance_on,
        in_collections: Some(request.in_collections),
    }
}

/// What staff change of one.
pub fn change(request: v1::UpdateHomeownerAccountRequest) -> Change {
    let balance = match request.balance_cents {
        _ if request.forget_balance => Some(None),
        cents => cents.map(|cents| Some(i64::from(cents))),
    };
    Change {
        number: request.number,
        unit: request.unit,
        name: request.name,
        phones: request.phones.map(|phones| phones.numbers),
        email: request.email,
        balance,
        balance_on: request.balance_on,
        in_collections: request.in_collections,
    }
}

/// What a file did, or would do.
pub fn brought(brought: &Brought, preview: String) -> v1::ImportHomeownerAccountsResponse {
    let count =
        |of: &dyn Fn(&Difference) -> bool| counted(brought.differences.iter().filter(|one| of(one)).count());
    v1::ImportHomeownerAccountsResponse {
        differences: brought.differences.iter().take(MOST_TOLD).map(difference).collect(),
        added: count(&|one| one.before.is_none()),
        changed: count(&|one| one.before.is_some() && one.after.is_some()),
        gone: count(&|one| one.after.is_none()),
        unchanged: counted(brought.unchanged),
        rejected: brought.rejected.iter().take(MOST_TOLD).map(rejected).collect(),
        rejected_count: counted(brought.rejected.len()),
        preview,
    }
}

fn difference(difference: &Difference) -> v1::HomeownerAccountDifference {
    v1::HomeownerAccountDifference {
        before: difference.before.as_ref().map(account),
        after: difference.after.as_ref().map(account),
    }
}

fn rejected(rejected: &Rejected) -> v1::RejectedHomeownerLine {
    v1::RejectedHomeownerLine {
        line: i32::try_from(rejected.line).unwrap_or(i32::MAX),
        number: rejected.number.clone(),
        reason: rejected.reason.clone(),
    }
}

fn counted(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
