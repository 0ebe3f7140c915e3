//! Previews the bot's reply with a persona that is not saved. Stores nothing and sends no texts.
mod convert;
mod service;

pub use service::Service;
