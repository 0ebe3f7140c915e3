//! Conversion of web chats between the model and the contract.
use contract::v1;
use platform::Timestamp;
use v1::send_web_chat_message_request::Content as SentContent;

use super::model::{
    ChatFilter, Choice, ContactChange, Content, ListedChat, ListedMessage, NewWebChat, OpenedSite,
    VisitorChat, WebChatMessage,
};
use crate::messaging::thread;

pub fn new_chat(request: v1::StartWebChatRequest) -> NewWebChat {
    NewWebChat {
        token: request.token,
        body: request.body,
        name: request.name,
        email: request.email.unwrap_or_default(),
        page: request.page,
        is_test: request.is_test,
    }
}

/// Converts what a visitor sends. The contract requires that one of them is set.
pub fn content(content: Option<SentContent>) -> Content {
    match content {
        Some(SentContent::Body(body)) => Content::Body(body),
        Some(SentContent::Choice(choice)) => Content::Choice(choice),
        None => Content::Body(String::new()),
    }
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
    let VisitorChat { chat, read, is_bot_writing } = visitor;
    v1::VisitorWebChat {
        messages: read.messages.iter().map(visitor_message).collect(),
        cursor: read.cursor.to_text(&chat.id),
        has_more: read.has_more,
        is_bot_writing: *is_bot_writing,
        has_open_question: chat.has_open_question,
        name: chat.name.clone(),
        email: chat.email.clone(),
    }
}

/// Converts a message as the visitor sees it.
pub fn visitor_message(message: &WebChatMessage) -> v1::VisitorWebChatMessage {
    v1::VisitorWebChatMessage {
        id: message.id.to_string(),
        author: message.author as i32,
        body: message.body.clone(),
        choices: questions(&message.choices),
        sent_at: Some(message.at_ms.into()),
    }
}

/// Converts a chat as staff see it.
pub fn chat(listed: &ListedChat) -> v1::WebChat {
    let ListedChat { chat, community_tag } = listed;
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
    }
}

/// Converts a message as staff see it.
pub fn message(listed: &ListedMessage) -> v1::WebChatMessage {
    let ListedMessage { message, author_name, escalation_id } = listed;
    v1::WebChatMessage {
        id: message.id.to_string(),
        author: message.author as i32,
        author_name: author_name.clone(),
        body: message.body.clone(),
        choices: questions(&message.choices),
        bot_note: message.bot_note.clone(),
        escalation_id: escalation_id.clone(),
        sent_at: Some(message.at_ms.into()),
    }
}

fn questions(choices: &[Choice]) -> Vec<String> {
    choices.iter().map(|choice| choice.question.clone()).collect()
}
