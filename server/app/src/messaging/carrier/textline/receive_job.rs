//! The jobs that find the number of a customer's text, and store the text. The webhook does not name the number, but
//! the conversation, which Textline is asked for once.
//!
//! A first job stores the text if the number is known. A company has few queues for these, so that many texts of it
//! leave workers and writes to others. Otherwise a second job, with a queue of the conversation, searches for the
//! number.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{CompanyPermits, CompanyTurns, ErrorReason, Fault, Scope, Timestamp, Tx, jobs};
use serde::{Deserialize, Serialize};

use super::{
    account,
    api::Api,
    group_search::{self, SearchEnd, SearchProgress},
    post::{Attachment, CustomerPost},
};
use crate::{
    context::Context,
    messaging::{
        carrier::{ReceivedPost, TextReceiver, rules, store},
        thread,
    },
    residents::consent::{self, ConsentIntent, ConsentState, Evidence},
    tenancy::community::TextNumber,
};

/// The kind of the jobs.
pub const RECEIVE_TEXTLINE_POST: jobs::JobKind = jobs::JobKind::ReceiveTextlinePost;

/// Number of queues of a company for texts whose number may be known.
const QUEUES: u8 = 4;
/// Maximum number of jobs of a company that ask Textline at the same time.
const MAX_AT_ONCE: usize = 2;
/// Time between two jobs of a company that try again after the maximum number of jobs was asking.
const BUSY_DELAY: Duration = Duration::from_millis(250);
/// Delay while Textline cannot be asked: at first, and after the time for which it is short.
const SHORT_DELAY: Duration = Duration::from_secs(10);
const LONG_DELAY: Duration = Duration::from_secs(60);
const SHORT_DELAY_TIME: Duration = Duration::from_secs(120);

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Payload {
    post: CustomerPost,
    /// Unset if Textline is not to be asked.
    search: Option<SearchProgress>,
}

/// Runs the job.
pub struct ReceiveTextlinePost {
    context: Context,
    api: Api,
    receiver: Arc<dyn TextReceiver>,
    permits: CompanyPermits,
    /// When jobs try again that found the maximum number of jobs asking.
    turns: CompanyTurns,
}

/// Whose text it is.
enum Recipient {
    /// A number of the company.
    Number(TextNumber),
    /// A group at Textline whose number Parlor does not have.
    Elsewhere,
    /// Textline is to be asked, by another job.
    Unknown,
    /// Other jobs of the company are asking Textline.
    Busy,
    /// Other groups are to be asked in the next run.
    GoOn,
    /// Textline cannot be asked now, with the reason.
    NotNow(String),
}

/// Enqueues the job. The texts of a conversation are stored in the order of their reports.
pub async fn enqueue(tx: &mut Tx, scope: &Scope, context: &Context, post: CustomerPost) -> Result<(), Fault> {
    let (key, queue_key) = (format!("receive {}", post.key), queue(&post.conversation));
    enqueue_with(tx, scope, context, key, queue_key, Payload { post, search: None }).await
}

/// Enqueues the job that searches for the number of a text.
async fn enqueue_search(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    post: CustomerPost,
) -> Result<(), Fault> {
    let (key, queue_key) = (format!("search {}", post.key), search_queue(&post.conversation));
    let payload = Payload { post, search: Some(SearchProgress::default()) };
    enqueue_with(tx, scope, context, key, queue_key, payload).await
}

async fn enqueue_with(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    key: String,
    queue_key: String,
    payload: Payload,
) -> Result<(), Fault> {
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: RECEIVE_TEXTLINE_POST,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key,
        queue_key,
        run_at: context.now(),
    };
    jobs::enqueue(tx, &context.ids, context.now(), job).await
}

/// Returns the queue for the texts of a conversation, which other conversations share.
fn queue(conversation: &str) -> String {
    let sum = conversation.bytes().fold(0, u8::wrapping_add);
    format!("textline {}", sum % QUEUES)
}

/// Returns the queue for the texts of a conversation whose number is searched for.
fn search_queue(conversation: &str) -> String {
    format!("textline search {conversation}")
}

/// Postpones the job, and keeps how far the search got.
async fn go_on_at(tx: &mut Tx, job: &jobs::Claimed, payload: Payload, at: Timestamp) -> Result<(), Fault> {
    let payload = serde_json::to_value(payload).map_err(Fault::internal)?;
    jobs::postpone_with(tx, job, at, payload).await
}

