//! Words of texts for search, and the excerpts of search results.

use super::visible_text::fold;

/// Maximum length of a word in characters; the rest is ignored.
const MAX_WORD_LENGTH: usize = 40;
/// Maximum number of words in a query.
const MAX_QUERY_WORDS: usize = 8;
/// Characters of an excerpt.
const EXCERPT: usize = 160;
/// Characters of an excerpt before the first match.
const BEFORE: usize = 40;
/// Characters that are typed as an apostrophe. They do not separate words.
const APOSTROPHES: [char; 7] = ['\'', '’', '‘', '`', '´', 'ʼ', '＇'];

/// Returns the words of a text in lowercase, sorted, each once. A word is a run of letters and digits.
#[must_use]
pub fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(between).filter(|run| !run.is_empty()).map(cut).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Returns the words of a text as a person sees them, in capitals without accents and apostrophes: "don't" is DONT,
/// "arrêt" is ARRET, "opt-out" is OPT OUT. Look-alike letters are replaced; see [`fold`].
#[must_use]
pub fn plain(text: &str) -> Vec<String> {
    let text: String = text.chars().filter(|c| !APOSTROPHES.contains(c)).collect();
    fold(&text).split(between).filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// Returns the words of a search query, at most 8.
#[must_use]
pub fn query_words(text: &str) -> Vec<String> {
    let mut words = words_of(text);
    words.truncate(MAX_QUERY_WORDS);
    words
}

/// Splits a text into pieces with a flag that is true for words that start with a word of the query. Returns an empty
/// list if there is no match.
#[must_use]
pub fn marked(text: &str, query: &[String]) -> Vec<(String, bool)> {
    let mut pieces: Vec<(String, bool)> = Vec::new();
    for run in runs(text) {
        let found = is_found(run, query);
        match pieces.last_mut() {
            Some((piece, before)) if *before == found => piece.push_str(run),
            _ => pieces.push((run.to_owned(), found)),
        }
    }
    if pieces.iter().any(|(_, found)| *found) { pieces } else { Vec::new() }
}

/// Returns the part of a text around the first match.
#[must_use]
pub fn excerpt(text: &str, query: &[String]) -> String {
    let mut first = 0;
    for run in runs(text) {
        if is_found(run, query) {
            break;
        }
        first += run.chars().count();
    }
    let length = text.chars().count();
    let start = if first >= length || first <= BEFORE { 0 } else { first - BEFORE };
    let shown: String = text.chars().skip(start).take(EXCERPT).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + EXCERPT < length { "…" } else { "" };
    format!("{before}{shown}{after}")
}

fn between(c: char) -> bool {
    !c.is_alphanumeric()
}

fn cut(run: &str) -> String {
    run.chars().flat_map(char::to_lowercase).take(MAX_WORD_LENGTH).collect()
}

fn is_found(run: &str, query: &[String]) -> bool {
    let word = cut(run);
    query.iter().any(|start| word.starts_with(start.as_str()))
}

/// Returns the words of a text and the text between them, in order.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| between(c) != between(first)).unwrap_or(rest.len());
        let (run, left) = rest.split_at(end);
        rest = left;
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, wanted: &str) -> String {
        let pieces = marked(text, &words_of(wanted));
        pieces.into_iter().map(|(piece, found)| if found { format!("<{piece}>") } else { piece }).collect()
    }

    #[test]
    fn search_words_are_lowercase_and_unique() {
        assert_eq!(words_of("The pool: is THE pool open at 9?"), ["9", "at", "is", "open", "pool", "the"]);
        assert_eq!(words_of("¿Dónde está? 水泳池"), ["dónde", "está", "水泳池"]);
        assert_eq!(words_of(" …!? "), Vec::<String>::new());
        assert_eq!(words_of(&"x".repeat(1_600)), ["x".repeat(40)]);
    }

    #[test]
    fn words_with_a_matching_prefix_are_marked_and_no_text_is_lost() {
        assert_eq!(found("Parking permits, please!", "perm PLEASE"), "Parking <permits>, <please>!");
        assert_eq!(found("no permit", "mit"), "");
        assert_eq!(found("Über uns", "über"), "<Über> uns");
    }

    #[test]
    fn an_excerpt_shows_the_first_match() {
        let text = format!("{}the gate is stuck{}", "so ".repeat(100), " again".repeat(100));
        let excerpt = excerpt(&text, &words_of("gate"));
        assert!(excerpt.starts_with('…') && excerpt.ends_with('…') && excerpt.contains("gate"), "{excerpt}");
        assert_eq!(excerpt.chars().count(), 162);
        assert_eq!(super::excerpt("The gate", &words_of("gate")), "The gate");
        assert_eq!(super::excerpt("The gate", &words_of("pool")), "The gate");
    }
}
