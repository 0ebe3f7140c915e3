//! Commands on work orders: staff send them, and vendors open and answer them by their link.
mod answer;
mod open;
mod send;

pub use answer::answer;
pub use open::open;
pub use send::send;
