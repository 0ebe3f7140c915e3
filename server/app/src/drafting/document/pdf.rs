//! Extracts the text of a PDF, page by page.
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document as Pdf, PlainTextOutput, output_doc_page};

use super::model::Problem;

/// Maximum number of pages.
const MAX_PAGES: usize = 500;

/// Returns the texts of the pages. An unreadable page is empty, so that the other pages keep their numbers.
pub fn pages(bytes: &[u8]) -> Result<Vec<String>, Problem> {
    let mut pdf = guarded(|| Pdf::load_mem(bytes))?.map_err(|_| Problem::Unreadable)?;
    if pdf.is_encrypted() && guarded(|| pdf.decrypt(""))?.is_err() {
        return Err(Problem::Protected);
    }
    let numbers: Vec<u32> = guarded(|| pdf.get_pages())?.into_keys().collect();
    if numbers.len() > MAX_PAGES {
        return Err(Problem::TooManyPages);
    }
    let pages: Vec<Option<String>> = numbers.into_iter().map(|number| page(&pdf, number)).collect();
    if pages.iter().all(Option::is_none) {
        return Err(Problem::Unreadable);
    }
    Ok(pages.into_iter().map(Option::unwrap_or_default).collect())
}

fn page(pdf: &Pdf, number: u32) -> Option<String> {
    let mut text = String::new();
    let mut output = PlainTextOutput::new(&mut text);
    let read = guarded(|| output_doc_page(pdf, &mut output, number));
    matches!(read, Ok(Ok(()))).then_some(text)
}

/// Converts panics of the PDF reader, which panics on unexpected input, to problems.
fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(read)).map_err(|_| Problem::Unreadable)
}
