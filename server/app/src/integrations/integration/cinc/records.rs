//! Records of CINC: homeowners. One account can have several rows, for joint owners and for further addresses.
use std::collections::HashMap;

use crate::{
    integrations::integration::{rules::join_names, software_record::SoftwareRecord},
    residents::homeowner::ListedAccount,
};

/// Returns the accounts of the current owners in an association, in the order of their first rows.
pub fn to_accounts(rows: &[SoftwareRecord], code: &str) -> Vec<ListedAccount> {
    let mut accounts: Vec<Vec<&SoftwareRecord>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in rows.iter().filter(|row| is_current_in(row, code)) {
        let place = *places.entry(number(row)).or_insert(accounts.len());
        if place == accounts.len() {
            accounts.push(Vec::new());
        }
        accounts[place].push(row);
    }
    accounts.iter().map(|rows| to_listed(rows)).collect()
}

/// Returns whether a row is of an association and its owner owns the property now.
fn is_current_in(row: &SoftwareRecord, code: &str) -> bool {
    let association = row.first_text(&["assocCode", "associationCode"]);
    (association.is_empty() || association.eq_ignore_ascii_case(code)) && !row.is_false("isCurrentOwner")
}

fn number(row: &SoftwareRecord) -> String {
    row.first_text(&["txtPropertyHOID", "propertyHOID", "hoId", "hoaId"])
}

fn to_listed(rows: &[&SoftwareRecord]) -> ListedAccount {
    let first = |names: &[&str]| {
        let mut texts = rows.iter().map(|row| row.first_text(names));
        texts.find(|text| !text.is_empty()).unwrap_or_default()
    };
    let mut names: Vec<String> = Vec::new();
    for name in rows.iter().map(|row| name(row)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let phones =
        rows.iter().flat_map(|row| ["mobilePhone", "phone", "homePhone"].map(|field| row.text(field)));
    let mut emails = rows.iter().flat_map(|row| ["emlPropertyEmail", "email"].map(|field| row.text(field)));
    let mut balances = rows.iter().flat_map(|row| ["numBalance", "balance"].map(|field| row.dollars(field)));
    ListedAccount {
        number: number(rows[0]),
        unit: first(&["txtUnitNo", "unitNo", "txtAcctUnitLot", "txtPropertyAddress1", "address1"]),
        name: join_names(names.into_iter()),
        phones: phones.filter(|phone| !phone.is_empty()).collect(),
        // CINC marks an address that must not be used with number signs.
        email: emails.find(|email| !email.is_empty() && !email.starts_with('#')).unwrap_or_default(),
        balance: balances.find(|balance| !balance.is_empty()).unwrap_or_default(),
        in_collections: !first(&["collectionStatus"]).is_empty(),
        is_board_member: None,
    }
}

fn name(row: &SoftwareRecord) -> String {
    let whole = row.first_text(&["name", "txtPropertyName"]);
    if whole.is_empty() {
        format!("{} {}", row.text("firstName"), row.text("lastName")).trim().to_owned()
    } else {
        whole
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::integrations::integration::software_record::read_records;

    fn accounts(rows: &Value) -> Vec<ListedAccount> {
        let rows = read_records(rows.to_string().as_bytes()).expect("they are records");
        to_accounts(&rows, "WEST")
    }

    #[test]
    fn the_rows_of_joint_owners_are_one_account() {
        let listed = accounts(&json!([
            {
                "numPropertyID": 9577, "Name": "Ana Ruiz ", "txtPropertyHOID": "WE75", "txtUnitNo": "75",
                "txtPropertyAddress1": "423-75 West Eighth Street", "EmlPropertyEmail": "##ana@example.com",
                "Phone": "", "numBalance": -0.92, "txtAddrTypeDescr": "Property Address",
            },
            {
                "Name": "Ben Ruiz", "txtPropertyHOID": "WE75", "EmlPropertyEmail": "ben@example.com",
                "Phone": "2025550101", "numBalance": -0.92, "isCurrentOwner": true,
            },
            { "Name": "Cy Old", "txtPropertyHOID": "WE75", "isCurrentOwner": false },
            { "Name": "Dee", "txtPropertyHOID": "WE76", "AssocCode": "EAST" },
        ]));
        let expected = ListedAccount {
            number: "WE75".into(),
            unit: "75".into(),
            name: "Ana Ruiz & Ben Ruiz".into(),
            phones: vec!["2025550101".into()],
            email: "ben@example.com".into(),
            balance: "-0.92".into(),
            in_collections: false,
            is_board_member: None,
        };
        assert_eq!(listed, [expected]);
    }

    #[test]
    fn a_house_has_its_address_as_its_unit() {
        let listed = accounts(&json!([{
            "HoId": 34355, "AssocCode": "west", "FirstName": "Ana", "LastName": "Ruiz", "UnitNo": "",
            "Address1": "8765 Washington Rd", "MobilePhone": "2025550101", "CollectionStatus": "Attorney",
        }]));
        let account = &listed[0];
        assert_eq!((account.number.as_str(), account.unit.as_str()), ("34355", "8765 Washington Rd"));
        assert_eq!((account.name.as_str(), account.balance.as_str()), ("Ana Ruiz", ""));
        assert!(account.in_collections);
    }
}
