//! The test phone: a simulated phone on the screen that texts a community's number.
mod convert;
mod service;

pub use service::Service;
