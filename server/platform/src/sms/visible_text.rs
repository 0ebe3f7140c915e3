//! What a person sees of a text. Look-alike letters of other scripts, stylized letters and letters with accents become
//! the plain capitals A–Z that they resemble, and invisible characters are removed.
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::confusable_detection::skeleton;

/// The small capitals A–Z, in that order; Unicode does not decompose them.
const SMALL_CAPITALS: &str = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";
/// The first letters of runs of A–Z that Unicode does not decompose: negative circled, negative
/// squared and regional indicators.
const ENCLOSED: [char; 3] = ['🅐', '🅰', '🇦'];

/// Returns a text in capitals, with each letter that resembles one of A–Z replaced by it, and without accents and
/// invisible characters. Other letters, digits, blanks and punctuation are kept.
#[must_use]
pub fn fold(text: &str) -> String {
    text.nfkd().filter(|c| !is_invisible(*c) && !is_combining_mark(*c)).flat_map(capitals).collect()
}

/// Returns whether a character is invisible and has no width: zero-width and bidirectional controls, joiners, fillers,
/// variation selectors and tags (`Default_Ignorable_Code_Point` of Unicode).
#[must_use]
pub fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a text is empty, or has only blanks and invisible characters.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Returns the number of characters of a text that are not invisible.
#[must_use]
pub fn visible_length(text: &str) -> usize {
    text.chars().filter(|c| !is_invisible(*c)).count()
}

fn capitals(c: char) -> Vec<char> {
    if c.is_ascii() {
        return vec![c.to_ascii_uppercase()];
    }
    if let Some(letter) = stylized(c) {
        return vec![letter];
    }
    let capitals: Vec<char> = c.to_uppercase().collect();
    // Punctuation resembles letters as well: "¡" an i.
    if !c.is_alphabetic() {
        return capitals;
    }
    let resembled = match capitals.as_slice() {
        // The prototype of capital I is a small l.
        [capital] => resembled(*capital).map(|letter| if letter == 'l' { 'I' } else { letter }),
        _ => None,
    };
    match resembled.or_else(|| resembled_letter(c)) {
        Some(letter) => vec![letter.to_ascii_uppercase()],
        None => capitals,
    }
}

fn resembled_letter(c: char) -> Option<char> {
    resembled(c).filter(char::is_ascii_alphabetic)
}

/// Returns the ASCII letter or digit that a character resembles, according to Unicode's confusables.
fn resembled(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut prototype = skeleton(c.encode_utf8(&mut buffer)).filter(|c| !is_combining_mark(*c));
    let (first, second) = (prototype.next()?, prototype.next());
    (second.is_none() && first.is_ascii_alphanumeric()).then_some(first)
}

fn stylized(c: char) -> Option<char> {
    let letter = |place: usize| u8::try_from(place).ok().map(|place| char::from(b'A' + place));
    if let Some(place) = SMALL_CAPITALS.chars().position(|small| small == c) {
        return letter(place);
    }
    let places = ENCLOSED.iter().filter_map(|first| (c as usize).checked_sub(*first as usize));
    places.into_iter().find(|place| *place < 26).and_then(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookalike_letters_are_folded_to_latin() {
        for text in [
            "stop",
            "ＳＴＯＰ",
            "ЅТОР",
            "ѕтор",
            "ЅTΟΡ",
            "𝐒𝐓𝐎𝐏",
            "Ⓢⓣⓞⓟ",
            "🅂🅃🄾🄿",
            "🆂🆃🅾🅿",
            "🅢🅣🅞🅟",
            "🇸🇹🇴🇵",
            "ꜱᴛᴏᴘ",
            "ᏚᎢᎾᏢ",
            "S\u{336}T\u{336}O\u{336}P\u{336}",
            "šťőp",
            "s\u{200b}t\u{200d}o\u{2060}p\u{feff}",
            "s\u{ad}top",
            "\u{202e}stop\u{202c}",
            "s\u{fe0f}top",
        ] {
            assert_eq!(fold(text), "STOP", "{text}");
        }
        assert_eq!(fold("QUІT"), "QUIT", "a Cyrillic I");
        assert_eq!(fold("ñandú 4B, arrêt!"), "NANDU 4B, ARRET!");
    }

    #[test]
    fn invisible_characters_do_not_count_toward_a_length() {
        assert_eq!(visible_length("\u{200b}a é\u{feff}😀"), 4);
    }

    #[test]
    fn letters_without_a_latin_lookalike_are_kept() {
        assert_eq!(fold("水泳池 at 9?"), "水泳池 AT 9?");
        assert_eq!(fold("straße"), "STRASSE");
        assert_eq!(fold("¡alto! ¿sí?"), "¡ALTO! ¿SI?");
        assert_eq!(fold("🛑"), "🛑");
    }
}
