//! A model as small as one can be, written where a test wants it: one layer, eight numbers, a few words.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use candle_core::{Device, Tensor, safetensors};
use serde_json::{Value, json};

/// What it knows to read; all else is `[UNK]`.
pub const WORDS: [&str; 9] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pool", "open", "gym", "where", "when"];
pub const SIZE: usize = 8;
const WIDE: usize = 16;
pub const PLACES: usize = 12;

pub fn config() -> Value {
    json!({
        "vocab_size": WORDS.len(), "hidden_size": SIZE, "num_hidden_layers": 1, "num_attention_heads": 2,
        "intermediate_size": WIDE, "hidden_act": "gelu", "max_position_embeddings": PLACES,
        "type_vocab_size": 2, "layer_norm_eps": 1e-12,
    })
}

/// Weights that repeat but show no pattern, between -0.5 and 0.5.
pub fn weights() -> HashMap<String, Tensor> {
    let mut weights = HashMap::new();
    let mut add = |name: &str, shape: &[usize]| {
        let seed = weights.len() * 31;
        let number = |at: usize| (((at + seed) * 7919 % 1009) as f32 / 1009.0) - 0.5;
        let numbers: Vec<f32> = (0..shape.iter().product()).map(number).collect();
        weights.insert(name.to_owned(), Tensor::from_vec(numbers, shape, &Device::Cpu).unwrap());
    };
    add("embeddings.word_embeddings.weight", &[WORDS.len(), SIZE]);
    add("embeddings.position_embeddings.weight", &[PLACES, SIZE]);
    add("embeddings.token_type_embeddings.weight", &[2, SIZE]);
    for name in ["embeddings", "encoder.layer.0.attention.output", "encoder.layer.0.output"] {
        add(&format!("{name}.LayerNorm.weight"), &[SIZE]);
        add(&format!("{name}.LayerNorm.bias"), &[SIZE]);
    }
    for (name, out, into) in [
        ("attention.self.query", SIZE, SIZE),
        ("attention.self.key", SIZE, SIZE),
        ("attention.self.value", SIZE, SIZE),
        ("attention.output.dense", SIZE, SIZE),
        ("intermediate.dense", WIDE, SIZE),
        ("output.dense", SIZE, WIDE),
    ] {
        add(&format!("encoder.layer.0.{name}.weight"), &[out, into]);
        add(&format!("encoder.layer.0.{name}.bias"), &[out]);
    }
    weights
}

pub fn tokenizer() -> Value {
    let vocabulary: Value =
        (0..).zip(WORDS).map(|(id, word): (usize, _)| (word.to_owned(), json!(id))).collect();
    let mark = |id: usize| json!({ "SpecialToken": { "id": WORDS[id], "type_id": 0 } });
    let named = |id: usize| json!({ "id": WORDS[id], "ids": [id], "tokens": [WORDS[id]] });
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": { "type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                        "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": { "type": "TemplateProcessing",
            "single": [mark(2), { "Sequence": { "id": "A", "type_id": 0 } }, mark(3)],
            "pair": [mark(2), { "Sequence": { "id": "A", "type_id": 0 } }, mark(3)],
            "special_tokens": { WORDS[2]: named(2), WORDS[3]: named(3) } },
        "decoder": null,
        "model": { "type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]" },
    })
}

/// Writes a model's three files.
pub fn write(directory: &Path, config: &Value, weights: &HashMap<String, Tensor>) {
    fs::write(directory.join("config.json"), config.to_string()).unwrap();
    fs::write(directory.join("tokenizer.json"), tokenizer().to_string()).unwrap();
    safetensors::save(weights, directory.join("model.safetensors")).unwrap();
}
