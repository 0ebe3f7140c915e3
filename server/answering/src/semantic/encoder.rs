//! Sentence encoders: texts in, embeddings out, such that texts of similar meaning have similar embeddings.
//!
//! Supports all-MiniLM-L6-v2 of sentence-transformers (a BERT of 6 layers with hidden states of 384 components) and
//! models of the same architecture, from a directory with `config.json`, `tokenizer.json` and `model.safetensors`. The
//! sentence vector is the mean of the hidden states, normalized to unit length, so the cosine similarity of two texts is
//! the dot product of their vectors.

use std::fs;
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use sha2::{Digest, Sha256};
use tokenizers::{Tokenizer, TruncationParams};

use crate::semantic::bert::{Bert, Config};
use crate::semantic::embedding::{Embedding, TokenEmbedding};
use crate::semantic::single_thread::SingleThread;
use crate::semantic::token_projection::TokenProjection;
use crate::text::normalization::MAX_TEXT_CHARS;

/// Maximum tokens of a text that are encoded, including the two special tokens: about 80 words.
const MAX_TOKENS: usize = 96;
/// Maximum texts that are encoded at once.
const MAX_BATCH_SIZE: usize = 16;

/// Prefix of the version of a model. It changes whenever the same weights yield different embeddings.
const ENCODING_VERSION: &str = "4";

/// Computes embeddings of texts.
pub trait Encoder: Send + Sync {
    /// Returns the version of the encoder. The same text has the same embedding in the same version; embeddings of
    /// different versions are not comparable.
    fn version(&self) -> &str;

    /// Returns one embedding per text, in order. All sentence vectors have the same length. A text without tokens has the
    /// embedding of the empty text.
    ///
    /// # Errors
    /// Fails with [`ModelError::Failed`] if tokenization or a tensor operation fails.
    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError>;
}

/// Why a model cannot be loaded or cannot encode a text.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file of the model is missing or unreadable.
    #[error("The model file {} cannot be read: {cause}. The directory must contain config.json, tokenizer.json and model.safetensors.", path.display())]
    Unreadable {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        cause: std::io::Error,
    },
    /// A file of the model has an unsupported or invalid content.
    #[error("The model file {} is not a supported sentence encoder: {reason}. Download the model again.", path.display())]
    Unsupported {
        /// Path of the file.
        path: PathBuf,
        /// What is unsupported or invalid.
        reason: String,
    },
    /// An operation of a loaded model failed.
    #[error("The model failed to encode a text: {0}.")]
    Failed(String),
}

/// A BERT sentence encoder in memory: about 80 MB for all-MiniLM-L6-v2.
///
/// Immutable, and usable from several threads at once. Each call to [`Encoder::encode`] uses one core.
pub struct BertEncoder {
    bert: Bert,
    tokenizer: Tokenizer,
    /// `None` for a model with another hidden size than all-MiniLM-L6-v2.
    token_projection: Option<TokenProjection>,
    version: String,
    thread: SingleThread,
}

impl BertEncoder {
    /// Loads a model from its directory and encodes one text as a check. Takes some tenths of a second.
    ///
    /// # Errors
    /// Fails with [`ModelError::Unreadable`] or [`ModelError::Unsupported`], which name the file, or with
    /// [`ModelError::Failed`] if the check fails.
    pub fn load(directory: &Path) -> Result<Self, ModelError> {
        let mut digest = Sha256::new();
        let mut read_file = |name| {
            let (path, bytes) = read_model_file(directory, name)?;
            digest.update(bytes.len().to_le_bytes());
            digest.update(&bytes);
            Ok::<_, ModelError>((path, bytes))
        };
        let (path, bytes) = read_file("config.json")?;
        let config = parse_config(&bytes).map_err(|reason| unsupported(&path, reason))?;
        let (path, bytes) = read_file("tokenizer.json")?;
        let tokenizer = parse_tokenizer(bytes, &config).map_err(|reason| unsupported(&path, reason))?;
        let (path, weights) = read_file("model.safetensors")?;
        let unsupported_weights = |error| unsupported(&path, first_line(&error));
        let bert = VarBuilder::from_buffered_safetensors(weights, DType::F32, &Device::Cpu)
            .and_then(|weights| Bert::load(&weights, &config))
            .map_err(unsupported_weights)?;
        let token_projection =
            TokenProjection::for_hidden_size(config.hidden_size, &tokenizer).map_err(unsupported_weights)?;
        let version = format!("{ENCODING_VERSION}-{}", hex::encode(digest.finalize()));
        let encoder = Self { bert, tokenizer, token_projection, version, thread: SingleThread::default() };
        let embeddings = encoder.encode(&["Is this a model?"])?;
        match embeddings.iter().flat_map(|embedding| &embedding.sentence).all(|number| number.is_finite()) {
            true => Ok(encoder),
            false => Err(unsupported(&path, "its weights are not finite".into())),
        }
    }

    fn tokenize(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let end = text.char_indices().nth(MAX_TEXT_CHARS).map_or(text.len(), |(at, _)| at);
        let encoding = self.tokenizer.encode_fast(&text[..end], true);
        Ok(encoding.map_err(|error| ModelError::Failed(error.to_string()))?.get_ids().to_vec())
    }

