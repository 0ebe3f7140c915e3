//! The encoder of a BERT model: token ids in, one vector a token out.
//!
//! After Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers" (2019), as the weights of
//! sentence-transformers name its parts: post-norm layers, learnt positions, the exact GELU. Only what reading needs
//! is here: no dropout, a single segment.

use candle_core::{D, DType, Result, Tensor};
use candle_nn::{LayerNorm, Module, VarBuilder, layer_norm, ops};
use serde::Deserialize;

use super::in_place;

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
        let (size, heads) = (self.hidden_size, self.num_attention_heads);
        if heads == 0 || size == 0 || !size.is_multiple_of(heads) {
            return Some(format!("its {size} numbers a token cannot be shared by {heads} heads"));
        }
        let (wide, head) = (self.intermediate_size, self.head());
        (!wide.is_multiple_of(head)).then(|| format!("its {wide} inner numbers are not heads of {head}"))
    }

    /// How many of a token's numbers one head sees.
    fn head(&self) -> usize {
        self.hidden_size / self.num_attention_heads
    }
}

/// A loaded encoder.
pub struct Bert {
    /// What a token is, in 16 bits a number: half of the model's memory would be these otherwise.
    words: Tensor,
    /// What its place adds to a token, and the first segment, the only one here.
    places: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

impl Bert {
    /// Takes the weights by their names.
    pub fn load(weights: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (of, size) = (weights.pp("embeddings"), config.hidden_size);
        let segments = of.get((config.type_vocab_size, size), "token_type_embeddings.weight")?;
        let places = of.get((config.max_position_embeddings, size), "position_embeddings.weight")?;
        let layer = |number| Layer::load(&weights.pp(format!("encoder.layer.{number}")), config);
        Ok(Self {
            words: of.get((config.vocab_size, size), "word_embeddings.weight")?.to_dtype(DType::F16)?,
            places: places.broadcast_add(&segments.narrow(0, 0, 1)?)?,
            norm: layer_norm(size, config.layer_norm_eps, of.pp("LayerNorm"))?,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_>>()?,
        })
    }

    /// From ids of shape (texts, tokens), all of them tokens, to (texts, tokens, size).
    pub fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let (texts, tokens) = ids.dims2()?;
        let hidden = self.words.index_select(&ids.flatten_all()?, 0)?.to_dtype(DType::F32)?;
        in_place::add(&hidden, &self.places.narrow(0, 0, tokens)?)?;
        let mut hidden = self.norm.forward(&hidden)?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden, texts)?;
        }
        hidden.reshape((texts, tokens, ()))
    }
}

/// Weights in panels of as many columns as a head has, each in one piece: measured, a short text is read in half the
/// time for it, as memory is read in its order.
struct Linear {
    /// (panels, from, head)
    weights: Tensor,
    /// (panels, head)
    bias: Tensor,
}

impl Linear {
    /// From weights of shape (to, from), and a bias.
    fn new(weights: &Tensor, bias: &Tensor, head: usize) -> Result<Self> {
        let (to, from) = weights.dims2()?;
        let panels = weights.reshape((to / head, head, from))?.transpose(1, 2)?.contiguous()?;
        Ok(Self { weights: panels, bias: bias.reshape((to / head, head))? })
    }

    fn load(from: usize, to: usize, head: usize, of: VarBuilder<'_>) -> Result<Self> {
        Self::new(&of.get((to, from), "weight")?, &of.get(to, "bias")?, head)
    }

    /// From (rows, from) to (panels, rows, head).
    fn panels(&self, rows: &Tensor) -> Result<Tensor> {
        // Not `broadcast_matmul`, which copies the rows for each panel.
        let (panels, rows) = (self.weights.dim(0)?, rows.unsqueeze(0)?);
        let product = rows.broadcast_as((panels, rows.dim(1)?, rows.dim(2)?))?.matmul(&self.weights)?;
        in_place::add_by_panel(&product, &self.bias)?;
        Ok(product)
    }

    /// From (rows, from) to (rows, to).
    fn forward(&self, rows: &Tensor) -> Result<Tensor> {
        beside(&self.panels(rows)?)
    }
}

/// Panels beside each other: (panels, rows, head) as (rows, panels * head).
fn beside(panels: &Tensor) -> Result<Tensor> {
    let (count, rows, head) = panels.dims3()?;
    panels.transpose(0, 1)?.reshape((rows, count * head))
}

struct Layer {
    heads: usize,
    /// The query, the key and the value of a token.
    looks: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    widen: Linear,
    narrow: Linear,
    norm: LayerNorm,
}

impl Layer {
    fn load(of: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (size, wide, eps) = (config.hidden_size, config.intermediate_size, config.layer_norm_eps);
        let head = config.head();
        let look = |name: &str, times: f64| {
            let of = of.pp(format!("attention.self.{name}"));
            Result::Ok(((of.get((size, size), "weight")? * times)?, (of.get(size, "bias")? * times)?))
        };
        let (query, query_bias) = look("query", 1.0 / (head as f64).sqrt())?;
        let ((key, key_bias), (value, value_bias)) = (look("key", 1.0)?, look("value", 1.0)?);
        let looks = Tensor::cat(&[query, key, value], 0)?;
        let looks = Linear::new(&looks, &Tensor::cat(&[query_bias, key_bias, value_bias], 0)?, head)?;
        Ok(Self {
            heads: config.num_attention_heads,
            looks,
            attended: Linear::load(size, size, head, of.pp("attention.output.dense"))?,
            attended_norm: layer_norm(size, eps, of.pp("attention.output.LayerNorm"))?,
            widen: Linear::load(size, wide, head, of.pp("intermediate.dense"))?,
            narrow: Linear::load(wide, size, head, of.pp("output.dense"))?,
            norm: layer_norm(size, eps, of.pp("output.LayerNorm"))?,
        })
    }

    /// From (texts * tokens, size) to the same.
    fn forward(&self, hidden: &Tensor, texts: usize) -> Result<Tensor> {
        let seen = self.attended.forward(&self.attend(hidden, texts)?)?;
        in_place::add(&seen, hidden)?;
        let seen = self.attended_norm.forward(&seen)?;
        let wide = self.widen.panels(&seen)?;
        in_place::gelu(&wide)?;
        let thought = self.narrow.forward(&beside(&wide)?)?;
        in_place::add(&thought, &seen)?;
        self.norm.forward(&thought)
    }

    fn attend(&self, hidden: &Tensor, texts: usize) -> Result<Tensor> {
        let (rows, size) = hidden.dims2()?;
        let (tokens, head) = (rows / texts, size / self.heads);
        let looks = self.looks.panels(hidden)?.reshape((3, self.heads * texts, tokens, head))?;
        let (query, key, value) = (looks.get(0)?, looks.get(1)?, looks.get(2)?);
        let weights = query.matmul(&key.transpose(D::Minus2, D::Minus1)?)?;
        let seen = ops::softmax_last_dim(&weights)?.matmul(&value)?;
        beside(&seen.reshape((self.heads, rows, head))?)
    }
}
