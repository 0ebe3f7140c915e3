//! What residents of any community ask, before one has answered it: the three catalogues. They are the
//! platform's data. The first version is what is shipped in `server/app/catalogues`, whose schema says
//! what each field means; whoever runs the platform edits a draft and publishes it as the next one, and
//! history is never rewritten. What communities already have stays as it is.
mod acts;
mod convert;
mod model;
mod rules;
mod service;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use model::{Catalogue, Library};
use platform::{
    Fault, Tx,
    config::{CatalogueName, PrintCatalogue},
};

pub use convert::named;
pub use model::Intent;
pub use service::Service;

use crate::context::Context;

/// A catalogue as it is shipped.
fn shipped(name: CatalogueName) -> serde_json::Result<Catalogue> {
    serde_json::from_str(match name {
        CatalogueName::Fine => include_str!("../../catalogues/fine.json"),
        CatalogueName::Merged => include_str!("../../catalogues/merged.json"),
        CatalogueName::Company => include_str!("../../catalogues/company.json"),
    })
}

/// All three as they are shipped.
fn library() -> serde_json::Result<Library> {
    let intents = |name| shipped(name).map(|catalogue| catalogue.intents);
    Ok(Library {
        fine: intents(CatalogueName::Fine)?,
        merged: intents(CatalogueName::Merged)?,
        company: intents(CatalogueName::Company)?,
        became: BTreeMap::new(),
    })
}

/// Makes what is shipped the first version, unless there is one.
///
/// # Errors
/// Those of storage, and when what is in the program is no catalogue.
pub async fn seed(context: &Context) -> Result<(), Fault> {
    let mut tx = context.db.platform_read().await?;
    if store::is_seeded(&mut tx).await? {
        return Ok(());
    }
    drop(tx);
    let library = library().map_err(Fault::internal)?;
    let mut tx = context.db.platform().await?;
    store::seed(&mut tx, &library, context.now()).await?;
    tx.commit().await
}

/// The intents of a catalogue as they are published, in the order in which staff see them.
///
/// # Errors
/// Those of storage.
pub async fn published(tx: &mut Tx, name: CatalogueName) -> Result<Vec<Intent>, Fault> {
    Ok(std::mem::take(store::published(tx).await?.of_mut(name)))
}

/// A catalogue as it is shipped, as text: one JSON object, or an object a line for a knowledge base
/// whose answers are still to be written.
///
/// # Errors
/// The catalogue in the program is not one.
pub fn print(asked: &PrintCatalogue) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let catalogue = shipped(asked.catalogue)?;
    if !asked.kb {
        return Ok(serde_json::to_string_pretty(&catalogue)?);
    }
    let lines: Result<Vec<_>, _> =
        catalogue.intents.iter().map(|intent| serde_json::to_string(&intent.line())).collect();
    Ok(lines?.join("\n"))
}
