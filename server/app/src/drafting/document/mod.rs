//! Reads the text of files: DOCX, PDF, and plain text such as transcripts. Writes DOCX.
//!
//! A file is read in a separate process that has no secrets and little memory and time. A malicious file,
//! such as one that unpacks to gigabytes or is nested without end, only terminates that process.
mod blocks;
mod docx;
mod docx_writer;
mod model;
mod pdf;
mod process;
mod reader;

pub use docx_writer::{HeaderImage, write as write_docx};
pub use model::{Document, PAGE_BREAK};
pub use process::{Reader, read_input};
