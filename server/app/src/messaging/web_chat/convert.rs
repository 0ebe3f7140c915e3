//! Conversion of web chats between the model and the contract.
use contract::v1;
use platform::Timestamp;
use v1::send_web_chat_message_request::Content as SentContent;

use super::model::{
    ChatFilter, Choice, ContactChange, Content, LinkedPhoto, ListedChat, ListedIdentity, ListedMessage,
    NewContent, NewWebChat, OpenedSite, SignedVisitor, VisitorChat, VisitorIdentity, WebChatMessage,
};
use crate::messaging::{photo, thread};

pub fn new_chat(request: v1::StartWebChatRequest) -> NewWebChat {
    NewWebChat {
        token: request.token,
        body: request.body,
        photos: request.photos,
        name: request.name,
        email: request.email.unwrap_or_default(),
        page: request.page,
        is_test: request.is_test,
        signed_visitor: request.signed_visitor.map(signed_visitor),
    }
}

pub fn signed_visitor(signed: v1::SignedVisitor) -> SignedVisitor {
    let v1::SignedVisitor { email, name, expires, signature } = signed;
    SignedVisitor { email, name, expires, signature }
}

pub fn verified(identity: VisitorIdentity) -> v1::VerifyWebChatVisitorResponse {
    v1::VerifyWebChatVisitorResponse {
        verified_email: identity.email,
        verified_until: Some(identity.expires_ms.into()),
    }
}

/// Converts what a visitor sends.
pub fn content(content: Option<SentContent>, photos: Vec<String>) -> NewContent {
    let content = match content {
        Some(SentContent::Body(body)) => Content::Body(body),
        Some(SentContent::Choice(choice)) => Content::Choice(choice),
        None => Content::Body(String::new()),
    };
    NewContent { content, photos }
}

pub fn contact_change(name: Option<String>, email: Option<String>) -> ContactChange {
    ContactChange { name, email }
}

pub fn filter(request: &v1::ListWebChatsRequest) -> ChatFilter {
    ChatFilter {
        community: request.community_id.clone(),
        open_questions_only: request.open_questions_only,
        test_traffic: thread::test_traffic(request.test_traffic()),
    }
}

pub fn opened(opened: &OpenedSite, now: Timestamp) -> v1::OpenWebChatResponse {
    let (site, settings) = (&opened.site, &opened.site.site);
    v1::OpenWebChatResponse {
        widget: Some(v1::WebChatWidget {
            community_label: site.community.label(),
            title: settings.title.clone(),
            greeting: settings.greeting.clone(),
            color: settings.color.clone(),
            is_on_left: settings.is_on_left,
            is_open: site.is_open(now),
            opens_at: site.opens_at(now).map(Into::into),
            can_email: opened.can_email,
        }),
        chat: opened.chat.as_ref().map(visitor_chat),
    }
}

/// Converts a chat as its visitor sees it.
pub fn visitor_chat(visitor: &VisitorChat) -> v1::VisitorWebChat {
    let VisitorChat { chat, read, photos, is_bot_writing, is_staff_writing, identity } = visitor;
    v1::VisitorWebChat {
        messages: read.messages.iter().map(|message| visitor_message(message, photos)).collect(),
        cursor: read.cursor.to_text(&chat.id),
        has_more: read.has_more,
        is_bot_writing: *is_bot_writing,
        is_staff_writing: *is_staff_writing,
        has_open_question: chat.has_open_question || chat.inbox_status.is_taken_over(),
        name: chat.name.clone(),
        email: chat.email.clone(),
        verified_email: identity.as_ref().map(|identity| identity.email.clone()).unwrap_or_default(),
        verified_until: identity.as_ref().map(|identity| identity.expires_ms.into()),
    }
}

/// Converts a message as the visitor sees it. `photos` may be those of other messages, too.
pub fn visitor_message(message: &WebChatMessage, photos: &[LinkedPhoto]) -> v1::VisitorWebChatMessage {
    let photos = photos_of(message, photos);
    v1::VisitorWebChatMessage {
        id: message.id.to_string(),
        author: message.author as i32,
        body: body(message, &photos),
        choices: questions(&message.choices),
        sent_at: Some(message.at_ms.into()),
        photos,
    }
}

fn photos_of(message: &WebChatMessage, photos: &[LinkedPhoto]) -> Vec<v1::WebChatPhoto> {
    let own = photos.iter().filter(|linked| linked.photo.message_id == message.id);
    let convert = |LinkedPhoto { photo, url, thumbnail_url }: &LinkedPhoto| v1::WebChatPhoto {
        id: photo.id.to_string(),
        width: photo.width,
        height: photo.height,
        size_bytes: photo.size_bytes,
        url: url.clone(),
        thumbnail_url: thumbnail_url.clone(),
    };
    own.map(convert).collect()
}

/// Returns the text of a message without a placeholder for its photos.
fn body(message: &WebChatMessage, photos: &[v1::WebChatPhoto]) -> String {
    if !photos.is_empty() && photo::is_placeholder(&message.body) {
        return String::new();
    }
    message.body.clone()
}

/// Converts a chat as staff see it.
pub fn chat(listed: &ListedChat) -> v1::WebChat {
    let ListedChat { chat, community_tag, identity } = listed;
    let inbox_status = &chat.inbox_status;
    v1::WebChat {
        id: chat.id.to_string(),
        community_id: chat.community_id.to_string(),
        community_label: community_tag.replace('_', " "),
        name: chat.name.clone(),
        email: chat.email.clone(),
        page: chat.page.clone(),
        snippet: chat.snippet.clone(),
        message_count: chat.message_count,
        is_after_hours: chat.is_after_hours,
        is_test: chat.is_test,
        has_open_question: chat.has_open_question,
        started_at: Some(chat.started_ms.into()),
        last_message_at: Some(chat.last_message_ms.into()),
        seen_at: chat.seen_ms.map(Into::into),
        verified_visitor: verified_visitor(identity),
        state: inbox_status.state as i32,
        assignee_id: inbox_status.assignee_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        assignee_name: inbox_status.assignee_name.clone(),
        snoozed_until: inbox_status.snoozed_until_ms.map(Into::into),
        is_unread: inbox_status.is_unread,
        priority: inbox_status.priority as i32,
        assigned_by_rule: inbox_status.assigned_by_rule.clone(),
    }
}

fn verified_visitor(identity: &ListedIdentity) -> Option<v1::VerifiedVisitor> {
    Some(v1::VerifiedVisitor {
        verification: identity.verification.unwrap_or_default(),
        email: identity.verified_email.clone()?,
        name: identity.account_name.clone(),
        unit: identity.account_unit.clone(),
        account_count: i32::try_from(identity.account_count).unwrap_or(i32::MAX),
        verified_at: identity.verified_ms.map(Into::into),
        expires_at: identity.verified_until_ms.map(Into::into),
    })
}

/// Converts a message as staff see it. `photos` may be those of other messages, too.
pub fn message(listed: &ListedMessage, photos: &[LinkedPhoto]) -> v1::WebChatMessage {
    let ListedMessage { message, author_name, escalation_id } = listed;
    let photos = photos_of(message, photos);
    v1::WebChatMessage {
        id: message.id.to_string(),
        author: message.author as i32,
        author_name: author_name.clone(),
        body: body(message, &photos),
        choices: questions(&message.choices),
        bot_note: message.bot_note.clone(),
        escalation_id: escalation_id.clone(),
        sent_at: Some(message.at_ms.into()),
        photos,
    }
}

fn questions(choices: &[Choice]) -> Vec<String> {
    choices.iter().map(|choice| choice.question.clone()).collect()
}
