//! A model is read from its directory and turns texts into vectors; what cannot be read is said in words.

use std::fs;

use answering::{Encoder, Model, ModelError};
use candle_core::{DType, Tensor};
use serde_json::json;
use tempfile::TempDir;

use crate::tiny;

fn written() -> TempDir {
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), &tiny::config(), &tiny::weights());
    folder
}

fn loaded() -> Model {
    Model::load(written().path()).unwrap()
}

/// The vectors of texts.
fn vectors(model: &Model, texts: &[&str]) -> Vec<Vec<f32>> {
    model.read(texts).unwrap().into_iter().map(|read| read.whole).collect()
}

/// What is said of a model that cannot be loaded.
fn refused(folder: &TempDir) -> String {
    Model::load(folder.path()).err().expect("it was loaded").to_string()
}

fn near(one: &[f32], other: &[f32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-5)
}

#[test]
fn texts_become_vectors_of_unit_length() {
    let vectors = vectors(&loaded(), &["where pool", "when gym open", "", "pool 🏊 poolside"]);
    for vector in &vectors {
        assert_eq!(vector.len(), tiny::SIZE);
        assert!((vector.iter().map(|number| number * number).sum::<f32>() - 1.0).abs() < 1e-5, "{vector:?}");
    }
    assert!(!near(&vectors[0], &vectors[1]));
}

#[test]
fn a_text_has_the_same_vector_alone_and_among_longer_ones() {
    let model = loaded();
    let texts = ["pool", "when where gym pool open", "gym open", "", "where gym open when pool pool"];
    let together = vectors(&model, &texts);
    for (text, vector) in texts.iter().zip(&together) {
        assert!(near(&vectors(&model, &[text])[0], vector), "{text}");
    }
}

#[test]
fn more_texts_than_fit_in_one_batch_come_out_in_their_order() {
    let model = loaded();
    let texts: Vec<String> =
        (0..70).map(|n| format!("{} {}", tiny::WORDS[4 + n % 5], "pool ".repeat(n % 4))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (text, vector) in texts.iter().zip(vectors(&model, &texts)) {
        assert!(near(&vectors(&model, &[text])[0], &vector), "{text}");
    }
    assert!(vectors(&model, &[]).is_empty());
}

#[test]
fn the_order_of_words_matters_and_their_case_does_not() {
    let vectors = vectors(&loaded(), &["when gym pool", "pool when gym", "WHEN Gym pool"]);
    assert!(!near(&vectors[0], &vectors[1]));
    assert!(near(&vectors[0], &vectors[2]));
}

#[test]
fn a_layer_that_adds_nothing_leaves_the_mean_of_what_the_words_are() {
    // Dense weights of zero and plain norms: what is left can be computed by hand.
    let mut weights = tiny::weights();
    for (name, weight) in &mut weights {
        if name.ends_with("LayerNorm.weight") {
            *weight = Tensor::ones_like(weight).unwrap();
        } else if name.starts_with("encoder") || name.ends_with("bias") {
            *weight = Tensor::zeros_like(weight).unwrap();
        }
    }
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), &tiny::config(), &weights);
    let of = |name: &str| weights[&format!("embeddings.{name}_embeddings.weight")].clone();
    let all = |of: Tensor| of.to_vec2::<f32>().unwrap();
    let kept = |of: Tensor| of.to_dtype(DType::F16).and_then(|of| of.to_dtype(DType::F32)).unwrap();
    let (words, places, segments) = (all(kept(of("word"))), all(of("position")), all(of("token_type")));
    let mut sum = [0.0; tiny::SIZE];
    // [CLS] gym open [SEP]; the marks say nothing.
    for (place, word) in [2, 6, 5, 3].into_iter().enumerate().skip(1).take(2) {
        let token: Vec<f32> =
            (0..tiny::SIZE).map(|at| words[word][at] + places[place][at] + segments[0][at]).collect();
        let mean = token.iter().sum::<f32>() / tiny::SIZE as f32;
        let spread = token.iter().map(|number| (number - mean).powi(2)).sum::<f32>() / tiny::SIZE as f32;
        sum.iter_mut().zip(token).for_each(|(sum, number)| *sum += (number - mean) / spread.sqrt());
    }
    let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
    let expected: Vec<f32> = sum.iter().map(|number| number / length).collect();
    let vector = vectors(&Model::load(folder.path()).unwrap(), &["gym open"]);
    assert!(near(&vector[0], &expected), "{vector:?} {expected:?}");
}

#[test]
fn only_the_beginning_of_a_long_text_is_read() {
    let model = loaded();
    let long = "pool ".repeat(tiny::PLACES * 3);
    let vectors = vectors(&model, &[&long, &"pool ".repeat(tiny::PLACES), &"pool ".repeat(400_000)]);
    assert!(near(&vectors[0], &vectors[1]));
    assert!(near(&vectors[0], &vectors[2]));
}

#[test]
fn a_missing_file_is_named() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = written();
        fs::remove_file(folder.path().join(name)).unwrap();
        assert!(matches!(Model::load(folder.path()), Err(ModelError::Unreadable { .. })));
        assert!(refused(&folder).contains(name), "{}", refused(&folder));
    }
}

#[test]
fn a_file_of_another_kind_is_named() {
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = written();
        fs::write(folder.path().join(name), "<html>Not found</html>").unwrap();
        assert!(matches!(Model::load(folder.path()), Err(ModelError::Unfit { .. })));
        assert!(refused(&folder).contains(name), "{}", refused(&folder));
    }
}

#[test]
fn a_shape_that_the_weights_do_not_have_is_refused() {
    for (name, value) in [
        ("hidden_size", json!(16)),
        ("hidden_size", json!(0)),
        ("num_attention_heads", json!(3)),
        ("num_attention_heads", json!(0)),
        ("num_hidden_layers", json!(2)),
        ("hidden_act", json!("relu")),
        ("vocab_size", json!(5)),
    ] {
        let folder = TempDir::new().unwrap();
        let mut config = tiny::config();
        config[name] = value;
        tiny::write(folder.path(), &config, &tiny::weights());
        assert!(matches!(Model::load(folder.path()), Err(ModelError::Unfit { .. })), "{config}");
    }
}

#[test]
fn another_file_is_another_version() {
    let one = loaded();
    assert_eq!(one.version(), loaded().version());
    let mut weights = tiny::weights();
    let norm = weights.get_mut("embeddings.LayerNorm.weight").unwrap();
    *norm = (norm.ones_like().unwrap() * 2.0).unwrap();
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), &tiny::config(), &weights);
    assert_ne!(one.version(), Model::load(folder.path()).unwrap().version());
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    let mut weights = tiny::weights();
    let norm = weights.get_mut("embeddings.LayerNorm.weight").unwrap();
    *norm = (norm.zeros_like().unwrap() / 0.0).unwrap();
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), &tiny::config(), &weights);
    assert!(refused(&folder).contains("model.safetensors"));
}
