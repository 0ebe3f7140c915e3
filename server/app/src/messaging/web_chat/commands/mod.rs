//! What visitors do in web chats.
mod list_new;
mod open;
mod send;
mod start;
mod update_contact;

pub use list_new::list_new;
pub use open::open;
pub use send::send;
pub use start::start;
pub use update_contact::update_contact;
