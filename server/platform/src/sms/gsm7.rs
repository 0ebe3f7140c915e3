//! The characters of the GSM 7-bit default alphabet and of its extension table.

const BASIC: &str = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?\
                     ¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const EXTENDED: &str = "^{}\\[~]|€\u{c}";

/// How many septets a character takes; `None` when the alphabet has it not.
pub fn septets(c: char) -> Option<usize> {
    if c.is_ascii_alphanumeric() || c == ' ' || BASIC.contains(c) {
        Some(1)
    } else if EXTENDED.contains(c) {
        Some(2)
    } else {
        None
    }
}
