//! Commands on carrier accounts and numbers.
mod configure_twilio;
mod set_number_carrier;

pub use configure_twilio::configure_twilio;
pub use set_number_carrier::set_number_carrier;
