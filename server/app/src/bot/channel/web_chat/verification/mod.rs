//! Answers with account data: the visitor proves who they are first, by a signature of the website or by a code that is
//! emailed to the address on their account.
//!
//! A visitor whose address is on no account gets the same messages as any other, and the question is escalated.
mod notes;
mod pending_question;
mod signed_visitor;
mod templates;
mod timeout;
mod visitor_reply;

use answering::Language;
use platform::Fault;

use self::pending_question::PendingQuestion;
pub use self::{
    timeout::{WEB_CHAT_VERIFICATION_TIMEOUT, WebChatVerificationTimeout},
    visitor_reply::VisitorReply,
};
use super::{ChatHandler, Outcome, handoff::Handoff};
use crate::{
    bot::{account_answer::account_answer, response::ReplyBody},
    knowledge::answer,
    messaging::web_chat::{self, AttemptSubject, VisitorChallenge, VisitorIdentity, WebChat, WebChatMessage},
    residents::homeowner::{
        self, Account, CodeChannel, CodeCheck, CodeRequest, TemplateError, VerificationMethod,
        VerificationPolicy, VerificationReply,
    },
};

/// Maximum number of requests for codes in a chat before an hour without one.
const MAX_REQUESTS: i64 = 3;

/// A question of the visitor whose answer has account data.
pub struct AccountQuestion<'a> {
    /// The message that asks it.
    pub message: &'a WebChatMessage,
    /// The question that staff see if it is escalated.
    pub question: &'a str,
    pub answer: &'a answer::Answer,
    pub confidence: f64,
    pub language: Language,
}

impl<'a> AccountQuestion<'a> {
    /// Returns the hand-off of the question, with the answer as a suggestion.
    fn handoff(&self) -> Handoff<'a> {
        Handoff {
            message: self.message,
            question: self.question,
            suggested: Some((self.answer, self.confidence)),
            is_urgent: false,
            language: self.language,
        }
    }
}

