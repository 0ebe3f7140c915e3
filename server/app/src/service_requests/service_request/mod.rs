//! Service requests: their states, activities, photos and texts to residents.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use commands::{
    ATTACH_PHOTOS, AttachPhotos, add_reply, create_from_text, insert, next_number, requests_of_phone,
};
pub use model::{EntryPermission, EstimateState, Kind, NewServiceRequest, Priority, ServiceRequest, State};
pub use rules::due;
pub use service::Service;
pub use store::{open_of_phones, purge};
