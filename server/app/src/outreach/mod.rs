//! Texts that staff send to many residents.
pub mod audience;
pub mod blast;