    /// Returns the hidden states of all tokens of the texts, for the offline generation of the projection files.
    ///
    /// # Errors
    /// Fails with [`ModelError::Failed`] if tokenization or a tensor operation fails.
    pub fn token_states(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let states = |text| {
            let ids = self.tokenize(text)?;
            let states = self.hidden_states(&[&ids[..]]).and_then(|states| states.squeeze(0)?.to_vec2());
            states.map_err(|error| ModelError::Failed(first_line(&error)))
        };
        let states: Vec<Vec<Vec<f32>>> = texts.iter().map(|text| states(text)).collect::<Result<_, _>>()?;
        Ok(states.concat())
    }

    /// Returns the vocabulary in the order of token ids, which is by descending frequency.
    pub fn vocabulary(&self) -> Vec<String> {
        let mut tokens: Vec<(String, u32)> = self.tokenizer.get_vocab(false).into_iter().collect();
        tokens.sort_unstable_by_key(|(_, id)| *id);
        tokens.into_iter().map(|(token, _)| token).collect()
    }

    /// Returns the hidden states of texts with equal token counts, without those of the special tokens, which blur the
    /// measured meaning.
    fn hidden_states(&self, texts: &[&[u32]]) -> candle_core::Result<Tensor> {
        let tokens = texts[0].len();
        let ids = Tensor::from_vec(texts.concat(), (texts.len(), tokens), &Device::Cpu)?;
        let states = self.bert.forward(&ids)?;
        if tokens > 2 { states.narrow(1, 1, tokens - 2)?.contiguous() } else { Ok(states) }
    }

    /// Returns the embeddings of texts with equal token counts.
    fn encode_batch(&self, texts: &[&[u32]]) -> candle_core::Result<Vec<Embedding>> {
        let states = self.hidden_states(texts)?;
        // The vector is normalized, so the sum replaces the mean.
        let sum = states.sum(1)?;
        let norm = sum.sqr()?.sum_keepdim(1)?.sqrt()?.clamp(f32::MIN_POSITIVE, f32::MAX)?;
        let sentences = sum.broadcast_div(&norm)?.to_vec2()?;
        let ids: Vec<&[u32]> = texts.iter().map(|ids| without_special_tokens(ids)).collect();
        let tokens = match &self.token_projection {
            Some(projection) => projection.project(&ids, &states)?,
            None => vec![Vec::<TokenEmbedding>::new(); texts.len()],
        };
        let embeddings = sentences.into_iter().zip(tokens);
        Ok(embeddings.map(|(sentence, tokens)| Embedding { sentence, tokens }).collect())
    }
}

/// Returns the token ids of a text without the special tokens at both ends, unless nothing else is left.
fn without_special_tokens(ids: &[u32]) -> &[u32] {
    if ids.len() > 2 { &ids[1..ids.len() - 1] } else { ids }
}

impl Encoder for BertEncoder {
    fn version(&self) -> &str {
        &self.version
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Embedding>, ModelError> {
        let ids: Vec<Vec<u32>> = texts.iter().map(|text| self.tokenize(text)).collect::<Result<_, _>>()?;
        // A batch contains texts with equal token counts.
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|at| ids[*at].len());
        let mut embeddings = vec![Embedding::default(); ids.len()];
        let same_length = order.chunk_by(|one, other| ids[*one].len() == ids[*other].len());
        for batch in same_length.flat_map(|texts| texts.chunks(MAX_BATCH_SIZE)) {
            let texts: Vec<&[u32]> = batch.iter().map(|at| &ids[*at][..]).collect();
            let encoded = self.thread.run(|| self.encode_batch(&texts));
            let encoded = encoded.map_err(|error| ModelError::Failed(first_line(&error)))?;
            for (at, embedding) in batch.iter().zip(encoded) {
                embeddings[*at] = embedding;
            }
        }
        Ok(embeddings)
    }
}

fn read_model_file(directory: &Path, name: &str) -> Result<(PathBuf, Vec<u8>), ModelError> {
    let path = directory.join(name);
    match fs::read(&path) {
        Ok(bytes) => Ok((path, bytes)),
        Err(cause) => Err(ModelError::Unreadable { path, cause }),
    }
}

fn parse_config(bytes: &[u8]) -> Result<Config, String> {
    let config: Config = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    match config.unsupported_reason() {
        Some(reason) => Err(reason),
        None => Ok(config),
    }
}

fn parse_tokenizer(bytes: Vec<u8>, config: &Config) -> Result<Tokenizer, String> {
    let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|error| error.to_string())?;
    if tokenizer.get_vocab_size(true) > config.vocab_size {
        return Err("its vocabulary is larger than config.json states".into());
    }
    let max_length = MAX_TOKENS.min(config.max_position_embeddings);
    let truncation = TruncationParams { max_length, ..TruncationParams::default() };
    tokenizer.with_truncation(Some(truncation)).map_err(|error| error.to_string())?;
    tokenizer.with_padding(None);
    Ok(tokenizer)
}

fn unsupported(path: &Path, reason: String) -> ModelError {
    ModelError::Unsupported { path: path.to_owned(), reason }
}

/// Returns the first line of an error of candle; the other lines are a backtrace.
fn first_line(error: &candle_core::Error) -> String {
    error.to_string().lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}
