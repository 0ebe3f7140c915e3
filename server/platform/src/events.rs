//! Live events: rows that count up within a company, written in the transaction of what
//! they tell. A listener reads on from its last number, so that no gap loses anything; one whose
//! next event is forgotten has to be told so.
use std::{collections::HashSet, time::Duration};

use sqlx::{FromRow, types::Json};

use crate::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, CompanyId, UserId},
    signal::Signal,
};

/// Retention of events. A client that was disconnected for longer reloads all data.
pub const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[repr(i32)]
pub enum Kind {
    /// A conversation has a new message, or one changed.
    Conversation = 4,
    /// An escalation is new or changed.
    Escalation = 5,
    /// An answer is new, changed or gone.
    Answer = 6,
    /// A community changed.
    Community = 7,
    /// A blast changed, or some of its texts were sent.
    Blast = 8,
    /// A service request is new or changed.
    ServiceRequest = 9,
    /// An email thread has a new email or changed, or a draft in its mailbox did.
    EmailThread = 10,
}

/// One event.
#[derive(Clone, Debug, FromRow)]
pub struct Event {
    /// Counts up within the company.
    pub sequence: i64,
    /// What happened.
    pub kind: i32,
    /// Community of the event; empty if it concerns all communities.
    pub community_id: CommunityId,
    /// ID of the changed resource.
    pub subject: String,
    /// Time of the event.
    pub at_ms: Timestamp,
}

/// What a transaction has to tell when it is committed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingEvent {
    company: CompanyId,
    community: CommunityId,
    kind: Kind,
    subject: String,
    at: Timestamp,
}

/// Tells a company that something happened, once what happened is committed. What concerns
/// all of its communities is told with an empty one.
pub fn publish(
    tx: &mut Tx,
    company: &CompanyId,
    community: &CommunityId,
    kind: Kind,
    subject: &str,
    at: Timestamp,
) {
    let told = PendingEvent {
        company: company.clone(),
        community: community.clone(),
        kind,
        subject: subject.to_owned(),
        at,
    };
    tx.tell(told);
}

/// Writes the events of a transaction, as the last that it does: a company's next event waits
/// until this one is committed, which keeps the numbers in order, and nothing waits meanwhile
/// for anything else.
pub(crate) async fn write(tx: &mut Tx, told: Vec<PendingEvent>) -> Result<(), Fault> {
    for event in told {
        tx.query(
            "INSERT INTO event_head (company_id, sequence) VALUES ($1, 1)
             ON CONFLICT (company_id) DO UPDATE SET sequence = event_head.sequence + 1",
        )
        .bind(event.company.as_str())
        .run()
        .await?;
        tx.query(
            "INSERT INTO event (company_id, sequence, kind, community_id, subject, at_ms)
             SELECT company_id, sequence, $2, $3, $4, $5 FROM event_head WHERE company_id = $1",
        )
        .bind(event.company.as_str())
        .bind(event.kind as i32)
        .bind(event.community.as_str())
        .bind(event.subject)
        .bind(event.at)
        .run()
        .await?;
        tx.signal(Signal::Events(event.company));
    }
    Ok(())
}

/// The newest number of a company; 0 before the first.
pub async fn head(tx: &mut Tx, company: &CompanyId) -> Result<i64, Fault> {
    let head: Option<(i64,)> = tx
        .query("SELECT sequence FROM event_head WHERE company_id = $1")
        .bind(company.as_str())
        .optional()
        .await?;
    Ok(head.map_or(0, |(sequence,)| sequence))
}

/// The number after which all events of a company are still kept, and its newest number.
pub async fn kept(tx: &mut Tx, company: &CompanyId) -> Result<(i64, i64), Fault> {
    let kept: Option<(Option<i64>, i64)> = tx
        .query(
            "SELECT (SELECT min(event.sequence) FROM event WHERE event.company_id = event_head.company_id), sequence
             FROM event_head WHERE company_id = $1",
        )
        .bind(company.as_str())
        .optional()
        .await?;
    Ok(kept.map_or((0, 0), |(first, head)| (first.map_or(head, |first| first - 1), head)))
}

/// Forgets at most `most` of the events that are too old, whosever they are; how many.
pub async fn forget(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    // Events are immutable, so no transaction holds a lock on one.
    let forget = "DELETE FROM event WHERE (company_id, sequence) IN (
        SELECT company_id, sequence FROM event WHERE at_ms <= $1 ORDER BY at_ms LIMIT $2)";
    Ok(tx.query(forget).bind(now.minus(KEPT)).bind(most).run().await?)
}

/// Events after a number and up to another, in the communities that the scope sees and in all.
pub async fn between(tx: &mut Tx, scope: &Scope, after: i64, until: i64) -> Result<Vec<Event>, Fault> {
    let events = tx
        .query(concat!(
            "SELECT sequence, kind, community_id, subject, at_ms FROM event
                 WHERE company_id = $1 AND sequence > $3 AND sequence <= $4 AND (event.community_id = '' OR (",
            crate::sees!("event.community_id"),
            ")) ORDER BY sequence"
        ))
        .scope(scope)
        .bind(after)
        .bind(until)
        .all()
        .await?;
    Ok(events)
}

/// An event and the staff who see it.
pub struct AddressedEvent {
    /// What happened.
    pub event: Event,
    /// The members of staff who are assigned to its community.
    assigned: HashSet<UserId>,
}

impl AddressedEvent {
    /// Whether one member of staff sees it, or, without one, whoever sees the whole company.
    #[must_use]
    pub fn is_seen_by(&self, staff: Option<&UserId>) -> bool {
        let everywhere = self.event.community_id.as_str().is_empty();
        everywhere || staff.is_none_or(|staff| self.assigned.contains(staff))
    }
}

#[derive(FromRow)]
struct Assigned {
    community_id: CommunityId,
    staff_id: UserId,
}

/// The events of a company after a number and up to another, for all who listen to it: those in
/// communities that are deleted concern nobody.
pub async fn addressed(
    tx: &mut Tx,
    company: &CompanyId,
    after: i64,
    until: i64,
) -> Result<Vec<AddressedEvent>, Fault> {
    let events: Vec<Event> = tx
        .query(concat!(
            "SELECT sequence, kind, community_id, subject, at_ms FROM event
             WHERE company_id = $1 AND sequence > $2 AND sequence <= $3 AND (event.community_id = '' OR ",
            crate::live!("event.community_id"),
            ") ORDER BY sequence"
        ))
        .bind(company.as_str())
        .bind(after)
        .bind(until)
        .all()
        .await?;
    let communities: HashSet<&str> = events.iter().map(|event| event.community_id.as_str()).collect();
    let assigned: Vec<Assigned> = tx
        .query(crate::with_list!(
            "SELECT community_id, staff_id FROM staff_community
             WHERE company_id = $1 AND community_id IN ",
            "$2"
        ))
        .bind(company.as_str())
        .bind(Json(communities))
        .all()
        .await?;
    let to = |event: &Event| {
        let there = assigned.iter().filter(|assigned| assigned.community_id == event.community_id);
        there.map(|assigned| assigned.staff_id.clone()).collect()
    };
    Ok(events.into_iter().map(|event| AddressedEvent { assigned: to(&event), event }).collect())
}
