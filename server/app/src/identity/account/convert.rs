//! Conversion of sessions to the contract.
use contract::v1;
use platform::Actor;

use crate::identity::session::OpenSession;

pub fn session(session: &OpenSession, actor: &Actor) -> v1::Session {
    v1::Session {
        id: session.id.clone(),
        user_agent: session.user_agent.clone(),
        address: session.address.clone(),
        opened_at: Some(session.created_ms.into()),
        used_at: Some(session.used_ms.into()),
        current: session.id == actor.session.as_str(),
    }
}
