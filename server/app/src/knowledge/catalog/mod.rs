//! The three catalogs of intents, which belong to the platform. `server/app/catalogs` contains the
//! first version and the schema. Platform administrators edit a draft and publish it as the next
//! version; published versions never change. Publishing does not change communities' questions.
mod categories;
mod commands;
mod convert;
mod model;
mod rules;
mod service;
mod store;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use model::{Catalog, Library};
use platform::{
    Fault, Tx,
    config::{CatalogName, PrintCatalog},
};

pub use categories::guess_category;
pub use convert::name_from_contract;
pub use model::Intent;
pub use service::Service;

use crate::context::Context;

/// Returns a shipped catalog.
fn shipped(name: CatalogName) -> serde_json::Result<Catalog> {
    serde_json::from_str(match name {
        CatalogName::Fine => include_str!("../../../catalogs/fine.json"),
        CatalogName::Merged => include_str!("../../../catalogs/merged.json"),
        CatalogName::Company => include_str!("../../../catalogs/company.json"),
    })
}

/// Returns the three shipped catalogs.
fn library() -> serde_json::Result<Library> {
    let intents = |name| shipped(name).map(|catalog| catalog.intents);
    Ok(Library {
        fine: intents(CatalogName::Fine)?,
        merged: intents(CatalogName::Merged)?,
        company: intents(CatalogName::Company)?,
        became: BTreeMap::new(),
    })
}

/// Stores the shipped catalogs as the first version, unless a version exists.
///
/// # Errors
/// Fails if the embedded catalog is malformed.
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

/// Returns the published intents of a catalog, in display order.
pub async fn published(tx: &mut Tx, name: CatalogName) -> Result<Vec<Intent>, Fault> {
    Ok(std::mem::take(store::published(tx).await?.of_mut(name)))
}

/// Returns a shipped catalog as text: one JSON object, or JSON lines with empty answers.
///
/// # Errors
/// Fails if the embedded catalog is malformed.
pub fn print(options: &PrintCatalog) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let catalog = shipped(options.catalog)?;
    if !options.kb {
        return Ok(serde_json::to_string_pretty(&catalog)?);
    }
    let lines: Result<Vec<_>, _> =
        catalog.intents.iter().map(|intent| serde_json::to_string(&intent.line())).collect();
    Ok(lines?.join("\n"))
}
