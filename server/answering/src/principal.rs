//! The directions in which vectors differ most (a principal component analysis, not centred), for what is made of a
//! model once and kept.

use crate::vector::dot;

/// So often the directions are turned towards where the vectors differ most.
const TURNS: usize = 100;

/// So many directions, the most telling first: unit vectors at right angles to each other.
pub fn principal(vectors: &[Vec<f32>], count: usize) -> Vec<Vec<f32>> {
    let size = vectors.first().map_or(0, Vec::len);
    let mut together = vec![vec![0.0_f32; size]; size];
    for vector in vectors {
        for (row, one) in together.iter_mut().zip(vector) {
            row.iter_mut().zip(vector).for_each(|(sum, other)| *sum += one * other);
        }
    }
    let mut along: Vec<Vec<f32>> =
        (0..count.min(size)).map(|at| (0..size).map(|n| f32::from(u8::from(n == at))).collect()).collect();
    for _ in 0..TURNS {
        along = along.iter().map(|one| together.iter().map(|row| dot(row, one)).collect()).collect();
        for at in 0..along.len() {
            let (before, rest) = along.split_at_mut(at);
            for other in before.iter() {
                let part = dot(other, &rest[0]);
                rest[0].iter_mut().zip(other).for_each(|(number, other)| *number -= part * other);
            }
            let length = dot(&rest[0], &rest[0]).sqrt().max(f32::MIN_POSITIVE);
            rest[0].iter_mut().for_each(|number| *number /= length);
        }
    }
    along
}

/// Numbers as bytes, in steps of one size of which the largest has 127.
pub fn steps(numbers: &[f32]) -> impl Iterator<Item = u8> {
    let largest = numbers.iter().fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
    numbers.iter().map(move |number| ((number / largest * 127.0).round() as i8).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_are_those_in_which_vectors_differ_most() {
        // 40 numbers each; they differ most in the last ones, ever less before.
        let vector = |n: usize| (0..40).map(|at| ((n * 7 + at * at) as f32).sin() * at as f32).collect();
        let vectors: Vec<Vec<f32>> = (0..200).map(vector).collect();
        let along = principal(&vectors, 32);
        let held = |vector: &Vec<f32>| {
            along.iter().map(|one| dot(one, vector).powi(2)).sum::<f32>() / dot(vector, vector)
        };
        let least = vectors.iter().map(held).fold(1.0, f32::min);
        assert!(least > 0.9, "{least}");
        assert!(dot(&along[0], &along[1]).abs() < 1e-3);
    }

    #[test]
    fn the_largest_number_has_all_steps() {
        assert_eq!(steps(&[0.5, -1.0, 0.0]).collect::<Vec<u8>>(), [64, 129, 0]);
        assert_eq!(steps(&[0.0; 2]).collect::<Vec<u8>>(), [0; 2]);
    }
}
