//! From a token's last state to what it means in a few numbers: the directions in which the states of words differ
//! most (a principal component analysis, not centred).
//!
//! `directions.bin` holds those of all-MiniLM-L6-v2, from the sample questions of the catalogues: a row for each
//! number of a state, [`SENSE`] columns, in steps of one size. `examples/directions.rs` makes it anew.

use std::collections::HashSet;

use candle_core::{Device, Result, Tensor};
use tokenizers::Tokenizer;

use crate::reading::{SENSE, Word};
use crate::vector::dot;

const STEPS: &[u8] = include_bytes!("directions.bin");
/// The most of a step.
const MOST: f32 = 127.0;
/// So often the directions are turned towards where the states differ most.
const TURNS: usize = 100;

/// Words and pieces of words that every question has, and that tell nothing where they stand either.
const UNTELLING: &str = "\
    a am an and are at be been can could did do does for from had has have i if in is it its m me my of on or our re s \
    should t that the there this to ve was we were will with would you your";

/// How a model's tokens become words.
pub struct Directions {
    /// (size of a state, [`SENSE`])
    along: Tensor,
    /// [`UNTELLING`], and marks.
    untelling: HashSet<u32>,
}

impl Directions {
    /// Those of a model whose states have so many numbers; nothing where there are none for it.
    pub fn for_size(size: usize, tokenizer: &Tokenizer) -> Result<Option<Self>> {
        if size * SENSE != STEPS.len() {
            return Ok(None);
        }
        let steps: Vec<f32> = STEPS.iter().map(|step| f32::from(step.cast_signed())).collect();
        let along = Tensor::from_vec(steps, (size, SENSE), &Device::Cpu)?;
        let marks = ('!'..='~').filter(char::is_ascii_punctuation).map(String::from);
        let words = UNTELLING.split_whitespace().map(String::from).chain(marks);
        let untelling = words.filter_map(|word| tokenizer.token_to_id(&word)).collect();
        Ok(Some(Self { along, untelling }))
    }

    /// The words of texts, from their ids without the marks around them, and the states of these, in their order.
    pub fn words(&self, ids: &[&[u32]], states: &Tensor) -> Result<Vec<Vec<Word>>> {
        let (texts, tokens, size) = states.dims3()?;
        let senses = states.reshape((texts * tokens, size))?.matmul(&self.along)?.to_vec2::<f32>()?;
        let words = |(ids, senses): (&&[u32], &[Vec<f32>])| {
            let all_tell = ids.iter().all(|id| self.untelling.contains(id));
            let telling = ids.iter().zip(senses).filter(|(id, _)| all_tell || !self.untelling.contains(id));
            telling.filter_map(|(id, sense)| word(*id, sense)).collect()
        };
        Ok(ids.iter().zip(senses.chunks(tokens.max(1))).map(words).collect())
    }
}

/// Nothing for what has no place in a [`Word`], which no token of all-MiniLM-L6-v2 is.
fn word(id: u32, sense: &[f32]) -> Option<Word> {
    Some(Word::new(u16::try_from(id).ok()?, sense.try_into().ok()?))
}

/// What [`Directions`] are read from, for states like these.
pub fn steps(states: &[Vec<f32>]) -> Vec<u8> {
    let size = states.first().map_or(0, Vec::len);
    let mut together = vec![vec![0.0_f32; size]; size];
    for state in states {
        for (row, one) in together.iter_mut().zip(state) {
            row.iter_mut().zip(state).for_each(|(sum, other)| *sum += one * other);
        }
    }
    let mut along: Vec<Vec<f32>> =
        (0..SENSE.min(size)).map(|at| (0..size).map(|n| f32::from(u8::from(n == at))).collect()).collect();
    for _ in 0..TURNS {
        along = along.iter().map(|one| together.iter().map(|row| dot(row, one)).collect()).collect();
        for at in 0..along.len() {
            let (before, rest) = along.split_at_mut(at);
            for other in before.iter() {
                let part = dot(other, &rest[0]);
                rest[0].iter_mut().zip(other).for_each(|(number, other)| *number -= part * other);
            }
            let length = dot(&rest[0], &rest[0]).sqrt().max(f32::MIN_POSITIVE);
            rest[0].iter_mut().for_each(|number| *number /= length);
        }
    }
    let largest = along.iter().flatten().fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
    let step = |number: f32| ((number / largest * MOST).round() as i8).cast_unsigned();
    (0..size).flat_map(|row| along.iter().map(move |one| step(one[row]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_are_those_in_which_states_differ_most() {
        // 40 numbers a state; they differ most in the last ones, ever less before.
        let state = |n: usize| (0..40).map(|at| ((n * 7 + at * at) as f32).sin() * at as f32).collect();
        let states: Vec<Vec<f32>> = (0..200).map(state).collect();
        let steps = &steps(&states);
        assert_eq!(steps.len(), 40 * SENSE);
        let held = |state: &Vec<f32>| {
            let column = |at: usize| (0..40).map(move |row| f32::from(steps[row * SENSE + at].cast_signed()));
            let along = |at: usize| column(at).zip(state).map(|(step, number)| step * number).sum::<f32>();
            let length = |at: usize| column(at).map(|step| step * step).sum::<f32>();
            (0..SENSE).map(|at| along(at).powi(2) / length(at)).sum::<f32>() / dot(state, state)
        };
        let least = states.iter().map(held).fold(1.0, f32::min);
        assert!(least > 0.9, "{least}");
    }
}
