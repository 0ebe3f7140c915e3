//! The search indexes of communities: cached, searched, and built in the background.
mod cache;
mod community_index;
mod encoder;
mod indexer;
mod query;
mod utterances;
mod what_if;

pub use cache::{CurrentIndex, IndexCache, SearchResult};
pub use community_index::CommunityIndex;
pub use encoder::{EncoderService, EncoderState, Loader};
pub use indexer::Indexer;
pub use query::{IndexQuery, TextEmbeddings};
pub use what_if::build_index;
