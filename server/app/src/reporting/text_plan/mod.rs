//! How much of the text plan communities have used, and warnings about it. A plan never blocks texts.
mod convert;
mod jobs;
mod model;
mod rules;
mod service;
mod store;
mod usages;

pub use jobs::{CHECK_TEXT_PLANS, CheckTextPlans};
pub use model::Level;
pub use service::Service;
pub use usages::find as usages_of;
