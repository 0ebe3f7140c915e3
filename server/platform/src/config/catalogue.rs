//! What printing a catalogue takes.
use clap::{Args, ValueEnum};

/// What to print.
#[derive(Args, Clone)]
pub struct PrintCatalogue {
    /// Which catalogue.
    #[arg(value_enum)]
    pub catalogue: CatalogueName,
    /// Print a line of JSON for each intent instead: intent, category, questions, and an
    /// empty answer to be written.
    #[arg(long)]
    pub kb: bool,
}

/// The catalogues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CatalogueName {
    /// About 250 intents, one for each single question, with the merged intent that covers it.
    Fine,
    /// About 70 broad intents, with one to four questions each.
    Merged,
    /// About 40 intents about the management company itself.
    Company,
}
