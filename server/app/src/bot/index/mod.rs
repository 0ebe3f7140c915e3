//! The search indexes of communities: cached, searched, built in the background, and calibrated.
mod cache;
mod calibration;
mod community_index;
mod embedding_model;
mod encoder;
mod indexer;
mod query;
mod store;
mod utterances;
mod what_if;

pub use cache::{CurrentIndex, IndexCache, MAX_RELOADS, SearchResult};
pub use calibration::{CALIBRATE, Calibrate};
pub use community_index::CommunityIndex;
pub use embedding_model::EmbeddingModel;
pub use encoder::{EncoderService, EncoderState, Loader};
pub use indexer::Indexer;
pub use query::{IndexQuery, TextEmbeddings};
pub use store::delete_unused as delete_unused_embeddings;
pub use what_if::build_index;
