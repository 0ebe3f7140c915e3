//! Service requests: their states, activities, photos and texts to residents.
mod commands;
mod convert;
mod model;
mod photo;
mod rules;
mod service;
mod store;

pub use service::Service;
pub use store::purge;
