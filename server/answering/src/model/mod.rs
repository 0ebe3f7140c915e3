//! A sentence encoder: texts in, vectors out, such that texts of like meaning have like vectors.
//!
//! Made for all-MiniLM-L6-v2 (sentence-transformers; a BERT of 6 layers and 384 numbers), read from a directory with
//! `config.json`, `tokenizer.json` and `model.safetensors`. A text's vector is the mean of its words' vectors, of
//! unit length, so that the likeness of two texts is their dot product; beside it stands what each telling word means.

mod bert;
mod directions;
mod in_place;

use std::fs;
use std::path::{Path, PathBuf};

use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;
use sha2::{Digest, Sha256};
use tokenizers::{Tokenizer, TruncationParams};

use crate::normalise::MAX_CHARS;
use crate::one_core::OneCore;
use crate::reading::{Reading, Word};
use bert::{Bert, Config};
use directions::Directions;

/// So many tokens of a text are read, its two marks among them: about 80 words.
const MAX_TOKENS: usize = 96;
/// So many texts are encoded at once.
const BATCH: usize = 16;

/// What a model's version begins with; another one wherever the same weights give other readings.
const READING: &str = "4";

/// Turns texts into vectors.
pub trait Encoder: Send + Sync {
    /// What stays the same as long as the same text has the same reading. Readings of different versions have nothing
    /// in common.
    fn version(&self) -> &str;

    /// One reading a text, in their order; the vectors all of the same dimension. A text without tokens has the
    /// vector of the empty text.
    ///
    /// # Errors
    /// [`ModelError`] when the arithmetic fails, which a model that loaded does not do.
    fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError>;
}

/// Why there is no model, or no vector.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// A file of the model is not there or cannot be read.
    #[error("The model's file {} cannot be read: {cause}. It needs config.json, tokenizer.json and model.safetensors in one directory.", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A file of the model is there and is not what it should be.
    #[error("The model's file {} is not one of a sentence encoder: {why}. Fetch the model again.", path.display())]
    Unfit {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The arithmetic failed.
    #[error("The model could not read a text: {0}.")]
    Failed(String),
}

/// A sentence encoder in memory: for all-MiniLM-L6-v2 about 80 MB. Never changed once loaded; many may use it at
/// once; each takes one core.
pub struct Model {
    bert: Bert,
    tokenizer: Tokenizer,
    /// Nothing for a model of another size than they were made for.
    directions: Option<Directions>,
    version: String,
    core: OneCore,
}

impl Model {
    /// Reads a model from its directory, and tries it once. Takes some tenths of a second.
    ///
    /// # Errors
    /// [`ModelError`], in words that say which file to look at.
    pub fn load(directory: &Path) -> Result<Self, ModelError> {
        let mut digest = Sha256::new();
        let mut file = |name| {
            let (path, bytes) = read(directory, name)?;
            digest.update(bytes.len().to_le_bytes());
            digest.update(&bytes);
            Ok::<_, ModelError>((path, bytes))
        };
        let (path, text) = file("config.json")?;
        let unfit = |path: &Path, why: String| ModelError::Unfit { path: path.to_owned(), why };
        let config: Config = serde_json::from_slice(&text).map_err(|why| unfit(&path, why.to_string()))?;
        if let Some(why) = config.fault() {
            return Err(unfit(&path, why));
        }
        let (path, text) = file("tokenizer.json")?;
        let mut tokenizer = Tokenizer::from_bytes(text).map_err(|why| unfit(&path, why.to_string()))?;
        if tokenizer.get_vocab_size(true) > config.vocab_size {
            return Err(unfit(&path, "it knows more tokens than config.json says".into()));
        }
        let max_length = MAX_TOKENS.min(config.max_position_embeddings);
        let shortened = TruncationParams { max_length, ..TruncationParams::default() };
        tokenizer.with_truncation(Some(shortened)).map_err(|why| unfit(&path, why.to_string()))?;
        tokenizer.with_padding(None);
        let (path, weights) = file("model.safetensors")?;
        let bert = VarBuilder::from_buffered_safetensors(weights, DType::F32, &Device::Cpu)
            .and_then(|weights| Bert::load(&weights, &config))
            .map_err(|why| unfit(&path, words(&why)))?;
        let directions =
            Directions::for_size(config.hidden_size, &tokenizer).map_err(|why| unfit(&path, words(&why)))?;
        let version = format!("{READING}-{}", hex::encode(digest.finalize()));
        let model = Self { bert, tokenizer, directions, version, core: OneCore::default() };
        let tried = model.read(&["Is this a model?"])?;
        match tried.iter().flat_map(|read| &read.whole).all(|number| number.is_finite()) {
            true => Ok(model),
            false => Err(unfit(&path, "its numbers are none".into())),
        }
    }

