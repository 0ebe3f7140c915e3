//! Live events: rows with a sequence number per company, written in the transaction of the change that they
//! report. A listener continues after its last number, so it misses nothing. A listener whose next event was
//! deleted must reload its data.
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use sqlx::{FromRow, types::Json};

use crate::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, CompanyId, UserId},
    signal::Signal,
};

/// Retention of events. A client that was disconnected for longer reloads all data.
pub const RETENTION: Duration = Duration::from_secs(7 * 24 * 3600);

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
    /// A web chat has a new message, or its contact or its open questions changed.
    WebChat = 12,
    /// A draft was shared, is no longer shared, or changed while it is shared.
    Draft = 13,
}

/// One event.
#[derive(Clone, Debug, FromRow)]
pub struct Event {
    /// Sequence number within the company.
    pub sequence: i64,
    /// A number of [`Kind`].
    pub kind: i32,
    /// Community of the event; empty if it concerns all communities.
    pub community_id: CommunityId,
    /// ID of the changed resource.
    pub subject: String,
    /// Time of the event.
    pub at_ms: Timestamp,
}

/// An event that is written when its transaction commits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PendingEvent {
    company: CompanyId,
    community: CommunityId,
    kind: Kind,
    subject: String,
    at: Timestamp,
}

/// Publishes an event of a company when the transaction commits. An empty `community` stands for all communities.
pub fn publish(
    tx: &mut Tx,
    company: &CompanyId,
    community: &CommunityId,
    kind: Kind,
    subject: &str,
    at: Timestamp,
) {
    let event = PendingEvent {
        company: company.clone(),
        community: community.clone(),
        kind,
        subject: subject.to_owned(),
        at,
    };
    tx.add_event(event);
}

/// Writes the events of a transaction, as its last statements: the lock on a company's number keeps the numbers in
/// the order of the commits, and other transactions wait for it only during the commit.
pub(crate) async fn write(tx: &mut Tx, events: Vec<PendingEvent>) -> Result<(), Fault> {
    let mut last = HashMap::new();
    for event in events {
        let (sequence,): (i64,) = tx
            .query(
                "INSERT INTO event_head (company_id, sequence) VALUES ($1, 1)
                 ON CONFLICT (company_id) DO UPDATE SET sequence = event_head.sequence + 1
                 RETURNING sequence",
            )
            .bind(event.company.as_str())
            .one()
            .await?;
        tx.query(
            "INSERT INTO event (company_id, sequence, kind, community_id, subject, at_ms)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(event.company.as_str())
        .bind(sequence)
        .bind(event.kind as i32)
        .bind(event.community.as_str())
        .bind(event.subject)
        .bind(event.at)
        .run()
        .await?;
        last.insert(event.company, sequence);
    }
    for (company, sequence) in last {
        tx.signal(Signal::Events(company, sequence));
    }
    Ok(())
}

/// Returns the sequence number of a company's last event; 0 if there is none.
pub async fn head(tx: &mut Tx, company: &CompanyId) -> Result<i64, Fault> {
    let head: Option<(i64,)> = tx
        .query("SELECT sequence FROM event_head WHERE company_id = $1")
        .bind(company.as_str())
        .optional()
        .await?;
    Ok(head.map_or(0, |(sequence,)| sequence))
}

/// Returns the number after which all events of a company are still stored, and the number of its last event.
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

/// Deletes up to `most` events of all companies that are older than [`RETENTION`]. Returns the number of deleted
/// events.
pub async fn delete_old(tx: &mut Tx, now: Timestamp, most: i64) -> Result<u64, Fault> {
    // Events are immutable, so no transaction holds a lock on one.
    let delete_old = "DELETE FROM event WHERE (company_id, sequence) IN (
        SELECT company_id, sequence FROM event WHERE at_ms <= $1 ORDER BY at_ms LIMIT $2)";
    Ok(tx.query(delete_old).bind(now.minus(RETENTION)).bind(most).run().await?)
}

/// Returns the events after number `after` up to `until` that the scope sees: those of its communities, and those
/// that concern all communities.
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
    /// The event.
    pub event: Event,
    /// The members of staff who are assigned to its community.
    assigned: HashSet<UserId>,
}

impl AddressedEvent {
    /// Returns whether a listener sees the event. `staff` is set if the listener sees assigned communities only, and
    /// unset if the listener sees the whole company.
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

/// Returns the events of a company after number `after` up to `until`, with the staff who see them. Omits events of
/// deleted communities.
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
