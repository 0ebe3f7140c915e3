//! Attaches the photos of texts to the service request that is created from them.
use std::time::Duration;

use async_trait::async_trait;
use platform::{
    Fault, Scope, Timestamp, Tx, events,
    events::Kind as EventKind,
    jobs::{self, Handler},
};
use serde::{Deserialize, Serialize};

use super::{NewActivity, record};
use crate::{
    context::Context,
    messaging::{
        carrier,
        photo::{self, MessagePhoto, State},
        thread::{self, ConversationId, MessageId},
    },
    service_requests::service_request::{
        model::{ActivityKind, Photo, PhotoId, ServiceRequest, ServiceRequestId},
        rules, store,
    },
};

/// Job kind of [`AttachPhotos`].
pub const ATTACH_PHOTOS: jobs::JobKind = jobs::JobKind::AttachPhotos;

/// Maximum age of the photos that are attached to a request created from a conversation.
const RECENT: Duration = Duration::from_secs(24 * 3_600);

/// Minimum delay of the job that attaches late photos. The job also waits for the job that fetches them,
/// which precedes it in the queue.
const ATTACH_DELAY: Duration = Duration::from_secs(1);

/// Attaches photos that were still being fetched when the request was created. Runs after they were fetched.
pub struct AttachPhotos {
    pub context: Context,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    request: ServiceRequestId,
    texts: Vec<MessageId>,
}

/// Attaches the photos of texts to a request: stored ones now, the others as soon as they are stored.
pub async fn attach_photos_of_texts(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &mut ServiceRequest,
    texts: &[MessageId],
) -> Result<(), Fault> {
    let ids: Vec<&str> = texts.iter().map(MessageId::as_str).collect();
    let photos = photo::of_messages(tx, scope, &ids).await?;
    attach_stored(tx, scope, context, request, &photos).await?;
    let Some(pending) = photos.iter().find(|one| one.state == State::Pending) else { return Ok(()) };
    let message = thread::find_message(tx, scope, &pending.message_id).await?;
    let message = message.ok_or_else(|| Fault::internal("a photo has no text"))?;
    let now = context.now();
    let payload = Payload { request: request.id.clone(), texts: texts.to_vec() };
    let job = jobs::Job {
        company: scope.company().clone(),
        kind: ATTACH_PHOTOS,
        payload: serde_json::to_value(payload).map_err(Fault::internal)?,
        key: format!("attach photos {} {}", request.id, pending.message_id),
        queue_key: carrier::photo_queue(&message.conversation_id),
        run_at: now.plus(ATTACH_DELAY),
    };
    jobs::enqueue(tx, &context.ids, now, job).await
}

/// Returns the texts whose photos are attached to a request that staff create from an escalation or a
/// conversation: texts since the escalated one, or of the last 24 hours.
pub async fn texts_of_origin(
    tx: &mut Tx,
    scope: &Scope,
    conversation: &ConversationId,
    escalated: Option<Timestamp>,
    now: Timestamp,
) -> Result<Vec<MessageId>, Fault> {
    photo::messages_since(tx, scope, conversation, escalated.unwrap_or(now.minus(RECENT))).await
}

/// Attaches stored photos that are not in another request, up to the maximum number of photos.
async fn attach_stored(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    request: &mut ServiceRequest,
    photos: &[MessagePhoto],
) -> Result<(), Fault> {
    let now = context.now();
    let ids: Vec<&str> = photos.iter().map(|one| one.id.as_str()).collect();
    let known = store::list_photos_of_texts(tx, scope, &ids).await?;
    let room = usize::try_from(rules::MAX_PHOTOS - request.photo_count).unwrap_or(0);
    let new: Vec<Photo> = photos
        .iter()
        .filter(|one| one.state == State::Ready)
        .filter_map(|one| {
            Some(Photo {
                id: PhotoId(one.id.0.clone()),
                file_id: one.file_id.clone()?,
                thumbnail_id: one.thumbnail_id.clone()?,
                caption: String::new(),
                added_ms: now,
                is_from_text: true,
            })
        })
        .filter(|one| !known.contains(&one.id))
        .take(room)
        .collect();
    if new.is_empty() {
        return Ok(());
    }
    store::insert_photos_of_texts(tx, scope, &request.id, &new).await?;
    request.photo_count += i32::try_from(new.len()).unwrap_or(0);
    request.version += 1;
    store::save(tx, scope, request).await?;
    let body = format!("Added {} from the resident's texts", photo::count_text(new.len()));
    let added = NewActivity { kind: ActivityKind::Photo, actor: "", state: None, body: &body };
    record(tx, scope, context, request, added).await
}

#[async_trait]
impl Handler for AttachPhotos {
    fn purpose(&self) -> &'static str {
        "Attach the photos of texts to a service request"
    }

    async fn run(&self, job: &jobs::Claimed) -> Result<(), Fault> {
        let Payload { request, texts } =
            serde_json::from_value(job.payload.clone()).map_err(Fault::internal)?;
        let (scope, context) = (Scope::of_company(&job.company_id), &self.context);
        let mut tx = context.db.write(&scope).await?;
        if let Some(mut request) = store::lock(&mut tx, &scope, &request).await? {
            let ids: Vec<&str> = texts.iter().map(MessageId::as_str).collect();
            let photos = photo::of_messages(&mut tx, &scope, &ids).await?;
            attach_stored(&mut tx, &scope, context, &mut request, &photos).await?;
            let (community, kind) = (&request.community_id, EventKind::ServiceRequest);
            events::publish(&mut tx, scope.company(), community, kind, request.id.as_str(), context.now());
        }
        jobs::finish(&mut tx, job).await?;
        tx.commit().await
    }
}
