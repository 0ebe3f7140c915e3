//! Arguments of the evaluation of the answering engine.
use std::path::PathBuf;

use clap::Args;

/// Evaluates the answering engine.
#[derive(Args, Clone)]
pub struct Evaluate {
    /// The knowledge base: JSON lines of `{"intent", "category", "questions": […], "answer"}`.
    #[arg(long, value_name = "FILE")]
    pub kb: PathBuf,
    /// The test questions: JSON lines of `{"text", "intent"}`, with the intent `none` for questions that staff should
    /// get.
    #[arg(long, value_name = "FILE")]
    pub questions: PathBuf,
    /// The folder of the sentence model. Without it, questions are matched by their words only.
    #[arg(long, env = "PARLOR_MODEL_DIR", value_name = "FOLDER")]
    pub model_dir: Option<PathBuf>,
    /// Print the figures as one JSON object.
    #[arg(long)]
    pub json: bool,
}
