//! Dialog handling around the ranking: small talk, texts with several questions, and disambiguation.

pub mod disambiguation;
pub mod segmentation;
pub mod small_talk;
