//! Answers that contain account data: verifies the resident first.
//!
//! A resident who cannot be verified gets the same texts as any other resident, and the question is
//! escalated to staff.
mod request;
mod timeout;

use std::slice;

use answering::{Language, Match};
use platform::{Fault, jobs::JobKind};
pub use timeout::VerificationTimeout;

use super::{Handoff, ReplyHandler, message_context::MessageContext, question::Outcome};
use crate::{
    bot::{
        account_answer::account_answer,
        index::{SearchResult, TextEmbeddings},
        response::ReplyBody,
        templates,
    },
    knowledge::answer,
    messaging::thread::{NewStep, StepKind},
    residents::homeowner::{
        self, AccessDecision, Account, CodeCheck, PhoneInCommunity, TemplateError, VerificationChallenge,
        VerificationFailures, VerificationMethod, VerificationPolicy, VerificationReply, VerifiedAccount,
    },
};

/// Job kind of [`VerificationTimeout`].
pub const VERIFICATION_TIMEOUT: JobKind = JobKind::VerificationTimeout;

/// An answer with account data, and the decision that selected it.
pub(super) struct AccountAnswer<'a> {
    pub result: &'a SearchResult,
    pub matches: &'a [Match],
    pub answer: &'a answer::Answer,
    pub language: Language,
}

