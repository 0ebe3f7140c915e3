//! Generates `src/semantic/token_projection.bin`: the principal components of the hidden states of tokens.
//!
//! `cargo run --release -p answering --example token_projection -- MODEL CATALOG... >
//! server/answering/src/semantic/token_projection.bin` reads the directory of a model and the sample questions of catalogs
//! (`server/app/catalogs/*.json`).

use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

use answering::{BertEncoder, TOKEN_DIMENSIONS, principal_components, quantize_to_bytes};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let model = arguments.next().ok_or("usage: token_projection MODEL CATALOG...")?;
    let mut texts = Vec::new();
    for path in arguments {
        let catalog: Value = serde_json::from_str(&fs::read_to_string(Path::new(&path))?)?;
        let intents = catalog["intents"].as_array().into_iter().flatten();
        let samples = intents.flat_map(|intent| intent["samples"].as_array().into_iter().flatten());
        texts.extend(samples.filter_map(|sample| sample.as_str()).map(str::to_owned));
    }
    texts.sort();
    texts.dedup();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let states = BertEncoder::load(Path::new(&model))?.token_states(&texts)?;
    let components = principal_components(&states, TOKEN_DIMENSIONS);
    let size = states.first().map_or(0, Vec::len);
    let matrix: Vec<f32> =
        (0..size).flat_map(|row| components.iter().map(move |component| component[row])).collect();
    io::stdout().write_all(&quantize_to_bytes(&matrix).collect::<Vec<u8>>())?;
    Ok(())
}
