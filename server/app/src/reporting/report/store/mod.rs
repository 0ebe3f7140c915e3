//! SQL of reports.
mod counts;
mod details;
mod facts;
mod roll_up;
mod service_requests;
mod settings;
mod sources;

pub use counts::{blasts, labels, live, names, plan};
pub use details::{DetailFilter, list_details};
pub use roll_up::{
    all_blocks, begin_hours, blocks, count, finish_hours, first_message, gaps, list_companies, lock_blocks,
    resolved, save_blocks,
};
pub use service_requests::{list_open as list_open_requests, open as open_requests};
pub use settings::{assume_hourly_cost, find_settings, most_common_time_zone, save_settings};
