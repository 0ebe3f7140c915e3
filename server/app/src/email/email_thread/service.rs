//! RPC handlers of `EmailThreadService`.
use std::{collections::HashMap, time::Duration};

use contract::v1::{email_thread_service_server::EmailThreadService, *};
use platform::{
    Fault, Scope, Tx,
    paging::{self, PageKey},
    typing,
};
use service_macros::async_service;
use tonic::{Request, Response, Status};

use super::{
    commands, convert,
    model::{EmailMessage as MessageModel, EmailThread as Model, ThreadState},
    require, store,
};
use crate::{
    context::Context,
    email::mailbox,
    identity::user,
    incoming_request,
    operations::{
        file,
        note::{self, NoteSubject},
    },
};

/// Implements `EmailThreadService`.
pub struct Service {
    pub context: Context,
}

/// How long links to attachments and images are valid.
const ATTACHMENT_LINK: Duration = Duration::from_secs(15 * 60);

#[async_service]
impl EmailThreadService for Service {
    async fn list_email_threads(
        &self,
        request: Request<ListEmailThreadsRequest>,
    ) -> Result<Response<ListEmailThreadsResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let filter = convert::filter(&request);
        let mut tx = self.context.db.read(&scope).await?;
        if let Some(id) = &filter.mailbox {
            mailbox::require(&mut tx, &scope, id).await?;
        }
        if let Some(id) = &filter.assignee {
            user::require_assignee(&mut tx, &scope, id.as_str()).await?;
        }
        let rows = store::list(&mut tx, &scope, &filter, before, limit).await?;
        let key = |row: &Model| PageKey::new(row.last_message_ms, row.id.as_str());
        let (rows, next_page_token) = paging::page(rows, limit, key);
        let threads = rows.iter().map(convert::thread).collect();
        Ok(Response::new(ListEmailThreadsResponse { threads, next_page_token }))
    }

    async fn list_email_assignees(
        &self,
        request: Request<ListEmailAssigneesRequest>,
    ) -> Result<Response<ListEmailAssigneesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let (assignees, next_page_token) =
            user::list_assignees(&mut tx, &scope, &request.page_token, request.limit).await?;
        let assignees = assignees.iter().map(convert::assignee).collect();
        Ok(Response::new(ListEmailAssigneesResponse { assignees, next_page_token }))
    }

    async fn get_email_thread(
        &self,
        request: Request<GetEmailThreadRequest>,
    ) -> Result<Response<GetEmailThreadResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let thread = require(&mut tx, &scope, &request.id.into()).await?;
        let rows = store::list_messages(&mut tx, &scope, &thread.id, before, limit).await?;
        let key = |row: &MessageModel| PageKey::new(row.at_ms, row.id.as_str());
        let (rows, next_page_token) = paging::page(rows, limit, key);
        let draft = store::find_draft(&mut tx, &scope, &thread.id).await?;
        let messages = with_attachments(&mut tx, &scope, &self.context, &rows).await?;
        let draft = with_attachments(&mut tx, &scope, &self.context, draft.as_slice()).await?.pop();
        let thread = Some(convert::thread(&thread));
        Ok(Response::new(GetEmailThreadResponse { thread, next_page_token, messages, draft }))
    }

    async fn mark_email_thread(
        &self,
        request: Request<MarkEmailThreadRequest>,
    ) -> Result<Response<MarkEmailThreadResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let marked =
            commands::mark_thread(&self.context, &actor, &request.id.into(), request.is_unread).await?;
        Ok(Response::new(MarkEmailThreadResponse { thread: Some(convert::thread(&marked)) }))
    }

    async fn report_email_typing(
        &self,
        request: Request<ReportEmailTypingRequest>,
    ) -> Result<Response<ReportEmailTypingResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let mut tx = self.context.db.read(&scope).await?;
        let thread = require(&mut tx, &scope, &request.id.into()).await?;
        typing::report(&mut tx, &actor, &thread.community_id, thread.id.as_str(), request.has_stopped);
        tx.commit().await?;
        Ok(Response::new(ReportEmailTypingResponse {}))
    }

    async fn assign_email_thread(
        &self,
        request: Request<AssignEmailThreadRequest>,
    ) -> Result<Response<AssignEmailThreadResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let (id, assignee) = (request.id.into(), request.assignee_id);
        let assigned = commands::assign_thread(&self.context, &actor, &id, &assignee).await?;
        Ok(Response::new(AssignEmailThreadResponse { thread: Some(convert::thread(&assigned)) }))
    }

    async fn change_email_thread_state(
        &self,
        request: Request<ChangeEmailThreadStateRequest>,
    ) -> Result<Response<ChangeEmailThreadStateResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let state =
            ThreadState::try_from(request.state).map_err(|_| Fault::field("state", "Choose a state."))?;
        let until = request.snoozed_until.map(Into::into);
        let id = request.id.into();
        let changed = commands::change_state(&self.context, &actor, &id, state, until).await?;
        Ok(Response::new(ChangeEmailThreadStateResponse { thread: Some(convert::thread(&changed)) }))
    }

    async fn set_email_thread_priority(
        &self,
        request: Request<SetEmailThreadPriorityRequest>,
    ) -> Result<Response<SetEmailThreadPriorityResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let priority = incoming_request::priority(request.priority)?;
        let changed = commands::set_priority(&self.context, &actor, &request.id.into(), priority).await?;
        Ok(Response::new(SetEmailThreadPriorityResponse { thread: Some(convert::thread(&changed)) }))
    }

    async fn load_email_images(
        &self,
        request: Request<LoadEmailImagesRequest>,
    ) -> Result<Response<LoadEmailImagesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let images = commands::load_images(&self.context, &actor, &request.id.into()).await?;
        let until = self.context.now().plus(ATTACHMENT_LINK);
        let link = |id: &file::FileId| file::link(&self.context, actor.scope().company(), id, until);
        let images = images.into_iter().map(|image| EmailImage {
            position: image.position,
            url: image.file_id.as_ref().map(link).unwrap_or_default(),
        });
        Ok(Response::new(LoadEmailImagesResponse { images: images.collect() }))
    }

    async fn list_email_notes(
        &self,
        request: Request<ListEmailNotesRequest>,
    ) -> Result<Response<ListEmailNotesResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let scope = actor.scope();
        let (before, limit) = (paging::after(&request.page_token)?, paging::limit(request.limit));
        let mut tx = self.context.db.read(&scope).await?;
        let thread = require(&mut tx, &scope, &request.id.into()).await?;
        let subject = NoteSubject::EmailThread(thread.id.as_str());
        let rows = note::list(&mut tx, &scope, subject, before, limit).await?;
        let (rows, next_page_token) =
            paging::page(rows, limit, |n| PageKey::new(n.created_ms, n.id.as_str()));
        let notes = rows.iter().map(note::to_contract).collect();
        Ok(Response::new(ListEmailNotesResponse { notes, next_page_token }))
    }

    async fn add_email_note(
        &self,
        request: Request<AddEmailNoteRequest>,
    ) -> Result<Response<AddEmailNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        let note = commands::add_note(&self.context, &actor, &request.id.into(), &request.body).await?;
        Ok(Response::new(AddEmailNoteResponse { note: Some(note::to_contract(&note)) }))
    }

    async fn delete_email_note(
        &self,
        request: Request<DeleteEmailNoteRequest>,
    ) -> Result<Response<DeleteEmailNoteResponse>, Status> {
        let (actor, request) = incoming_request::split(request)?;
        commands::delete_note(&self.context, &actor, &request.id.into(), &request.note_id.into()).await?;
        Ok(Response::new(DeleteEmailNoteResponse {}))
    }
}

/// Converts emails, each with its attachments.
pub async fn with_attachments(
    tx: &mut Tx,
    scope: &Scope,
    context: &Context,
    messages: &[MessageModel],
) -> Result<Vec<EmailMessage>, Fault> {
    if messages.is_empty() {
        return Ok(vec![]);
    }
    let ids: Vec<&str> = messages.iter().map(|message| message.id.as_str()).collect();
    let until = context.now().plus(ATTACHMENT_LINK);
    let mut found: HashMap<String, Vec<EmailAttachment>> = HashMap::new();
    for attachment in store::list_attachments(tx, scope, &ids).await? {
        let link = |id| file::link(context, scope.company(), id, until);
        let url = attachment.file_id.as_ref().map(link).unwrap_or_default();
        let converted = convert::attachment(&attachment, url);
        found.entry(attachment.message_id.0).or_default().push(converted);
    }
    let converted = |message: &MessageModel| {
        convert::message(message, found.remove(message.id.as_str()).unwrap_or_default())
    };
    Ok(messages.iter().map(converted).collect())
}
