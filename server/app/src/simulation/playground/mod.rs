//! The playground: what the bot would reply as another variant of itself, and a variant made the
//! community's own once one has seen what it changes. Comparing stores nothing and texts nobody.
mod convert;
mod model;
mod rules;
mod service;

pub use convert::outcome;
pub use service::Service;
