//! SQL of reports.
mod counts;
mod details;
mod facts;
mod roll_up;
mod service_requests;
mod settings;

pub use counts::read_counts;
pub use details::{DetailFilter, list_details};
pub use roll_up::{
    begin_hours, covered_hours, finish_hours, first_message, list_companies, resolved, store_counts,
};
pub use service_requests::list_open as list_open_requests;
pub use settings::{assume_hourly_cost, find_settings, save_settings};
