//! Chatwoot's webhooks. Nothing is processed before the signature is verified, over the unchanged body.
use std::sync::Arc;

use platform::{
    Actor, Fault, Scope, Tx,
    access_policy::AccessTable,
    ids::{CompanyId, SessionId},
    secrets,
};
use tonic::Code;

use super::{
    connection,
    model::{Connection, Secrets},
    note_job,
    rules::{self, Change, Event, Person},
    signature, store,
};
use crate::{
    context::Context,
    identity::session::Sessions,
    messaging::{
        conversation::{self, NewReply},
        thread::{self, Conversation, ConversationId, NewStep, State, StepKind},
    },
};

/// Path of the webhook of a company's inbox.
pub const WEBHOOK: &str = "/webhooks/chatwoot/{company}";

/// The RPC that the agent's user must be allowed to call.
const SEND_REPLY: &str = "/parlor.v1.ConversationService/SendReply";
/// Maximum characters of a delivery ID that are stored.
const MAX_DELIVERY: usize = 100;

/// Returns the webhook address of a company.
pub fn url(public_url: &str, company: &CompanyId) -> String {
    format!("{public_url}{}", WEBHOOK.replace("{company}", company.as_str()))
}

/// An unverified request to the webhook.
pub struct Call<'a> {
    /// ID of the company in the address.
    pub company: &'a str,
    /// The headers `X-Chatwoot-Signature`, `X-Chatwoot-Timestamp` and `X-Chatwoot-Delivery`.
    pub signature: &'a str,
    pub timestamp: &'a str,
    pub delivery: &'a str,
    pub body: &'a [u8],
}

/// The outcome of a request.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// The signature is invalid, expired, or was used for another delivery.
    Forbidden,
    /// The request took effect, now or earlier, or has no effect.
    Done,
    /// The reply was not sent, with the reason. Chatwoot then shows it as failed.
    Refused(String),
}

/// Receives webhooks.
#[derive(Clone)]
pub struct Receiver {
    pub context: Context,
    pub sessions: Sessions,
    pub access: AccessTable,
}

/// A verified request with a change.
struct VerifiedChange<'a> {
    call: &'a Call<'a>,
    connection: Connection,
    conversation: ConversationId,
    agent: Option<Person>,
}

impl Receiver {
    /// Verifies a request and executes it.
    pub async fn receive(&self, call: &Call<'_>) -> Result<Reply, Fault> {
        let Some((scope, connection)) = self.verified(call).await? else { return Ok(Reply::Forbidden) };
        let Ok(event) = serde_json::from_slice::<Event>(call.body) else { return Ok(Reply::Done) };
        let is_same = |id: Option<i64>, ours: &str| id.is_some_and(|id| id.to_string() == ours);
        let is_of_inbox =
            is_same(event.account.id, &connection.account_id) && is_same(event.inbox(), &connection.inbox_id);
        let (Some(change), Some(number), true) = (event.change(), event.conversation(), is_of_inbox) else {
            return Ok(Reply::Done);
        };
        let mut tx = self.context.db.read(&scope).await?;
        let conversation = store::conversation(&mut tx, &scope, &connection, number).await?;
        drop(tx);
        // Conversations that agents began do not exist here.
        let Some(conversation) = conversation else { return Ok(Reply::Done) };
        let verified = VerifiedChange { call, connection, conversation, agent: event.agent() };
        let Some(actor) = self.actor(&scope, &verified).await? else {
            let why =
                "No user of Parlor has the email address of this agent, or the user may not reply to texts.";
            return self.refuse(&scope, &verified, &change, why).await;
        };
        match &change {
            Change::Reply { chatwoot_id, body } => {
                match self.reply(&actor, &verified, *chatwoot_id, body).await {
                    Err(fault) if is_refusal(&fault) => {
                        self.refuse(&scope, &verified, &change, fault.words()).await
                    }
                    result => result,
                }
            }
            state => self.change_state(&scope, &actor, &verified, state).await,
        }
    }

    /// Returns the company's connection if the request is recent and signed with its secret.
    ///
    /// # Errors
    /// `UNAVAILABLE` if the secret cannot be read now, or the secret store no longer has it: Chatwoot is to repeat the
    /// request.
    async fn verified(&self, call: &Call<'_>) -> Result<Option<(Scope, Connection)>, Fault> {
        // No ID contains control characters, and PostgreSQL does not accept NUL.
        if call.company.contains(char::is_control) {
            return Ok(None);
        }
        let mut tx = self.context.db.platform_read().await?;
        let company = store::find_company(&mut tx, call.company).await?;
        drop(tx);
        let Some(company) = company else { return Ok(None) };
        let scope = Scope::of_company(&company);
        connection::load(&scope, &self.context).await?;
        let mut tx = self.context.db.read(&scope).await?;
        let found = connection::find_open(&mut tx, &scope, &self.context).await;
        let found = found.map_err(secrets::retryable)?;
        let Some((connection, Secrets { webhook_secret, .. })) = found else { return Ok(None) };
        let is_genuine = signature::is_genuine(&webhook_secret, call.timestamp, call.body, call.signature)
            && signature::is_recent(call.timestamp, self.context.now());
        Ok(is_genuine.then_some((scope, connection)))
    }

