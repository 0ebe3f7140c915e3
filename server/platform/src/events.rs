//! Live events: rows that count up within a company, written in the transaction of what
//! they tell. A listener reads on from its last number, so that no gap loses anything.
use sqlx::FromRow;

use crate::{
    Fault, Scope, Timestamp, Tx,
    ids::{CommunityId, CompanyId},
    signal::Signal,
};

/// What happened.
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
}

/// One event.
#[derive(Clone, Debug, FromRow)]
pub struct Event {
    /// Counts up within the company.
    pub sequence: i64,
    /// What happened.
    pub kind: i32,
    /// Where; empty for what concerns all communities.
    pub community_id: CommunityId,
    /// To what.
    pub subject: String,
    /// When.
    pub at_ms: Timestamp,
}

/// What a transaction has to tell when it is committed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
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
    let told = Told {
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
pub(crate) async fn write(tx: &mut Tx, told: Vec<Told>) -> Result<(), Fault> {
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
///
/// # Errors
/// Those of storage.
pub async fn head(tx: &mut Tx, company: &CompanyId) -> Result<i64, Fault> {
    let head: Option<(i64,)> = tx
        .query("SELECT sequence FROM event_head WHERE company_id = $1")
        .bind(company.as_str())
        .optional()
        .await?;
    Ok(head.map_or(0, |(sequence,)| sequence))
}

/// Events after a number and up to another, in the communities that the scope sees and in all.
///
/// # Errors
/// Those of storage.
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
