//! Resident requests of Buildium: tasks that a homeowner's account asks for. Work orders need a vendor of Buildium,
//! to-dos a user of Buildium, and architectural requests have no description, so none of them is created.
use async_trait::async_trait;
use form_urlencoded::Serializer;
use serde::Deserialize;
use serde_json::json;

use super::{
    Buildium,
    records::{OwnershipAccount, Record},
};
use crate::{
    integrations::integration::{
        outgoing_request::{FoundRequest, OutgoingRequest, WriteError},
        software::{ACCOUNTS_TIMEOUT, RequestSoftware, SoftwareError},
    },
    service_requests::service_request::Priority,
};

/// Buildium's limits, in characters.
const MAX_TITLE: usize = 127;
const MAX_DESCRIPTION: usize = 65_500;
const LIST: &str = "/tasks/residentrequests";

/// A resident request.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ResidentRequest {
    id: i64,
    title: Option<String>,
    task_status: Option<String>,
    unit_agreement: Option<UnitAgreement>,
}

/// The ownership account or lease of a request.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct UnitAgreement {
    id: i64,
}

impl Record for ResidentRequest {
    fn number(&self) -> i64 {
        self.id
    }
}

impl ResidentRequest {
    /// Returns whether it has the reference of a request and belongs to its account.
    fn is_meant(&self, request: &OutgoingRequest) -> bool {
        let account = self.unit_agreement.as_ref().map(|agreement| agreement.id.to_string());
        account.as_ref() == Some(&request.account)
            && self.title.as_deref().is_some_and(|title| request.has_subject(title))
    }

    fn to_found(&self) -> FoundRequest {
        let status = self.task_status.as_deref().unwrap_or_default();
        // InProgress is shown as In progress.
        let words: String = status
            .char_indices()
            .flat_map(|(index, c)| {
                let starts_word = index > 0 && c.is_uppercase();
                let c = if starts_word { c.to_ascii_lowercase() } else { c };
                starts_word.then_some(' ').into_iter().chain([c])
            })
            .collect();
        FoundRequest::new(&self.id.to_string(), &words, status == "Closed")
    }
}

#[async_trait]
impl RequestSoftware for Buildium {
    /// Creates a resident request of the first owner of the account.
    async fn create_request(&self, request: &OutgoingRequest) -> Result<Option<FoundRequest>, WriteError> {
        let owner = self.api.client.within(ACCOUNTS_TIMEOUT, self.owner(request)).await?;
        let description: String = request.description.chars().take(MAX_DESCRIPTION).collect();
        let task = json!({
            "Title": request.subject(MAX_TITLE),
            "Description": description,
            "UnitAgreementId": number(&request.account, "account")?,
            "RequestedByEntityId": owner,
            "TaskStatus": "New",
            "Priority": priority(request.priority),
            "DueDate": request.due_on,
        });
        let created: ResidentRequest = self.api.tasks().create(&self.key, LIST, &task).await?;
        Ok(Some(created.to_found()))
    }

    /// Looks up a resident request by its number, or by its title.
    async fn find_request(
        &self,
        request: &OutgoingRequest,
        number: &str,
    ) -> Result<Option<FoundRequest>, SoftwareError> {
        let api = self.api.tasks();
        if !number.is_empty() {
            let path = format!("{LIST}/{number}");
            let read = api.find::<ResidentRequest>(&self.key, &path);
            let found = api.client.within(ACCOUNTS_TIMEOUT, read).await?;
            return Ok(found.filter(|one| one.id.to_string() == number).map(|one| one.to_found()));
        }
        // The filter matches a part of the title.
        let filter = Serializer::new(String::new()).append_pair("tasktitle", &request.reference).finish();
        let read = api.list::<ResidentRequest>(&self.key, LIST, &filter);
        let listed = api.client.within(ACCOUNTS_TIMEOUT, read).await?;
        Ok(listed.iter().find(|one| one.is_meant(request)).map(ResidentRequest::to_found))
    }
}

impl Buildium {
    /// Returns the number of the first owner of the account.
    async fn owner(&self, request: &OutgoingRequest) -> Result<i64, SoftwareError> {
        let association = number(&request.code, "association")?;
        let account = number(&request.account, "account")?;
        let path = format!("/associations/ownershipaccounts/{account}");
        let account: Option<OwnershipAccount> = self.api.find(&self.key, &path).await?;
        account.and_then(|account| account.owner_in(association)).ok_or_else(|| {
            let words = format!(
                "Account {} has no owner in the association {} of Buildium. Sync the company, then send it again.",
                request.account, request.code,
            );
            SoftwareError::Invalid(words)
        })
    }
}

/// Returns a number of Buildium.
fn number(text: &str, noun: &str) -> Result<i64, SoftwareError> {
    text.parse().map_err(|_| {
        let words = format!(
            "{text} is not the number of an {noun} in Buildium. Sync the company, then send it again."
        );
        SoftwareError::Invalid(words)
    })
}

fn priority(priority: Priority) -> &'static str {
    match priority {
        Priority::Low => "Low",
        Priority::Normal => "Normal",
        Priority::High | Priority::Emergency => "High",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(status: &str, title: &str, account: i64) -> ResidentRequest {
        let task =
            json!({ "Id": 9, "Title": title, "TaskStatus": status, "UnitAgreement": { "Id": account } });
        serde_json::from_value(task).expect("it is a task")
    }

    #[test]
    fn a_status_is_shown_in_words() {
        let found = |status| task(status, "", 11).to_found();
        assert_eq!(found("InProgress"), FoundRequest::new("9", "In progress", false));
        assert_eq!(found("Closed"), FoundRequest::new("9", "Closed", true));
    }

    #[test]
    fn a_task_of_another_account_or_reference_is_not_meant() {
        let request = OutgoingRequest {
            is_architectural: false,
            code: "2".into(),
            account: "11".into(),
            reference: "TL-101".into(),
            title: "Sink".into(),
            description: String::new(),
            priority: Priority::High,
            due_on: String::new(),
        };
        assert!(task("New", "TL-101: Sink", 11).is_meant(&request));
        assert!(!task("New", "TL-101: Sink", 12).is_meant(&request));
        assert!(!task("New", "TL-1011: Sink", 11).is_meant(&request));
    }
}
