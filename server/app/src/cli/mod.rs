//! Commands of the program beside `serve`.
pub mod admin;
pub mod evaluation;
