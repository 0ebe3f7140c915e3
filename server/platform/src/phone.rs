//! Telephone numbers: E.164 and assignable, or refused.
use crate::Fault;

/// A valid number in E.164, such as `+12025550101`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, sqlx::Type, serde::Serialize, serde::Deserialize)]
#[sqlx(transparent)]
#[serde(transparent)]
pub struct Phone(String);

impl Phone {
    /// Reads the number in `field`.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` on that field when it is not E.164, or no plan has such numbers.
    pub fn parse(field: &str, text: &str) -> Result<Self, Fault> {
        let refused = || {
            Fault::field(field, "Enter a full phone number with + and country code, such as +12025550101.")
        };
        let digits = text.strip_prefix('+').ok_or_else(refused)?;
        if !(8..=15).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(refused());
        }
        let number = phonenumber::parse(None, text).map_err(|_| refused())?;
        if !phonenumber::is_valid(&number) && !fictional(digits) {
            return Err(refused());
        }
        Ok(Self(text.to_owned()))
    }

    /// The number as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// North America keeps 555-0100 to 555-0199 of each area for stories and tests.
fn fictional(digits: &str) -> bool {
    digits.len() == 11 && digits.starts_with('1') && digits[4..].starts_with("55501")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_numbers_of_a_real_plan_pass() {
        for good in ["+12025550101", "+15035550148", "+442079460958", "+33142685300"] {
            assert!(Phone::parse("from", good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "+",
            "12025550101",
            "+1202555010",
            "+120255501011",
            "+0123456789",
            "+1 202 555 0101",
            "+1２025550101",
            "+99912345678",
        ] {
            assert!(Phone::parse("from", bad).is_err(), "{bad}");
        }
    }
}
