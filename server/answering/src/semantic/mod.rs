//! Semantic retrieval: sentence and token embeddings, their similarities, and a classifier that scores the entries.

mod bert;
mod classifier;
pub mod embedding;
pub mod encoder;
pub mod engine;
mod hybrid_similarity;
pub mod index;
mod mean_centering;
pub mod pca;
mod single_thread;
mod tensor_ops;
mod token_projection;
mod token_similarity;
