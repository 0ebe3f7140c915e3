//! Commands that change work orders.
mod answer;
mod send;

pub use answer::{answer, open};
pub use send::send;
