//! The text of a file, and the reasons why it cannot be read.
use platform::Fault;
use serde::{Deserialize, Serialize};

/// Separates the pages of a text.
pub const PAGE_BREAK: char = '\u{c}';

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// The texts of the pages; a file without pages has one.
    pub pages: Vec<String>,
}

impl Document {
    /// Returns the text with page breaks.
    #[must_use]
    pub fn text(&self) -> String {
        self.pages.join(&PAGE_BREAK.to_string())
    }
}

/// The reason why a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// The file type is not supported.
    UnknownKind,
    /// An old Word file, or a Word file with a password.
    OldOrProtected,
    /// A PDF with a password.
    Protected,
    /// The file is damaged.
    Unreadable,
    /// The file contains only images, or nothing.
    WithoutText,
    /// There are too many pages.
    TooManyPages,
    /// The text is too long.
    TooLong,
    /// Reading takes too much memory or time.
    TooComplex,
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        let words = match problem {
            Problem::UnknownKind => "This kind of file can't be read. Use VTT, SRT, TXT, DOCX or PDF.",
            Problem::OldOrProtected => {
                "This is an old Word file, or it has a password. Save it as DOCX without a password."
            }
            Problem::Protected => "This PDF has a password. Save it without one.",
            Problem::Unreadable => "This file is damaged. Save it again and retry.",
            Problem::WithoutText => {
                "This file has no text. If it is a scan, use a copy with recognized text."
            }
            Problem::TooManyPages => "This file has more than 500 pages. Split it into parts.",
            Problem::TooLong => "This file has more than 600,000 characters. Split it into parts.",
            Problem::TooComplex => "This file takes too long to read. Save it as DOCX or TXT.",
        };
        Self::field("data", words)
    }
}
