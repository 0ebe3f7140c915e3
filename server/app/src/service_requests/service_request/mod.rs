//! Service requests: their states, activities, photos and texts to residents.
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use commands::{
    ATTACH_PHOTOS, AttachPhotos, VendorChange, add_reply, create_from_text, insert, insert_photo, lock,
    next_number, record_software, record_work_order, requests_of_phone, require,
};
pub use model::{
    EntryPermission, EstimateState, Kind, NewServiceRequest, Priority, ServiceRequest, ServiceRequestId,
    State,
};
pub use rules::due;
pub use service::Service;
pub use store::{open_of_phones, purge};
