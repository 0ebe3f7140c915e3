//! CINC: associations and the homeowners of each, read with an access that a company's administrator allowed.
mod api;
mod records;
mod renewal;
mod reservations;
mod tokens;

use std::time::Duration;

use async_trait::async_trait;
use platform::Scope;
use secrecy::SecretString;

pub use api::Api;
pub use tokens::Tokens;

use super::{
    model::Entry,
    rules,
    software::{
        ACCOUNTS_TIMEOUT, ASSOCIATIONS_TIMEOUT, AssociationAccounts, AssociationSoftware, SoftwareError,
    },
    software_record::SoftwareRecord,
};
use crate::{context::Context, tenancy::community::Association};
use renewal::Renewal;

/// A company's data at CINC.
pub struct Cinc {
    pub api: Api,
    pub context: Context,
    pub scope: Scope,
    /// ID of the management company at CINC.
    pub management_id: String,
    /// The stored tokens, which may have expired.
    pub tokens: Tokens,
    pub association: &'static Association,
}

#[async_trait]
impl AssociationSoftware for Cinc {
    async fn check(&self) -> Result<(), SoftwareError> {
        self.read(ASSOCIATIONS_TIMEOUT, "associations", &[]).await.map(drop)
    }

    async fn associations(&self) -> Result<Vec<Entry>, SoftwareError> {
        let listed = self.read(ASSOCIATIONS_TIMEOUT, "associations", &[]).await?;
        let entries = listed.iter().map(|record| self.to_entry(record));
        let none = "CINC lists no associations for this management ID. Check the ID.";
        rules::listed_entries(entries, none, self.association).map_err(SoftwareError::Invalid)
    }

    async fn accounts(&self, code: &str, _today: &str) -> Result<Option<AssociationAccounts>, SoftwareError> {
        let listed =
            self.read(ACCOUNTS_TIMEOUT, "homeowners/homeownerlookup", &[("assocCode", code)]).await?;
        let accounts = records::to_accounts(&listed, code);
        Ok(Some(AssociationAccounts { accounts, units: None }))
    }
}

impl Cinc {
    /// Returns the records of a list of the management company.
    async fn read(
        &self,
        timeout: Duration,
        list: &str,
        parameters: &[(&str, &str)],
    ) -> Result<Vec<SoftwareRecord>, SoftwareError> {
        let read = async {
            let access_token = self.access_token().await?;
            let company = self.scope.company();
            self.api.read(company, &access_token, &self.management_id, list, parameters).await
        };
        self.api.client.within(timeout, read).await
    }

    /// Returns an access token that is valid. A renewed one is stored before it is used.
    async fn access_token(&self) -> Result<SecretString, SoftwareError> {
        if self.tokens.is_fresh(self.context.now()) {
            return Ok(self.tokens.access_token());
        }
        let (context, scope, api) = (self.context.clone(), self.scope.clone(), self.api.clone());
        Renewal { context, scope, api, association: self.association }.run().await
    }

    fn to_entry(&self, record: &SoftwareRecord) -> Result<Entry, String> {
        let code = record.first_text(&["assocCode", "associationCode", "associationIdLink"]);
        let name = record.first_text(&["associationName", "assocName"]);
        let entry = rules::listed_entry(code, &name, self.association)?;
        let units = record.count("numberOfUnits").filter(|units| (1..=rules::MAX_UNITS).contains(units));
        Ok(Entry { units, ..entry })
    }
}
