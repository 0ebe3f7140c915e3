//! The Buildium Open API: associations, their ownership accounts with owners, units and balances, and resident
//! requests.
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
};
use crate::tenancy::community::Association;
use records::{Balance, Owner, OwnershipAccount, Unit};

/// A company's account at Buildium.
pub struct Buildium {
    pub api: Api,
    pub key: Credential,
    pub association: &'static Association,
}

#[async_trait]
impl AssociationSoftware for Buildium {
    async fn check(&self) -> Result<(), SoftwareError> {
        self.api.check(&self.key).await
    }

    async fn associations(&self) -> Result<Vec<Entry>, SoftwareError> {
        let listed = self.api.list::<records::Association>(&self.key, "/associations", "");
        let listed = self.api.client.within(ASSOCIATIONS_TIMEOUT, listed).await?;
        let active = listed.into_iter().filter(records::Association::is_managed);
        let entries = active.map(|one| {
            rules::listed_entry(one.id.to_string(), &one.name.unwrap_or_default(), self.association)
        });
        let none = "Buildium lists no active associations for this key. Check which ones it may see.";
        rules::listed_entries(entries, none, self.association).map_err(SoftwareError::Invalid)
    }

    async fn accounts(&self, code: &str, today: &str) -> Result<Option<AssociationAccounts>, SoftwareError> {
        let number: i64 = code.parse().map_err(|_| {
            let words = format!("{code} is not the number of an association in Buildium. Correct the code.");
            SoftwareError::Invalid(words)
        })?;
        let read = self.read_accounts(number, today);
        self.api.client.within(ACCOUNTS_TIMEOUT, read).await.map(Some)
    }

    fn into_requests(self: Box<Self>) -> Option<Box<dyn RequestSoftware>> {
        Some(self)
    }
}

impl Buildium {
    async fn read_accounts(&self, number: i64, today: &str) -> Result<AssociationAccounts, SoftwareError> {
        let (api, key) = (&self.api, &self.key);
        let filter = format!("associationids={number}");
        let accounts: Vec<OwnershipAccount> =
            api.list(key, "/associations/ownershipaccounts", &filter).await?;
        let units: Vec<Unit> = api.list(key, "/associations/units", &filter).await?;
        let owners: Vec<Owner> = api.list(key, "/associations/owners", &filter).await?;
        let filter = format!("associationid={number}");
        let balances: Vec<Balance> =
            api.list(key, "/associations/ownershipaccounts/outstandingbalances", &filter).await?;
        let homes = i32::try_from(units.len()).ok().filter(|count| *count > 0);
        let lists = records::Lists::new(number, units, owners, balances);
        // What belongs to another association would be stored in the wrong community.
        let active = accounts.iter().filter(|account| account.is_active_in(number));
        let accounts = active.map(|account| lists.to_listed(account, today)).collect();
        Ok(AssociationAccounts { accounts, units: homes })
    }
}
