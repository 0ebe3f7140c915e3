//! Makes `src/glossary.bin`: what common words mean by themselves.
//!
//! `cargo run --release -p answering --example glossary -- MODEL > server/answering/src/glossary.bin` reads the model's
//! directory.

use std::io::Write;
use std::path::Path;
use std::{env, io};

use answering::{MEANING_SIZE, Model, principal, steps};

/// Of the tokens, which come by how frequent they are, so many are looked at.
const FREQUENT: usize = 18_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::load(Path::new(&env::args().nth(1).ok_or("usage: glossary MODEL")?))?;
    let is_word = |token: &String| token.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let mut words: Vec<String> = model.tokens().into_iter().take(FREQUENT).filter(is_word).collect();
    words.sort();
    let mut states = Vec::new();
    for word in &words {
        let said = model.token_states(&[word])?;
        states.push(said.into_iter().next().ok_or("a word without a token")?);
    }
    let mean = |at: usize| states.iter().map(|state| state[at]).sum::<f32>() / states.len() as f32;
    let mean: Vec<f32> = (0..states.first().map_or(0, Vec::len)).map(mean).collect();
    states
        .iter_mut()
        .for_each(|state| state.iter_mut().zip(&mean).for_each(|(number, mean)| *number -= mean));
    let along = principal(&states, MEANING_SIZE);
    let mut out = io::stdout().lock();
    for (word, state) in words.iter().zip(&states) {
        let numbers: Vec<f32> =
            along.iter().map(|one| one.iter().zip(state).map(|(a, b)| a * b).sum()).collect();
        out.write_all(&[u8::try_from(word.len())?])?;
        out.write_all(word.as_bytes())?;
        out.write_all(&steps(&numbers).collect::<Vec<u8>>())?;
    }
    Ok(())
}
