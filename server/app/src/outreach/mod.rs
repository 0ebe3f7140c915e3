//! Texts that staff send to many residents.
pub mod audience;
pub mod blast;
pub mod blast_template;
