//! Records of the Buildium Open API. Unknown fields are ignored, and absent ones count as empty.
use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Number;

use crate::{
    integrations::integration::rules::{join_names, to_dollars},
    residents::homeowner::ListedAccount,
};

/// A record with a number that is unique in its list.
pub trait Record {
    fn number(&self) -> i64;
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Association {
    pub id: i64,
    pub name: Option<String>,
    is_active: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Unit {
    id: i64,
    unit_number: Option<String>,
}

/// An owner's account for a unit.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct OwnershipAccount {
    id: i64,
    association_id: Option<i64>,
    unit_id: Option<i64>,
    status: Option<String>,
    association_owner_ids: Option<Vec<i64>>,
    delinquency_status: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Owner {
    id: i64,
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    alternate_email: Option<String>,
    phone_numbers: Option<Vec<PhoneNumber>>,
    board_member_terms: Option<Vec<BoardTerm>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct PhoneNumber {
    number: Option<String>,
    r#type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct BoardTerm {
    association_id: Option<i64>,
    start_date: Option<String>,
    end_date: Option<String>,
}

/// What an account owes. Accounts that owe nothing are not listed.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Balance {
    ownership_account_id: i64,
    total_balance: Number,
}

impl Record for Association {
    fn number(&self) -> i64 {
        self.id
    }
}

impl Record for Unit {
    fn number(&self) -> i64 {
        self.id
    }
}

impl Record for OwnershipAccount {
    fn number(&self) -> i64 {
        self.id
    }
}

impl Record for Owner {
    fn number(&self) -> i64 {
        self.id
    }
}

impl Record for Balance {
    fn number(&self) -> i64 {
        self.ownership_account_id
    }
}

impl Association {
    /// Returns whether the company still manages the association.
    pub fn is_managed(&self) -> bool {
        self.is_active != Some(false)
    }
}

impl OwnershipAccount {
    /// Returns whether the account is one of an association and its owners own the unit now.
    pub fn is_active_in(&self, association: i64) -> bool {
        self.association_id == Some(association) && self.status.as_deref() == Some("Active")
    }

    /// Returns the number of the first owner if the account is one of an association.
    pub fn owner_in(&self, association: i64) -> Option<i64> {
        let owners = self.association_owner_ids.as_ref().filter(|_| self.association_id == Some(association));
        owners.and_then(|ids| ids.first().copied())
    }

    fn is_in_collections(&self) -> bool {
        let status = self.delinquency_status.as_deref().unwrap_or_default();
        matches!(status, "InCollections" | "InForeclosure" | "Foreclosed")
    }
}

impl Owner {
    fn name(&self) -> String {
        let [first, last] =
            [&self.first_name, &self.last_name].map(|part| part.as_deref().unwrap_or_default());
        format!("{} {}", first.trim(), last.trim()).trim().to_owned()
    }

    fn phones(&self) -> impl Iterator<Item = String> {
        let phones = self.phone_numbers.iter().flatten();
        let phones = phones.filter(|phone| phone.r#type.as_deref() != Some("Fax"));
        phones.filter_map(|phone| phone.number.clone()).filter(|number| !number.trim().is_empty())
    }

    fn emails(&self) -> impl Iterator<Item = String> {
        let emails = [&self.email, &self.alternate_email].into_iter().flatten();
        emails.filter(|email| !email.trim().is_empty()).cloned()
    }

    fn is_on_board(&self, association: i64, today: &str) -> bool {
        self.board_member_terms.iter().flatten().any(|term| {
            let day = |of: &Option<String>| of.as_ref().and_then(|date| date.get(..10)).map(str::to_owned);
            term.association_id == Some(association)
                && day(&term.start_date).is_none_or(|start| start.as_str() <= today)
                && day(&term.end_date).is_none_or(|end| end.as_str() >= today)
        })
    }
}

/// The lists of an association, by number.
pub struct Lists {
    association: i64,
    units: HashMap<i64, Unit>,
    owners: HashMap<i64, Owner>,
    balances: HashMap<i64, Number>,
}

impl Lists {
    pub fn new(association: i64, units: Vec<Unit>, owners: Vec<Owner>, balances: Vec<Balance>) -> Self {
        Self {
            association,
            units: units.into_iter().map(|unit| (unit.id, unit)).collect(),
            owners: owners.into_iter().map(|owner| (owner.id, owner)).collect(),
            balances: balances.into_iter().map(|one| (one.ownership_account_id, one.total_balance)).collect(),
        }
    }

    /// Returns an account with its unit, owners and balance.
    pub fn to_listed(&self, account: &OwnershipAccount, today: &str) -> ListedAccount {
        let ids = account.association_owner_ids.iter().flatten();
        let owners: Vec<&Owner> = ids.filter_map(|id| self.owners.get(id)).collect();
        let unit = account.unit_id.and_then(|id| self.units.get(&id));
        ListedAccount {
            number: account.id.to_string(),
            unit: unit.and_then(|unit| unit.unit_number.clone()).unwrap_or_default(),
            name: join_names(owners.iter().map(|owner| owner.name())),
            phones: owners.iter().flat_map(|owner| owner.phones()).collect(),
            email: owners.iter().flat_map(|owner| owner.emails()).next().unwrap_or_default(),
            balance: to_dollars(self.balances.get(&account.id).and_then(Number::as_f64).unwrap_or_default()),
            in_collections: account.is_in_collections(),
            is_board_member: Some(owners.iter().any(|owner| owner.is_on_board(self.association, today))),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read<T: serde::de::DeserializeOwned>(list: Value) -> Vec<T> {
        serde_json::from_value(list).expect("the records are right")
    }

    fn lists() -> Lists {
        let units = json!([{ "Id": 5, "AssociationId": 1, "UnitNumber": "4B" }]);
        let owners = json!([
            {
                "Id": 8, "FirstName": "Ana", "LastName": "Ruiz", "Email": null, "AlternateEmail": "ana@example.com",
                "PhoneNumbers": [
                    { "Number": "(202) 555-0101", "Type": "Cell" }, { "Number": "2025550102", "Type": "Fax" },
                ],
                "BoardMemberTerms": [
                    { "AssociationId": 1, "StartDate": "2025-01-01", "EndDate": "2026-05-03T00:00:00Z" },
                ],
            },
            { "Id": 9, "FirstName": "Ben", "LastName": null, "Email": "ben@example.com", "PhoneNumbers": null },
        ]);
        let balances = json!([{ "OwnershipAccountId": 17, "TotalBalance": 125.5 }]);
        Lists::new(1, read(units), read(owners), read(balances))
    }

    fn account(more: Value) -> OwnershipAccount {
        let mut account = json!({
            "Id": 17, "AssociationId": 1, "UnitId": 5, "Status": "Active", "AssociationOwnerIds": [8, 9, 10],
            "DelinquencyStatus": "NoDelinquency",
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            account[name] = value.clone();
        }
        serde_json::from_value(account).expect("the record is right")
    }

    #[test]
    fn an_account_gets_its_unit_its_owners_and_its_balance() {
        let listed = lists().to_listed(&account(json!({})), "2026-05-03");
        let expected = ListedAccount {
            number: "17".into(),
            unit: "4B".into(),
            name: "Ana Ruiz & Ben".into(),
            phones: vec!["(202) 555-0101".into()],
            email: "ana@example.com".into(),
            balance: "125.50".into(),
            in_collections: false,
            is_board_member: Some(true),
        };
        assert_eq!(listed, expected);
        let next_day = lists().to_listed(&account(json!({})), "2026-05-04");
        assert_eq!(next_day.is_board_member, Some(false), "the term has ended");
    }

    #[test]
    fn an_account_that_is_not_listed_with_a_balance_owes_nothing() {
        let other = account(json!({ "Id": 18, "UnitId": 6, "DelinquencyStatus": "InForeclosure" }));
        let listed = lists().to_listed(&other, "2026-05-03");
        assert_eq!((listed.balance.as_str(), listed.unit.as_str()), ("0.00", ""));
        assert!(listed.in_collections);
    }

    #[test]
    fn only_active_accounts_of_the_association_count() {
        assert!(account(json!({})).is_active_in(1));
        assert!(!account(json!({})).is_active_in(2));
        assert_eq!([1, 2].map(|number| account(json!({})).owner_in(number)), [Some(8), None]);
        for status in [json!("Past"), json!("Future"), json!(null)] {
            assert!(!account(json!({ "Status": status })).is_active_in(1));
        }
    }
}