impl ChatHandler<'_> {
    /// Sends an answer with account data, asks the visitor to prove who they are, or escalates the question.
    pub(super) async fn reply_with_account(
        &mut self,
        account_question: &AccountQuestion<'_>,
    ) -> Result<Outcome, Fault> {
        let context = self.preparer.context;
        if self.is_sharing_disabled() {
            return self.escalate_account(&account_question.handoff(), notes::DISABLED).await;
        }
        if let Some(identity) = self.valid_identity().await? {
            return self.answer_account(account_question, &identity).await;
        }
        if !homeowner::can_send_email(self.tx, self.scope, context).await? {
            return self.escalate_account(&account_question.handoff(), notes::NO_EMAIL).await;
        }
        let address = self.address();
        if !address.is_empty() {
            return self.request_code(account_question, address).await;
        }
        self.save_challenge(account_question, address).await?;
        let words = templates::ask_for_address(account_question.language);
        self.send(ReplyBody::Plain(words), Vec::new(), notes::ADDRESS_REQUESTED).await?;
        Ok(Outcome::Replied)
    }

    /// Sends the answer with the data of the accounts that have the address of the identity.
    async fn answer_account(
        &mut self,
        account_question: &AccountQuestion<'_>,
        identity: &VisitorIdentity,
    ) -> Result<Outcome, Fault> {
        let (inbound, now) = (self.inbound, self.preparer.context.now());
        let accounts = self.accounts(&identity.email).await?;
        if accounts.is_empty() {
            return self.escalate_account(&account_question.handoff(), notes::NO_ACCOUNT).await;
        }
        let text = match account_answer(
            &inbound.community,
            account_question.answer,
            &accounts,
            account_question.language,
            now,
        ) {
            Ok(text) => text,
            Err(TemplateError { reason }) => {
                return self.escalate_account(&account_question.handoff(), &notes::not_filled(&reason)).await;
            }
        };
        self.close_earlier(account_question).await?;
        VisitorChallenge::delete(self.tx, self.scope, &inbound.chat.id).await?;
        let labels = homeowner::account_labels(&accounts);
        let note = notes::answered(identity.verification, &account_question.answer.question, &labels);
        self.send_answer(ReplyBody::Rendered(&text), account_question.answer, &note).await?;
        Ok(Outcome::Replied)
    }

    /// Handles the message if it replies to the request for an address or a code. Returns whether it does.
    pub(super) async fn handle_proof(&mut self) -> Result<bool, Fault> {
        let inbound = self.inbound;
        if let Some((challenge, reply)) = inbound.visitor_reply() {
            self.handle_visitor_reply(challenge, reply).await?;
        } else if let Some(challenge) = inbound.void_code() {
            self.decline_code(challenge).await?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Handles a reply to the request for an address or a code.
    async fn handle_visitor_reply(
        &mut self,
        challenge: &VisitorChallenge,
        reply: VisitorReply,
    ) -> Result<(), Fault> {
        let Some(pending) = self.find_pending(challenge).await? else {
            return VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await;
        };
        let outcome = match (pending.account_question(challenge), reply) {
            (None, _) => self.escalate_account(&pending.handoff(challenge), notes::ANSWER_DELETED).await?,
            (Some(account_question), _) if self.is_sharing_disabled() => {
                self.escalate_account(&account_question.handoff(), notes::DISABLED).await?
            }
            (Some(account_question), VisitorReply::Address(address)) => {
                let email = address.clone();
                let chat = WebChat { email, ..self.inbound.chat.clone() };
                web_chat::save_contact(self.tx, self.scope, &chat).await?;
                match self.valid_identity().await? {
                    Some(identity) => self.answer_account(&account_question, &identity).await?,
                    None => self.request_code(&account_question, address).await?,
                }
            }
            (Some(account_question), VisitorReply::Code(code)) => match self.valid_identity().await? {
                // The website has signed the visitor since, so the code is void.
                Some(identity) => self.answer_account(&account_question, &identity).await?,
                None => self.check_code(challenge, &account_question, &code).await?,
            },
        };
        match outcome {
            Outcome::Escalated => VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await,
            Outcome::Replied => Ok(()),
        }
    }

    /// Emails a code to an address in lowercase if it is on an account. The visitor does not learn whether it is.
    async fn request_code(
        &mut self,
        account_question: &AccountQuestion<'_>,
        address: String,
    ) -> Result<Outcome, Fault> {
        let (inbound, context) = (self.inbound, self.preparer.context);
        let chat = AttemptSubject::Chat(&inbound.chat.id);
        let requests = self.count_attempts(chat).await?;
        let wrong_codes = self.count_attempts(AttemptSubject::Email(&address)).await?;
        if requests >= MAX_REQUESTS || wrong_codes >= VerificationMethod::Code.max_attempts() {
            return self.escalate_account(&account_question.handoff(), notes::TOO_MANY_ATTEMPTS).await;
        }
        self.record_attempt(chat).await?;
        let accounts = self.accounts(&address).await?;
        let (message_id, label) = (account_question.message.id.as_str(), inbound.community.label());
        let request = CodeRequest { message_id, channel: CodeChannel::WebChat, community: &label };
        let emailed = homeowner::send_codes(self.tx, self.scope, context, request, &accounts).await?;
        self.save_challenge(account_question, address).await?;
        let words = templates::ask_for_code(account_question.language);
        self.send(ReplyBody::Plain(words), Vec::new(), notes::code_requested(emailed)).await?;
        Ok(Outcome::Replied)
    }

    /// Answers the question if the code is right.
    async fn check_code(
        &mut self,
        challenge: &VisitorChallenge,
        account_question: &AccountQuestion<'_>,
        code: &VerificationReply,
    ) -> Result<Outcome, Fault> {
        let (inbound, context) = (self.inbound, self.preparer.context);
        let address = self.address();
        if challenge.email != address {
            // The visitor has given another address in the meantime.
            return self.request_code(account_question, address).await;
        }
        let subject = AttemptSubject::Email(&address);
        // After the last attempt no code is accepted, in any chat.
        let check = if self.count_attempts(subject).await? >= VerificationMethod::Code.max_attempts() {
            CodeCheck::Wrong
        } else {
            let (message_id, accounts) = (challenge.message_id.as_str(), self.accounts(&address).await?);
            homeowner::check_code(self.tx, self.scope, context, message_id, code, accounts).await?
        };
        match check {
            CodeCheck::Verified(_) => {
                for subject in [subject, AttemptSubject::Chat(&inbound.chat.id)] {
                    web_chat::clear_attempts(self.tx, self.scope, &inbound.community.id, subject).await?;
                }
                let identity = VisitorIdentity::by_code(address, context.now());
                web_chat::save_identity(self.tx, self.scope, &inbound.chat, &identity).await?;
                self.answer_account(account_question, &identity).await
            }
            CodeCheck::Expired => self.request_code(account_question, address).await,
            CodeCheck::Wrong => self.ask_again(account_question, subject).await,
        }
    }

    /// Counts a wrong code and asks again, unless it was the last attempt.
    async fn ask_again(
        &mut self,
        account_question: &AccountQuestion<'_>,
        subject: AttemptSubject<'_>,
    ) -> Result<Outcome, Fault> {
        let (tries, most) = (self.record_attempt(subject).await?, VerificationMethod::Code.max_attempts());
        let note = notes::wrong_code(tries, most);
        if tries >= most {
            return self.escalate_account(&account_question.handoff(), &note).await;
        }
        let words = templates::ask_for_code_again(account_question.language);
        self.send(ReplyBody::Plain(words), Vec::new(), &note).await?;
        Ok(Outcome::Replied)
    }

    /// Escalates the question that waits for a proof, after another message of the visitor was escalated. The visitor
    /// gets no reply about it.
    pub(super) async fn close_challenge(&mut self) -> Result<(), Fault> {
        let inbound = self.inbound;
        let Some(challenge) = &inbound.challenge else { return Ok(()) };
        VisitorChallenge::delete(self.tx, self.scope, &challenge.chat_id).await?;
        let Some(pending) = self.find_pending(challenge).await? else { return Ok(()) };
        self.hand_off(&pending.handoff(challenge)).await?;
        web_chat::set_bot_note(self.tx, self.scope, &pending.message.id, notes::WROTE_SOMETHING_ELSE).await
    }

    /// Closes the earlier question that waits for a proof, if the visitor has asked another one.
    async fn close_earlier(&mut self, account_question: &AccountQuestion<'_>) -> Result<(), Fault> {
        let inbound = self.inbound;
        match &inbound.challenge {
            Some(earlier) if earlier.message_id != account_question.message.id => {
                web_chat::set_bot_note(self.tx, self.scope, &earlier.message_id, notes::ASKED_AGAIN).await
            }
            _ => Ok(()),
        }
    }

    /// Lets the question wait for the visitor, for some time. It replaces an earlier one.
    async fn save_challenge(
        &mut self,
        account_question: &AccountQuestion<'_>,
        email: String,
    ) -> Result<(), Fault> {
        self.close_earlier(account_question).await?;
        let challenge = VisitorChallenge {
            chat_id: self.inbound.chat.id.clone(),
            message_id: account_question.message.id.clone(),
            question: account_question.question.to_owned(),
            answer_id: account_question.answer.id.to_string(),
            confidence: account_question.confidence,
            email,
            requested_ms: self.preparer.context.now(),
            is_void: false,
        };
        challenge.save(self.tx, self.scope).await?;
        timeout::enqueue(self.tx, self.preparer.context, self.scope, &challenge).await
    }

    /// Returns what the visitor has proved, unless it has expired.
    async fn valid_identity(&mut self) -> Result<Option<VisitorIdentity>, Fault> {
        let identity = web_chat::find_identity(self.tx, self.scope, &self.inbound.chat.id).await?;
        let now = self.preparer.context.now();
        Ok(identity.filter(|identity| identity.is_valid(now)))
    }

    async fn find_pending(&mut self, challenge: &VisitorChallenge) -> Result<Option<PendingQuestion>, Fault> {
        PendingQuestion::find(self.tx, self.scope, self.preparer, &self.inbound.community, challenge).await
    }

    /// Whether the persona never shares account data. All other policies require the same proof in a chat.
    fn is_sharing_disabled(&self) -> bool {
        let stored = self.inbound.community.persona.homeowner_auth;
        VerificationPolicy::from_stored(stored) == VerificationPolicy::Disabled
    }

    /// Returns the visitor's email address in lowercase; empty if there is none.
    fn address(&self) -> String {
        self.inbound.chat.email.trim().to_lowercase()
    }

    /// Returns the accounts that have an email address in lowercase.
    async fn accounts(&mut self, address: &str) -> Result<Vec<Account>, Fault> {
        homeowner::accounts_of_email(self.tx, self.scope, &self.inbound.community.id, address).await
    }

    async fn count_attempts(&mut self, subject: AttemptSubject<'_>) -> Result<i64, Fault> {
        let (community, now) = (&self.inbound.community.id, self.preparer.context.now());
        web_chat::count_attempts(self.tx, self.scope, community, subject, now).await
    }

    async fn record_attempt(&mut self, subject: AttemptSubject<'_>) -> Result<i64, Fault> {
        let (community, now) = (&self.inbound.community.id, self.preparer.context.now());
        web_chat::record_attempt(self.tx, self.scope, community, subject, now).await
    }
}
