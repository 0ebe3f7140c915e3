//! Arguments of the command that prints a catalog.
use clap::{Args, ValueEnum};

/// Prints a catalog.
#[derive(Args, Clone)]
pub struct PrintCatalog {
    /// The catalog to print.
    #[arg(value_enum)]
    pub catalog: CatalogName,
    /// Print one line of JSON for each intent instead: intent, category, questions, and an
    /// empty answer to fill in.
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
