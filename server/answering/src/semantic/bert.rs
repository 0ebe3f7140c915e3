//! Inference of a BERT encoder: token ids in, one hidden state per token out.
//!
//! Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers" (2019), with the weight names of
//! sentence-transformers: post-norm layers, learned positions, exact GELU. Without dropout, with a single segment.

use candle_core::{D, DType, Result, Tensor};
use candle_nn::{LayerNorm, Module, VarBuilder, layer_norm, ops};
use serde::Deserialize;

use crate::semantic::tensor_ops;

/// The architecture of a model: its `config.json`.
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
    /// Returns why the architecture is not supported, or `None` if it is supported.
    pub fn unsupported_reason(&self) -> Option<String> {
        if self.hidden_act != "gelu" {
            return Some(format!("its activation is \"{}\" and only \"gelu\" is supported", self.hidden_act));
        }
        let (size, heads) = (self.hidden_size, self.num_attention_heads);
        if heads == 0 || size == 0 || !size.is_multiple_of(heads) {
            return Some(format!("its hidden size {size} is not divisible by {heads} heads"));
        }
        let (intermediate, head) = (self.intermediate_size, self.head_size());
        (!intermediate.is_multiple_of(head))
            .then(|| format!("its intermediate size {intermediate} is not divisible by the head size {head}"))
    }

    /// Returns the components of a hidden state per attention head.
    fn head_size(&self) -> usize {
        self.hidden_size / self.num_attention_heads
    }
}

/// A loaded encoder.
pub struct Bert {
    /// Token embeddings in `f16`; in `f32` they would take half of the memory of the model.
    token_embeddings: Tensor,
    /// Position embeddings, each with the embedding of the first segment added.
    position_embeddings: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

impl Bert {
    /// Loads the weights by their names.
    ///
    /// # Errors
    /// Fails if a weight is missing or has another shape than `config` states.
    pub fn load(weights: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (embeddings, size) = (weights.pp("embeddings"), config.hidden_size);
        let segments = embeddings.get((config.type_vocab_size, size), "token_type_embeddings.weight")?;
        let positions =
            embeddings.get((config.max_position_embeddings, size), "position_embeddings.weight")?;
        let layer = |number| Layer::load(&weights.pp(format!("encoder.layer.{number}")), config);
        Ok(Self {
            token_embeddings: embeddings
                .get((config.vocab_size, size), "word_embeddings.weight")?
                .to_dtype(DType::F16)?,
            position_embeddings: positions.broadcast_add(&segments.narrow(0, 0, 1)?)?,
            norm: layer_norm(size, config.layer_norm_eps, embeddings.pp("LayerNorm"))?,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_>>()?,
        })
    }

    /// Returns the hidden states of shape (texts, tokens, size), given token ids of shape (texts, tokens) without padding.
    ///
    /// # Errors
    /// Fails if a tensor operation fails.
    pub fn forward(&self, ids: &Tensor) -> Result<Tensor> {
        let (texts, tokens) = ids.dims2()?;
        let hidden = self.token_embeddings.index_select(&ids.flatten_all()?, 0)?.to_dtype(DType::F32)?;
        tensor_ops::add(&hidden, &self.position_embeddings.narrow(0, 0, tokens)?)?;
        let mut hidden = self.norm.forward(&hidden)?;
        for layer in &self.layers {
            hidden = layer.forward(&hidden, texts)?;
        }
        hidden.reshape((texts, tokens, ()))
    }
}

/// A linear layer whose weights are stored in contiguous panels of one head size each. Sequential memory access halves
/// the measured time to encode a short text.
struct Linear {
    /// Shape (panels, input size, head size).
    weights: Tensor,
    /// Shape (panels, head size).
    bias: Tensor,
}

impl Linear {
    /// Takes weights of shape (output size, input size) and a bias.
    fn new(weights: &Tensor, bias: &Tensor, head: usize) -> Result<Self> {
        let (output, input) = weights.dims2()?;
        let panels = weights.reshape((output / head, head, input))?.transpose(1, 2)?.contiguous()?;
        Ok(Self { weights: panels, bias: bias.reshape((output / head, head))? })
    }

    fn load(input: usize, output: usize, head: usize, weights: VarBuilder<'_>) -> Result<Self> {
        Self::new(&weights.get((output, input), "weight")?, &weights.get(output, "bias")?, head)
    }

