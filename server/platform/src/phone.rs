//! Phone numbers, parsed from the usual spellings and stored in E.164.
use crate::Fault;

/// A valid number in E.164, such as `+12025550101`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, sqlx::Type, serde::Serialize, serde::Deserialize)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct Phone(String);

/// Characters that people write between the digits.
const SEPARATORS: [char; 8] = [' ', '(', ')', '-', '.', '/', '\u{a0}', '\u{2011}'];

impl Phone {
    /// Reads the number in `field`: in E.164, or as people write numbers of the United States and Canada, such as
    /// `(202) 555-0109` or `1-202-555-0109`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on that field if the text is not a phone number, or the number is not valid in its country.
    pub fn parse(field: &str, text: &str) -> Result<Self, Fault> {
        Self::read(text).ok_or_else(|| {
            Fault::field(field, "Enter a full phone number, such as (202) 555-0101 or +442079460958.")
        })
    }

    /// Reads a number that a carrier names: in E.164 only.
    #[must_use]
    pub fn parse_e164(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('+')?;
        if !(8..=15).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = phonenumber::parse(None, text).ok()?;
        (phonenumber::is_valid(&number) || fictional(digits)).then(|| Self(text.to_owned()))
    }

    fn read(text: &str) -> Option<Self> {
        let digits: String = text.trim().chars().filter(|c| !SEPARATORS.contains(c)).collect();
        match digits.strip_prefix('+') {
            Some(_) => Self::parse_e164(&digits),
            None if digits.len() == 10 => Self::parse_e164(&format!("+1{digits}")),
            None if digits.len() == 11 && digits.starts_with('1') => Self::parse_e164(&format!("+{digits}")),
            None => None,
        }
    }

    /// Returns a number in E.164 as far as it can be read, and any other text without the spaces around it.
    #[must_use]
    pub fn normalize(text: &str) -> String {
        Self::read(text).map_or_else(|| text.trim().to_owned(), |phone| phone.0)
    }

    /// The number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a number is reserved for fiction and tests: 555-0100 to 555-0199 of each area in North America.
fn fictional(digits: &str) -> bool {
    digits.len() == 11 && digits.starts_with('1') && digits[4..].starts_with("55501")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_are_parsed_in_common_formats() {
        for (text, number) in [
            ("+12025550101", "+12025550101"),
            ("(202) 555-0109", "+12025550109"),
            (" 202.555.0109 ", "+12025550109"),
            ("202-555-0109", "+12025550109"),
            ("1 202 555 0109", "+12025550109"),
            ("+1 (202) 555\u{2011}0109", "+12025550109"),
            ("12025550101", "+12025550101"),
            ("+44 20 7946 0958", "+442079460958"),
            ("+33142685300", "+33142685300"),
        ] {
            let read = Phone::parse("from", text);
            assert_eq!(read.ok().map(|phone| phone.as_str().to_owned()).as_deref(), Some(number), "{text}");
            assert_eq!(Phone::normalize(text), number);
        }
    }

    #[test]
    fn incomplete_and_unassigned_numbers_are_refused() {
        for bad in [
            "",
            "+",
            "555-0109",
            "22025550101",
            "+1202555010",
            "+120255501011",
            "+0123456789",
            "+1２025550101",
            "+99912345678",
            "202 555 0109 x4",
            "(000) 555-1234",
        ] {
            assert!(Phone::parse("from", bad).is_err(), "{bad}");
            assert_eq!(Phone::normalize(bad), bad);
        }
    }

    #[test]
    fn carrier_numbers_are_accepted_only_in_e164() {
        assert!(Phone::parse_e164("+12025550101").is_some());
        for other in ["12025550101", "(202) 555-0101", "+1 202 555 0101", "28849"] {
            assert!(Phone::parse_e164(other).is_none(), "{other}");
        }
    }

    #[test]
    fn malformed_numbers_are_refused_or_become_valid_ones() {
        let samples = [
            "+12025550101",
            "(202) 555-0109",
            "1-202-555-0109",
            "+44 20 7946 0958",
            "+33142685300",
            "tel:+1;ext=4",
        ];
        fuzzing::check_texts(1_000, &samples, |text| {
            if let Ok(phone) = Phone::parse("phone", text) {
                assert_eq!(Phone::parse_e164(phone.as_str()), Some(phone.clone()));
                assert_eq!(Phone::normalize(text), phone.as_str());
            }
            assert!(Phone::parse_e164(text).is_none_or(|phone| phone.as_str() == text));
        });
    }
}
