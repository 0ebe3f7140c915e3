//! Reads the text of files: DOCX, PDF, and plain text such as transcripts. Writes DOCX.
//!
//! A file is read by a process of its own that holds no secret, with little memory and little time. What breaks the
//! reading of a file, such as one that unpacks to gigabytes or nests without end, ends that process alone.
mod blocks;
mod docx;
mod docx_writer;
mod model;
mod pdf;
mod process;
mod reading;

pub use docx_writer::{HeaderImage, write as write_docx};
pub use model::{Document, PAGE_BREAK};
pub use process::{Reader, read_input};