    /// Applies the layer to shape (rows, input size); returns shape (panels, rows, head size).
    fn forward_panels(&self, rows: &Tensor) -> Result<Tensor> {
        // `broadcast_matmul` would copy the rows for each panel.
        let (panels, rows) = (self.weights.dim(0)?, rows.unsqueeze(0)?);
        let product = rows.broadcast_as((panels, rows.dim(1)?, rows.dim(2)?))?.matmul(&self.weights)?;
        tensor_ops::add_by_panel(&product, &self.bias)?;
        Ok(product)
    }

    /// Applies the layer to shape (rows, input size); returns shape (rows, output size).
    fn forward(&self, rows: &Tensor) -> Result<Tensor> {
        concat_panels(&self.forward_panels(rows)?)
    }
}

/// Concatenates panels: shape (panels, rows, head size) to shape (rows, panels * head size).
fn concat_panels(panels: &Tensor) -> Result<Tensor> {
    let (count, rows, head) = panels.dims3()?;
    panels.transpose(0, 1)?.reshape((rows, count * head))
}

struct Layer {
    heads: usize,
    /// Query, key and value projections; the query includes the attention scale.
    query_key_value: Linear,
    attention_output: Linear,
    attention_norm: LayerNorm,
    intermediate: Linear,
    output: Linear,
    output_norm: LayerNorm,
}

impl Layer {
    fn load(weights: &VarBuilder<'_>, config: &Config) -> Result<Self> {
        let (size, intermediate, eps) = (config.hidden_size, config.intermediate_size, config.layer_norm_eps);
        let head = config.head_size();
        let load_scaled = |name: &str, scale: f64| {
            let weights = weights.pp(format!("attention.self.{name}"));
            let (weight, bias) = (weights.get((size, size), "weight")?, weights.get(size, "bias")?);
            Result::Ok(((weight * scale)?, (bias * scale)?))
        };
        let (query, query_bias) = load_scaled("query", 1.0 / (head as f64).sqrt())?;
        let ((key, key_bias), (value, value_bias)) = (load_scaled("key", 1.0)?, load_scaled("value", 1.0)?);
        let weight = Tensor::cat(&[query, key, value], 0)?;
        let bias = Tensor::cat(&[query_bias, key_bias, value_bias], 0)?;
        Ok(Self {
            heads: config.num_attention_heads,
            query_key_value: Linear::new(&weight, &bias, head)?,
            attention_output: Linear::load(size, size, head, weights.pp("attention.output.dense"))?,
            attention_norm: layer_norm(size, eps, weights.pp("attention.output.LayerNorm"))?,
            intermediate: Linear::load(size, intermediate, head, weights.pp("intermediate.dense"))?,
            output: Linear::load(intermediate, size, head, weights.pp("output.dense"))?,
            output_norm: layer_norm(size, eps, weights.pp("output.LayerNorm"))?,
        })
    }

    /// Applies the layer to hidden states of shape (texts * tokens, size); returns the same shape.
    fn forward(&self, hidden: &Tensor, texts: usize) -> Result<Tensor> {
        let attended = self.attention_output.forward(&self.attend(hidden, texts)?)?;
        tensor_ops::add(&attended, hidden)?;
        let attended = self.attention_norm.forward(&attended)?;
        let intermediate = self.intermediate.forward_panels(&attended)?;
        tensor_ops::gelu(&intermediate)?;
        let output = self.output.forward(&concat_panels(&intermediate)?)?;
        tensor_ops::add(&output, &attended)?;
        self.output_norm.forward(&output)
    }

    /// Returns the self-attention of each head, concatenated.
    fn attend(&self, hidden: &Tensor, texts: usize) -> Result<Tensor> {
        let (rows, size) = hidden.dims2()?;
        let (tokens, head) = (rows / texts, size / self.heads);
        let projected = self.query_key_value.forward_panels(hidden)?;
        let projected = projected.reshape((3, self.heads * texts, tokens, head))?;
        let (query, key, value) = (projected.get(0)?, projected.get(1)?, projected.get(2)?);
        let weights = query.matmul(&key.transpose(D::Minus2, D::Minus1)?)?;
        let attended = ops::softmax_last_dim(&weights)?.matmul(&value)?;
        concat_panels(&attended.reshape((self.heads, rows, head))?)
    }
}
