//! Vantaca's Standard APIs: associations with their owners, work orders and ARC requests.
mod api;
mod records;
mod requests;

use async_trait::async_trait;

pub use api::Api;

use super::{
    model::Entry,
    rules,
    software::{
        ACCOUNTS_TIMEOUT, ASSOCIATIONS_TIMEOUT, AssociationAccounts, AssociationSoftware, Credential,
        RequestSoftware, SoftwareError,
    },
    software_record::SoftwareRecord,
};
use crate::tenancy::community::Association;

/// A company's data at Vantaca.
pub struct Vantaca {
    pub api: Api,
    pub user: Credential,
    pub association: &'static Association,
}

#[async_trait]
impl AssociationSoftware for Vantaca {
    async fn check(&self) -> Result<(), SoftwareError> {
        self.list_associations().await.map(drop)
    }

    async fn associations(&self) -> Result<Vec<Entry>, SoftwareError> {
        let listed = self.list_associations().await?;
        let entries = listed.iter().map(|record| self.to_entry(record));
        let none = "Vantaca lists no associations for this login. Check which ones it may see.";
        rules::listed_entries(entries, none, self.association).map_err(SoftwareError::Invalid)
    }

    async fn accounts(&self, code: &str, _today: &str) -> Result<Option<AssociationAccounts>, SoftwareError> {
        let parameters = [("assocCode", code), ("includeOwners", "true")];
        let read = self.api.read(&self.user, "Association", &parameters);
        let listed = self.api.client.within(ACCOUNTS_TIMEOUT, read).await?;
        owners(listed, code).map(Some).map_err(SoftwareError::Invalid)
    }

    fn into_requests(self: Box<Self>) -> Option<Box<dyn RequestSoftware>> {
        Some(self)
    }
}

impl Vantaca {
    async fn list_associations(&self) -> Result<Vec<SoftwareRecord>, SoftwareError> {
        let read = self.api.read(&self.user, "Association", &[("includePropertyCount", "true")]);
        self.api.client.within(ASSOCIATIONS_TIMEOUT, read).await
    }

    fn to_entry(&self, record: &SoftwareRecord) -> Result<Entry, String> {
        let entry =
            rules::listed_entry(record.text("assocCode"), &record.text("assocName"), self.association)?;
        let units = record.count("propertyCount").filter(|units| *units <= rules::MAX_UNITS);
        Ok(Entry { units, ..entry })
    }
}

/// Returns the accounts of the current owners of the association with a code. Vantaca answers without content if there
/// is no data.
///
/// # Errors
/// Fails with a message for staff.
fn owners(listed: Vec<SoftwareRecord>, code: &str) -> Result<AssociationAccounts, String> {
    if listed.is_empty() {
        return Ok(AssociationAccounts::default());
    }
    // What belongs to another association would be stored in the wrong community.
    let mut found = listed.into_iter().filter(|record| record.text("assocCode") == code);
    let mut association = found.next().ok_or_else(|| {
        format!("Vantaca does not list the association {code} for this login. Correct the code.")
    })?;
    let owners = association.take_records("owners").ok_or_else(|| {
        format!(
            "Vantaca does not list the owners of the association {code} for this login. Let it read owners."
        )
    })?;
    let accounts = owners.into_iter().filter(records::is_current).map(records::to_listed).collect();
    Ok(AssociationAccounts { accounts, units: None })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::integrations::integration::software_record::read_records;

    fn numbers(body: &Value) -> Result<Vec<String>, String> {
        let listed = read_records(body.to_string().as_bytes()).expect("it is a list");
        let found = owners(listed, "HR01")?;
        Ok(found.accounts.into_iter().map(|account| account.number).collect())
    }

    #[test]
    fn only_current_owners_of_the_association_count() {
        let owners =
            json!([{ "accountNo": "1" }, { "accountNo": 2, "previousOwner": "2025-01-31T00:00:00" }]);
        let others = json!([{ "accountNo": "3" }]);
        let body =
            json!([{ "assocCode": "OL02", "owners": others }, { "assocCode": "HR01", "owners": owners }]);
        assert_eq!(numbers(&body), Ok(vec!["1".to_owned()]));
        assert_eq!(numbers(&json!([])), Ok(vec![]), "there is no data");
    }

    #[test]
    fn another_association_or_a_missing_list_is_no_empty_one() {
        let other = numbers(&json!([{ "assocCode": "OL02", "owners": [] }])).expect_err("another one");
        assert!(other.contains("does not list the association HR01"), "{other}");
        let hidden = numbers(&json!({ "assocCode": "HR01", "owners": null })).expect_err("no owners");
        assert!(hidden.contains("does not list the owners"), "{hidden}");
    }
}
