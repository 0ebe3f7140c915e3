//! Service requests that staff send to the company's association software, and their state there.
mod caller;
mod commands;
mod convert;
mod model;
mod read_job;
mod rules;
mod send_job;
mod service;
mod store;
mod update;

pub use read_job::ReadSoftwareRequests;
pub use send_job::{SEND_SOFTWARE_REQUEST, SendSoftwareRequest};
pub use service::Service;
pub use store::resume;
