//! Vectors of unit length in a byte a number, in memory and where they are kept.
//!
//! A number between -1 and 1 becomes a step of 1/127 of the vector's largest. Measured on sentence vectors, what is
//! lost lies below what decides between two entries.

/// A vector, four times smaller.
#[derive(Clone, Debug, PartialEq)]
pub struct Compact {
    step: f32,
    steps: Box<[i8]>,
}

impl Compact {
    /// The nearest there is to these numbers; those that are none become 0.
    pub fn of(numbers: &[f32]) -> Self {
        let largest =
            numbers.iter().filter(|number| number.is_finite()).fold(0.0_f32, |most, n| most.max(n.abs()));
        let step = largest.max(f32::MIN_POSITIVE) / 127.0;
        // The conversion saturates, and takes what is not a number for 0.
        Self { step, steps: numbers.iter().map(|number| (number / step).round() as i8).collect() }
    }

    /// As bytes, to be kept: the step, then a byte a number.
    pub fn to_bytes(&self) -> Vec<u8> {
        let steps = self.steps.iter().map(|steps| steps.cast_unsigned());
        self.step.to_le_bytes().into_iter().chain(steps).collect()
    }

    /// From [`Compact::to_bytes`]; nothing for bytes that are no vector.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (step, steps) = bytes.split_first_chunk()?;
        let step = f32::from_le_bytes(*step);
        let steps = steps.iter().map(|steps| steps.cast_signed()).collect();
        (step.is_finite() && step > 0.0).then_some(Self { step, steps })
    }

    /// How many numbers it has.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// How many bytes of memory its numbers take.
    pub(crate) fn bytes(&self) -> usize {
        self.steps.len() + size_of::<Self>()
    }

    /// As numbers again.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        self.steps.iter().map(|steps| f32::from(*steps) * self.step)
    }

    /// Adds it, so many times, to a sum.
    pub(crate) fn add_to(&self, sum: &mut [f32], times: f32) {
        let times = times * self.step;
        sum.iter_mut().zip(&self.steps).for_each(|(sum, steps)| *sum += f32::from(*steps) * times);
    }

    /// The dot product, over the shorter of the two lengths.
    pub(crate) fn dot(&self, other: &[f32]) -> f32 {
        self.step
            * self.steps.iter().zip(other).map(|(steps, number)| f32::from(*steps) * number).sum::<f32>()
    }
}

/// The dot product, over the shorter of the two lengths.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_to_nothing_is_lost() {
        let numbers: Vec<f32> = (0..384).map(|at| ((at * 37) as f32).sin() / 14.0).collect();
        let compact = Compact::of(&numbers);
        for (one, other) in numbers.iter().zip(compact.numbers()) {
            assert!((one - other).abs() <= 1.0 / 14.0 / 254.0 + 1e-6, "{one} {other}");
        }
        let exact: f32 = numbers.iter().map(|number| number * number).sum();
        assert!((compact.dot(&numbers) - exact).abs() < 1e-2);
    }

    #[test]
    fn what_was_kept_is_the_same_again() {
        let compact = Compact::of(&[0.6, -0.8, 0.0]);
        assert_eq!(Compact::from_bytes(&compact.to_bytes()), Some(compact));
        for odd in [&[][..], &[1, 2, 3], &[0; 8], &[0xff; 8]] {
            assert_eq!(Compact::from_bytes(odd), None, "{odd:?}");
        }
    }

    #[test]
    fn odd_numbers_do_no_harm() {
        let compact = Compact::of(&[f32::NAN, f32::INFINITY, 0.5, f32::NEG_INFINITY]);
        assert!(compact.numbers().all(f32::is_finite));
        assert_eq!(compact.numbers().next(), Some(0.0));
        assert!(Compact::of(&[0.0; 3]).numbers().all(|number| number == 0.0));
        assert_eq!(Compact::of(&[]).dot(&[1.0]), 0.0);
    }
}