impl ReplyHandler<'_> {
    /// Sends an answer with account data, requests verification, or escalates the question.
    pub(super) async fn reply_with_account(
        &mut self,
        mut steps: Vec<NewStep>,
        of: &AccountAnswer<'_>,
    ) -> Result<Outcome, Fault> {
        let (inbound, now) = (self.inbound, self.context.now());
        if self.failures().await?.iter().any(VerificationFailures::is_exhausted) {
            let why = "The answer has account details, and identity verification failed recently; sent to your team.";
            return self.escalate_account_answer(steps, of, why.to_owned()).await;
        }
        let accounts = self.accounts().await?;
        let verified = homeowner::verified_accounts(self.tx, self.scope, &inbound.conversation.id).await?;
        let can_email = homeowner::can_send_email(self.tx, self.scope, self.context).await?;
        let policy = VerificationPolicy::from_stored(inbound.community.persona.homeowner_auth);
        match homeowner::decide_access(policy, accounts, &verified, can_email, now) {
            AccessDecision::Granted { accounts, reason: why } => {
                steps.push(NewStep::new(StepKind::IdentityVerified, why));
                self.send_account_answer(steps, of, &accounts).await
            }
            AccessDecision::VerificationRequired(_) if inbound.is_opted_out => {
                let why = "The answer has account details, and a resident who opted out cannot be asked to verify their identity; sent to your team.";
                self.escalate_account_answer(steps, of, why.to_owned()).await
            }
            AccessDecision::VerificationRequired(method) => {
                self.request_verification(steps, of, method).await
            }
            AccessDecision::Denied(why) => {
                let why = format!("The answer has account details, and {why}; sent to your team.");
                self.escalate_account_answer(steps, of, why).await
            }
        }
    }

    /// Returns the phone's recent verification failures.
    async fn failures(&mut self) -> Result<Vec<VerificationFailures>, Fault> {
        let phone = phone_of(self.inbound);
        VerificationFailures::recent(self.tx, self.scope, phone, self.context.now()).await
    }

    /// Returns the accounts that have the phone number.
    async fn accounts(&mut self) -> Result<Vec<Account>, Fault> {
        let MessageContext { community, conversation, .. } = self.inbound;
        homeowner::accounts_of_phone(self.tx, self.scope, &community.id, &conversation.phone).await
    }

    /// Sends the answer with the data of these accounts.
    async fn send_account_answer(
        &mut self,
        steps: Vec<NewStep>,
        of: &AccountAnswer<'_>,
        accounts: &[Account],
    ) -> Result<Outcome, Fault> {
        let (community, now) = (&self.inbound.community, self.context.now());
        let text = match account_answer(community, of.answer, accounts, of.language, now) {
            Ok(text) => text,
            Err(TemplateError { reason: why }) => {
                return self.escalate_account_answer(steps, of, format!("{why}; sent to your team.")).await;
            }
        };
        let decision = self.record_decision(of.matches, of.result, true).await?;
        let why = format!(
            "Replied with the answer to \"{}\", filled in for {}.",
            of.answer.question,
            homeowner::account_labels(accounts)
        );
        self.finish_steps(steps, NewStep::new(StepKind::Replied, why)).await?;
        self.send(ReplyBody::Rendered(&text), Some(&decision)).await?;
        answer::count_use(self.tx, self.scope, of.answer).await?;
        Ok(Outcome::Replied)
    }

    /// Escalates the question, with the answer as a suggestion.
    async fn escalate_account_answer(
        &mut self,
        steps: Vec<NewStep>,
        of: &AccountAnswer<'_>,
        why: String,
    ) -> Result<Outcome, Fault> {
        let inbound = self.inbound;
        let decision = self.record_decision(of.matches, of.result, false).await?;
        self.finish_steps(steps, NewStep::new(StepKind::Escalated, why)).await?;
        let reply = templates::handoff(&inbound.recipient(of.language), false);
        let suggested = Some((of.answer, decision.confidence));
        let (question, language) = (inbound.message.body.as_str(), of.language);
        self.hand_off(&Handoff { question, suggested, language, reply: Some(ReplyBody::Plain(&reply)) })
            .await?;
        Ok(Outcome::Escalated)
    }

    /// Handles a reply to a verification request. Returns `false` if none is pending, or the text is about something
    /// else.
    pub(super) async fn handle_verification_reply(&mut self) -> Result<bool, Fault> {
        let conversation = &self.inbound.conversation.id;
        let challenge = VerificationChallenge::find(self.tx, self.scope, conversation).await?;
        let Some(challenge) = challenge.filter(|challenge| !challenge.is_exhausted()) else {
            return Ok(false);
        };
        let Some(reply) = homeowner::parse_reply(challenge.method, &self.inbound.message.body) else {
            return Ok(false);
        };
        let Some(pending_context) = MessageContext::find(self.tx, self.scope, &challenge.message_id).await?
        else {
            return Ok(false);
        };
        // After the last attempt no reply is accepted, regardless of the community's number that was texted.
        let check = match self.failures().await?.iter().any(VerificationFailures::is_exhausted) {
            true => CodeCheck::Wrong,
            false => self.check_reply(&challenge, &reply).await?,
        };
        match check {
            CodeCheck::Verified(accounts) => {
                self.complete_verification(&challenge, &pending_context, &accounts).await?
            }
            CodeCheck::Expired => {
                let step = NewStep::new(
                    StepKind::ClarificationAsked,
                    "The code had expired, so a new one was sent.",
                );
                self.add_step_to_message(step).await?;
                self.answer_pending(&challenge, &pending_context).await?;
            }
            CodeCheck::Wrong => self.record_failure(challenge, &pending_context).await?,
        }
        Ok(true)
    }

    async fn check_reply(
        &mut self,
        challenge: &VerificationChallenge,
        reply: &VerificationReply,
    ) -> Result<CodeCheck, Fault> {
        let accounts = self.accounts().await?;
        match challenge.method {
            VerificationMethod::Unit => match reply.matching_units(accounts) {
                named if named.is_empty() => Ok(CodeCheck::Wrong),
                named => Ok(CodeCheck::Verified(named)),
            },
            VerificationMethod::Code => {
                let message_id = challenge.message_id.as_str();
                homeowner::check_code(self.tx, self.scope, self.context, message_id, reply, accounts).await
            }
        }
    }

    /// Adds a step to the text itself.
    async fn add_step_to_message(&mut self, step: NewStep) -> Result<(), Fault> {
        let mut steps = self.inbound.steps();
        steps.push(step);
        self.add_steps(&steps).await
    }

    /// Stores the verification, and answers the pending question.
    async fn complete_verification(
        &mut self,
        challenge: &VerificationChallenge,
        pending_context: &MessageContext,
        accounts: &[Account],
    ) -> Result<(), Fault> {
        let conversation = &self.inbound.conversation.id;
        for account in accounts {
            let verified = VerifiedAccount {
                account_id: account.id.clone(),
                method: challenge.method,
                verified_ms: self.context.now(),
            };
            homeowner::save_verified_account(self.tx, self.scope, conversation, &verified).await?;
        }
        let phone = phone_of(self.inbound);
        VerificationFailures::clear(self.tx, self.scope, phone).await?;
        let by = match challenge.method {
            VerificationMethod::Unit => "unit number",
            VerificationMethod::Code => "an emailed code",
        };
        let why = format!("Verified for {} by {by}.", homeowner::account_labels(accounts));
        self.add_step_to_message(NewStep::new(StepKind::IdentityVerified, why)).await?;
        self.answer_pending(challenge, pending_context).await
    }

    /// Counts a failure and asks again, unless the attempts are exhausted.
    async fn record_failure(
        &mut self,
        challenge: VerificationChallenge,
        pending_context: &MessageContext,
    ) -> Result<(), Fault> {
        let (phone, now) = (phone_of(self.inbound), self.context.now());
        VerificationFailures::record(self.tx, self.scope, phone, challenge.method, now).await?;
        let (failures, most) = (self.failures().await?, challenge.method.max_attempts());
        let tries = failures
            .iter()
            .find(|failures| failures.method == challenge.method)
            .map_or(1, |failures| failures.count);
        let language = answering::detect_language(&pending_context.message.body);
        let what = match challenge.method {
            VerificationMethod::Unit => "The unit doesn't match this phone",
            VerificationMethod::Code => "The code doesn't match",
        };
        if failures.iter().any(VerificationFailures::is_exhausted) {
            let why = format!("{what} (try {most} of {most}).");
            self.add_step_to_message(NewStep::new(StepKind::IdentityVerified, why)).await?;
            let reply = templates::handoff(&self.inbound.recipient(language), false);
            let why = "Identity was not verified; sent to your team.";
            // Further requests are refused until the failures expire.
            return self.escalate_unverified(&challenge, pending_context, why, Some(&reply)).await;
        }
        let conversation = &self.inbound.conversation.id;
        let again = match challenge.method {
            VerificationMethod::Unit => templates::ask_for_unit_again(language),
            VerificationMethod::Code => templates::ask_for_code_again(language),
        };
        VerificationChallenge { failed_attempts: tries, ..challenge }
            .save(self.tx, self.scope, conversation)
            .await?;
        self.add_step_to_message(NewStep::new(
            StepKind::IdentityVerified,
            format!("{what}: {tries} of {most} tries."),
        ))
        .await?;
        self.send_plain(again, None).await
    }

    /// Answers the pending question with current data.
    async fn answer_pending(
        &mut self,
        challenge: &VerificationChallenge,
        pending_context: &MessageContext,
    ) -> Result<(), Fault> {
        self.delete_challenge(challenge).await?;
        let (today, no_embeddings) = (self.today(), TextEmbeddings::default());
        let result = self
            .for_message(pending_context)
            .index_query(&no_embeddings, &today, None)
            .await?
            .search(&pending_context.message.body);
        // An answer that was deleted or has expired in the meantime is not sent.
        let holds = |answer: &&answer::Answer| answer.is_answered() && !answer.has_expired(&today);
        let language = answering::detect_language(&pending_context.message.body);
        let Some(answer) = result.by_id(&challenge.answer_id).filter(holds) else {
            let why = "The answer was deleted; sent to your team.";
            let step = NewStep::new(StepKind::Escalated, why);
            self.for_message(pending_context).add_steps(slice::from_ref(&step)).await?;
            let reply = templates::handoff(&self.inbound.recipient(language), false);
            let reply = Some(ReplyBody::Plain(&reply));
            let question = pending_context.message.body.as_str();
            let handoff = Handoff { question, suggested: None, language, reply };
            return self.for_message(pending_context).hand_off(&handoff).await;
        };
        let confidence =
            result.matches.iter().find(|it| it.id == challenge.answer_id).map_or(1.0, |it| it.confidence);
        let (id, question) = (challenge.answer_id.clone(), answer.question.clone());
        let chosen = Match { id, question, confidence };
        let of = AccountAnswer { result: &result, matches: slice::from_ref(&chosen), answer, language };
        self.for_message(pending_context).reply_with_account(Vec::new(), &of).await.map(drop)
    }

    /// Escalates the pending question if the unrelated text was escalated. Otherwise the question stays
    /// pending.
    pub(super) async fn close_verification(&mut self, outcome: Outcome) -> Result<(), Fault> {
        if outcome != Outcome::Escalated {
            return Ok(());
        }
        let Some((challenge, pending_context)) = self.remove_pending_verification().await? else {
            return Ok(());
        };
        // Tell the resident only once that staff were notified.
        self.escalate_unverified(
            &challenge,
            &pending_context,
            "The resident wrote something else; sent to your team.",
            None,
        )
        .await
    }

    /// Deletes the pending verification of the conversation. Returns it with its text.
    async fn remove_pending_verification(
        &mut self,
    ) -> Result<Option<(VerificationChallenge, MessageContext)>, Fault> {
        let conversation = &self.inbound.conversation.id;
        let challenge = VerificationChallenge::find(self.tx, self.scope, conversation).await?;
        let Some(challenge) = challenge.filter(|challenge| !challenge.is_exhausted()) else {
            return Ok(None);
        };
        self.delete_challenge(&challenge).await?;
        let pending_context = MessageContext::find(self.tx, self.scope, &challenge.message_id).await?;
        Ok(pending_context.map(|pending_context| (challenge, pending_context)))
    }

    /// Deletes the challenge, which makes its timeout job do nothing.
    async fn delete_challenge(&mut self, challenge: &VerificationChallenge) -> Result<(), Fault> {
        challenge.delete(self.tx, self.scope).await
    }

    /// Escalates the pending question, with the answer as a suggestion.
    async fn escalate_unverified(
        &mut self,
        challenge: &VerificationChallenge,
        pending_context: &MessageContext,
        why: &str,
        reply: Option<&str>,
    ) -> Result<(), Fault> {
        self.delete_challenge(challenge).await?;
        let step = NewStep::new(StepKind::Escalated, why);
        self.for_message(pending_context).add_steps(slice::from_ref(&step)).await?;
        let (today, no_embeddings) = (self.today(), TextEmbeddings::default());
        let question = pending_context.message.body.as_str();
        let result = self
            .for_message(pending_context)
            .index_query(&no_embeddings, &today, None)
            .await?
            .search(question);
        let suggested =
            result.by_id(&challenge.answer_id).map(|answer| (answer, f64::from(result.confidence())));
        let language = answering::detect_language(question);
        let reply = reply.map(ReplyBody::Plain);
        self.for_message(pending_context).hand_off(&Handoff { question, suggested, language, reply }).await
    }
}

/// Returns the sender's phone number in the community.
fn phone_of(inbound: &MessageContext) -> PhoneInCommunity<'_> {
    PhoneInCommunity { community: &inbound.community.id, number: &inbound.conversation.phone }
}
