//! Projection of the last hidden state of a token to [`TOKEN_DIMENSIONS`] components by principal component analysis
//! without centering.
//!
//! `token_projection.bin` contains the projection matrix of all-MiniLM-L6-v2 in row-major order, one signed byte per
//! number: a row for each component of a hidden state and [`TOKEN_DIMENSIONS`] columns. It was computed from the sample
//! questions of the catalogs. `examples/token_projection.rs` generates the file.

use std::collections::HashSet;

use candle_core::{Device, Result, Tensor};
use tokenizers::Tokenizer;

use crate::semantic::embedding::{TOKEN_DIMENSIONS, TokenEmbedding};

const PROJECTION: &[u8] = include_bytes!("token_projection.bin");

/// Tokens of function words, which are excluded.
const STOP_WORDS: &str = "\
    a am an and are at be been can could did do does for from had has have i if in is it its m me my of on or our re s \
    should t that the there this to ve was we were will with would you your";

/// Computes the token embeddings of texts.
pub struct TokenProjection {
    /// Shape (size of a hidden state, [`TOKEN_DIMENSIONS`]).
    matrix: Tensor,
    /// Token ids of [`STOP_WORDS`] and of punctuation.
    stop_tokens: HashSet<u32>,
}

impl TokenProjection {
    /// Returns the projection of a model with hidden states of `size` components; `None` if the file does not fit this
    /// size.
    ///
    /// # Errors
    /// Fails if a tensor operation fails.
    pub fn for_hidden_size(size: usize, tokenizer: &Tokenizer) -> Result<Option<Self>> {
        if size * TOKEN_DIMENSIONS != PROJECTION.len() {
            return Ok(None);
        }
        let numbers: Vec<f32> = PROJECTION.iter().map(|byte| f32::from(byte.cast_signed())).collect();
        let matrix = Tensor::from_vec(numbers, (size, TOKEN_DIMENSIONS), &Device::Cpu)?;
        let punctuation = ('!'..='~').filter(char::is_ascii_punctuation).map(String::from);
        let stop_words = STOP_WORDS.split_whitespace().map(String::from).chain(punctuation);
        let stop_tokens = stop_words.filter_map(|word| tokenizer.token_to_id(&word)).collect();
        Ok(Some(Self { matrix, stop_tokens }))
    }

    /// Returns the content tokens of each text, given its token ids without special tokens, and their hidden states of
    /// shape (texts, tokens, size). A text of stop tokens alone keeps all of them.
    ///
    /// # Errors
    /// Fails if a tensor operation fails.
    pub fn project(&self, ids: &[&[u32]], states: &Tensor) -> Result<Vec<Vec<TokenEmbedding>>> {
        let (texts, tokens, size) = states.dims3()?;
        let vectors = states.reshape((texts * tokens, size))?.matmul(&self.matrix)?.to_vec2::<f32>()?;
        let content_tokens = |(ids, vectors): (&&[u32], &[Vec<f32>])| {
            let keeps_all = ids.iter().all(|id| self.stop_tokens.contains(id));
            let kept = ids.iter().zip(vectors).filter(|(id, _)| keeps_all || !self.stop_tokens.contains(id));
            kept.filter_map(|(id, vector)| token_embedding(*id, vector)).collect()
        };
        Ok(ids.iter().zip(vectors.chunks(tokens.max(1))).map(content_tokens).collect())
    }
}

/// Returns `None` for a token id above 65,535, which all-MiniLM-L6-v2 does not have.
fn token_embedding(id: u32, vector: &[f32]) -> Option<TokenEmbedding> {
    Some(TokenEmbedding::new(u16::try_from(id).ok()?, vector.try_into().ok()?))
}
