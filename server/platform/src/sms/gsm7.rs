//! The characters of the GSM 7-bit default alphabet and of its extension table.

const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
                     ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED: &str = "^{}\\[~]|€\u{c}";

/// Returns the number of septets of a character; `None` if the alphabet does not contain it.
pub fn septets(c: char) -> Option<usize> {
    if c.is_ascii_alphanumeric() || c == ' ' || BASIC.contains(c) {
        Some(1)
    } else if EXTENDED.contains(c) {
        Some(2)
    } else {
        None
    }
}
