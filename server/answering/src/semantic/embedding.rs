//! The embedding of a text: one vector of the sentence, and one vector of each content token in its context.

use crate::vector::QuantizedVector;

/// Components of a token embedding.
pub const TOKEN_DIMENSIONS: usize = 32;
/// Largest absolute quantized component of a token embedding.
const QUANTIZATION_STEPS: f32 = 127.0;
/// Minimum length of a vector that can be normalized.
const MIN_NORM: f32 = 1e-12;

/// The contextual embedding of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TokenEmbedding {
    /// Id of the token in the vocabulary of the encoder.
    pub token_id: u16,
    /// Unit vector, quantized in steps of 1/127.
    components: [i8; TOKEN_DIMENSIONS],
}

impl TokenEmbedding {
    /// Normalizes and quantizes the vector of a token.
    pub fn new(token_id: u16, vector: &[f32; TOKEN_DIMENSIONS]) -> Self {
        let norm = vector.iter().map(|component| component * component).sum::<f32>().sqrt().max(MIN_NORM);
        // The conversion to i8 saturates and maps NaN to 0.
        let quantize = |component: f32| (component / norm * QUANTIZATION_STEPS).round() as i8;
        Self { token_id, components: vector.map(quantize) }
    }

    /// Returns the dot product of the quantized components; see [`TokenEmbedding::similarity_of_dot`].
    pub(crate) fn dot(&self, other: &Self) -> i32 {
        self.components
            .iter()
            .zip(&other.components)
            .map(|(one, other)| i32::from(*one) * i32::from(*other))
            .sum()
    }

    /// Converts the result of [`TokenEmbedding::dot`] to a cosine similarity from -1 to 1.
    pub(crate) fn similarity_of_dot(dot: i32) -> f32 {
        dot as f32 / (QUANTIZATION_STEPS * QUANTIZATION_STEPS)
    }
}

/// The embedding of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedding {
    /// Sentence vector of unit length.
    pub sentence: Vec<f32>,
    /// Embeddings of the content tokens; empty if the encoder provides none.
    pub tokens: Vec<TokenEmbedding>,
}

/// An embedding quantized for storage: about 400 bytes, and 34 bytes per token.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantizedEmbedding {
    pub(crate) sentence: QuantizedVector,
    pub(crate) tokens: Box<[TokenEmbedding]>,
}

impl From<&Embedding> for QuantizedEmbedding {
    fn from(embedding: &Embedding) -> Self {
        Self {
            sentence: QuantizedVector::quantize(&embedding.sentence),
            tokens: embedding.tokens.as_slice().into(),
        }
    }
}

impl QuantizedEmbedding {
    const TOKEN_BYTES: usize = size_of::<u16>() + TOKEN_DIMENSIONS;

    /// Serializes the embedding: the token count (2 bytes, little-endian), the id and the components of each token, then
    /// the sentence vector. Tokens beyond 65,535 are omitted.
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u16::try_from(self.tokens.len()).unwrap_or(u16::MAX);
        let mut bytes = count.to_le_bytes().to_vec();
        for token in self.tokens.iter().take(count.into()) {
            bytes.extend(token.token_id.to_le_bytes());
            bytes.extend(token.components.map(i8::cast_unsigned));
        }
        bytes.extend(self.sentence.to_bytes());
        bytes
    }

    /// Deserializes the output of [`QuantizedEmbedding::to_bytes`]. Returns `None` if the bytes are not a valid embedding.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk()?;
        let token_bytes = usize::from(u16::from_le_bytes(*count)) * Self::TOKEN_BYTES;
        let (tokens, sentence) = rest.split_at_checked(token_bytes)?;
        let parse_token = |bytes: &[u8]| {
            let (token_id, components) = bytes.split_first_chunk()?;
            let components: [u8; TOKEN_DIMENSIONS] = components.try_into().ok()?;
            let token_id = u16::from_le_bytes(*token_id);
            Some(TokenEmbedding { token_id, components: components.map(u8::cast_signed) })
        };
        let tokens = tokens.chunks(Self::TOKEN_BYTES).map(parse_token).collect::<Option<_>>()?;
        Some(Self { sentence: QuantizedVector::from_bytes(sentence)?, tokens })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(token_id: u16, direction: usize) -> TokenEmbedding {
        let mut vector = [0.1; TOKEN_DIMENSIONS];
        vector[direction] = 2.0;
        TokenEmbedding::new(token_id, &vector)
    }

    #[test]
    fn the_similarity_of_tokens_depends_on_their_vectors_and_not_on_their_ids() {
        let (one, near, far) = (token(1, 0), token(2, 0), token(1, 5));
        let similarity = |other| TokenEmbedding::similarity_of_dot(one.dot(other));
        assert!((similarity(&near) - 1.0).abs() < 0.02, "{}", similarity(&near));
        assert!(similarity(&far) < 0.3, "{}", similarity(&far));
    }

    #[test]
    fn an_embedding_survives_serialization_and_invalid_bytes_are_rejected() {
        let with_tokens =
            Embedding { sentence: vec![0.6, -0.8, 0.0], tokens: vec![token(7, 3), token(30_000, 31)] };
        for embedding in [Embedding { tokens: vec![], ..with_tokens.clone() }, with_tokens] {
            let quantized = QuantizedEmbedding::from(&embedding);
            assert_eq!(QuantizedEmbedding::from_bytes(&quantized.to_bytes()), Some(quantized));
        }
        for invalid in [&[][..], &[0], &[0; 6], &[1, 0, 2, 3], &[0xff; 40]] {
            assert_eq!(QuantizedEmbedding::from_bytes(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn the_similarity_of_unusual_vectors_is_bounded() {
        for component in [0.0, f32::NAN, f32::INFINITY, f32::MIN_POSITIVE] {
            let token = TokenEmbedding::new(0, &[component; TOKEN_DIMENSIONS]);
            assert!(TokenEmbedding::similarity_of_dot(token.dot(&token)).abs() <= 1.1);
        }
    }
}
