//! Makes `src/model/directions.bin`: the directions in which what a model says of words differs most.
//!
//! `cargo run --release -p answering --example directions -- MODEL CATALOGUE... > server/answering/src/model/directions.bin`
//! reads the model's directory and the sample questions of the catalogues (`server/app/catalogues/*.json`).

use std::io::Write;
use std::path::Path;
use std::{env, fs, io};

use answering::{Model, SENSE, principal, steps};
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = env::args().skip(1);
    let model = given.next().ok_or("usage: directions MODEL CATALOGUE...")?;
    let mut texts = Vec::new();
    for path in given {
        let catalogue: Value = serde_json::from_str(&fs::read_to_string(Path::new(&path))?)?;
        let intents = catalogue["intents"].as_array().into_iter().flatten();
        let samples = intents.flat_map(|intent| intent["samples"].as_array().into_iter().flatten());
        texts.extend(samples.filter_map(|sample| sample.as_str()).map(str::to_owned));
    }
    texts.sort();
    texts.dedup();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let states = Model::load(Path::new(&model))?.token_states(&texts)?;
    let along = principal(&states, SENSE);
    let size = states.first().map_or(0, Vec::len);
    let by_row: Vec<f32> = (0..size).flat_map(|row| along.iter().map(move |one| one[row])).collect();
    io::stdout().write_all(&steps(&by_row).collect::<Vec<u8>>())?;
    Ok(())
}
