//! The demo's service requests, in every state.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::{Maker, house};
use crate::{
    service_requests::service_request::{
        self, EntryPermission, EstimateState, Kind, Priority, ServiceRequest, State,
    },
    tenancy::company::OfficeCalendar,
};

impl Maker<'_> {
    pub(super) async fn service_requests(
        &self,
        tx: &mut Tx,
        scope: &Scope,
        company: &house::Company,
        communities: &[house::Community],
    ) -> Result<(), Fault> {
        let Some(staff) = company.staff.first() else { return Ok(()) };
        let staff_id = UserId(staff.id.clone());
        for from in &company.service_requests {
            let Some(community) = communities.iter().find(|one| one.tag == from.community) else { continue };
            let at = self.ago(from.minutes_ago);
            let calendar = OfficeCalendar::new(company.business_hours(), community.time_zone());
            let priority = Priority::try_from(from.priority).map_err(Fault::internal)?;
            let state = State::try_from(from.state).map_err(Fault::internal)?;
            let number = service_request::next_number(tx, scope, &community.id(), &community.tag).await?;
            let stored = ServiceRequest {
                id: from.id.as_str().into(),
                community_id: community.id(),
                community_tag: community.tag.clone(),
                number,
                state,
                kind: Kind::try_from(from.kind).map_err(Fault::internal)?,
                priority,
                title: from.title.clone(),
                description: from.description.clone(),
                unit: from.unit.clone(),
                location: from.location.clone(),
                contact_name: from.contact_name.clone(),
                contact_phone: from.contact_phone.clone(),
                contact_email: String::new(),
                entry_permission: EntryPermission::CallFirst,
                pets: String::new(),
                assignee_id: from.assigned.then(|| staff_id.clone()),
                assignee_name: String::new(),
                vendor: from.vendor.clone(),
                estimate_cents: from.estimate_cents,
                estimate_state: match from.estimate_cents {
                    Some(_) => EstimateState::Pending,
                    None => EstimateState::None,
                },
                due_ms: service_request::due(priority, at, &calendar),
                deferred_until_ms: (state == State::Deferred).then(|| self.now.plus(WEEK)),
                notify_resident: true,
                conversation_id: None,
                escalation_id: None,
                created_by: staff_id.clone(),
                created_by_name: staff.name(),
                created_ms: at,
                state_changed_ms: at,
                photo_count: 0,
                version: 1,
            };
            service_request::insert(tx, scope, &self.ids, &stored).await?;
        }
        Ok(())
    }
}

const WEEK: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3_600);