    /// Returns the user with the agent's email address, or else the user who connected the company; `None` if
    /// that user may not reply to texts.
    async fn actor(&self, scope: &Scope, verified: &VerifiedChange<'_>) -> Result<Option<Arc<Actor>>, Fault> {
        let email = verified.agent.as_ref().and_then(|agent| agent.email.as_deref());
        let mut tx = self.context.db.read(scope).await?;
        let user = match email {
            Some(email) => store::user_with_email(&mut tx, scope, email).await?,
            None => None,
        };
        drop(tx);
        let user = user.unwrap_or_else(|| verified.connection.connected_by.clone());
        let session = SessionId(String::new());
        let account = self.sessions.load_account_of_user(scope.company(), &user, session).await?;
        let actor = account.map(|account| account.actor);
        Ok(actor.filter(|actor| self.access.admits(SEND_REPLY, actor).is_ok()))
    }

    /// Sends an agent's reply like a reply in the dashboard.
    async fn reply(
        &self,
        actor: &Actor,
        verified: &VerifiedChange<'_>,
        chatwoot_id: i64,
        body: &str,
    ) -> Result<Reply, Fault> {
        rules::check_reply(body)?;
        let (scope, now) = (actor.scope(), self.context.now());
        let mut tx = self.context.db.write(&scope).await?;
        if let Some(reply) = self.repeated(&mut tx, &scope, verified).await? {
            return Ok(reply);
        }
        let id = &verified.conversation;
        let reply = NewReply { conversation: id, body, photos: Vec::new() };
        let message = conversation::add_reply(&mut tx, &self.context, actor, reply).await?;
        let name = verified.agent.as_ref().and_then(|agent| agent.name.as_deref()).unwrap_or("An agent");
        let step = NewStep::new(StepKind::SentFromChatwoot, format!("{name} sent it from Chatwoot."));
        thread::add_steps(&mut tx, &scope, &message, &[step], now).await?;
        // The same message in another delivery has no effect.
        if store::record_reply(&mut tx, &scope, &verified.connection, &message, id, chatwoot_id).await? {
            tx.commit().await?;
        }
        Ok(Reply::Done)
    }

    async fn change_state(
        &self,
        scope: &Scope,
        actor: &Actor,
        verified: &VerifiedChange<'_>,
        change: &Change,
    ) -> Result<Reply, Fault> {
        let mut tx = self.context.db.write(scope).await?;
        if let Some(reply) = self.repeated(&mut tx, scope, verified).await? {
            return Ok(reply);
        }
        tx.commit().await?;
        let now = self.context.now();
        let rule = |conversation: Conversation| match change {
            Change::Resolve => thread::resolve(conversation, actor),
            Change::HandBack => thread::hand_back(conversation, actor),
            Change::Snooze(until) => thread::snooze(conversation, actor, *until, now),
            // Chatwoot also opens a conversation when the resident texts; the bot handles that.
            Change::Reopen if matches!(conversation.state, State::Resolved | State::Snoozed) => {
                thread::take_over(conversation, actor)
            }
            Change::Reopen | Change::Reply { .. } => Ok(conversation),
        };
        let changed =
            conversation::change_conversation(&self.context, actor, &verified.conversation, rule).await;
        match changed {
            Err(fault) if !is_refusal(&fault) => Err(fault),
            // Agents cannot be told why a state change was refused, such as in a colleague's conversation.
            _ => Ok(Reply::Done),
        }
    }

    /// Records the request. Returns the response if the request was received before.
    async fn repeated(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        verified: &VerifiedChange<'_>,
    ) -> Result<Option<Reply>, Fault> {
        let (call, now) = (verified.call, self.context.now());
        let delivery: String = call.delivery.chars().filter(|c| *c != '\0').take(MAX_DELIVERY).collect();
        let is_new = delivery.is_empty()
            || store::record_delivery(tx, scope, &format!("delivery {delivery}"), now).await?;
        if !is_new {
            return Ok(Some(Reply::Done));
        }
        if store::record_delivery(tx, scope, &call.signature.to_lowercase(), now).await? {
            return Ok(None);
        }
        // Chatwoot repeats a delivery under the same ID, so another ID means that the request was replayed.
        Ok(Some(if delivery.is_empty() { Reply::Done } else { Reply::Forbidden }))
    }

    /// Refuses a reply, and enqueues a note that tells agents the reason.
    async fn refuse(
        &self,
        scope: &Scope,
        verified: &VerifiedChange<'_>,
        change: &Change,
        why: &str,
    ) -> Result<Reply, Fault> {
        let Change::Reply { chatwoot_id, .. } = change else { return Ok(Reply::Done) };
        let mut tx = self.context.db.write(scope).await?;
        if let Some(reply) = self.repeated(&mut tx, scope, verified).await? {
            return Ok(reply);
        }
        note_job::enqueue(&mut tx, scope, &self.context, &verified.conversation, *chatwoot_id, why).await?;
        tx.commit().await?;
        Ok(Reply::Refused(why.to_owned()))
    }
}

/// Returns whether the caller, not the server, caused a fault.
fn is_refusal(fault: &Fault) -> bool {
    matches!(
        fault.code(),
        Code::FailedPrecondition | Code::NotFound | Code::InvalidArgument | Code::PermissionDenied
    )
}
