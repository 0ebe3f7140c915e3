//! Accounts that association software lists. They are read like the lines of an import file, so that the same
//! rules apply.
use platform::{ErrorReason, Fault, tabular::Row};

use super::file::{ImportFile, parse_file};
use crate::residents::homeowner::model::{
    Account, AccountDifference, AccountsSynced, ImportPlan, ListedAccount, MAX_PHONES,
};

/// The columns. What is in no column keeps its value.
const COLUMNS: [&str; 8] = ["account", "unit", "name", "phone", "email", "balance", "collections", "kind"];
/// Number of accounts from which on a sync does not delete more than half of them.
const MANY: usize = 4;

/// Parses accounts; invalid ones are rejected. The balances are those of `today`.
///
/// # Errors
/// None in practice: the columns are named.
pub fn parse_listed(accounts: &[ListedAccount], today: &str) -> Result<ImportFile, Fault> {
    let mut columns = COLUMNS;
    if accounts.iter().all(|account| account.is_board_member.is_none()) {
        // Software that does not list boards says nothing about the kind.
        columns[COLUMNS.len() - 1] = "";
    }
    let heading = Row { line: 1, cells: columns.map(str::to_owned).to_vec() };
    let rows: Vec<Row> = std::iter::once(heading).chain(accounts.iter().zip(2..).map(to_row)).collect();
    parse_file(&rows, today)
}

fn to_row((account, line): (&ListedAccount, u32)) -> Row {
    let yes_no = |is: bool| if is { "yes" } else { "no" };
    let kind = if account.is_board_member == Some(true) { "board member" } else { "owner" };
    let mut phones: Vec<&str> = Vec::new();
    for phone in &account.phones {
        if !phones.contains(&phone.as_str()) {
            phones.push(phone);
        }
    }
    phones.truncate(MAX_PHONES);
    let phones = phones.join("\n");
    let cells: [&str; 8] = [
        &account.number,
        &account.unit,
        &account.name,
        &phones,
        &account.email,
        &account.balance,
        yes_no(account.in_collections),
        kind,
    ];
    Row { line, cells: cells.map(|cell| cell.trim().replace('\0', "")).to_vec() }
}

/// Checks that a plan for `before` accounts keeps at least half of them, unless they are few.
///
/// # Errors
/// `FAILED_PRECONDITION` with reason `TOO_MANY_REMOVED`.
pub fn require_most_kept(plan: &ImportPlan, before: usize) -> Result<(), Fault> {
    let removed = plan.differences.iter().filter(|difference| difference.after.is_none()).count();
    if before < MANY || removed * 2 <= before {
        return Ok(());
    }
    Err(Fault::precondition(
        ErrorReason::TooManyRemoved,
        format!(
            "This would delete {removed} of {before} accounts. Check that the list is complete, or delete some first."
        ),
    ))
}

/// Returns the effect of a plan in numbers.
pub fn count_synced(plan: ImportPlan) -> AccountsSynced {
    let ImportPlan { differences, unchanged, rejected, .. } = plan;
    let mut synced = AccountsSynced { added: 0, changed: 0, removed: 0, unchanged, rejected };
    for AccountDifference { before, after } in &differences {
        match (before, after) {
            (None, _) => synced.added += 1,
            (_, None) => synced.removed += 1,
            (Some(before), Some(after)) if differ(before, after) => synced.changed += 1,
            _ => synced.unchanged += 1,
        }
    }
    synced
}

/// Returns whether accounts differ in more than the date of their balance.
fn differ(before: &Account, after: &Account) -> bool {
    let mut same_day = before.entry.clone();
    same_day.balance_on.clone_from(&after.entry.balance_on);
    same_day != after.entry
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::residents::homeowner::{
        model::{Entry, HomeownerKind},
        rules::plan_import,
    };
    use platform::{Timestamp, ids::CommunityId};

    const TODAY: &str = "2026-05-03";

    fn listed(number: &str) -> ListedAccount {
        ListedAccount {
            number: number.into(),
            unit: "4B".into(),
            name: "Ana Ruiz".into(),
            phones: vec!["(202) 555-0101".into(), "202-555-0101".into()],
            email: "Ana@Example.com".into(),
            balance: "125.50".into(),
            is_board_member: Some(false),
            ..ListedAccount::default()
        }
    }

    fn plan(existing: Vec<Account>, accounts: &[ListedAccount], today: &str) -> ImportPlan {
        let file = parse_listed(accounts, today).expect("the columns are named");
        plan_import(existing, &CommunityId::from("c"), file, true, Timestamp(0)).expect("there is room")
    }

    fn stored(plan: &ImportPlan) -> Vec<Account> {
        plan.differences.iter().filter_map(|difference| difference.after.clone()).collect()
    }

    #[test]
    fn a_listed_account_is_read_like_a_line_of_a_file() {
        let accounts = stored(&plan(vec![], &[listed("17")], TODAY));
        let Entry { number, phones, email, balance_cents, balance_on, kind, .. } = &accounts[0].entry;
        let phones: Vec<_> = phones.iter().map(platform::phone::Phone::as_str).collect();
        assert_eq!(
            (number.as_str(), phones, email.as_str()),
            ("17", vec!["+12025550101"], "ana@example.com")
        );
        assert_eq!((*balance_cents, balance_on.as_str()), (Some(12_550), TODAY));
        assert_eq!(*kind, HomeownerKind::Owner);
    }

    #[test]
    fn software_that_lists_no_boards_keeps_the_kind() {
        let board_member = ListedAccount { is_board_member: Some(true), ..listed("17") };
        let before = stored(&plan(vec![], &[board_member], TODAY));
        let unknown = ListedAccount { is_board_member: None, unit: "5C".into(), ..listed("17") };
        let after = stored(&plan(before, &[unknown], TODAY));
        assert_eq!(after[0].entry.kind, HomeownerKind::BoardMember);
        assert_eq!(after[0].entry.unit, "5C");
    }

    #[test]
    fn an_invalid_account_is_rejected_and_kept() {
        let before = stored(&plan(vec![], &[listed("17")], TODAY));
        let wrong = ListedAccount { phones: vec!["ask Ana".into()], ..listed("17") };
        let synced = count_synced(plan(before, &[wrong], TODAY));
        assert_eq!((synced.removed, synced.rejected.len()), (0, 1));
        assert!(synced.rejected[0].reason.contains("no phone number"));
    }

    #[test]
    fn an_account_with_a_new_date_of_its_balance_counts_as_unchanged() {
        let before = stored(&plan(vec![], &[listed("17")], TODAY));
        let next_day = plan(before.clone(), &[listed("17")], "2026-05-04");
        assert_eq!(stored(&next_day)[0].entry.balance_on, "2026-05-04");
        let synced = count_synced(next_day);
        assert_eq!((synced.added, synced.changed, synced.unchanged), (0, 0, 1));
        let paid = ListedAccount { balance: "0.00".into(), ..listed("17") };
        assert_eq!(count_synced(plan(before, &[paid], TODAY)).changed, 1);
    }

    #[test]
    fn more_than_half_of_four_accounts_are_not_deleted() {
        let four: Vec<_> = ["1", "2", "3", "4"].map(listed).to_vec();
        let before = stored(&plan(vec![], &four, TODAY));
        let kept = |count: usize| require_most_kept(&plan(before.clone(), &four[..count], TODAY), 4);
        assert!(kept(2).is_ok());
        assert!(kept(1).is_err());
        assert!(require_most_kept(&plan(before[..3].to_vec(), &[], TODAY), 3).is_ok());
    }
}
