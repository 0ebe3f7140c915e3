//! The demo's service requests, in every state, and their photos.
use platform::{Fault, Scope, Tx, ids::UserId};

use super::{Maker, dataset};
use crate::{
    context::Context,
    operations::file::{self, WrittenPhoto},
    service_requests::service_request::{
        self, EntryPermission, EstimateState, Kind, Priority, ServiceRequest, State,
    },
    tenancy::company::OfficeCalendar,
};

const PHOTOS: [(&str, &[u8]); 4] = [
    ("cedar_fence.jpg", include_bytes!("../../demo/photos/cedar_fence.jpg")),
    ("ceiling_stain.jpg", include_bytes!("../../demo/photos/ceiling_stain.jpg")),
    ("kitchen_sink.jpg", include_bytes!("../../demo/photos/kitchen_sink.jpg")),
    ("roof_drip.jpg", include_bytes!("../../demo/photos/roof_drip.jpg")),
];

/// The photos of each request of a company, in the order of the requests.
pub(super) type RequestPhotos = Vec<Vec<WrittenPhoto>>;

impl Maker<'_> {
    /// Writes the photos of the requests of a company.
    pub(super) async fn request_photos(
        &self,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
    ) -> Result<RequestPhotos, Fault> {
        let mut photos = Vec::with_capacity(company.service_requests.len());
        for request in &company.service_requests {
            let mut written = Vec::with_capacity(request.photos.len());
            for photo in &request.photos {
                let found = PHOTOS.iter().find(|(name, _)| *name == photo.file);
                let (_, bytes) = found.ok_or_else(|| Fault::internal(format!("no photo {}", photo.file)))?;
                let encoded = file::encode_photo(bytes.to_vec()).await?;
                written.push(file::write_photo(context, scope, encoded).await?);
            }
            photos.push(written);
        }
        Ok(photos)
    }

    pub(super) async fn service_requests(
        &self,
        tx: &mut Tx,
        context: &Context,
        scope: &Scope,
        company: &dataset::Company,
        photos: RequestPhotos,
        communities: &[dataset::Community],
    ) -> Result<(), Fault> {
        let Some(staff) = company.staff.first() else { return Ok(()) };
        let staff_id = UserId(staff.id.clone());
        for (from, photos) in company.service_requests.iter().zip(photos) {
            let Some(community) = communities.iter().find(|one| one.tag == from.community) else { continue };
            let at = self.ago(from.minutes_ago);
            let calendar = OfficeCalendar::new(company.business_hours(), community.time_zone());
            let number = service_request::next_number(tx, scope, &community.id(), &community.tag).await?;
            let stored = ServiceRequest {
                number,
                assignee_id: from.assigned.then(|| staff_id.clone()),
                created_by: staff_id.clone(),
                created_by_name: staff.name(),
                photo_count: i32::try_from(photos.len()).map_err(Fault::internal)?,
                ..self.stored_request(from, community, &calendar)?
            };
            service_request::insert(tx, scope, &self.ids, &stored).await?;
            for (photo, written) in from.photos.iter().zip(&photos) {
                service_request::insert_photo(tx, scope, context, &stored.id, written, &photo.caption, at)
                    .await?;
            }
        }
        Ok(())
    }

    /// Returns a request of the dataset without its number, its photos, its assignee and the user who created it.
    fn stored_request(
        &self,
        from: &dataset::ServiceRequest,
        community: &dataset::Community,
        calendar: &OfficeCalendar<'_>,
    ) -> Result<ServiceRequest, Fault> {
        let at = self.ago(from.minutes_ago);
        let priority = Priority::try_from(from.priority).map_err(Fault::internal)?;
        let state = State::try_from(from.state).map_err(Fault::internal)?;
        Ok(ServiceRequest {
            id: from.id.as_str().into(),
            community_id: community.id(),
            community_tag: community.tag.clone(),
            number: String::new(),
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
            assignee_id: None,
            assignee_name: String::new(),
            vendor: from.vendor.clone(),
            estimate_cents: from.estimate_cents,
            estimate_state: match from.estimate_cents {
                Some(_) => EstimateState::Pending,
                None => EstimateState::None,
            },
            due_ms: service_request::due(priority, at, calendar),
            deferred_until_ms: (state == State::Deferred).then(|| self.now.plus(WEEK)),
            notify_resident: true,
            conversation_id: None,
            escalation_id: None,
            created_by: "".into(),
            created_by_name: String::new(),
            created_ms: at,
            state_changed_ms: at,
            photo_count: 0,
            version: 1,
        })
    }
}

const WEEK: std::time::Duration = std::time::Duration::from_secs(7 * 24 * 3_600);
