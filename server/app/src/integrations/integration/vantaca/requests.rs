//! Work orders and ARC requests of Vantaca.
use async_trait::async_trait;
use form_urlencoded::byte_serialize;

use super::Vantaca;
use crate::integrations::integration::{
    outgoing_request::{FoundRequest, OutgoingRequest, WriteError},
    software::{ACCOUNTS_TIMEOUT, RequestSoftware, SoftwareError},
    software_record::{SoftwareRecord, read_records},
};

/// Maximum length of a subject, in characters.
const MAX_SUBJECT: usize = 100;
/// Maximum length of the description in a URL, in bytes. Servers commonly refuse queries of 2,048 bytes.
const MAX_DESCRIPTION: usize = 1_000;

#[async_trait]
impl RequestSoftware for Vantaca {
    /// Creates a work order or an ARC request. The content of the response is not documented.
    async fn create_request(&self, request: &OutgoingRequest) -> Result<Option<FoundRequest>, WriteError> {
        let (subject, description) = (request.subject(MAX_SUBJECT), fit(&request.description));
        let mut parameters = vec![
            ("assocCode", request.code.as_str()),
            ("accountNo", request.account.as_str()),
            ("subject", subject.as_str()),
            ("description", description.as_str()),
        ];
        let method = if request.is_architectural {
            parameters.push(("dueDate", request.due_on.as_str()));
            "createARC"
        } else {
            parameters.push(("trackingID", request.reference.as_str()));
            "createWorkOrder"
        };
        let body = self.api.write(&self.user, method, &parameters).await?;
        Ok(read_records(&body).and_then(|records| records.iter().find_map(created)))
    }

    /// Looks up a work order or an ARC request by its number, or by its subject among those of the account.
    async fn find_request(
        &self,
        request: &OutgoingRequest,
        number: &str,
    ) -> Result<Option<FoundRequest>, SoftwareError> {
        let method = if request.is_architectural { "ARCList" } else { "workOrderList" };
        let parameters = match number {
            "" => vec![("assocCode", request.code.as_str()), ("accountNo", request.account.as_str())],
            number => vec![("xnNumber", number)],
        };
        let read = self.api.read(&self.user, method, &parameters);
        let listed = self.api.client.within(ACCOUNTS_TIMEOUT, read).await?;
        Ok(listed.iter().find(|record| is_meant(record, request, number)).map(found))
    }
}

/// Returns whether a record is the request. Parameters that Vantaca ignored do not matter.
fn is_meant(record: &SoftwareRecord, request: &OutgoingRequest, number: &str) -> bool {
    let listed = record.text("xnNumber");
    match number {
        "" => {
            !listed.is_empty()
                && record.text("assocCode") == request.code
                && record.text("accountNo") == request.account
                && request.has_subject(&record.text("subject"))
        }
        number => listed == number,
    }
}

fn found(record: &SoftwareRecord) -> FoundRequest {
    let is_closed = record.is_true("closed");
    let step = record.text("step");
    let status = match (step.as_str(), is_closed) {
        ("", true) => "Closed",
        ("", false) => "Open",
        (step, _) => step,
    };
    FoundRequest::new(&record.text("xnNumber"), status, is_closed)
}

/// Returns the request of a response that contains its number.
fn created(record: &SoftwareRecord) -> Option<FoundRequest> {
    let number = record.first_text(&["xnNumber", "actionItemID"]);
    (!number.is_empty()).then(|| FoundRequest::new(&number, "", false))
}

/// Returns as much of a description as fits in a URL.
fn fit(description: &str) -> String {
    let mut length = 0;
    let fitting = description.chars().take_while(|c| {
        let mut bytes = [0; 4];
        length += byte_serialize(c.encode_utf8(&mut bytes).as_bytes()).map(str::len).sum::<usize>();
        length <= MAX_DESCRIPTION
    });
    fitting.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::service_requests::service_request::Priority;

    fn outgoing() -> OutgoingRequest {
        OutgoingRequest {
            is_architectural: false,
            code: "TL".into(),
            account: "TL111".into(),
            reference: "TL-101".into(),
            title: "Sink leaks".into(),
            description: String::new(),
            priority: Priority::Normal,
            due_on: "2026-05-03".into(),
        }
    }

    fn record(value: &serde_json::Value) -> SoftwareRecord {
        serde_json::from_value(value.clone()).expect("it is a record")
    }

    #[test]
    fn a_record_of_another_association_account_or_subject_is_not_meant() {
        let right =
            json!({ "xnNumber": 34881, "assocCode": "TL", "accountNo": "TL111", "subject": "TL-101: Sink" });
        assert!(is_meant(&record(&right), &outgoing(), ""));
        for (field, value) in
            [("assocCode", "LC"), ("accountNo", "TL112"), ("subject", "Sink"), ("xnNumber", "")]
        {
            let mut wrong = right.clone();
            wrong[field] = json!(value);
            assert!(!is_meant(&record(&wrong), &outgoing(), ""), "{field}");
        }
        assert!(
            is_meant(&record(&right), &outgoing(), "34881")
                && !is_meant(&record(&right), &outgoing(), "3488")
        );
    }

    #[test]
    fn the_step_is_the_status_of_a_record() {
        let status = |value| {
            let found = found(&record(&value));
            (found.status, found.is_closed)
        };
        assert_eq!(
            status(json!({ "step": "With vendor", "closed": false })),
            ("With vendor".to_owned(), false)
        );
        assert_eq!(status(json!({ "closed": "true" })), ("Closed".to_owned(), true));
        assert_eq!(status(json!({})), ("Open".to_owned(), false));
    }

    #[test]
    fn a_description_is_cut_where_a_url_would_be_too_long() {
        assert_eq!(fit("Under the sink"), "Under the sink");
        assert_eq!(fit(&"x".repeat(5_000)).len(), MAX_DESCRIPTION);
        assert_eq!(fit(&"é".repeat(5_000)).chars().count(), MAX_DESCRIPTION / 6);
    }
}
