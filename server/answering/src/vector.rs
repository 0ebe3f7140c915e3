//! Vectors quantized to one byte per component.
//!
//! A component is stored as a multiple of 1/127 of the vector's largest absolute component. Measured on sentence
//! vectors, the quantization error is smaller than the differences that decide between two entries.

/// A vector quantized to `i8` components with one common scale; a quarter of the size of `f32` components.
#[derive(Clone, Debug, PartialEq)]
pub struct QuantizedVector {
    scale: f32,
    components: Box<[i8]>,
}

impl QuantizedVector {
    /// Quantizes a vector to the nearest representable components. NaN becomes 0; infinities saturate.
    pub fn quantize(vector: &[f32]) -> Self {
        let largest =
            vector.iter().filter(|component| component.is_finite()).fold(0.0_f32, |max, c| max.max(c.abs()));
        let scale = largest.max(f32::MIN_POSITIVE) / 127.0;
        // The conversion to i8 saturates and maps NaN to 0.
        Self { scale, components: vector.iter().map(|component| (component / scale).round() as i8).collect() }
    }

    /// Serializes the vector: the scale as 4 little-endian bytes, then one byte per component.
    pub fn to_bytes(&self) -> Vec<u8> {
        let components = self.components.iter().map(|component| component.cast_unsigned());
        self.scale.to_le_bytes().into_iter().chain(components).collect()
    }

    /// Deserializes the output of [`QuantizedVector::to_bytes`]. Returns `None` if the bytes are not a valid vector.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (scale, components) = bytes.split_first_chunk()?;
        let scale = f32::from_le_bytes(*scale);
        let components = components.iter().map(|component| component.cast_signed()).collect();
        (scale.is_finite() && scale > 0.0).then_some(Self { scale, components })
    }

    /// Returns the number of components.
    pub(crate) fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns the memory use in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.components.len() + size_of::<Self>()
    }

    /// Returns the dequantized components.
    pub(crate) fn components(&self) -> impl Iterator<Item = f32> {
        self.components.iter().map(|component| f32::from(*component) * self.scale)
    }

    /// Adds the vector, multiplied by `factor`, to `sum`.
    pub(crate) fn add_to(&self, sum: &mut [f32], factor: f32) {
        let factor = factor * self.scale;
        sum.iter_mut()
            .zip(&self.components)
            .for_each(|(sum, component)| *sum += f32::from(*component) * factor);
    }

    /// Returns the dot product over the shorter of the two lengths.
    pub(crate) fn dot(&self, other: &[f32]) -> f32 {
        self.scale
            * self
                .components
                .iter()
                .zip(other)
                .map(|(component, other)| f32::from(*component) * other)
                .sum::<f32>()
    }
}

/// Returns the dot product over the shorter of the two lengths.
pub(crate) fn dot(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantization_error_is_at_most_half_a_step() {
        let vector: Vec<f32> = (0..384).map(|at| ((at * 37) as f32).sin() / 14.0).collect();
        let quantized = QuantizedVector::quantize(&vector);
        for (one, other) in vector.iter().zip(quantized.components()) {
            assert!((one - other).abs() <= 1.0 / 14.0 / 254.0 + 1e-6, "{one} {other}");
        }
        let exact: f32 = vector.iter().map(|component| component * component).sum();
        assert!((quantized.dot(&vector) - exact).abs() < 1e-2);
    }

    #[test]
    fn a_vector_survives_serialization_and_invalid_bytes_are_rejected() {
        let quantized = QuantizedVector::quantize(&[0.6, -0.8, 0.0]);
        assert_eq!(QuantizedVector::from_bytes(&quantized.to_bytes()), Some(quantized));
        for invalid in [&[][..], &[1, 2, 3], &[0; 8], &[0xff; 8]] {
            assert_eq!(QuantizedVector::from_bytes(invalid), None, "{invalid:?}");
        }
    }

    #[test]
    fn non_finite_components_are_quantized_to_finite_ones() {
        let quantized = QuantizedVector::quantize(&[f32::NAN, f32::INFINITY, 0.5, f32::NEG_INFINITY]);
        assert!(quantized.components().all(f32::is_finite));
        assert_eq!(quantized.components().next(), Some(0.0));
        assert!(QuantizedVector::quantize(&[0.0; 3]).components().all(|component| component == 0.0));
        assert_eq!(QuantizedVector::quantize(&[]).dot(&[1.0]), 0.0);
    }
}
