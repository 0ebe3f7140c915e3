//! From a token's last state to what it means in a few numbers: the directions in which the states of words differ
//! most (a principal component analysis, not centred).
//!
//! `directions.bin` holds those of all-MiniLM-L6-v2, from the sample questions of the catalogues: a row for each
//! number of a state, [`SENSE`] columns, in steps of one size. `examples/directions.rs` makes it anew.

use std::collections::HashSet;

use candle_core::{Device, Result, Tensor};
use tokenizers::Tokenizer;

use crate::reading::{SENSE, Word};

const STEPS: &[u8] = include_bytes!("directions.bin");

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
