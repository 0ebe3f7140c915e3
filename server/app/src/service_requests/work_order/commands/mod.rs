//! What a vendor does with the link of a work order, and how staff send it.
mod answer;
mod open;
mod send;

pub use answer::answer;
pub use open::open;
pub use send::send;
