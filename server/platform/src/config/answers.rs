//! What measuring the answering engine takes.
use std::path::PathBuf;

use clap::Args;

/// What to measure on what.
#[derive(Args, Clone)]
pub struct Evaluate {
    /// What the engine is to know: JSON lines of `{"intent", "category", "questions": […], "answer"}`.
    #[arg(long, value_name = "FILE")]
    pub kb: PathBuf,
    /// What it is asked: JSON lines of `{"text", "intent"}`, with the intent `none` for what staff should get.
    #[arg(long, value_name = "FILE")]
    pub questions: PathBuf,
    /// The folder of the sentence model; without it, the words alone decide.
    #[arg(long, env = "PARLOR_MODEL_DIR", value_name = "FOLDER")]
    pub model_dir: Option<PathBuf>,
    /// Print the figures as one JSON object.
    #[arg(long)]
    pub json: bool,
}
