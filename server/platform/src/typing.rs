//! Typing reports for staff: which user is typing a reply in which thread, or that the visitor of a web chat is typing.
//! Nothing is stored: a report is a signal that expires after a few seconds.
use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{
    Actor, Fault, Scope, Tx,
    ids::{CommunityId, CompanyId, UserId},
    signal::Signal,
};

/// Maximum characters of a name, so that a report fits into a notification of PostgreSQL.
const MAX_NAME: usize = 200;

/// A member of staff or a visitor who is typing in a thread, or stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typing {
    /// The company that the thread belongs to.
    pub company: CompanyId,
    /// The community of the thread.
    pub community: CommunityId,
    /// ID of the conversation, of the email thread or of the web chat.
    pub thread: String,
    /// The user who types; `None` for the visitor of a web chat.
    pub user: Option<UserId>,
    /// First and last name of the user, at most 200 characters. Empty for a visitor.
    pub name: String,
    /// Whether they stopped typing, because they sent or removed the message or left the thread.
    pub has_stopped: bool,
}

impl Typing {
    pub(crate) fn to_payload(&self) -> String {
        // Strings and a boolean can always be serialized.
        serde_json::to_string(self).unwrap_or_default()
    }

    pub(crate) fn from_payload(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }
}

/// Signals all servers after the commit that an actor is typing in a thread, or stopped. The caller must have
/// checked that the actor's scope includes the thread.
pub fn report(tx: &mut Tx, actor: &Actor, community: &CommunityId, thread: &str, has_stopped: bool) {
    tx.signal(Signal::Typing(Typing {
        company: actor.company.clone(),
        community: community.clone(),
        thread: thread.to_owned(),
        user: Some(actor.id.clone()),
        name: actor.name.chars().take(MAX_NAME).collect(),
        has_stopped,
    }));
}

/// Signals all servers after the commit that the visitor of a web chat of the scope's company is typing, or stopped.
pub fn report_visitor(tx: &mut Tx, scope: &Scope, community: &CommunityId, chat: &str, has_stopped: bool) {
    tx.signal(Signal::Typing(Typing {
        company: scope.company().clone(),
        community: community.clone(),
        thread: chat.to_owned(),
        user: None,
        name: String::new(),
        has_stopped,
    }));
}

/// A typing report and the staff who see it.
pub struct AddressedTyping {
    /// The report.
    pub typing: Typing,
    /// The members of staff who are assigned to its community; `None` if the community is deleted.
    assigned: Option<HashSet<UserId>>,
}

impl AddressedTyping {
    /// Returns whether a colleague sees the report. `staff` is set if the colleague sees assigned communities only, and
    /// unset if the colleague sees the whole company.
    #[must_use]
    pub fn is_seen_by(&self, colleague: &UserId, staff: Option<&UserId>) -> bool {
        let Some(assigned) = &self.assigned else { return false };
        self.typing.user.as_ref() != Some(colleague) && staff.is_none_or(|staff| assigned.contains(staff))
    }
}

/// Adds the staff who see a report. `tx` must have access to the report's company.
pub async fn addressed(tx: &mut Tx, typing: Typing) -> Result<AddressedTyping, Fault> {
    let staff: Vec<(Option<UserId>,)> = tx
        .query(
            "SELECT staff.staff_id FROM company_community seen
             LEFT JOIN staff_community staff
               ON staff.company_id = seen.company_id AND staff.community_id = seen.community_id
             WHERE seen.company_id = $1 AND seen.community_id = $2 AND seen.live",
        )
        .bind(typing.company.as_str())
        .bind(typing.community.as_str())
        .all()
        .await?;
    let assigned = (!staff.is_empty()).then(|| staff.into_iter().filter_map(|(staff,)| staff).collect());
    Ok(AddressedTyping { typing, assigned })
}