impl ReceiveTextlinePost {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context, receiver: Arc<dyn TextReceiver>) -> Self {
        let api = Api::new(&context.settings.textline_url, context.clock.clone());
        let (permits, turns) = (CompanyPermits::new(MAX_AT_ONCE), CompanyTurns::new(BUSY_DELAY));
        Self { context, api, receiver, permits, turns }
    }

    /// Returns whose text it is without asking Textline. A text waits for earlier ones of its conversation.
    async fn known_recipient(&self, scope: &Scope, post: &CustomerPost) -> Result<Recipient, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        if jobs::has_queued(&mut tx, scope.company(), &search_queue(&post.conversation)).await? {
            return Ok(Recipient::Unknown);
        }
        Ok(stored_recipient(&mut tx, scope, post).await?.unwrap_or(Recipient::Unknown))
    }

    /// Returns whose text it is, and asks Textline if that is not known.
    async fn search(
        &self,
        scope: &Scope,
        post: &CustomerPost,
        progress: &mut SearchProgress,
    ) -> Result<Recipient, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        if let Some(known) = stored_recipient(&mut tx, scope, post).await? {
            return Ok(known);
        }
        drop(tx);
        if let Err(fault) = account::load(scope, &self.context).await {
            return Ok(Recipient::NotNow(fault.words().to_owned()));
        }
        let mut tx = self.context.db.read(scope).await?;
        let account = match account::find(&mut tx, scope, &self.context).await {
            Err(fault) if fault.reason() == ErrorReason::SecretMissing => {
                return Ok(Recipient::NotNow(fault.words().to_owned()));
            }
            found => found?,
        };
        let Some(account) = account else { return Ok(Recipient::Elsewhere) };
        let groups = store::textline::groups(&mut tx, scope, &post.from).await?;
        drop(tx);
        let Some(_permit) = self.permits.try_acquire(scope.company()) else { return Ok(Recipient::Busy) };
        let search = group_search::search(&self.context, &self.api, &account, post, &groups, progress);
        match search.await {
            SearchEnd::Found(number) => {
                let mut tx = self.context.db.read(scope).await?;
                let number = store::textline::find_number(&mut tx, scope, &number).await?;
                Ok(number.map_or(Recipient::Elsewhere, Recipient::Number))
            }
            SearchEnd::Nowhere => Ok(Recipient::Elsewhere),
            SearchEnd::GoOn => Ok(Recipient::GoOn),
            SearchEnd::NotNow(why) => Ok(Recipient::NotNow(why)),
        }
    }

    /// Returns when to ask Textline again, which does not respond now.
    ///
    /// # Errors
    /// `UNAVAILABLE` once it has not responded for a day.
    fn next_try(&self, post: &CustomerPost, why: String) -> Result<Timestamp, Fault> {
        let now = self.context.now();
        let age = now.since(post.received);
        if age >= rules::MAX_LOOKUP_TIME {
            return Err(Fault::unavailable(why));
        }
        tracing::warn!(why, "could not ask Textline for the number of a text");
        Ok(now.plus(if age < SHORT_DELAY_TIME { SHORT_DELAY } else { LONG_DELAY }))
    }

    /// Records an opt-out whose number is not known. It applies to the phone, whichever number it was sent to.
    async fn opt_out(&self, scope: &Scope, post: &CustomerPost) -> Result<(), Fault> {
        let Some(ConsentIntent::OptOut(source)) = consent::detect_intent(&post.body) else { return Ok(()) };
        let mut tx = self.context.db.write(scope).await?;
        let evidence = Evidence { source, words: &post.body, message: None };
        let state = ConsentState::OptedOut;
        if consent::record_consent(&mut tx, scope, &self.context, &post.from, state, &evidence).await? {
            thread::cancel_for_opt_out(&mut tx, scope, &post.from, self.context.now()).await?;
        }
        tx.commit().await
    }

    async fn store(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        number: TextNumber,
        post: CustomerPost,
    ) -> Result<(), Fault> {
        let CustomerPost { key, conversation, from, body, photos, .. } = post;
        store::textline::remember_conversation(tx, scope, &conversation, &number.number).await?;
        store::mark_reachable(tx, scope, &from).await?;
        if !store::record_report(tx, scope, &key, "received", self.context.now()).await? {
            return Ok(());
        }
        let photos = photos.into_iter().map(Attachment::into_photo).collect();
        self.receiver.receive(tx, scope, ReceivedPost { number, from, body, photos }).await
    }
}

/// Returns whose text it is, if that is stored.
async fn stored_recipient(
    tx: &mut Tx,
    scope: &Scope,
    post: &CustomerPost,
) -> Result<Option<Recipient>, Fault> {
    let Some(group) = &post.group else {
        let number = store::textline::number_of_conversation(tx, scope, &post.conversation).await?;
        return Ok(number.map(Recipient::Number));
    };
    let number = store::textline::number_of_group(tx, scope, group).await?;
    Ok(Some(number.map_or(Recipient::Elsewhere, Recipient::Number)))
}

#[async_trait]
impl jobs::Handler for ReceiveTextlinePost {
    fn purpose(&self) -> &'static str {
        "Receive a text from Textline"
    }

    /// A search mostly waits for Textline. The permits limit the number of calls.
    fn is_detached(&self, job: &jobs::Claimed) -> bool {
        job.payload.get("search").is_some_and(serde_json::Value::is_object)
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let Payload { post, mut search } = payload;
        let scope = Scope::of_company(&job.company_id);
        let recipient = match &mut search {
            Some(progress) => self.search(&scope, &post, progress).await?,
            // A text that could not be stored leaves the queue that others share.
            None if job.attempts > 1 => Recipient::Unknown,
            None => self.known_recipient(&scope, &post).await?,
        };
        if !matches!(recipient, Recipient::Number(_) | Recipient::Unknown | Recipient::Busy) {
            self.opt_out(&scope, &post).await?;
        }
        let mut tx = self.context.db.write(&scope).await?;
        match recipient {
            Recipient::Number(number) => self.store(&mut tx, &scope, number, post).await?,
            Recipient::Elsewhere => {}
            Recipient::Unknown => enqueue_search(&mut tx, &scope, &self.context, post).await?,
            Recipient::GoOn => {
                go_on_at(&mut tx, job, Payload { post, search }, self.context.now()).await?;
                return tx.commit().await;
            }
            Recipient::Busy => {
                let delay = self.turns.delay(scope.company(), self.context.clock.uptime());
                jobs::delay(&mut tx, job, self.context.now().plus(delay)).await?;
                return tx.commit().await;
            }
            Recipient::NotNow(why) => {
                let next = self.next_try(&post, why)?;
                go_on_at(&mut tx, job, Payload { post, search }, next).await?;
                return tx.commit().await;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_texts_of_a_company_share_few_queues() {
        let conversations = (0..1_000).map(|nth| format!("{nth:08x}-4e14-4e14-86f2-002025550171"));
        let queues: HashSet<String> = conversations.map(|conversation| queue(&conversation)).collect();
        assert_eq!(queues.len(), usize::from(QUEUES));
    }
}
