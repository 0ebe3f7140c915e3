//! Service requests: their states, activities, photos and texts to residents.
mod commands;
mod convert;
mod model;
mod photo;
mod rules;
mod service;
mod store;

pub use commands::{insert, next_number};
pub use model::{EntryPermission, EstimateState, Kind, Priority, ServiceRequest, State};
pub use rules::due;
pub use service::Service;
pub use store::purge;
