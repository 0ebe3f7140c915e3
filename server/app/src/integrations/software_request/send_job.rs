//! The job that sends a service request to the company's association software.
//!
//! The request is looked up before it is created. While it is being created, it is stored as unconfirmed, so that a
//! server that stops leaves one that is looked up, not one that is created again.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    ErrorReason, Fault, Scope, Timestamp, Tx,
    ids::CommunityId,
    jobs::{self, Claimed, Handler, Job, JobKind},
};
use serde::{Deserialize, Serialize};
use tonic::Code;

use super::{
    caller::Caller,
    model::{SoftwareRequest, State},
    rules, store,
    update::{update, update_in},
};
use crate::{
    context::Context,
    integrations::integration::{
        FoundRequest, OutgoingRequest, RequestSoftware, SoftwareApis, SoftwareError, WriteError,
    },
    messaging::carrier,
    service_requests::service_request::{self, ServiceRequest, ServiceRequestId},
    tenancy::community,
};

/// The kind of the jobs that send requests.
pub const SEND_SOFTWARE_REQUEST: JobKind = JobKind::SendSoftwareRequest;

/// Delay while the company does not have the community. The job is resumed once the company has it again, unless it is
/// just about to wait.
const DELETED_DELAY: Duration = Duration::from_secs(3_600);
/// The problem if the job failed for good before the software was called.
const NOT_SENT: &str = "Parlor couldn't send it. Send it again.";

#[derive(Serialize, Deserialize)]
struct Payload {
    request: ServiceRequestId,
    /// The community of the request, by which the job is resumed.
    community: CommunityId,
    /// When the user sent it. A request that is sent again has another job.
    sent_ms: Timestamp,
}

/// Returns the key of the job that sends a request. Sending it again is another job, so that one that failed for good
/// does not prevent it.
pub fn key(sent: &SoftwareRequest) -> String {
    format!("software request {} {}", sent.request_id, sent.sent_ms.0)
}

