//! The job that reads the state of a company's requests in its association software after a sync, one request per run.
use async_trait::async_trait;
use platform::{
    ErrorReason, Fault, Scope, Timestamp,
    jobs::{Claimed, Handler},
};

use super::{
    caller::Caller,
    model::SoftwareRequest,
    rules::{self, MAX_TRIES},
    store,
    update::update,
};
use crate::{
    context::Context,
    integrations::integration::{self, ReadRequests, SoftwareApis, SoftwareError},
    messaging::carrier,
    service_requests::service_request,
};

/// Reads the state of requests.
pub struct ReadSoftwareRequests {
    context: Context,
    caller: Caller,
}

impl ReadSoftwareRequests {
    #[must_use]
    pub fn new(context: Context, apis: SoftwareApis) -> Self {
        Self { context: context.clone(), caller: Caller::new(context, apis) }
    }

    /// Reads the next request. Returns when to go on; `None` if there is nothing left.
    async fn read_next(&self, scope: &Scope, since: Timestamp) -> Result<Option<Timestamp>, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let Some((current, _)) = integration::taking_requests(&mut tx, scope).await? else { return Ok(None) };
        let number = current as i32;
        let Some(sent) = store::next_to_read(&mut tx, scope, number, since).await? else { return Ok(None) };
        let software = match self.caller.open(&mut tx, scope, number).await {
            // The sync has told the administrators.
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => None,
            opened => opened?,
        };
        let request = service_request::require(&mut tx, scope, &sent.request_id).await?;
        drop(tx);
        let Some(software) = software else { return Ok(None) };
        // The due date is not read.
        let outgoing = rules::outgoing(&sent, &request, String::new());
        // Not before the sync, also if the clock was set back after it: the request would be read again at once.
        let checked = self.context.now().max(since);
        let (found, failure) = match software.find_request(&outgoing, &sent.number).await {
            Ok(found) => (found, None),
            Err(error) => (None, Some(error)),
        };
        if let Some(error) = failure {
            return self.fail(scope, &sent, error, checked).await;
        }
        let apply = |sent: &mut SoftwareRequest| match found {
            Some(found) => rules::confirm(sent, found, checked),
            None => rules::miss(sent, checked),
        };
        update(&self.context, scope, &sent, sent.state, apply).await?;
        Ok(Some(self.context.now()))
    }

    /// Records why a request could not be read. If the software fails too often, the others are not read either.
    async fn fail(
        &self,
        scope: &Scope,
        sent: &SoftwareRequest,
        error: SoftwareError,
        checked: Timestamp,
    ) -> Result<Option<Timestamp>, Fault> {
        let (now, tries) = (self.context.now(), sent.tries + 1);
        let is_last = tries >= MAX_TRIES;
        let next = match &error {
            SoftwareError::Denied(_) => None,
            SoftwareError::Invalid(_) => Some(now),
            _ if is_last => None,
            SoftwareError::Busy { wait, .. } => Some(now.plus(carrier::busy_pause(*wait))),
            SoftwareError::Away(_) => {
                Some(now.plus(carrier::pause_after(tries, |bound| self.context.ids.below(bound))))
            }
        };
        let record = |sent: &mut SoftwareRequest| {
            let is_invalid = matches!(error, SoftwareError::Invalid(_));
            sent.tries = if is_invalid || is_last { 0 } else { tries };
            sent.problem = error.words().to_owned();
            sent.checked_ms = if is_invalid { Some(checked) } else { sent.checked_ms };
            None
        };
        update(&self.context, scope, sent, sent.state, record).await?;
        Ok(next)
    }
}

#[async_trait]
impl Handler for ReadSoftwareRequests {
    fn purpose(&self) -> &'static str {
        "Read the status of service requests in association software"
    }

    /// The job mostly waits for the software. A company has one job at a time.
    fn is_detached(&self, _: &Claimed) -> bool {
        true
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let ReadRequests { since } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        self.caller.run(job, self.read_next(&scope, since)).await
    }
}
