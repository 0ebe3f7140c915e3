//! A text as a sentence encoder read it: what it means as a whole, and what its words mean where they stand.

use crate::vector::Compact;

/// How many numbers say what a word means.
pub const SENSE: usize = 32;
/// What the largest number of a word's sense may be, in steps.
const STEPS: f32 = 127.0;

/// What is shorter has no direction.
const LEAST_LENGTH: f32 = 1e-12;

/// A word of a text, or a piece of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word {
    /// Which, by the encoder's count.
    pub token: u16,
    /// What it means where it stands, as a direction: a unit vector in steps of 1/127.
    sense: [i8; SENSE],
}

impl Word {
    /// A token and its sense, of whatever length.
    pub fn new(token: u16, sense: &[f32; SENSE]) -> Self {
        let length = sense.iter().map(|number| number * number).sum::<f32>().sqrt().max(LEAST_LENGTH);
        // The conversion saturates, and takes what is not a number for 0.
        Self { token, sense: sense.map(|number| (number / length * STEPS).round() as i8) }
    }

    /// How like the senses of two words are, from -1 to 1, in steps that only order them; see [`Word::of_steps`].
    pub(crate) fn steps_to(&self, other: &Self) -> i32 {
        self.sense.iter().zip(&other.sense).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
    }

    /// The likeness of [`Word::steps_to`].
    pub(crate) fn of_steps(steps: i32) -> f32 {
        steps as f32 / (STEPS * STEPS)
    }
}

/// What an encoder gives for a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// What it means as a whole: a vector of unit length.
    pub whole: Vec<f32>,
    /// What its telling words mean; none from an encoder that does not say.
    pub words: Vec<Word>,
}

/// A reading as it is kept, in memory and elsewhere: about 400 bytes, and 34 more a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pub(crate) whole: Compact,
    pub(crate) words: Box<[Word]>,
}

impl From<&Reading> for Kept {
    fn from(read: &Reading) -> Self {
        Self { whole: Compact::of(&read.whole), words: read.words.as_slice().into() }
    }
}

impl Kept {
    const WORD: usize = size_of::<u16>() + SENSE;

    /// As bytes: how many words, each with its token and its sense, then the whole.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u16::try_from(self.words.len()).unwrap_or(u16::MAX);
        let mut bytes = count.to_le_bytes().to_vec();
        for word in self.words.iter().take(count.into()) {
            bytes.extend(word.token.to_le_bytes());
            bytes.extend(word.sense.map(i8::cast_unsigned));
        }
        bytes.extend(self.whole.to_bytes());
        bytes
    }

    /// From [`Kept::to_bytes`]; nothing for bytes that are no reading.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk()?;
        let (words, whole) = rest.split_at_checked(usize::from(u16::from_le_bytes(*count)) * Self::WORD)?;
        let word = |bytes: &[u8]| {
            let (token, sense) = bytes.split_first_chunk()?;
            let sense: [u8; SENSE] = sense.try_into().ok()?;
            Some(Word { token: u16::from_le_bytes(*token), sense: sense.map(u8::cast_signed) })
        };
        let words = words.chunks(Self::WORD).map(word).collect::<Option<_>>()?;
        Some(Self { whole: Compact::from_bytes(whole)?, words })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(token: u16, towards: usize) -> Word {
        let mut sense = [0.1; SENSE];
        sense[towards] = 2.0;
        Word::new(token, &sense)
    }

    #[test]
    fn a_word_is_as_like_another_as_their_directions() {
        let (one, near, far) = (word(1, 0), word(2, 0), word(1, 5));
        let like = |other| Word::of_steps(one.steps_to(other));
        assert!((like(&near) - 1.0).abs() < 0.02, "{}", like(&near));
        assert!(like(&far) < 0.3, "{}", like(&far));
    }

    #[test]
    fn what_was_kept_is_the_same_again() {
        let read = Reading { whole: vec![0.6, -0.8, 0.0], words: vec![word(7, 3), word(30_000, 31)] };
        for read in [Reading { words: vec![], ..read.clone() }, read] {
            let kept = Kept::from(&read);
            assert_eq!(Kept::from_bytes(&kept.to_bytes()), Some(kept));
        }
        for odd in [&[][..], &[0], &[0; 6], &[1, 0, 2, 3], &[0xff; 40]] {
            assert_eq!(Kept::from_bytes(odd), None, "{odd:?}");
        }
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        for number in [0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE] {
            let word = Word::new(0, &[number; SENSE]);
            assert!(Word::of_steps(word.steps_to(&word)).abs() <= 1.1);
        }
    }
}
