//! Commands on the settings of web chats.
mod delete_signing_secret;
mod replace_key;
mod replace_signing_secret;
mod update_site;

pub use delete_signing_secret::delete_signing_secret;
pub use replace_key::replace_key;
pub use replace_signing_secret::replace_signing_secret;
pub use update_site::update_site;
