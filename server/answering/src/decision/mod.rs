//! Decisions on a ranking: answer or escalate, and the calibration of the score threshold.

pub mod calibration;
pub mod thresholds;
