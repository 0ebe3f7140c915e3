//! Principal component analysis without mean centering, for the offline generation of the projection files.

use crate::vector::dot;

/// Number of power iterations.
const ITERATIONS: usize = 100;

/// Returns the first `count` principal components in descending order of variance: orthonormal vectors, computed by
/// orthogonal iteration on the second-moment matrix. At most as many as the vectors have dimensions.
pub fn principal_components(vectors: &[Vec<f32>], count: usize) -> Vec<Vec<f32>> {
    let size = vectors.first().map_or(0, Vec::len);
    let mut moments = vec![vec![0.0_f32; size]; size];
    for vector in vectors {
        for (row, one) in moments.iter_mut().zip(vector) {
            row.iter_mut().zip(vector).for_each(|(sum, other)| *sum += one * other);
        }
    }
    let mut components: Vec<Vec<f32>> =
        (0..count.min(size)).map(|at| (0..size).map(|n| f32::from(u8::from(n == at))).collect()).collect();
    for _ in 0..ITERATIONS {
        components = components
            .iter()
            .map(|component| moments.iter().map(|row| dot(row, component)).collect())
            .collect();
        orthonormalize(&mut components);
    }
    components
}

/// Orthonormalizes vectors in order by the modified Gram-Schmidt process.
fn orthonormalize(vectors: &mut [Vec<f32>]) {
    for at in 0..vectors.len() {
        let (previous, rest) = vectors.split_at_mut(at);
        for other in previous.iter() {
            let projection = dot(other, &rest[0]);
            rest[0].iter_mut().zip(other).for_each(|(component, other)| *component -= projection * other);
        }
        let norm = dot(&rest[0], &rest[0]).sqrt().max(f32::MIN_POSITIVE);
        rest[0].iter_mut().for_each(|component| *component /= norm);
    }
}

/// Quantizes numbers to signed bytes such that the largest absolute value becomes 127.
pub fn quantize_to_bytes(numbers: &[f32]) -> impl Iterator<Item = u8> {
    let largest = numbers.iter().fold(f32::MIN_POSITIVE, |max, number| max.max(number.abs()));
    numbers.iter().map(move |number| ((number / largest * 127.0).round() as i8).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_components_retain_most_of_the_variance() {
        // 40 dimensions with a variance that grows with the dimension.
        let vector = |n: usize| (0..40).map(|at| ((n * 7 + at * at) as f32).sin() * at as f32).collect();
        let vectors: Vec<Vec<f32>> = (0..200).map(vector).collect();
        let components = principal_components(&vectors, 32);
        let retained = |vector: &Vec<f32>| {
            components.iter().map(|one| dot(one, vector).powi(2)).sum::<f32>() / dot(vector, vector)
        };
        let least = vectors.iter().map(retained).fold(1.0, f32::min);
        assert!(least > 0.9, "{least}");
        assert!(dot(&components[0], &components[1]).abs() < 1e-3);
    }

    #[test]
    fn the_largest_number_is_quantized_to_127() {
        assert_eq!(quantize_to_bytes(&[0.5, -1.0, 0.0]).collect::<Vec<u8>>(), [64, 129, 0]);
        assert_eq!(quantize_to_bytes(&[0.0; 2]).collect::<Vec<u8>>(), [0; 2]);
    }
}
