//! Conversion of items and people between the model and the contract.
use contract::v1;
use platform::{Actor, Fault, ids::CommunityId, paging, phone::Phone, sms};

use super::model::{Counts, Filter, InboxItem, Order, Person};
use crate::{
    messaging::thread, residents::homeowner::Account, service_requests::service_request::ServiceRequest,
};

/// Returns the numbers of the states of conversations, which are also those of web chats, and of email threads; 0 if a
/// channel does not have the state.
fn states(state: v1::InboxState) -> (i32, i32) {
    use v1::{ConversationState as Text, EmailThreadState as Email, InboxState};
    match state {
        InboxState::Unspecified | InboxState::Open => (Text::Open as i32, Email::Open as i32),
        InboxState::Snoozed => (Text::Snoozed as i32, Email::Snoozed as i32),
        InboxState::Resolved => (Text::Resolved as i32, Email::Resolved as i32),
        InboxState::Bot => (Text::Bot as i32, 0),
    }
}

/// Returns the filter of a request.
///
/// # Errors
/// `INVALID_ARGUMENT` on `pageToken`.
pub fn filter(actor: &Actor, request: &v1::ListInboxItemsRequest) -> Result<Filter, Fault> {
    let (conversation_state, thread_state) = states(request.state());
    Ok(Filter {
        conversation_state,
        thread_state,
        channel: request.channel,
        community: community(&request.community_id),
        assignment: request.assignment,
        me: actor.id.clone(),
        words: sms::query_words(&request.query),
        test_traffic: test_traffic(request.test_traffic()),
        order: match request.order() {
            v1::InboxOrder::Unspecified => Order::Newest,
            v1::InboxOrder::ReplyDue => Order::ReplyDue,
            v1::InboxOrder::Priority => Order::Priority,
        },
        after: paging::after(&request.page_token)?,
        limit: paging::limit(request.limit),
    })
}

/// Unlike the lists of one channel, the inbox includes test traffic only on request.
fn test_traffic(requested: v1::TestTraffic) -> thread::TestTraffic {
    match requested {
        v1::TestTraffic::Unspecified => thread::TestTraffic::Exclude,
        other => thread::test_traffic(other),
    }
}

/// Returns the community to filter by.
pub fn community(id: &str) -> Option<CommunityId> {
    (!id.is_empty()).then(|| id.into())
}

pub fn item(item: &InboxItem) -> v1::InboxItem {
    let channel = v1::InboxChannel::try_from(item.channel).unwrap_or_default();
    let is_text = channel == v1::InboxChannel::Text;
    let is_email = channel == v1::InboxChannel::Email;
    let is_chat = channel == v1::InboxChannel::WebChat;
    let only = |wanted: bool, value: &str| if wanted { value.to_owned() } else { String::new() };
    let all = [v1::InboxState::Open, v1::InboxState::Snoozed, v1::InboxState::Resolved, v1::InboxState::Bot];
    let state = all.into_iter().find(|state| {
        let (conversation, thread) = states(*state);
        item.state == if is_email { thread } else { conversation }
    });
    v1::InboxItem {
        conversation_id: only(is_text, &item.id),
        email_thread_id: only(is_email, &item.id),
        web_chat_id: only(is_chat, &item.id),
        channel: item.channel,
        state: state.unwrap_or_default() as i32,
        community_id: item.community_id.to_string(),
        community_label: item.community_tag.replace('_', " "),
        name: item.name.clone(),
        unit: item.unit.clone(),
        phone: only(is_text, &item.address),
        email: only(!is_text, &item.address),
        subject: item.subject.clone(),
        preview: item.preview.clone(),
        is_unread: item.is_unread,
        assignee_id: item.assignee_id.as_ref().map(ToString::to_string).unwrap_or_default(),
        assignee_name: item.assignee_name.clone(),
        snoozed_until: item.snoozed_until_ms.map(Into::into),
        last_message_at: Some(item.last_message_ms.into()),
        is_test: item.is_test,
        reply_due_at: item.reply_due_ms.map(Into::into),
        priority: item.priority as i32,
    }
}

pub fn counts(counts: &Counts) -> v1::CountInboxItemsResponse {
    let small = |count: i64| i32::try_from(count).unwrap_or(i32::MAX);
    v1::CountInboxItemsResponse {
        open_texts: small(counts.open_texts),
        open_emails: small(counts.open_emails),
        snoozed: small(counts.snoozed_texts + counts.snoozed_emails + counts.snoozed_web_chats),
        mine: small(counts.my_texts + counts.my_emails + counts.my_web_chats),
        open_web_chats: small(counts.open_web_chats),
    }
}

pub fn person(person: &Person) -> v1::InboxPerson {
    let phone = |phone: &Phone| v1::InboxAddress {
        phone: phone.as_str().to_owned(),
        email: String::new(),
        opted_out: person.opted_out.contains(phone),
    };
    let email =
        |email: &String| v1::InboxAddress { phone: String::new(), email: email.clone(), opted_out: false };
    let mut known = v1::InboxPerson {
        name: person.name.clone(),
        unit: person.unit.clone(),
        addresses: person.phones.iter().map(phone).chain(person.emails.iter().map(email)).collect(),
        service_requests: person.service_requests.iter().map(service_request).collect(),
        items: person.items.iter().map(item).collect(),
        suggestions: person.suggestions.iter().map(|one| suggestion(one, &person.unit)).collect(),
        is_merged: person.is_merged,
        has_more_service_requests: person.has_more_service_requests,
        has_more_items: person.has_more_items,
        ..v1::InboxPerson::default()
    };
    if let Some(account) = &person.account {
        add_account(&mut known, account, person.can_view);
    }
    known
}

/// Adds the data of the account; the balance only for callers who can view accounts.
fn add_account(person: &mut v1::InboxPerson, account: &Account, can_view: bool) {
    let entry = &account.entry;
    person.name.clone_from(&entry.name);
    person.unit.clone_from(&entry.unit);
    if can_view {
        person.homeowner_account_id = account.id.to_string();
        person.balance_cents = entry.balance_cents.and_then(|cents| i32::try_from(cents).ok());
        if person.balance_cents.is_some() {
            person.balance_on.clone_from(&entry.balance_on);
        }
        person.in_collections = entry.in_collections;
    }
}

/// Converts a suggested account. `unit` is the known unit of the person, or empty.
fn suggestion(account: &Account, unit: &str) -> v1::InboxPersonSuggestion {
    let is_of_unit = !unit.is_empty() && account.entry.unit.to_lowercase() == unit.to_lowercase();
    let by = if is_of_unit { v1::InboxPersonMatch::Unit } else { v1::InboxPersonMatch::Name };
    v1::InboxPersonSuggestion {
        homeowner_account_id: account.id.to_string(),
        name: account.entry.name.clone(),
        unit: account.entry.unit.clone(),
        r#match: by as i32,
    }
}

fn service_request(request: &ServiceRequest) -> v1::InboxServiceRequest {
    v1::InboxServiceRequest {
        id: request.id.to_string(),
        number: request.number.clone(),
        title: request.title.clone(),
        state: request.state as i32,
        due_at: Some(request.due_ms.into()),
    }
}
