//! Commands: update the settings, read and export reports.
mod export;
mod read;
mod settings;

pub use export::{csv, export};
pub use read::{details, read, time_zone};
pub use settings::update_settings;
