//! The encoder of a BERT model: token ids in, one vector a token out.
//!
//! After Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers" (2019), as the weights of
//! sentence-transformers name its parts: post-norm layers, learnt positions, the exact GELU. Only what reading needs
//! is here: no dropout, a single segment.

use candle_core::{D, Result, Tensor};
use candle_nn::{Embedding, LayerNorm, Linear, Module, VarBuilder, embedding, layer_norm, linear, ops};
use serde::Deserialize;

/// Added to the attention that would fall on padding; enough that nothing of it is left.
const MASKED: f64 = -1e9;

/// The shape of a model: its `config.json`.
#[derive(Clone, Debug, Deserialize)]
pub struct Config {
    pub vocab_size: usize,
    pub hidden_size: usize,
    pub num_hidden_layers: usize,
    pub num_attention_heads: usize,
    pub intermediate_size: usize,
    pub hidden_act: String,
    pub max_position_embeddings: usize,
    pub type_vocab_size: usize,
    pub layer_norm_eps: f64,
}

impl Config {
    /// Why such a model cannot be read, if so.
    pub fn fault(&self) -> Option<String> {
        if self.hidden_act != "gelu" {
            return Some(format!("its activation is \"{}\", and only \"gelu\" is known", self.hidden_act));
        }
        let heads = self.num_attention_heads;
        let whole = heads > 0 && self.hidden_size > 0 && self.hidden_size.is_multiple_of(heads);
        (!whole)
            .then(|| format!("its {} numbers a token cannot be shared by {heads} heads", self.hidden_size))
    }
}

/// A loaded encoder.
pub struct Bert {
    words: Embedding,
    positions: Tensor,
    /// What the first segment, the only one here, adds to every token.
    segment: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

impl Bert {
    /// Takes the weights by their names.
    pub fn load(weights: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (of, size) = (weights.pp("embeddings"), config.hidden_size);
        let segments = of.get((config.type_vocab_size, size), "token_type_embeddings.weight")?;
        let layer = |number| Layer::load(&weights.pp(format!("encoder.layer.{number}")), config);
        Ok(Self {
            words: embedding(config.vocab_size, size, of.pp("word_embeddings"))?,
            positions: of.get((config.max_position_embeddings, size), "position_embeddings.weight")?,
            segment: segments.narrow(0, 0, 1)?,
            norm: layer_norm(size, config.layer_norm_eps, of.pp("LayerNorm"))?,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_>>()?,
        })
    }

    /// From ids of shape (texts, tokens), and a mask of the same shape that is 1 at tokens and 0 at padding, to
    /// (texts, tokens, size). No mask means no padding.
    pub fn forward(&self, ids: &Tensor, mask: Option<&Tensor>) -> Result<Tensor> {
        let tokens = ids.dim(1)?;
        let place = self.positions.narrow(0, 0, tokens)?.broadcast_add(&self.segment)?;
        let mut hidden = self.norm.forward(&self.words.forward(ids)?.broadcast_add(&place)?)?;
        // (texts, 1, 1, tokens): the same for every head and every token that looks.
        let hide = |mask: &Tensor| mask.affine(-MASKED, MASKED)?.unsqueeze(1)?.unsqueeze(1);
        let hidden_padding = mask.map(hide).transpose()?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden, hidden_padding.as_ref())?;
        }
        Ok(hidden)
    }
}

struct Layer {
    heads: usize,
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    widen: Linear,
    narrow: Linear,
    norm: LayerNorm,
}

impl Layer {
    fn load(of: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (size, wide, eps) = (config.hidden_size, config.intermediate_size, config.layer_norm_eps);
        Ok(Self {
            heads: config.num_attention_heads,
            query: linear(size, size, of.pp("attention.self.query"))?,
            key: linear(size, size, of.pp("attention.self.key"))?,
            value: linear(size, size, of.pp("attention.self.value"))?,
            attended: linear(size, size, of.pp("attention.output.dense"))?,
            attended_norm: layer_norm(size, eps, of.pp("attention.output.LayerNorm"))?,
            widen: linear(size, wide, of.pp("intermediate.dense"))?,
            narrow: linear(wide, size, of.pp("output.dense"))?,
            norm: layer_norm(size, eps, of.pp("output.LayerNorm"))?,
        })
    }

    fn forward(&self, hidden: &Tensor, padding: Option<&Tensor>) -> Result<Tensor> {
        let seen = self.attended.forward(&self.attend(hidden, padding)?)?;
        let seen = self.attended_norm.forward(&(seen + hidden)?)?;
        let thought = self.narrow.forward(&self.widen.forward(&seen)?.gelu_erf()?)?;
        self.norm.forward(&(thought + seen)?)
    }

    fn attend(&self, hidden: &Tensor, padding: Option<&Tensor>) -> Result<Tensor> {
        let (texts, tokens, size) = hidden.dims3()?;
        let head = size / self.heads;
        let split =
            |part: Tensor| part.reshape((texts, tokens, self.heads, head))?.transpose(1, 2)?.contiguous();
        let query = split((self.query.forward(hidden)? / (head as f64).sqrt())?)?;
        let key = split(self.key.forward(hidden)?)?;
        let value = split(self.value.forward(hidden)?)?;
        let mut weights = query.matmul(&key.transpose(D::Minus2, D::Minus1)?)?;
        if let Some(padding) = padding {
            weights = weights.broadcast_add(padding)?;
        }
        let seen = ops::softmax_last_dim(&weights)?.matmul(&value)?;
        seen.transpose(1, 2)?.reshape((texts, tokens, size))
    }
}
