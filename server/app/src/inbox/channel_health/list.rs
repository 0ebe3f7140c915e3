//! Lists the channels that an actor sees.
use platform::{Actor, Fault, Timestamp};

use super::{
    model::{Channel, ChannelHealth, ChannelKey, State},
    rules,
};
use crate::{
    context::Context,
    email::mailbox::{self, MailboxHealth},
    messaging::{
        carrier::{self, NumberHealth},
        web_chat_site::{self, SiteHealth},
    },
    tenancy::company,
};

/// Maximum number of channels of each kind. Whether one works is decided here, so all are read for each page.
const MAX_OF_KIND: i64 = 2_000;

/// Returns the channels after a key, the broken ones first, then by community; one more than `limit`.
pub async fn channels(
    context: &Context,
    actor: &Actor,
    after: Option<ChannelKey>,
    limit: i64,
) -> Result<Vec<ChannelHealth>, Fault> {
    let (scope, now) = (actor.scope(), context.now());
    let mut tx = context.db.read(&scope).await?;
    let company = company::require(&mut tx, &scope).await?;
    let numbers = carrier::list_health(&mut tx, &scope, context, MAX_OF_KIND).await?;
    let mailboxes = mailbox::list_health(&mut tx, &scope, MAX_OF_KIND).await?;
    let sites = match company::may_web_chat(&company, context.settings.main_company.as_deref()) {
        true => web_chat_site::list_health(&mut tx, &scope, MAX_OF_KIND).await?,
        false => Vec::new(),
    };
    let mut channels: Vec<ChannelHealth> = numbers.into_iter().map(|number| of_number(number, now)).collect();
    channels.extend(mailboxes.into_iter().map(|mailbox| of_mailbox(mailbox, now)));
    channels.extend(sites.into_iter().map(of_site));
    channels.retain(|channel| after.as_ref().is_none_or(|after| channel.key() > *after));
    channels.sort_by_cached_key(ChannelHealth::key);
    channels.truncate(usize::try_from(limit + 1).unwrap_or_default());
    Ok(channels)
}

fn of_number(number: NumberHealth, now: Timestamp) -> ChannelHealth {
    let NumberHealth { community_id, community_tag, number, carrier, problem, accepted_ms } = number;
    let state = match &problem {
        None => State::Ok,
        Some(problem) if problem.is_temporary => rules::temporary(problem.since_ms, now),
        Some(_) => State::Broken,
    };
    ChannelHealth {
        channel: Channel::Text,
        community_id,
        community_tag,
        address: number,
        state,
        problem_since_ms: problem.as_ref().and_then(|problem| problem.since_ms),
        problem: problem.map(|problem| problem.reason).unwrap_or_default(),
        last_success_ms: accepted_ms,
        carrier: Some(carrier),
    }
}

fn of_mailbox(mailbox: MailboxHealth, now: Timestamp) -> ChannelHealth {
    let MailboxHealth { community_id, community_tag, address, problem, problem_since_ms, last_received_ms } =
        mailbox;
    let state = match problem.is_empty() {
        true => State::Ok,
        false => rules::temporary(problem_since_ms, now),
    };
    ChannelHealth {
        channel: Channel::Email,
        community_id,
        community_tag,
        address,
        state,
        problem,
        problem_since_ms,
        last_success_ms: last_received_ms,
        carrier: None,
    }
}

fn of_site(site: SiteHealth) -> ChannelHealth {
    let SiteHealth { community_id, community_tag, has_website, last_message_ms } = site;
    let (state, problem) = match has_website {
        true => (State::Ok, ""),
        false => {
            (State::Degraded, "No website is allowed to show the chat yet. Add one on the Web chat screen.")
        }
    };
    ChannelHealth {
        channel: Channel::WebChat,
        community_id,
        community_tag,
        address: String::new(),
        state,
        problem: problem.to_owned(),
        problem_since_ms: None,
        last_success_ms: last_message_ms,
        carrier: None,
    }
}
