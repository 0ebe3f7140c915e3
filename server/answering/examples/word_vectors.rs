//! Generates `src/lexical/word_vectors.bin`: the static vectors of common words.
//!
//! `cargo run --release -p answering --example word_vectors -- MODEL > server/answering/src/lexical/word_vectors.bin` reads
//! the directory of a model.

use std::io::Write;
use std::path::Path;
use std::{env, io};

use answering::{BertEncoder, WORD_VECTOR_DIMENSIONS, principal_components, quantize_to_bytes};

/// Number of tokens that are considered, by descending frequency.
const MAX_TOKENS: usize = 18_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let encoder = BertEncoder::load(Path::new(&env::args().nth(1).ok_or("usage: word_vectors MODEL")?))?;
    let is_word = |token: &String| token.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let mut words: Vec<String> = encoder.vocabulary().into_iter().take(MAX_TOKENS).filter(is_word).collect();
    words.sort();
    let mut states = Vec::new();
    for word in &words {
        let of_word = encoder.token_states(&[word])?;
        states.push(of_word.into_iter().next().ok_or("a word without a token")?);
    }
    let mean = |at: usize| states.iter().map(|state| state[at]).sum::<f32>() / states.len() as f32;
    let mean: Vec<f32> = (0..states.first().map_or(0, Vec::len)).map(mean).collect();
    states
        .iter_mut()
        .for_each(|state| state.iter_mut().zip(&mean).for_each(|(number, mean)| *number -= mean));
    let components = principal_components(&states, WORD_VECTOR_DIMENSIONS);
    let mut out = io::stdout().lock();
    for (word, state) in words.iter().zip(&states) {
        let vector: Vec<f32> =
            components.iter().map(|one| one.iter().zip(state).map(|(a, b)| a * b).sum()).collect();
        out.write_all(&[u8::try_from(word.len())?])?;
        out.write_all(word.as_bytes())?;
        out.write_all(&quantize_to_bytes(&vector).collect::<Vec<u8>>())?;
    }
    Ok(())
}
