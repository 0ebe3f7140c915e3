//! The sentence encoder loads a model from a directory and encodes texts; errors name the file.

use std::fs;

use answering::{BertEncoder, Encoder, ModelError};
use candle_core::{DType, Tensor};
use serde_json::json;
use tempfile::TempDir;

use crate::tiny_model;

fn model_directory() -> TempDir {
    let directory = TempDir::new().unwrap();
    tiny_model::write(directory.path(), &tiny_model::config(), &tiny_model::weights());
    directory
}

fn load() -> BertEncoder {
    BertEncoder::load(model_directory().path()).unwrap()
}

/// Returns the sentence vectors of texts.
fn encode(encoder: &BertEncoder, texts: &[&str]) -> Vec<Vec<f32>> {
    encoder.encode(texts).unwrap().into_iter().map(|embedding| embedding.sentence).collect()
}

/// Returns the error message of a model that cannot be loaded.
fn load_error(directory: &TempDir) -> String {
    BertEncoder::load(directory.path()).err().expect("the model must not load").to_string()
}

fn is_close(one: &[f32], other: &[f32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[test]
fn sentence_vectors_have_unit_length() {
    let vectors = encode(&load(), &["where pool", "when gym open", "", "pool 🏊 poolside"]);
    for vector in &vectors {
        assert_eq!(vector.len(), tiny_model::HIDDEN_SIZE);
        assert!((vector.iter().map(|number| number * number).sum::<f32>() - 1.0).abs() < 1e-5, "{vector:?}");
    }
    assert!(!is_close(&vectors[0], &vectors[1]));
}

#[test]
fn the_embedding_of_a_text_does_not_depend_on_the_batch() {
    let encoder = load();
    let texts = ["pool", "when where gym pool open", "gym open", "", "where gym open when pool pool"];
    let together = encode(&encoder, &texts);
    for (text, vector) in texts.iter().zip(&together) {
        assert!(is_close(&encode(&encoder, &[text])[0], vector), "{text}");
    }
}

#[test]
fn several_batches_keep_the_order_of_the_texts() {
    let encoder = load();
    let texts: Vec<String> =
        (0..70).map(|n| format!("{} {}", tiny_model::VOCABULARY[4 + n % 5], "pool ".repeat(n % 4))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (text, vector) in texts.iter().zip(encode(&encoder, &texts)) {
        assert!(is_close(&encode(&encoder, &[text])[0], &vector), "{text}");
    }
    assert!(encode(&encoder, &[]).is_empty());
}

#[test]
fn the_embedding_depends_on_word_order_and_not_on_case() {
    let vectors = encode(&load(), &["when gym pool", "pool when gym", "WHEN Gym pool"]);
    assert!(!is_close(&vectors[0], &vectors[1]));
    assert!(is_close(&vectors[0], &vectors[2]));
}

#[test]
fn a_layer_with_zero_weights_yields_the_mean_of_the_input_embeddings() {
    // With zero dense weights and identity norms, the result is computed by hand.
    let mut weights = tiny_model::weights();
    for (name, weight) in &mut weights {
        if name.ends_with("LayerNorm.weight") {
            *weight = Tensor::ones_like(weight).unwrap();
        } else if name.starts_with("encoder") || name.ends_with("bias") {
            *weight = Tensor::zeros_like(weight).unwrap();
        }
    }
    let directory = TempDir::new().unwrap();
    tiny_model::write(directory.path(), &tiny_model::config(), &weights);
    let embedding = |name: &str| weights[&format!("embeddings.{name}_embeddings.weight")].clone();
    let to_rows = |tensor: Tensor| tensor.to_vec2::<f32>().unwrap();
    let round_to_f16 =
        |tensor: Tensor| tensor.to_dtype(DType::F16).and_then(|tensor| tensor.to_dtype(DType::F32)).unwrap();
    let words = to_rows(round_to_f16(embedding("word")));
    let (positions, segments) = (to_rows(embedding("position")), to_rows(embedding("token_type")));
    let mut sum = [0.0; tiny_model::HIDDEN_SIZE];
    // [CLS] gym open [SEP]; the special tokens are excluded.
    for (position, word) in [2, 6, 5, 3].into_iter().enumerate().skip(1).take(2) {
        let token: Vec<f32> = (0..tiny_model::HIDDEN_SIZE)
            .map(|at| words[word][at] + positions[position][at] + segments[0][at])
            .collect();
        let mean = token.iter().sum::<f32>() / tiny_model::HIDDEN_SIZE as f32;
        let variance =
            token.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / tiny_model::HIDDEN_SIZE as f32;
        sum.iter_mut().zip(token).for_each(|(sum, number)| *sum += (number - mean) / variance.sqrt());
    }
    let norm = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    let expected: Vec<f32> = sum.iter().map(|number| number / norm).collect();
    let vector = encode(&BertEncoder::load(directory.path()).unwrap(), &["gym open"]);
    assert!(is_close(&vector[0], &expected), "{vector:?} {expected:?}");
}

#[test]
fn a_long_text_is_truncated() {
    let encoder = load();
    let long = "pool ".repeat(tiny_model::MAX_POSITIONS * 3);
    let vectors =
        encode(&encoder, &[&long, &"pool ".repeat(tiny_model::MAX_POSITIONS), &"pool ".repeat(400_000)]);
    assert!(is_close(&vectors[0], &vectors[1]));
    assert!(is_close(&vectors[0], &vectors[2]));
}

#[test]
fn the_error_names_a_missing_file() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let directory = model_directory();
        fs::remove_file(directory.path().join(name)).unwrap();
        assert!(matches!(BertEncoder::load(directory.path()), Err(ModelError::Unreadable { .. })));
        assert!(load_error(&directory).contains(name), "{}", load_error(&directory));
    }
}

#[test]
fn the_error_names_an_invalid_file() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let directory = model_directory();
        fs::write(directory.path().join(name), "<html>Not found</html>").unwrap();
        assert!(matches!(BertEncoder::load(directory.path()), Err(ModelError::Unsupported { .. })));
        assert!(load_error(&directory).contains(name), "{}", load_error(&directory));
    }
}

