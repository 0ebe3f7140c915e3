//! Word that something is new. It carries no content: whoever hears it reads from storage,
//! so that a word that was lost costs time and nothing else.
use tokio::sync::broadcast;

use crate::ids::CompanyId;

/// What is new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A job may be due.
    Jobs,
    /// A company has new events.
    Events(CompanyId),
    /// A session or an account changed.
    Sessions,
    /// Anything: words may have been lost.
    Everything,
}

impl Signal {
    pub(crate) fn to_payload(&self) -> String {
        match self {
            Self::Jobs => "jobs".into(),
            Self::Sessions => "sessions".into(),
            Self::Everything => "everything".into(),
            Self::Events(company) => format!("events {company}"),
        }
    }

    pub(crate) fn from_payload(payload: &str) -> Self {
        match payload.split_once(' ') {
            Some(("events", company)) => Self::Events(company.into()),
            _ if payload == "jobs" => Self::Jobs,
            _ if payload == "sessions" => Self::Sessions,
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
