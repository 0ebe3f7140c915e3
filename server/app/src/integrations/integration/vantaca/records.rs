//! Records of Vantaca: the owners of an association.
use crate::{
    integrations::integration::{rules::join_names, software_record::SoftwareRecord},
    residents::homeowner::ListedAccount,
};

/// Separators between addresses in a field for an email address.
const SEPARATORS: [char; 2] = [';', ','];

/// Returns whether the owner has not moved out.
pub fn is_current(owner: &SoftwareRecord) -> bool {
    owner.text("previousOwner").is_empty() && !owner.is_true("previousOwner")
}

/// Returns the account of an owner.
pub fn to_listed(mut owner: SoftwareRecord) -> ListedAccount {
    let phones = primary_first(&mut owner, "phones");
    let phones = phones.iter().filter(|phone| !phone.text("label").to_lowercase().contains("fax"));
    let phones = phones.map(|phone| phone.text("phone")).filter(|number| !number.is_empty()).collect();
    let emails = primary_first(&mut owner, "emails");
    let mut emails = emails.iter().map(|email| email.text("email"));
    ListedAccount {
        number: owner.text("accountNo"),
        unit: owner.first_text(&["unitNo", "address", "lot"]),
        name: name(&owner),
        phones,
        email: emails.find_map(|email| first_address(&email)).unwrap_or_default(),
        balance: owner.dollars("balance"),
        in_collections: !owner.text("collectionStatus").is_empty(),
        is_board_member: None,
    }
}

/// Returns the name that Vantaca shows, or else those of the owner and the spouse, or of the business.
fn name(owner: &SoftwareRecord) -> String {
    let person =
        |first: &str, last: &str| format!("{} {}", owner.text(first), owner.text(last)).trim().to_owned();
    let persons = join_names(
        [person("firstName", "lastName"), person("spouseFirstName", "spouseLastName")].into_iter(),
    );
    let names = [owner.text("hoName"), persons, owner.text("businessName")];
    names.into_iter().find(|name| !name.is_empty()).unwrap_or_default()
}

/// Returns the records of a list, the primary ones first.
fn primary_first(owner: &mut SoftwareRecord, list: &str) -> Vec<SoftwareRecord> {
    let mut records = owner.take_records(list).unwrap_or_default();
    records.sort_by_key(|record| !record.is_true("isPrimary"));
    records
}

fn first_address(text: &str) -> Option<String> {
    text.split(SEPARATORS).map(str::trim).find(|address| !address.is_empty()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn listed(more: &Value) -> ListedAccount {
        let mut owner = json!({
            "propertyID": 10082, "hoid": 10086, "accountNo": "99910086", "streetNo": 8765,
            "address": "8765 Washington Rd", "unitNo": "4B", "lot": "", "settleDate": null, "previousOwner": null,
            "collectionStatus": "", "hoName": "Ana Ruiz ", "FirstName": "Ana", "LastName": "Ruiz",
            "balance": 125.5, "overallBalance": 130,
            "phones": [
                { "phoneID": 1, "isPrimary": false, "label": "Home", "phone": "2025550102" },
                { "phoneID": 2, "isPrimary": true, "label": "Cell", "phone": "2025550101" },
                { "phoneID": 3, "isPrimary": false, "label": "Work Fax", "phone": "2025550103" },
            ],
            "emails": [
                { "emailID": 1, "isPrimary": false, "label": "", "email": "old@example.com" },
                { "emailID": 2, "isPrimary": true, "label": "", "email": " ana@example.com; ben@example.com" },
            ],
        });
        for (name, value) in more.as_object().into_iter().flatten() {
            owner[name] = value.clone();
        }
        to_listed(serde_json::from_value(owner).expect("it is a record"))
    }

    #[test]
    fn an_owner_is_an_account_with_the_primary_phone_and_email_first() {
        let expected = ListedAccount {
            number: "99910086".into(),
            unit: "4B".into(),
            name: "Ana Ruiz".into(),
            phones: vec!["2025550101".into(), "2025550102".into()],
            email: "ana@example.com".into(),
            balance: "125.50".into(),
            in_collections: false,
            is_board_member: None,
        };
        assert_eq!(listed(&json!({})), expected);
    }

    #[test]
    fn missing_fields_have_substitutes() {
        let house = listed(&json!({
            "unitNo": "", "hoName": "", "SpouseFirstName": "Ben", "SpouseLastName": "Ruiz", "phones": null,
            "emails": null, "balance": null, "collectionStatus": "Attorney",
        }));
        assert_eq!((house.unit.as_str(), house.name.as_str()), ("8765 Washington Rd", "Ana Ruiz & Ben Ruiz"));
        assert_eq!((house.email.as_str(), house.balance.as_str(), house.phones.len()), ("", "", 0));
        assert!(house.in_collections);
        let business = json!({ "hoName": "", "FirstName": "", "LastName": "", "BusinessName": "Alder LLC" });
        assert_eq!(listed(&business).name, "Alder LLC");
    }
}
