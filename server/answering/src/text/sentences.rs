//! Sentence splitting.

/// Abbreviations whose period does not end a sentence.
const ABBREVIATIONS: [&str; 14] =
    ["a.m", "p.m", "am", "pm", "e.g", "i.e", "no", "mr", "mrs", "ms", "dr", "st", "apt", "vs"];

/// Returns the sentences of a text in order, trimmed and not empty, each with its closing punctuation.
pub fn split_sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if is_sentence_end(text, start, at, c) {
            sentences.push(text[start..end].trim());
            start = end;
        }
    }
    sentences.push(text[start..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// Returns whether the sentence that starts at byte `start` ends with the character `c` at byte `at`.
fn is_sentence_end(text: &str, start: usize, at: usize, c: char) -> bool {
    let next = text[at + c.len_utf8()..].chars().next();
    match c {
        '\n' | '\r' | ';' | '。' | '？' => true,
        // The last of several punctuation marks ends the sentence.
        '?' | '!' => !matches!(next, Some('?' | '!' | '.')),
        '.' => next.is_none_or(char::is_whitespace) && !ends_with_abbreviation(&text[start..at]),
        _ => false,
    }
}

/// Returns whether the last word before a period is an abbreviation or a list number.
fn ends_with_abbreviation(before: &str) -> bool {
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_list_number = last == before.trim() && last.bytes().all(|byte| byte.is_ascii_digit());
    is_list_number || ABBREVIATIONS.iter().any(|abbreviation| abbreviation.eq_ignore_ascii_case(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_and_line_breaks_end_a_sentence() {
        assert_eq!(
            split_sentences("Where do I park?? Thanks! ok.\nBye"),
            ["Where do I park??", "Thanks!", "ok.", "Bye"]
        );
    }

    #[test]
    fn numbers_and_abbreviations_do_not_end_a_sentence() {
        assert_eq!(
            split_sentences("Is it open at 7 a.m. on the 2.5 mile loop"),
            ["Is it open at 7 a.m. on the 2.5 mile loop"]
        );
        assert_eq!(split_sentences("1. Where is it? 2. When?"), ["1. Where is it?", "2. When?"]);
        assert_eq!(split_sentences("see www.example.com/x?y=1 please").len(), 2);
    }

    #[test]
    fn a_blank_text_has_no_sentences() {
        assert!(split_sentences(" \n\r ").is_empty());
    }
}