    fn ids(&self, text: &str) -> Result<Vec<u32>, ModelError> {
        let end = text.char_indices().nth(MAX_CHARS).map_or(text.len(), |(at, _)| at);
        let encoded = self.tokenizer.encode_fast(&text[..end], true);
        Ok(encoded.map_err(|why| ModelError::Failed(why.to_string()))?.get_ids().to_vec())
    }

    /// The states of all tokens of these texts, for what is made of a model once.
    ///
    /// # Errors
    /// As [`Encoder::read`].
    pub fn token_states(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let states = |text| {
            let ids = self.ids(text)?;
            let states = self.states(&[&ids[..]]).and_then(|states| states.squeeze(0)?.to_vec2());
            states.map_err(|why| ModelError::Failed(words(&why)))
        };
        let states: Vec<Vec<Vec<f32>>> = texts.iter().map(|text| states(text)).collect::<Result<_, _>>()?;
        Ok(states.concat())
    }

    /// The tokens that it knows, the most frequent first.
    pub fn tokens(&self) -> Vec<String> {
        let mut known: Vec<(String, u32)> = self.tokenizer.get_vocab(false).into_iter().collect();
        known.sort_unstable_by_key(|(_, id)| *id);
        known.into_iter().map(|(token, _)| token).collect()
    }

    /// The states of the tokens of a few texts, as many each; the two marks around a text say nothing of it: measured,
    /// they blur what it means.
    fn states(&self, texts: &[&[u32]]) -> candle_core::Result<Tensor> {
        let tokens = texts[0].len();
        let hidden =
            self.bert.forward(&Tensor::from_vec(texts.concat(), (texts.len(), tokens), &Device::Cpu)?)?;
        if tokens > 2 { hidden.narrow(1, 1, tokens - 2)?.contiguous() } else { Ok(hidden) }
    }

    /// The readings of a few texts of as many tokens each.
    fn encode(&self, texts: &[&[u32]]) -> candle_core::Result<Vec<Reading>> {
        let states = self.states(texts)?;
        // Of unit length in the end, so the sum does for the mean.
        let sum = states.sum(1)?;
        let length = sum.sqr()?.sum_keepdim(1)?.sqrt()?.clamp(f32::MIN_POSITIVE, f32::MAX)?;
        let whole = sum.broadcast_div(&length)?.to_vec2()?;
        let said: Vec<&[u32]> = texts.iter().map(|ids| within_marks(ids)).collect();
        let words = match &self.directions {
            Some(directions) => directions.words(&said, &states)?,
            None => vec![Vec::<Word>::new(); texts.len()],
        };
        Ok(whole.into_iter().zip(words).map(|(whole, words)| Reading { whole, words }).collect())
    }
}

/// A text's tokens without the marks around it, if it has any.
fn within_marks(ids: &[u32]) -> &[u32] {
    if ids.len() > 2 { &ids[1..ids.len() - 1] } else { ids }
}

impl Encoder for Model {
    fn version(&self) -> &str {
        &self.version
    }

    fn read(&self, texts: &[&str]) -> Result<Vec<Reading>, ModelError> {
        let ids: Vec<Vec<u32>> = texts.iter().map(|text| self.ids(text)).collect::<Result<_, _>>()?;
        // Texts of one length share a batch.
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(|at| ids[*at].len());
        let mut read = vec![Reading::default(); ids.len()];
        let alike = order.chunk_by(|one, other| ids[*one].len() == ids[*other].len());
        for batch in alike.flat_map(|alike| alike.chunks(BATCH)) {
            let texts: Vec<&[u32]> = batch.iter().map(|at| &ids[*at][..]).collect();
            let encoded = self.core.run(|| self.encode(&texts));
            let encoded = encoded.map_err(|why| ModelError::Failed(words(&why)))?;
            for (at, encoded) in batch.iter().zip(encoded) {
                read[*at] = encoded;
            }
        }
        Ok(read)
    }
}

fn read(directory: &Path, name: &str) -> Result<(PathBuf, Vec<u8>), ModelError> {
    let path = directory.join(name);
    match fs::read(&path) {
        Ok(bytes) => Ok((path, bytes)),
        Err(cause) => Err(ModelError::Unreadable { path, cause }),
    }
}

/// The first line of what candle says; the rest is a trace.
fn words(why: &candle_core::Error) -> String {
    why.to_string().lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}
