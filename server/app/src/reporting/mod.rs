//! Figures on messages, answers and staff.
pub mod report;
