//! Splits long documents into parts that a language model reads one by one. Pure.
use super::model::Source;
use crate::drafting::document::PAGE_BREAK;

/// Maximum total characters of documents that are sent whole.
const MAX_WHOLE: usize = 60_000;
/// Maximum number of characters of a part.
const MAX_PART: usize = 40_000;

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub struct Part<'s> {
    /// The name of the document.
    pub name: &'s str,
    /// The number of the page on which it begins; 0 in a document without pages.
    pub page: usize,
    pub text: String,
}

/// Returns the parts of documents that are too long to be sent whole; empty for other documents.
pub fn parts(sources: &[Source]) -> Vec<Part<'_>> {
    let characters: usize = sources.iter().map(|source| source.text.chars().count()).sum();
    if characters <= MAX_WHOLE { Vec::new() } else { sources.iter().flat_map(parts_of).collect() }
}

/// Splits a document between lines or pages.
fn parts_of(source: &Source) -> Vec<Part<'_>> {
    let mut page = usize::from(source.text.contains(PAGE_BREAK));
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut room = 0;
    for line in source.text.split_inclusive(['\n', PAGE_BREAK]) {
        for piece in pieces(line) {
            let characters = piece.chars().count();
            if characters > room {
                parts.push(Part { name: &source.name, page, text: String::new() });
                room = MAX_PART;
            }
            room -= characters;
            if let Some(part) = parts.last_mut() {
                part.text.push_str(&piece);
            }
        }
        page += usize::from(line.ends_with(PAGE_BREAK));
    }
    parts
}

/// Splits a line that is longer than a part.
fn pieces(line: &str) -> Vec<String> {
    let characters: Vec<char> = line.chars().collect();
    characters.chunks(MAX_PART).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: String) -> Source {
        Source { name: "Bylaws".into(), text }
    }

    #[test]
    fn short_documents_are_not_split() {
        assert_eq!(parts(&[source("a".repeat(30_000)), source("b".repeat(30_000))]), []);
    }

    #[test]
    fn a_long_document_is_split_between_pages_and_keeps_every_character() {
        let page = format!("{}\n", "word ".repeat(4_999));
        let sources = [source([page.as_str(); 3].join("\u{c}"))];
        let parts = parts(&sources);
        let pages: Vec<usize> = parts.iter().map(|part| part.page).collect();
        assert_eq!(pages, [1, 2, 3]);
        let whole: String = parts.iter().map(|part| part.text.as_str()).collect();
        assert_eq!(whole, sources[0].text);
    }

    #[test]
    fn a_line_longer_than_a_part_is_split() {
        let sources = [source("a".repeat(100_000))];
        let lengths: Vec<usize> = parts(&sources).iter().map(|part| part.text.len()).collect();
        assert_eq!(lengths, [40_000, 40_000, 20_000]);
    }
}
