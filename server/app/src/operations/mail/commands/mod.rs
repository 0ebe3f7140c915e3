//! Commands on the settings of emails.
mod configure_email;

pub use configure_email::configure_email;
