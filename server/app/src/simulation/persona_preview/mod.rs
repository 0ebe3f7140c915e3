//! How the bot would say something with a persona that is not saved. Nothing is stored and nobody
//! is texted.
mod convert;
mod service;

pub use service::Service;
