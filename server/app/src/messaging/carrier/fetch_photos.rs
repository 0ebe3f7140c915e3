//! The job that fetches the photos of an incoming text from the carrier, one per run.
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use platform::{CompanyPermits, Fault, Scope, Tx, jobs};
use serde::{Deserialize, Serialize};
use tonic::Code;

use super::{
    account,
    model::Kind,
    rules,
    textline::AttachmentClient,
    twilio::{MediaClient, MediaError},
};
use crate::{
    context::Context,
    messaging::{
        photo::{self, Failure, MessagePhoto},
        thread::{self, ConversationId, MessageId},
    },
    operations::file::{self, WrittenPhoto},
};

/// The kind of the jobs that fetch photos.
pub const FETCH_PHOTOS: jobs::JobKind = jobs::JobKind::FetchPhotos;

/// Maximum number of concurrent fetches of a company, and of all companies: each keeps a photo in memory.
const MAX_AT_ONCE: usize = 2;
const MAX_OF_ALL: usize = 16;
/// Minimum delay while the maximum number of fetches is running.
const BUSY_DELAY: Duration = Duration::from_secs(5);
/// The random part of that delay, by which photos that wait do not try again together, is below this number of
/// milliseconds.
const BUSY_SPREAD_MILLIS: u64 = 5_000;
/// Maximum number of attempts to fetch a photo, over more than one hour.
const MAX_TRIES: i32 = 20;

/// Fetches photos.
pub struct FetchPhotos {
    context: Context,
    client: MediaClient,
    textline: AttachmentClient,
    permits: CompanyPermits,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    message: MessageId,
}

/// Returns the queue key of the jobs that need a conversation's photos; they run one after another.
#[must_use]
pub fn photo_queue(conversation: &ConversationId) -> String {
    format!("photos {conversation}")
}

/// Enqueues the job that fetches the photos of a message.
pub async fn enqueue_fetch(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    conversation: &ConversationId,
    message: &MessageId,
) -> Result<(), Fault> {
    let now = context.now();
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: FETCH_PHOTOS,
        payload: serde_json::json!({ "message": message }),
        key: format!("fetch photos {message}"),
        queue_key: photo_queue(conversation),
        run_at: now,
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

impl FetchPhotos {
    /// Creates the handler.
    #[must_use]
    pub fn new(context: Context) -> Self {
        let client = MediaClient::new(&context.settings.twilio_url, context.clock.clone());
        let textline = AttachmentClient::new(&context.settings.textline_url, context.clock.clone());
        let permits = CompanyPermits::with_total(MAX_AT_ONCE, MAX_OF_ALL);
        Self { context, client, textline, permits }
    }

    /// Fetches, encodes and writes a photo.
    async fn fetch(&self, scope: &Scope, photo: &MessagePhoto) -> Result<WrittenPhoto, MediaError> {
        // The number may have moved to another carrier since.
        let bytes = match Kind::try_from(photo.carrier) {
            Ok(Kind::Textline) => self.textline.fetch(&photo.source_url).await?,
            _ => self.fetch_from_twilio(scope, photo).await?,
        };
        let encoded = file::encode_photo(bytes.into()).await.map_err(|fault| match fault.code() {
            Code::InvalidArgument => MediaError::Failed(Failure::NotAnImage),
            _ => MediaError::Passing,
        })?;
        file::write_photo(&self.context, scope, encoded).await.map_err(|_| MediaError::Passing)
    }

    async fn fetch_from_twilio(&self, scope: &Scope, photo: &MessagePhoto) -> Result<Bytes, MediaError> {
        account::load(scope, &self.context).await.map_err(|_| MediaError::Passing)?;
        let mut tx = self.context.db.read(scope).await.map_err(|_| MediaError::Passing)?;
        let account = account::find(&mut tx, scope, &self.context).await.map_err(|_| MediaError::Passing)?;
        drop(tx);
        let account = account.ok_or(MediaError::Failed(Failure::Refused))?;
        self.client.fetch(&account, &photo.source_url).await
    }

    /// Records the outcome of a fetch.
    async fn record(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        photo: &MessagePhoto,
        fetched: Result<WrittenPhoto, MediaError>,
    ) -> Result<(), Fault> {
        let failure = match fetched {
            Ok(written) => return photo::store_photo(tx, scope, &self.context, &photo.id, &written).await,
            Err(MediaError::Failed(failure)) => failure,
            Err(MediaError::Passing) if photo.tries + 1 >= MAX_TRIES => Failure::Unavailable,
            Err(MediaError::Passing) => return photo::record_failed_try(tx, scope, &photo.id).await,
        };
        photo::mark_failed(tx, scope, &photo.message_id, Some(&photo.id), failure).await
    }

    async fn publish(&self, tx: &mut Tx, scope: &Scope, message: &MessageId) -> Result<(), Fault> {
        let Some(message) = thread::find_message(tx, scope, message).await? else { return Ok(()) };
        if let Some(conversation) = thread::find(tx, scope, &message.conversation_id).await? {
            thread::publish_change(tx, scope, &conversation, self.context.now());
        }
        Ok(())
    }
}

#[async_trait]
impl jobs::Handler for FetchPhotos {
    fn purpose(&self) -> &'static str {
        "Fetch the photos of a text from the carrier"
    }

    /// The job mostly waits for the carrier. The permits limit the number of fetches.
    fn is_detached(&self, _: &jobs::Claimed) -> bool {
        true
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { message } = serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let scope = Scope::of_company(&job.company_id);
        let pending = photo::next_pending(&mut self.context.db.read(&scope).await?, &scope, &message).await?;
        let permit = self.permits.try_acquire(scope.company());
        let fetched = match (&pending, &permit) {
            (Some(photo), Some(_)) => Some(self.fetch(&scope, photo).await),
            _ => None,
        };
        let mut tx = self.context.db.write(&scope).await?;
        if permit.is_none() {
            let spread = Duration::from_millis(self.context.ids.below(BUSY_SPREAD_MILLIS));
            jobs::delay(&mut tx, job, self.context.now().plus(BUSY_DELAY + spread)).await?;
            return tx.commit().await;
        }
        // The text may have been deleted in the meantime.
        let still = photo::next_pending(&mut tx, &scope, &message).await?;
        if let (Some(photo), Some(fetched)) = (&pending, fetched)
            && still.is_some_and(|still| still.id == photo.id)
        {
            self.record(&mut tx, &scope, photo, fetched).await?;
            self.publish(&mut tx, &scope, &message).await?;
        }
        match photo::next_pending(&mut tx, &scope, &message).await? {
            None => jobs::finish(&mut tx, job).await?,
            Some(next) => {
                let pause = match next.tries {
                    0 => Duration::ZERO,
                    tries => rules::pause(tries, |bound| self.context.ids.below(bound)),
                };
                jobs::postpone(&mut tx, job, self.context.now().plus(pause)).await?;
            }
        }
        tx.commit().await
    }

    async fn exhausted(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let mut tx = self.context.db.write(&scope).await?;
        self.discarded(&mut tx, job).await?;
        tx.commit().await
    }

    async fn discarded(&self, tx: &mut Tx, job: &jobs::Claimed) -> Result<(), Fault> {
        let scope = Scope::of_company(&job.company_id);
        let Ok(Payload { message }) = serde_json::from_value(job.payload.clone()) else { return Ok(()) };
        photo::mark_failed(tx, &scope, &message, None, Failure::Unavailable).await?;
        self.publish(tx, &scope, &message).await
    }
}
