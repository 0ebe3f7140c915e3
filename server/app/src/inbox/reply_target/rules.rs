//! Rules of reply targets.
use platform::{Timestamp, time_zone};

use crate::{
    inbox::reply_target::model::{Channel, WaitingItem},
    operations::mail::Email,
    tenancy::community::Community,
};

/// Maximum time between the alert and the target, in minutes.
const MAX_LEAD: i64 = 60;

/// Returns the office minutes between the alert and the target: a quarter of the target, at most an hour.
pub fn lead(minutes: i64) -> i64 {
    (minutes / 4).clamp(1, MAX_LEAD)
}

/// Returns the recipients of the alert: the assignee, or the contacts of the community.
pub fn recipients<'a>(item: &'a WaitingItem, community: &'a Community) -> Vec<&'a str> {
    match item.assignee_email.as_str() {
        "" => community.contacts(),
        assignee => vec![assignee],
    }
}

/// Returns the alert email to staff before a reply is due.
pub fn alert<'a>(
    to: &'a str,
    item: &WaitingItem,
    channel: Channel,
    id: &str,
    community: &Community,
    public_url: &str,
) -> Email<'a> {
    let label = community.label();
    let person = if item.person.is_empty() { "A visitor" } else { item.person.as_str() };
    let (kind, parameter) = match channel {
        Channel::Text => ("text", "text"),
        Channel::Email => ("email", "email"),
        Channel::WebChat => ("web chat", "chat"),
    };
    let due = written(item.due_ms, &community.time_zone);
    Email {
        to,
        subject: format!("Reply due soon: {person} in {label}"),
        body: format!(
            "{person} in {label} is waiting for a reply to their {kind}. The reply is due {due}.\n\n\
             Reply here: {public_url}/omnichannel?{parameter}={id}\n"
        ),
        withheld: false,
    }
}

/// Returns a time such as "Monday, March 2 at 4:30 PM".
fn written(at: Timestamp, time_zone: &str) -> String {
    let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
    let local = at.to_zoned(time_zone::find(time_zone));
    local.strftime("%A, %B %-d at %-I:%M %p").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alert_precedes_the_due_time_by_a_quarter_or_at_most_an_hour() {
        assert_eq!([1, 3, 8, 120, 240, 2_000].map(lead), [1, 1, 2, 30, 60, 60]);
    }
}
