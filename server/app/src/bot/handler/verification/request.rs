//! Asks a resident to verify their identity, and waits for the reply.
use std::slice;

use platform::{Fault, Timestamp, jobs};

use super::{AccountAnswer, VERIFICATION_TIMEOUT, timeout::TIMEOUT};
use crate::{
    bot::{
        handler::{ReplyHandler, question::Outcome},
        templates,
    },
    messaging::thread::{self, MessageId, NewStep, StepKind},
    residents::homeowner::{self, CodeChannel, CodeRequest, VerificationChallenge, VerificationMethod},
};

impl ReplyHandler<'_> {
    /// Requests verification and enqueues the timeout.
    pub(super) async fn request_verification(
        &mut self,
        steps: Vec<NewStep>,
        of: &AccountAnswer<'_>,
        method: VerificationMethod,
    ) -> Result<Outcome, Fault> {
        let (inbound, now) = (self.inbound, self.context.now());
        if let Some((_, pending_context)) = self.remove_pending_verification().await? {
            let step = NewStep::new(
                StepKind::ClarificationAsked,
                "The resident asked again, so this question is closed.",
            );
            self.for_message(&pending_context).add_steps(slice::from_ref(&step)).await?;
        }
        let (text, why) = match method {
            VerificationMethod::Unit => {
                (templates::ask_for_unit(of.language), "they were asked for their unit first.".to_owned())
            }
            VerificationMethod::Code => {
                let accounts = self.accounts().await?;
                let request = CodeRequest {
                    message_id: inbound.message.id.as_str(),
                    channel: CodeChannel::Text,
                    community: &inbound.label,
                };
                let emailed =
                    homeowner::send_codes(self.tx, self.scope, self.context, request, &accounts).await?;
                (templates::ask_for_code(of.language), code_step(emailed))
            }
        };
        let (message_id, answer_id) = (inbound.message.id.clone(), of.answer.id.to_string());
        // Another request does not reset the failed attempts.
        let failures = self.failures().await?;
        let tries =
            failures.iter().find(|failures| failures.method == method).map_or(0, |failures| failures.count);
        let challenge = VerificationChallenge {
            message_id,
            answer_id,
            method,
            failed_attempts: tries,
            requested_ms: now,
        };
        challenge.save(self.tx, self.scope, &inbound.conversation.id).await?;
        let job = jobs::Job {
            company: self.scope.company().clone(),
            kind: VERIFICATION_TIMEOUT,
            payload: serde_json::json!({ "message": inbound.message.id, "asked_ms": now }),
            key: key(&inbound.message.id, now),
            // Another queue key, so that the resident's next text does not wait for the timeout.
            queue_key: key(&inbound.message.id, now),
            run_at: now.plus(TIMEOUT),
        };
        jobs::enqueue(self.tx, &self.context.ids, now, job).await?;
        thread::mark_one_read(self.tx, self.scope, &inbound.conversation.id).await?;
        self.record_decision(of.matches, of.result, false).await?;
        self.finish_steps(
            steps,
            NewStep::new(StepKind::ClarificationAsked, format!("The answer has account details, so {why}")),
        )
        .await?;
        self.send_plain(text, None).await?;
        Ok(Outcome::Disambiguated)
    }
}

/// Describes for staff how many codes were emailed.
fn code_step(mailed: usize) -> String {
    match mailed {
        0 => "a code is asked for. None was emailed: this phone is on no account with an email address, or \
              three were sent in the last hour. The resident got the usual text, and staff get the question in 15 \
              minutes."
            .to_owned(),
        1 => "a code was emailed to the address on their account.".to_owned(),
        many => format!("codes were emailed to the {many} addresses on their accounts."),
    }
}

/// Returns the job key of a timeout, which is unique per request.
fn key(message: &MessageId, now: Timestamp) -> String {
    format!("verification {message} {}", now.0)
}
