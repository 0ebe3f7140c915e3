//! Change notifications. They carry no content: a listener reads from the database, so a lost
//! notification only delays it. The exception is [`Signal::Typing`], which is stored nowhere. It
//! expires after a few seconds anyway.
use tokio::sync::broadcast;

use crate::{
    ids::{CompanyId, UserId},
    typing::Typing,
};

/// A change notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A job may be due.
    Jobs,
    /// A company has new events, the last of which has this sequence number.
    Events(CompanyId, i64),
    /// Users, partners, companies or their sessions or tokens changed: what is cached about them is stale.
    Sessions(InvalidationScope),
    /// The answers of a company's communities changed.
    Knowledge(CompanyId),
    /// A member of staff is typing a reply, or stopped.
    Typing(Typing),
    /// Anything may have changed, because signals may have been lost.
    Everything,
}

/// The users and partners whose cached sessions, accounts or companies are stale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvalidationScope {
    /// One user or partner, with the company that they belong to.
    Person(CompanyId, UserId),
    /// All users and partners that belong to a company or work in it.
    Company(CompanyId),
    /// All users and partners.
    Everyone,
}

impl Signal {
    pub(crate) fn to_payload(&self) -> String {
        match self {
            Self::Jobs => "jobs".into(),
            Self::Sessions(InvalidationScope::Everyone) => "sessions".into(),
            Self::Sessions(InvalidationScope::Company(company)) => format!("company {company}"),
            Self::Sessions(InvalidationScope::Person(home, person)) => format!("person {person} {home}"),
            Self::Everything => "everything".into(),
            Self::Events(company, last) => format!("events {last} {company}"),
            Self::Knowledge(company) => format!("knowledge {company}"),
            Self::Typing(typing) => format!("typing {}", typing.to_payload()),
        }
    }

    pub(crate) fn from_payload(payload: &str) -> Self {
        match payload.split_once(' ') {
            Some(("events", named)) => {
                match named.split_once(' ').map(|(last, company)| (last.parse(), company)) {
                    Some((Ok(last), company)) => Self::Events(company.into(), last),
                    _ => Self::Everything,
                }
            }
            Some(("company", company)) => Self::Sessions(InvalidationScope::Company(company.into())),
            Some(("person", named)) => match named.split_once(' ') {
                Some((person, home)) => Self::Sessions(InvalidationScope::Person(home.into(), person.into())),
                None => Self::Everything,
            },
            Some(("knowledge", company)) => Self::Knowledge(company.into()),
            Some(("typing", typing)) => Typing::from_payload(typing).map_or(Self::Everything, Self::Typing),
            _ if payload == "jobs" => Self::Jobs,
            _ if payload == "sessions" => Self::Sessions(InvalidationScope::Everyone),
            // Another version of the server may have sent it.
            _ => Self::Everything,
        }
    }
}

/// Receives signals. A receiver that falls behind gets [`Signal::Everything`] instead of the signals that it missed.
pub struct Signals {
    receiver: broadcast::Receiver<Signal>,
}

impl Signals {
    pub(crate) fn new(receiver: broadcast::Receiver<Signal>) -> Self {
        Self { receiver }
    }

    /// Waits for the next signal. Returns `None` once the database is closed.
    pub async fn next(&mut self) -> Option<Signal> {
        match self.receiver.recv().await {
            Ok(signal) => Some(signal),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Signal::Everything),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }

    /// Returns the next signal if it has come already.
    pub fn try_next(&mut self) -> Option<Signal> {
        match self.receiver.try_recv() {
            Ok(signal) => Some(signal),
            Err(broadcast::error::TryRecvError::Lagged(_)) => Some(Signal::Everything),
            Err(broadcast::error::TryRecvError::Empty | broadcast::error::TryRecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_survives_serialization_and_an_unknown_payload_means_everything() {
        let (harborline, dana) = (CompanyId::from("harborline"), UserId::from("dana"));
        for signal in [
            Signal::Jobs,
            Signal::Events(harborline.clone(), 42),
            Signal::Typing(Typing {
                company: harborline.clone(),
                community: "harbor row".into(),
                thread: "thread".into(),
                user: Some(dana.clone()),
                name: "Dana \"D.\" Ó Whitfield".into(),
                has_stopped: true,
            }),
            Signal::Sessions(InvalidationScope::Person(harborline.clone(), dana)),
            Signal::Sessions(InvalidationScope::Company(harborline)),
            Signal::Sessions(InvalidationScope::Everyone),
            Signal::Everything,
        ] {
            assert_eq!(Signal::from_payload(&signal.to_payload()), signal);
        }
        assert_eq!(Signal::from_payload("person alone"), Signal::Everything);
        assert_eq!(Signal::from_payload("events harborline"), Signal::Everything);
        assert_eq!(Signal::from_payload("events many harborline"), Signal::Everything);
        assert_eq!(Signal::from_payload("of tomorrow"), Signal::Everything);
        assert_eq!(Signal::from_payload("typing {}"), Signal::Everything);
    }
}
