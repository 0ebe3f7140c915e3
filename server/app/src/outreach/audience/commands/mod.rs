//! Commands that change saved audiences.
mod import_recipient_list;

pub use import_recipient_list::import_recipient_list;
