//! A minimal model for tests: one layer, hidden states of 8 components, a vocabulary of 9 tokens.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use candle_core::{Device, Tensor, safetensors};
use serde_json::{Value, json};

/// The vocabulary; other words become `[UNK]`.
pub const VOCABULARY: [&str; 9] =
    ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pool", "open", "gym", "where", "when"];
pub const HIDDEN_SIZE: usize = 8;
const INTERMEDIATE_SIZE: usize = 16;
pub const MAX_POSITIONS: usize = 12;

pub fn config() -> Value {
    json!({
        "vocab_size": VOCABULARY.len(), "hidden_size": HIDDEN_SIZE, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": INTERMEDIATE_SIZE, "hidden_act": "gelu", "max_position_embeddings": MAX_POSITIONS,
        "type_vocab_size": 2, "layer_norm_eps": 1e-12,
    })
}

/// Returns pseudo-random but fixed weights between -0.5 and 0.5.
pub fn weights() -> HashMap<String, Tensor> {
    let mut weights = HashMap::new();
    let mut add = |name: &str, shape: &[usize]| {
        let seed = weights.len() * 31;
        let number = |at: usize| (((at + seed) * 7919 % 1009) as f32 / 1009.0) - 0.5;
        let numbers: Vec<f32> = (0..shape.iter().product()).map(number).collect();
        weights.insert(name.to_owned(), Tensor::from_vec(numbers, shape, &Device::Cpu).unwrap());
    };
    add("embeddings.word_embeddings.weight", &[VOCABULARY.len(), HIDDEN_SIZE]);
    add("embeddings.position_embeddings.weight", &[MAX_POSITIONS, HIDDEN_SIZE]);
    add("embeddings.token_type_embeddings.weight", &[2, HIDDEN_SIZE]);
    for name in ["embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"] {
        add(&format!("{name}.LayerNorm.weight"), &[HIDDEN_SIZE]);
        add(&format!("{name}.LayerNorm.bias"), &[HIDDEN_SIZE]);
    }
    for (name, out, into) in [
        ("attention.self.query", HIDDEN_SIZE, HIDDEN_SIZE),
        ("attention.self.key", HIDDEN_SIZE, HIDDEN_SIZE),
        ("attention.self.value", HIDDEN_SIZE, HIDDEN_SIZE),
        ("attention.output.dense", HIDDEN_SIZE, HIDDEN_SIZE),
        ("intermediate.dense", INTERMEDIATE_SIZE, HIDDEN_SIZE),
        ("output.dense", HIDDEN_SIZE, INTERMEDIATE_SIZE),
    ] {
        add(&format!("encoder.layer.0.{name}.weight"), &[out, into]);
        add(&format!("encoder.layer.0.{name}.bias"), &[out]);
    }
    weights
}

pub fn tokenizer() -> Value {
    let vocabulary: Value =
        (0..).zip(VOCABULARY).map(|(id, word): (usize, _)| (word.to_owned(), json!(id))).collect();
    let special = |id: usize| json!({ "SpecialToken": { "id": VOCABULARY[id], "type_id": 0 } });
    let special_token = |id: usize| json!({ "id": VOCABULARY[id], "ids": [id], "tokens": [VOCABULARY[id]] });
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                        "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": { "type": "TemplateProcessing",
            "single": [special(2), { "Sequence": { "id": "A", "type_id": 0 } }, special(3)],
            "pair": [special(2), { "Sequence": { "id": "A", "type_id": 0 } }, special(3)],
            "special_tokens": { VOCABULARY[2]: special_token(2), VOCABULARY[3]: special_token(3) } },
        "decoder": null,
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    })
}

/// Writes the three files of a model.
pub fn write(directory: &Path, config: &Value, weights: &HashMap<String, Tensor>) {
    fs::write(directory.join("config.json"), config.to_string()).unwrap();
    fs::write(directory.join("tokenizer.json"), tokenizer().to_string()).unwrap();
    safetensors::save(weights, directory.join("model.safetensors")).unwrap();
}
