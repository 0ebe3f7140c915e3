//! What changes data, and what reads a whole report.
mod export;
mod read;
mod settings;

pub use export::{csv, export};
pub use read::{details, read, time_zone};
pub use settings::update_settings;
