//! Edits that make a valid sample malformed.

/// Maximum length of an edited sample in bytes.
const MAX_BYTES: usize = 200_000;
/// Maximum length of a part that is moved or removed in bytes.
const MAX_PART: usize = 200;
/// Maximum number of repetitions of a part.
const MAX_REPEATS: usize = 3_000;

/// Texts that parsers are known to stumble over: limits of numbers, delimiters, and invalid or unusual characters.
const TOKENS: [&[u8]; 60] = [
    b"",
    b" ",
    b"\0",
    b"\n",
    b"\r\n",
    b"\r\n\r\n",
    b"\r",
    b"\t",
    b"\"",
    b"\"\"",
    b"'",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"/",
    b"../",
    b",",
    b";",
    b":",
    b"=",
    b"==",
    b"&",
    b"%",
    b"%00",
    b"%ff",
    b"%F0%9F",
    b"+",
    b"-",
    b"--",
    b"@",
    b"#",
    b"&#0;",
    b"&#1114112;",
    b"<",
    b">",
    b"</",
    b"<!--",
    b"<![CDATA[",
    b"]]>",
    b"{",
    b"}",
    b"[",
    b"]",
    b"(",
    b"0",
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"2147483648",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"99999999999999999999999999999999999999999",
    b"0.00000000000000000000000000000000000001",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    "\u{202e}\u{200b}İßﬁ".as_bytes(),
    "e\u{301}🇺🇸٣".as_bytes(),
];

/// An edit at a position that is given as a fraction, so that it applies to any length.
pub struct Edit {
    kind: u16,
    at: u16,
    length: u16,
    value: u16,
}

impl Edit {
    /// Creates an edit from arbitrary numbers. Smaller numbers are simpler edits.
    pub fn new([kind, at, length, value]: [u16; 4]) -> Self {
        Self { kind, at, length, value }
    }

    /// Returns the edited bytes. Some edits take a part of `other`.
    pub fn apply(&self, mut bytes: Vec<u8>, other: &[u8]) -> Vec<u8> {
        let (start, end) = self.part(bytes.len());
        let value = usize::from(self.value);
        let token = TOKENS[value % TOKENS.len()];
        match self.kind % 9 {
            0 => bytes.truncate(start),
            1 => drop(bytes.drain(start..end)),
            2 => drop(bytes.splice(start..start, token.iter().copied())),
            3 => drop(bytes.splice(start..end, token.iter().copied())),
            4 => {
                if let Some(byte) = bytes.get_mut(start) {
                    *byte = self.value.to_le_bytes()[0];
                }
            }
            // Repeats a part, also often enough to nest deeply.
            5 => {
                let part = bytes[start..end].repeat(1 + value % if value % 4 == 0 { MAX_REPEATS } else { 3 });
                drop(bytes.splice(start..start, part));
            }
            6 => drop(bytes.splice(start..start, token.repeat(1 + value % MAX_REPEATS))),
            7 => {
                let (from, to) = Self { at: self.value, ..*self }.part(other.len());
                drop(bytes.splice(start..end, other[from..to].iter().copied()));
            }
            _ => {
                let part: Vec<u8> = bytes.drain(start..end).collect();
                let to = place(self.value, bytes.len());
                drop(bytes.splice(to..to, part));
            }
        }
        bytes.truncate(MAX_BYTES);
        bytes
    }

    /// Returns the start and the end of the edited part.
    fn part(&self, length: usize) -> (usize, usize) {
        let start = place(self.at, length);
        (start, (start + 1 + usize::from(self.length) % MAX_PART).min(length))
    }
}

/// Returns the position at a fraction of a length.
fn place(fraction: u16, length: usize) -> usize {
    usize::from(fraction) * length / usize::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(kind: u16, at: u16, length: u16, value: u16) -> Vec<u8> {
        Edit::new([kind, at, length, value]).apply(b"0123456789".to_vec(), b"abc")
    }

    #[test]
    fn samples_are_cut_repeated_replaced_and_reordered() {
        let middle = u16::MAX / 2 + 1;
        assert_eq!(edited(0, middle, 0, 0), b"01234");
        assert_eq!(edited(1, middle, 1, 0), b"01234789");
        assert_eq!(edited(2, middle, 0, 8), b"01234\"56789");
        assert_eq!(edited(3, middle, 0, 8), b"01234\"6789");
        assert_eq!(edited(4, middle, 0, 0), b"01234\x006789");
        assert_eq!(edited(5, middle, 1, 1), b"01234565656789");
        assert_eq!(edited(6, middle, 0, 39), [b"01234".as_slice(), &b"{".repeat(40), b"56789"].concat());
        assert_eq!(edited(7, middle, 1, 0), b"01234ab789");
        assert_eq!(edited(8, 0, 1, u16::MAX), b"2345678901");
    }

    #[test]
    fn every_edit_applies_to_any_length() {
        for kind in 0..9 {
            for at in [0, 1, u16::MAX - 1, u16::MAX] {
                for value in [0, 7, u16::MAX] {
                    let edit = Edit::new([kind, at, u16::MAX, value]);
                    for sample in [b"".as_slice(), b"a", b"abc"] {
                        assert!(edit.apply(sample.to_vec(), b"").len() <= MAX_BYTES);
                    }
                }
            }
        }
    }
}
