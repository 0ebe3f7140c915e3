//! Service requests by text: asks for missing details, reads the request back, and creates it when the
//! resident confirms. Also answers questions about the status of requests, and adds replies to requests that
//! need information.
//!
//! Nothing is lost: a request that the resident does not confirm within 30 minutes is escalated to staff.
mod templates;
mod timeout;

use std::time::Duration;

use answering::Language;
use platform::{Fault, Timestamp, jobs};
pub use timeout::ServiceRequestTimeout;

use super::{Handoff, ReplyHandler};
use crate::{
    bot::{
        policy::{
            MissingDetail, RequestDetails, RequestReply, is_question, is_status_question, parse_reply,
            recognize_request, request_number,
        },
        response::ReplyBody,
        store::PendingServiceRequest,
    },
    messaging::{
        photo,
        thread::{self, MessageId, NewStep, Resident, StepKind},
    },
    residents::homeowner,
    service_requests::service_request::{
        self, EntryPermission, Kind, NewServiceRequest, Priority, ServiceRequest, State,
    },
};

/// Job kind of [`ServiceRequestTimeout`].
pub const SERVICE_REQUEST_TIMEOUT: jobs::JobKind = jobs::JobKind::ServiceRequestTimeout;

/// How long the bot waits for a reply.
const TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// Maximum number of additions before the request is left to staff.
const MAX_ADDITIONS: usize = 5;

