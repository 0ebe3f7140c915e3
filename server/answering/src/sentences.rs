//! Where one sentence of a text ends and the next begins.

/// A full stop after these ends nothing.
const SHORTENED: [&str; 14] =
    ["a.m", "p.m", "am", "pm", "e.g", "i.e", "no", "mr", "mrs", "ms", "dr", "st", "apt", "vs"];

/// The sentences of a text in order, trimmed, each with the mark that ends it; none is empty.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut begin = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if ends(text, begin, at, c) {
            sentences.push(text[begin..end].trim());
            begin = end;
        }
    }
    sentences.push(text[begin..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Whether a sentence that began at `begin` ends with `c`, which stands at `at`.
fn ends(text: &str, begin: usize, at: usize, c: char) -> bool {
    let next = text[at + c.len_utf8()..].chars().next();
    match c {
        '\n' | '\r' | ';' | '。' | '？' => true,
        // Of several marks the last one ends it.
        '?' | '!' => !matches!(next, Some('?' | '!' | '.')),
        '.' => next.is_none_or(char::is_whitespace) && !is_shortened(&text[begin..at]),
        _ => false,
    }
}

/// Whether the last word before a full stop is written in short, or is the number of a list.
fn is_shortened(before: &str) -> bool {
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let numbers = last == before.trim() && last.bytes().all(|byte| byte.is_ascii_digit());
    numbers || SHORTENED.iter().any(|short| short.eq_ignore_ascii_case(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_new_lines_end_a_sentence() {
        assert_eq!(
            sentences("Where do I park?? Thanks! ok.\nBye"),
            ["Where do I park??", "Thanks!", "ok.", "Bye"]
        );
    }

    #[test]
    fn numbers_and_short_forms_do_not() {
        assert_eq!(
            sentences("Is it open at 7 a.m. on the 2.5 mile loop"),
            ["Is it open at 7 a.m. on the 2.5 mile loop"]
        );
        assert_eq!(sentences("1. Where is it? 2. When?"), ["1. Where is it?", "2. When?"]);
        assert_eq!(sentences("see www.example.com/x?y=1 please").len(), 2);
    }

    #[test]
    fn nothing_has_no_sentences() {
        assert!(sentences(" \n\r ").is_empty());
    }
}
