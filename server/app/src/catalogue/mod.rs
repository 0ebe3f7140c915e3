//! What residents of any community ask, before one has answered it: the three catalogues of
//! `server/app/catalogues`, what communities start with, and the command that prints them. Their schema says what each
//! field means; the tests hold the data to it.
mod model;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use model::Catalogue;
pub use model::Intent;
use platform::{
    Fault,
    config::{CatalogueName, PrintCatalogue},
};

/// A catalogue, parsed when one is first asked for.
fn read(name: CatalogueName) -> Result<&'static Catalogue, &'static serde_json::Error> {
    type Read = LazyLock<serde_json::Result<Catalogue>>;
    static FINE: Read = LazyLock::new(|| serde_json::from_str(include_str!("../../catalogues/fine.json")));
    static MERGED: Read =
        LazyLock::new(|| serde_json::from_str(include_str!("../../catalogues/merged.json")));
    static COMPANY: Read =
        LazyLock::new(|| serde_json::from_str(include_str!("../../catalogues/company.json")));
    match name {
        CatalogueName::Fine => FINE.as_ref(),
        CatalogueName::Merged => MERGED.as_ref(),
        CatalogueName::Company => COMPANY.as_ref(),
    }
}

/// The intents of a catalogue, in the order in which staff see them.
///
/// # Errors
/// The catalogue in the program is not one.
pub fn intents(name: CatalogueName) -> Result<&'static [Intent], Fault> {
    read(name).map(|catalogue| catalogue.intents.as_slice()).map_err(Fault::internal)
}

/// A catalogue as text: one JSON object, or an object a line for a knowledge base whose
/// answers are still to be written.
///
/// # Errors
/// The catalogue in the program is not one.
pub fn print(asked: &PrintCatalogue) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let catalogue = read(asked.catalogue)?;
    if !asked.kb {
        return Ok(serde_json::to_string_pretty(catalogue)?);
    }
    let lines: Result<Vec<_>, _> =
        catalogue.intents.iter().map(|intent| serde_json::to_string(&intent.line())).collect();
    Ok(lines?.join("\n"))
}
