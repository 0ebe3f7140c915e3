//! Commands that change work orders.
mod answer;
mod open;
mod send;

pub use answer::answer;
pub use open::open;
pub use send::send;