/// Enqueues the job that sends a request to software.
pub async fn enqueue(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &ServiceRequest,
    sent: &SoftwareRequest,
) -> Result<(), Fault> {
    let now = context.now();
    let (community, sent_ms) = (request.community_id.clone(), sent.sent_ms);
    let payload = Payload { request: request.id.clone(), community, sent_ms };
    let job = Job {
        company: scope.company().clone(),
        kind: SEND_SOFTWARE_REQUEST,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: key(sent),
        queue_key: format!("software request {}", sent.request_id),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Sends requests.
pub struct SendSoftwareRequest {
    context: Context,
    caller: Caller,
}

/// A request with the software that is to take it.
struct Sending<'a> {
    scope: &'a Scope,
    sent: SoftwareRequest,
    software: Box<dyn RequestSoftware>,
    outgoing: OutgoingRequest,
}

impl SendSoftwareRequest {
    #[must_use]
    pub fn new(context: Context, apis: SoftwareApis) -> Self {
        Self { context: context.clone(), caller: Caller::new(context, apis) }
    }

    /// Sends a request, or looks it up. Returns when to go on; `None` if there is nothing left to do.
    async fn advance(&self, scope: &Scope, payload: &Payload) -> Result<Option<Timestamp>, Fault> {
        let id = &payload.request;
        let mut tx = self.context.db.read(scope).await?;
        let sent = store::find(&mut tx, scope, id).await?;
        let is_open = |sent: &SoftwareRequest| {
            sent.sent_ms == payload.sent_ms && matches!(sent.state, State::Sending | State::Unconfirmed)
        };
        let Some(sent) = sent.filter(is_open) else { return Ok(None) };
        let request = match service_request::require(&mut tx, scope, id).await {
            Err(fault) if fault.code() == Code::NotFound => {
                return Ok(Some(self.context.now().plus(DELETED_DELAY)));
            }
            request => request?,
        };
        let community = community::require(&mut tx, scope, &request.community_id).await?;
        let opened = self.open_or_reason(&mut tx, scope, &sent).await?;
        drop(tx);
        let software = match opened {
            Ok(software) => software,
            Err(problem) => return self.give_up(scope, &sent, &problem).await,
        };
        let due_on = request.due_ms.date_in(&community.time_zone).to_string();
        let outgoing = rules::outgoing(&sent, &request, due_on);
        let sending = Sending { scope, sent, software, outgoing };
        match sending.software.find_request(&sending.outgoing, "").await {
            Ok(Some(found)) => self.confirm(&sending, sending.sent.state, found).await,
            Ok(None) if sending.sent.state == State::Sending => self.create(&sending).await,
            Ok(None) => self.look_up_again(&sending, None).await,
            Err(error) if sending.sent.state == State::Sending => self.try_again(&sending, error).await,
            Err(error) => self.look_up_again(&sending, Some(error)).await,
        }
    }

    /// Returns the software to which a request is sent, or why it cannot be called.
    async fn open_or_reason(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        sent: &SoftwareRequest,
    ) -> Result<Result<Box<dyn RequestSoftware>, String>, Fault> {
        let label = sent.label();
        match self.caller.open(tx, scope, sent.software).await {
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => Ok(Err(format!(
                "The secret of {label} is missing in Parameter Store. Ask an administrator to enter it again."
            ))),
            opened => Ok(opened?.ok_or_else(|| format!("This company is no longer connected to {label}."))),
        }
    }

    /// Creates the request in the software, which does not have it.
    async fn create(&self, sending: &Sending<'_>) -> Result<Option<Timestamp>, Fault> {
        let (context, scope, sent) = (&self.context, sending.scope, &sending.sent);
        let begin = |sent: &mut SoftwareRequest| {
            sent.state = State::Unconfirmed;
            // If the server stops now, the lookups begin with the first one.
            sent.tries = 0;
            None
        };
        if !update(context, scope, sent, State::Sending, begin).await? {
            return Ok(None);
        }
        let error = match sending.software.create_request(&sending.outgoing).await {
            Ok(Some(found)) => return self.confirm(sending, State::Unconfirmed, found).await,
            // The response does not say what was created.
            Ok(None) => match sending.software.find_request(&sending.outgoing, "").await {
                Ok(Some(found)) => return self.confirm(sending, State::Unconfirmed, found).await,
                _ => String::new(),
            },
            Err(WriteError { error, may_have_arrived: true }) => error.words().to_owned(),
            Err(WriteError { error, .. }) => return self.try_again(sending, error).await,
        };
        let doubt = |sent: &mut SoftwareRequest| Some(rules::doubt(sent, &error));
        let is_open = update(context, scope, sent, State::Unconfirmed, doubt).await?;
        Ok(rules::lookup_delay(0).filter(|_| is_open).map(|delay| context.now().plus(delay)))
    }

    async fn confirm(
        &self,
        sending: &Sending<'_>,
        expected: State,
        found: FoundRequest,
    ) -> Result<Option<Timestamp>, Fault> {
        let now = self.context.now();
        let confirm = |sent: &mut SoftwareRequest| rules::confirm(sent, found, now);
        update(&self.context, sending.scope, &sending.sent, expected, confirm).await?;
        Ok(None)
    }

    /// Plans another attempt for a request that the software certainly did not take, or gives up.
    async fn try_again(
        &self,
        sending: &Sending<'_>,
        error: SoftwareError,
    ) -> Result<Option<Timestamp>, Fault> {
        let tries = sending.sent.tries + 1;
        let pause = match &error {
            SoftwareError::Busy { wait, .. } => Some(carrier::busy_pause(*wait)),
            SoftwareError::Away(_) => {
                Some(carrier::pause_after(tries, |bound| self.context.ids.below(bound)))
            }
            SoftwareError::Denied(_) | SoftwareError::Invalid(_) => None,
        };
        let pause = pause.filter(|_| tries < rules::MAX_TRIES);
        let (before, context) = (&sending.sent, &self.context);
        let again = |sent: &mut SoftwareRequest| {
            sent.state = State::Sending;
            sent.tries = tries;
            match pause {
                Some(_) => None,
                None => Some(rules::fail(sent, error.words())),
            }
        };
        let mut tx = context.db.write(sending.scope).await?;
        // It is unconfirmed if it was about to be created.
        let current = store::lock(&mut tx, sending.scope, &before.request_id).await?.map(|sent| sent.state);
        let current = current.filter(|state| matches!(state, State::Sending | State::Unconfirmed));
        let Some(current) = current else { return Ok(None) };
        let is_open = update_in(&mut tx, context, sending.scope, before, current, again).await?;
        tx.commit().await?;
        Ok(pause.filter(|_| is_open).map(|pause| context.now().plus(pause)))
    }

    /// Plans another lookup of an unconfirmed request that was not found, or could not be looked up.
    async fn look_up_again(
        &self,
        sending: &Sending<'_>,
        error: Option<SoftwareError>,
    ) -> Result<Option<Timestamp>, Fault> {
        let (now, tries) = (self.context.now(), sending.sent.tries + 1);
        let delay = match &error {
            Some(SoftwareError::Denied(_) | SoftwareError::Invalid(_)) => None,
            Some(SoftwareError::Busy { wait, .. }) => {
                rules::lookup_delay(tries).map(|delay| delay.max(carrier::busy_pause(*wait)))
            }
            _ => rules::lookup_delay(tries),
        };
        let again = |sent: &mut SoftwareRequest| {
            sent.tries = tries;
            match (&error, delay) {
                (None, None) => {
                    let problem = rules::not_listed(sent.label());
                    Some(rules::fail(sent, &problem))
                }
                // The next sync looks it up.
                (Some(error), _) => {
                    sent.problem = error.words().to_owned();
                    None
                }
                (None, Some(_)) => {
                    sent.checked_ms = Some(now);
                    None
                }
            }
        };
        let is_open = update(&self.context, sending.scope, &sending.sent, State::Unconfirmed, again).await?;
        Ok(delay.filter(|_| is_open).map(|delay| now.plus(delay)))
    }

    /// Ends the attempts. A request whose result is unknown stays unconfirmed.
    async fn give_up(
        &self,
        scope: &Scope,
        sent: &SoftwareRequest,
        problem: &str,
    ) -> Result<Option<Timestamp>, Fault> {
        let give_up = |current: &mut SoftwareRequest| match current.state {
            State::Sending => Some(rules::fail(current, problem)),
            _ => {
                current.problem = problem.to_owned();
                None
            }
        };
        update(&self.context, scope, sent, sent.state, give_up).await?;
        Ok(None)
    }
}

#[async_trait]
impl Handler for SendSoftwareRequest {
    fn purpose(&self) -> &'static str {
        "Send a service request to association software"
    }

    /// The job mostly waits for the software. The caller limits the number of requests of a company.
    fn is_detached(&self, _: &Claimed) -> bool {
        true
    }

    async fn run(&self, job: &Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        self.caller.run(job, self.advance(&scope, &payload)).await
    }

    async fn exhausted(&self, job: &Claimed) -> Result<(), Fault> {
        let mut tx = self.context.db.write(&Scope::of_company(&job.company_id)).await?;
        self.discarded(&mut tx, job).await?;
        tx.commit().await
    }

    async fn discarded(&self, tx: &mut Tx, job: &Claimed) -> Result<(), Fault> {
        // A job may be dead because its payload cannot be read.
        let Ok(Payload { request, sent_ms, .. }) = serde_json::from_value(job.payload.clone()) else {
            return Ok(());
        };
        let scope = Scope::of_company(&job.company_id);
        let sent = store::find(tx, &scope, &request).await?;
        let Some(sent) = sent.filter(|sent| sent.sent_ms == sent_ms) else { return Ok(()) };
        let fail = |sent: &mut SoftwareRequest| Some(rules::fail(sent, NOT_SENT));
        update_in(tx, &self.context, &scope, &sent, State::Sending, fail).await.map(drop)
    }
}
