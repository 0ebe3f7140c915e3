//! Tests of answers, catalogs and training.
pub mod answer_expiry;
pub mod answer_files;
pub mod answer_history;
pub mod answer_search;
pub mod answers;
pub mod catalogs;
pub mod company_answers;
pub mod contradictions;
pub mod coverage;
pub mod hidden_answers;
pub mod training_examples;