impl ReplyHandler<'_> {
    /// Handles a text about a service request. Returns `false` if the text is about something else.
    pub(super) async fn handle_service_request(&mut self) -> Result<bool, Fault> {
        if !self.takes_service_requests() {
            return Ok(false);
        }
        let conversation = &self.inbound.conversation.id;
        if let Some(pending) = PendingServiceRequest::find(self.tx, self.scope, conversation).await? {
            return self.continue_request(pending).await;
        }
        let body = &self.inbound.message.body;
        if is_status_question(body) {
            return self.tell_states().await;
        }
        if let Some(kind) = recognize_request(body) {
            self.start_request(kind).await?;
            return Ok(true);
        }
        self.add_to_request().await
    }

    /// Returns whether the bot accepts requests from this text: the company has the feature, and the bot may
    /// ask questions.
    pub(super) fn takes_service_requests(&self) -> bool {
        let inbound = self.inbound;
        let companies = &self.context.settings.service_request_companies;
        !inbound.is_urgent
            && !inbound.is_assigned()
            && !inbound.is_opted_out
            && !inbound.community.is_training
            && companies.iter().any(|company| company == self.scope.company().as_str())
            && answering::detect_language(&inbound.message.body) == Language::English
    }

    async fn start_request(&mut self, kind: Kind) -> Result<(), Fault> {
        let inbound = self.inbound;
        let mut details = RequestDetails::of_text(kind, &inbound.message.body);
        details.add_photos(&inbound.message.id, inbound.photo_count());
        let resident = inbound.resident.as_ref();
        details.unit = match resident.map(|resident| resident.unit.as_str()).filter(|unit| !unit.is_empty()) {
            Some(unit) => unit.to_owned(),
            None => self.unit_of_account().await?,
        };
        let asked_ms = self.context.now();
        let pending = PendingServiceRequest { message_id: inbound.message.id.clone(), details, asked_ms };
        self.ask(pending, "The text asks for work, so the bot collects the details.").await
    }

    /// Returns the unit of the phone's account; empty unless the phone has exactly one account.
    async fn unit_of_account(&mut self) -> Result<String, Fault> {
        let (community, phone) = (&self.inbound.community.id, &self.inbound.conversation.phone);
        let accounts = homeowner::accounts_of_phone(self.tx, self.scope, community, phone).await?;
        Ok(match accounts.as_slice() {
            [only] => only.entry.unit.clone(),
            _ => String::new(),
        })
    }

    /// Asks for the next detail, or for the confirmation.
    async fn ask(&mut self, pending: PendingServiceRequest, why: &str) -> Result<(), Fault> {
        let question = templates::ask_for(pending.details.missing(), &pending.details);
        self.wait_for_reply(pending, why, &question).await
    }

    /// Stores the pending request, sends a question and enqueues the timeout.
    async fn wait_for_reply(
        &mut self,
        pending: PendingServiceRequest,
        why: &str,
        question: &str,
    ) -> Result<(), Fault> {
        let (conversation, now) = (&self.inbound.conversation.id, self.context.now());
        let pending = PendingServiceRequest { asked_ms: now, ..pending };
        pending.save(self.tx, self.scope, conversation).await?;
        let job = jobs::Job {
            company: self.scope.company().clone(),
            kind: SERVICE_REQUEST_TIMEOUT,
            payload: serde_json::json!({ "message": pending.message_id, "asked_ms": now }),
            key: key(&pending.message_id, &self.inbound.message.id),
            // Another queue key, so that the resident's next text does not wait for the timeout.
            queue_key: key(&pending.message_id, &self.inbound.message.id),
            run_at: now.plus(TIMEOUT),
        };
        jobs::enqueue(self.tx, &self.context.ids, now, job).await?;
        thread::mark_one_read(self.tx, self.scope, conversation).await?;
        self.finish_request_step(NewStep::new(StepKind::RequestDetailsAsked, why)).await?;
        self.send_plain(question, None).await
    }

    async fn finish_request_step(&mut self, step: NewStep) -> Result<(), Fault> {
        self.finish_steps(self.inbound.steps(), step).await
    }

    /// Asks again for a detail that a reply did not include.
    async fn ask_again(
        &mut self,
        mut pending: PendingServiceRequest,
        missing: MissingDetail,
    ) -> Result<(), Fault> {
        pending.details.skipped.push("asked again".to_owned());
        let question = templates::ask_again(missing, &pending.details);
        let why = "The reply didn't include this detail, so the bot asked again.";
        self.wait_for_reply(pending, why, &question).await
    }

    /// Handles a reply to a question about the pending request.
    async fn continue_request(&mut self, mut pending: PendingServiceRequest) -> Result<bool, Fault> {
        let missing = pending.details.missing();
        let body = &self.inbound.message.body;
        if answering::detect_small_talk(body)
            .is_some_and(|(talk, _)| talk == answering::SmallTalk::HumanRequest)
        {
            return Ok(false);
        }
        let reply = parse_reply(missing, body);
        if !matches!(reply, RequestReply::Unrelated | RequestReply::Dropped) {
            pending.details.add_photos(&self.inbound.message.id, self.inbound.photo_count());
        }
        let why = match reply {
            RequestReply::Unrelated => return Ok(false),
            RequestReply::Dropped => {
                self.drop_request(&pending).await?;
                return Ok(true);
            }
            RequestReply::Confirmed => {
                self.create_request(&pending).await?;
                return Ok(true);
            }
            RequestReply::Rejected => {
                let why = "The resident wants to change the request.";
                self.wait_for_reply(pending, why, templates::ask_for_change()).await?;
                return Ok(true);
            }
            RequestReply::Unclear
                if missing == MissingDetail::Confirmation
                    || !pending.details.skipped.iter().any(|one| one == "asked again") =>
            {
                self.ask_again(pending, missing).await?;
                return Ok(true);
            }
            RequestReply::Unclear => {
                pending.details.skipped.push(skipped_name(missing).to_owned());
                "The reply didn't include this detail, so it was left open."
            }
            RequestReply::Detail(text) => {
                pending.details.set(missing, text);
                "The resident gave a detail of the request."
            }
            RequestReply::Entry(permission, pets) => {
                pending.details.entry_permission = permission as i32;
                pending.details.pets = pets.unwrap_or(pending.details.pets);
                "The resident said whether the team may enter."
            }
            RequestReply::Addition(text) => {
                pending.details.additions.push(text);
                if pending.details.additions.len() > MAX_ADDITIONS {
                    self.create_request(&pending).await?;
                    return Ok(true);
                }
                "The resident changed the request."
            }
        };
        self.ask(pending, why).await?;
        Ok(true)
    }

    /// Adds a text of photos without words to the pending request, or to the request that needs information.
    /// Returns `false` if there is none.
    pub(super) async fn add_photos_to_request(&mut self) -> Result<bool, Fault> {
        let inbound = self.inbound;
        let count = inbound.photo_count();
        if count == 0 || !self.takes_service_requests() {
            return Ok(false);
        }
        let pending = PendingServiceRequest::find(self.tx, self.scope, &inbound.conversation.id).await?;
        let Some(mut pending) = pending else { return self.add_to_request().await };
        pending.details.add_photos(&inbound.message.id, count);
        let question = templates::ask_after_photos(pending.details.missing(), &pending.details, count);
        self.wait_for_reply(pending, "The resident sent a photo of the request.", &question).await?;
        Ok(true)
    }

    async fn drop_request(&mut self, pending: &PendingServiceRequest) -> Result<(), Fault> {
        pending.delete(self.tx, self.scope, &self.inbound.conversation.id).await?;
        thread::mark_one_read(self.tx, self.scope, &self.inbound.conversation.id).await?;
        self.finish_request_step(NewStep::new(
            StepKind::RequestDetailsAsked,
            "The resident dropped the request.",
        ))
        .await?;
        self.send_plain(templates::dropped(), None).await
    }

    async fn create_request(&mut self, pending: &PendingServiceRequest) -> Result<(), Fault> {
        let inbound = self.inbound;
        pending.delete(self.tx, self.scope, &inbound.conversation.id).await?;
        let new = new_request(pending, inbound.resident.as_ref(), inbound);
        let (request, text) =
            service_request::create_from_text(self.tx, self.scope, self.context, &inbound.community, new)
                .await?;
        thread::mark_one_read(self.tx, self.scope, &inbound.conversation.id).await?;
        let why = format!("Created the service request {}.", request.number);
        self.finish_request_step(NewStep::new(StepKind::RequestSaved, why)).await?;
        self.send_plain(&text, None).await
    }

    /// Replies with the status of the phone's requests. Returns `false` if there are none.
    async fn tell_states(&mut self) -> Result<bool, Fault> {
        let requests = self.requests_of_phone().await?;
        let number = request_number(&self.inbound.message.body);
        let named: Vec<ServiceRequest> =
            requests.iter().filter(|one| Some(&one.number) == number.as_ref()).cloned().collect();
        let told = match number {
            Some(_) => named,
            None => {
                let about = about(&self.inbound.message.body, &requests);
                if about.is_empty() { requests } else { about }
            }
        };
        if told.is_empty() {
            return Ok(false);
        }
        let numbers: Vec<&str> = told.iter().map(|request| request.number.as_str()).collect();
        let why = format!("Replied with the state of {}.", numbers.join(", "));
        thread::mark_one_read(self.tx, self.scope, &self.inbound.conversation.id).await?;
        self.finish_request_step(NewStep::new(StepKind::RequestStatusSent, why)).await?;
        let text = templates::states(&told, &self.inbound.community.time_zone);
        self.send_plain(&text, None).await?;
        Ok(true)
    }

    async fn requests_of_phone(&mut self) -> Result<Vec<ServiceRequest>, Fault> {
        let (community, phone) = (&self.inbound.community.id, self.inbound.conversation.phone.as_str());
        service_request::requests_of_phone(self.tx, self.scope, self.context, community, phone).await
    }

    /// Adds the text to the phone's only request that needs information. Returns `false` if there is none, or
    /// if the text is a question.
    async fn add_to_request(&mut self) -> Result<bool, Fault> {
        let body = &self.inbound.message.body;
        if is_question(body) || answering::detect_small_talk(body).is_some() {
            return Ok(false);
        }
        let mut waiting = self.requests_of_phone().await?;
        waiting.retain(|request| request.state == State::NeedsInfo);
        let Ok([request]) = <[ServiceRequest; 1]>::try_from(waiting) else { return Ok(false) };
        let text = &self.inbound.message;
        let request = service_request::add_reply(self.tx, self.scope, self.context, request, text).await?;
        let why =
            format!("Added to the service request {}, which was waiting for information.", request.number);
        self.finish_request_step(NewStep::new(StepKind::RequestSaved, why)).await?;
        self.send_plain(&templates::added(&request), None).await?;
        Ok(true)
    }

    /// Escalates the text of a request that was not confirmed.
    async fn escalate_request(
        &mut self,
        pending: &PendingServiceRequest,
        why: &str,
        reply: &str,
    ) -> Result<(), Fault> {
        self.add_steps(&[NewStep::new(StepKind::Escalated, why)]).await?;
        let question = match pending.details.photo_count {
            0 => pending.details.description(),
            count => format!("{}\n({})", pending.details.description(), photo::count_text(count)),
        };
        let (language, reply) = (Language::English, Some(ReplyBody::Plain(reply)));
        self.hand_off(&Handoff { question: &question, suggested: None, language, reply }).await
    }
}

