//! What changes data, and what reads a whole report.
mod export;
mod read;
mod settings;

pub use export::export;
pub use read::{details, read};
pub use settings::update_settings;