#[test]
fn a_config_that_does_not_fit_the_weights_is_rejected() {
    for (name, value) in [
        ("hidden_size", json!(16)),
        ("hidden_size", json!(0)),
        ("num_attention_heads", json!(3)),
        ("num_attention_heads", json!(0)),
        ("num_hidden_layers", json!(2)),
        ("hidden_act", json!("relu")),
        ("vocab_size", json!(5)),
    ] {
        let directory = TempDir::new().unwrap();
        let mut config = tiny_model::config();
        config[name] = value;
        tiny_model::write(directory.path(), &config, &tiny_model::weights());
        assert!(
            matches!(BertEncoder::load(directory.path()), Err(ModelError::Unsupported { .. })),
            "{config}"
        );
    }
}

#[test]
fn a_changed_file_changes_the_version() {
    let one = load();
    assert_eq!(one.version(), load().version());
    let mut weights = tiny_model::weights();
    let norm = weights.get_mut("embeddings.LayerNorm.weight").unwrap();
    *norm = (norm.ones_like().unwrap() * 2.0).unwrap();
    let directory = TempDir::new().unwrap();
    tiny_model::write(directory.path(), &tiny_model::config(), &weights);
    assert_ne!(one.version(), BertEncoder::load(directory.path()).unwrap().version());
}

#[test]
fn weights_that_are_not_finite_are_rejected() {
    let mut weights = tiny_model::weights();
    let norm = weights.get_mut("embeddings.LayerNorm.weight").unwrap();
    *norm = (norm.zeros_like().unwrap() / 0.0).unwrap();
    let directory = TempDir::new().unwrap();
    tiny_model::write(directory.path(), &tiny_model::config(), &weights);
    assert!(load_error(&directory).contains("model.safetensors"));
}
