//! The inbox of all channels: what residents write, who they are, and reusable replies of staff.
pub mod canned_reply;
pub mod channel_health;
pub mod inbox_item;
pub mod inbox_macro;
pub mod reply_target;
pub mod routing_rule;
