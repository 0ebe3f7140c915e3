//! The job that finds the number of a customer's text, and stores the text. The webhook does not name the number, but
//! the conversation, which Textline is asked for once.
use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use platform::{CompanyPermits, ErrorReason, Fault, Scope, Timestamp, Tx, jobs};
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

/// Maximum number of jobs of a company that ask Textline at the same time.
const MAX_AT_ONCE: usize = 2;
/// Delay while the maximum number of jobs is asking.
const BUSY_DELAY: Duration = Duration::from_millis(250);
/// Delay while Textline cannot be asked: at first, and after the time for which it is short.
const SHORT_DELAY: Duration = Duration::from_secs(10);
const LONG_DELAY: Duration = Duration::from_secs(60);
const SHORT_DELAY_TIME: Duration = Duration::from_secs(120);

/// The payload of the job.
#[derive(Serialize, Deserialize)]
struct Payload {
    post: CustomerPost,
    search: SearchProgress,
}

/// Runs the job.
pub struct ReceiveTextlinePost {
    context: Context,
    api: Api,
    receiver: Arc<dyn TextReceiver>,
    permits: CompanyPermits,
}

/// Whose text it is.
enum Recipient {
    /// A number of the company.
    Number(TextNumber),
    /// A group at Textline whose number Parlor does not have.
    Elsewhere,
    /// Other jobs of the company are asking Textline.
    Busy,
    /// Other groups are to be asked in the next run.
    GoOn,
    /// Textline cannot be asked now, with the reason.
    NotNow(String),
}

/// Enqueues the job. The texts of a conversation are stored in the order of their reports.
pub async fn enqueue(tx: &mut Tx, scope: &Scope, context: &Context, post: CustomerPost) -> Result<(), Fault> {
    let (key, queue_key) = (format!("receive {}", post.key), format!("textline {}", post.conversation));
    let payload = Payload { post, search: SearchProgress::default() };
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
        Self { context, api, receiver, permits: CompanyPermits::new(MAX_AT_ONCE) }
    }

    async fn recipient(
        &self,
        scope: &Scope,
        post: &CustomerPost,
        progress: &mut SearchProgress,
    ) -> Result<Recipient, Fault> {
        let mut tx = self.context.db.read(scope).await?;
        let known = match &post.group {
            Some(group) => store::textline::number_of_group(&mut tx, scope, group).await?,
            None => store::textline::number_of_conversation(&mut tx, scope, &post.conversation).await?,
        };
        match known {
            Some(number) => return Ok(Recipient::Number(number)),
            None if post.group.is_some() => return Ok(Recipient::Elsewhere),
            None => {}
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

#[async_trait]
impl jobs::Handler for ReceiveTextlinePost {
    fn purpose(&self) -> &'static str {
        "Receive a text from Textline"
    }

    /// The job mostly waits for Textline. The permits limit the number of calls.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let payload: Payload = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let Payload { post, mut search } = payload;
        let scope = Scope::of_company(&job.company_id);
        let recipient = self.recipient(&scope, &post, &mut search).await?;
        if !matches!(recipient, Recipient::Number(_) | Recipient::Busy) {
            self.opt_out(&scope, &post).await?;
        }
        let mut tx = self.context.db.write(&scope).await?;
        match recipient {
            Recipient::Number(number) => self.store(&mut tx, &scope, number, post).await?,
            Recipient::Elsewhere => {}
            Recipient::GoOn => {
                go_on_at(&mut tx, job, Payload { post, search }, self.context.now()).await?;
                return tx.commit().await;
            }
            Recipient::Busy => {
                jobs::postpone(&mut tx, job, self.context.now().plus(BUSY_DELAY)).await?;
                return tx.commit().await;
            }
            Recipient::NotNow(why) => {
                let now = self.context.now();
                let age = now.since(post.received);
                if age >= rules::MAX_LOOKUP_TIME {
                    return Err(Fault::unavailable(why));
                }
                tracing::warn!(why, "Textline could not be asked for the number of a text");
                let delay = if age < SHORT_DELAY_TIME { SHORT_DELAY } else { LONG_DELAY };
                go_on_at(&mut tx, job, Payload { post, search }, now.plus(delay)).await?;
                return tx.commit().await;
            }
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
