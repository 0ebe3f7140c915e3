//! Detection and removal of emojis.

const VARIATION_SELECTOR: char = '\u{fe0f}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';
const KEYCAP: char = '\u{20e3}';

/// Returns whether a text contains an emoji.
#[must_use]
pub fn contains_emoji(text: &str) -> bool {
    text.chars().any(|c| is_emoji(c) || matches!(c, VARIATION_SELECTOR | KEYCAP))
}

/// Returns the text without its emojis and without the spaces that they would leave.
#[must_use]
pub fn remove_emojis(text: &str) -> String {
    if !contains_emoji(text) {
        return text.to_owned();
    }
    text.split('\n').map(remove_from_line).collect::<Vec<_>>().join("\n")
}

fn remove_from_line(line: &str) -> String {
    let (mut kept, mut has_removed) = (String::with_capacity(line.len()), false);
    for c in line.chars() {
        if is_emoji(c) || is_modifier(c) && (has_removed || c != ZERO_WIDTH_JOINER) {
            has_removed = true;
            continue;
        }
        let is_gap = kept.is_empty() || kept.ends_with(' ');
        if has_removed && c == ' ' && is_gap {
            continue;
        }
        if has_removed && matches!(c, '.' | ',' | '!' | '?' | ';' | ':') && kept.ends_with(' ') {
            kept.pop();
        }
        has_removed = false;
        kept.push(c);
    }
    if has_removed { kept.trim_end().to_owned() } else { kept }
}

/// Returns whether a character is in an emoji block or is an older symbol that is displayed as an emoji:
/// <https://www.unicode.org/Public/emoji/16.0/emoji-data.txt>.
fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{231a}'..='\u{231b}' | '\u{2328}' | '\u{23cf}'
        | '\u{23e9}'..='\u{23f3}' | '\u{23f8}'..='\u{23fa}' | '\u{25aa}'..='\u{25ab}' | '\u{25b6}' | '\u{25c0}'
        | '\u{25fb}'..='\u{25fe}' | '\u{2934}'..='\u{2935}' | '\u{2b05}'..='\u{2b07}' | '\u{2b1b}'..='\u{2b1c}'
        | '\u{2b50}' | '\u{2b55}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{e0020}'..='\u{e007f}')
}

/// Returns whether a character modifies the emoji before it.
fn is_modifier(c: char) -> bool {
    matches!(c, VARIATION_SELECTOR | ZERO_WIDTH_JOINER | KEYCAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emojis_are_removed_without_leaving_gaps() {
        let text = "Hello 👋🏽 there! 🎉\nPool 🏊‍♀️, 1️⃣ lane ❤️.\nقهوه\u{200d}ای 5 × 6";
        assert!(contains_emoji(text));
        assert_eq!(remove_emojis(text), "Hello there!\nPool, 1 lane.\nقهوه\u{200d}ای 5 × 6");
    }

    #[test]
    fn a_text_without_emojis_is_unchanged() {
        assert!(!contains_emoji("two  spaces  × "));
        assert_eq!(remove_emojis("two  spaces  × "), "two  spaces  × ");
    }
}
