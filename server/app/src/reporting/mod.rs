//! Reports on messages, answers and staff.
pub mod report;
pub mod report_subscription;
pub mod text_plan;
