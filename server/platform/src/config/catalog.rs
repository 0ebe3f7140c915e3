//! What printing a catalog takes.
use clap::{Args, ValueEnum};

/// What to print.
#[derive(Args, Clone)]
pub struct PrintCatalog {
    /// Which catalog.
    #[arg(value_enum)]
    pub catalog: CatalogName,
    /// Print a line of JSON for each intent instead: intent, category, questions, and an
    /// empty answer to be written.
    #[arg(long)]
    pub kb: bool,
}

/// The catalogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CatalogName {
    /// About 250 intents, one for each single question, with the merged intent that covers it.
    Fine,
    /// About 70 broad intents, with one to four questions each.
    Merged,
    /// About 40 intents about the management company itself.
    Company,
}
