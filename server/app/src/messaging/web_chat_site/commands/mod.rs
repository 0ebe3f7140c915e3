//! Commands on the settings of web chats.
mod replace_key;
mod update_site;

pub use replace_key::replace_key;
pub use update_site::update_site;