/// Returns the requests whose title contains a word of at least four letters from a text.
fn about(text: &str, requests: &[ServiceRequest]) -> Vec<ServiceRequest> {
    let long = |text: &str| -> Vec<String> {
        platform::sms::words_of(text).into_iter().filter(|word| word.chars().count() >= 4).collect()
    };
    let words = long(text);
    requests.iter().filter(|one| long(&one.title).iter().any(|word| words.contains(word))).cloned().collect()
}

fn new_request(
    pending: &PendingServiceRequest,
    resident: Option<&Resident>,
    inbound: &super::message_context::MessageContext,
) -> NewServiceRequest {
    let details = &pending.details;
    let text = |value: fn(&Resident) -> &String| resident.map(value).cloned().unwrap_or_default();
    NewServiceRequest {
        community: inbound.community.id.clone(),
        title: details.title(),
        description: details.description(),
        kind: Kind::try_from(details.kind).unwrap_or(Kind::Other),
        priority: Priority::Normal,
        unit: details.unit.clone(),
        location: details.location.clone(),
        contact_name: text(|resident| &resident.name),
        contact_phone: inbound.conversation.phone.as_str().to_owned(),
        contact_email: text(|resident| &resident.email),
        entry_permission: EntryPermission::try_from(details.entry_permission)
            .unwrap_or(EntryPermission::Unknown),
        pets: details.pets.clone(),
        assignee: None,
        vendor: String::new(),
        notify_resident: true,
        is_draft: false,
        conversation: Some(inbound.conversation.id.to_string()),
        escalation: None,
        texts: details.texts_with_photos.clone(),
    }
}

/// Returns the stored name of a detail that the resident did not give.
fn skipped_name(missing: MissingDetail) -> &'static str {
    match missing {
        MissingDetail::Location => "location",
        MissingDetail::Unit => "unit",
        MissingDetail::Since => "since",
        MissingDetail::Entry => "entry",
        MissingDetail::Confirmation => "confirmation",
    }
}

/// Returns the job key of a timeout, which is unique per question.
fn key(request: &MessageId, reply: &MessageId) -> String {
    format!("service request {request} {reply}")
}

/// Returns whether a pending request still waits for the reply to the question that was asked at this time.
fn is_waiting(pending: &PendingServiceRequest, message: &MessageId, asked: Timestamp) -> bool {
    pending.message_id == *message && pending.asked_ms == asked
}
