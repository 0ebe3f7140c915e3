//! Change notifications. They carry no content: a listener reads from the database, so a lost
//! notification only delays it. [`Signal::Typing`] alone is its own content: it is stored nowhere,
//! and a lost one is missed for seconds at most.
use tokio::sync::broadcast;

use crate::{
    ids::{CompanyId, UserId},
    typing::Typing,
};

/// What is new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A job may be due.
    Jobs,
    /// A company has new events.
    Events(CompanyId),
    /// What sessions or tokens stand for changed.
    Sessions(Audience),
    /// What bots of a company know changed.
    Knowledge(CompanyId),
    /// A member of staff types a reply.
    Typing(Typing),
    /// Anything: words may have been lost.
    Everything,
}

/// The people whose cached sessions, accounts or companies are stale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// One person, by the company that they belong to.
    Person(CompanyId, UserId),
    /// All who belong to a company or act in it, partners too.
    Company(CompanyId),
    /// All there are.
    Everyone,
}

impl Signal {
    pub(crate) fn to_payload(&self) -> String {
        match self {
            Self::Jobs => "jobs".into(),
            Self::Sessions(Audience::Everyone) => "sessions".into(),
            Self::Sessions(Audience::Company(company)) => format!("company {company}"),
            Self::Sessions(Audience::Person(home, person)) => format!("person {person} {home}"),
            Self::Everything => "everything".into(),
            Self::Events(company) => format!("events {company}"),
            Self::Knowledge(company) => format!("knowledge {company}"),
            Self::Typing(typing) => format!("typing {}", typing.to_payload()),
        }
    }

    pub(crate) fn from_payload(payload: &str) -> Self {
        match payload.split_once(' ') {
            Some(("events", company)) => Self::Events(company.into()),
            Some(("company", company)) => Self::Sessions(Audience::Company(company.into())),
            Some(("person", named)) => match named.split_once(' ') {
                Some((person, home)) => Self::Sessions(Audience::Person(home.into(), person.into())),
                None => Self::Everything,
            },
            Some(("knowledge", company)) => Self::Knowledge(company.into()),
            Some(("typing", typing)) => Typing::from_payload(typing).map_or(Self::Everything, Self::Typing),
            _ if payload == "jobs" => Self::Jobs,
            _ if payload == "sessions" => Self::Sessions(Audience::Everyone),
            // Of a server that is older or newer, perhaps.
            _ => Self::Everything,
        }
    }
}

/// Hears signals. One that falls behind hears [`Signal::Everything`].
pub struct Signals(broadcast::Receiver<Signal>);

impl Signals {
    pub(crate) fn new(receiver: broadcast::Receiver<Signal>) -> Self {
        Self(receiver)
    }

    /// The next signal; `None` when the storage was closed.
    pub async fn next(&mut self) -> Option<Signal> {
        match self.0.recv().await {
            Ok(signal) => Some(signal),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Signal::Everything),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_server_hears_what_was_said() {
        let (harborline, dana) = (CompanyId::from("harborline"), UserId::from("dana"));
        for said in [
            Signal::Jobs,
            Signal::Events(harborline.clone()),
            Signal::Typing(Typing {
                company: harborline.clone(),
                community: "harbor row".into(),
                thread: "thread".into(),
                user: dana.clone(),
                name: "Dana \"D.\" Ó Whitfield".into(),
                has_stopped: true,
            }),
            Signal::Sessions(Audience::Person(harborline.clone(), dana)),
            Signal::Sessions(Audience::Company(harborline)),
            Signal::Sessions(Audience::Everyone),
            Signal::Everything,
        ] {
            assert_eq!(Signal::from_payload(&said.to_payload()), said);
        }
        assert_eq!(Signal::from_payload("person alone"), Signal::Everything);
        assert_eq!(Signal::from_payload("of tomorrow"), Signal::Everything);
        assert_eq!(Signal::from_payload("typing {}"), Signal::Everything);
    }
}
