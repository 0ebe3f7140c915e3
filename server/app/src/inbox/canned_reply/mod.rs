//! Canned replies: texts that staff insert into replies.
mod convert;
mod model;
mod rules;
mod service;
mod store;

pub use model::CannedReply;
pub use rules::check_merge_fields;
pub use service::Service;
pub use store::insert;
