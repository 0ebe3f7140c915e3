//! What all wordings of a community have in common, taken off how like two texts are.
//!
//! Questions to one association, or one bank, lie on one side of all that can be said. Measured on public questions,
//! without half of what they share those that are not known are told apart better, and fewer answers are wrong.

use crate::vector::dot;

/// The part of the mean of the wordings that is taken off.
const PART: f32 = 0.5;

/// A part of the mean of some vectors of unit length.
#[derive(Default)]
pub struct Centre {
    mean: Vec<f32>,
    /// Its length, squared.
    square: f32,
}

/// Where a vector lies, as seen from a [`Centre`].
#[derive(Clone, Copy)]
pub struct Place {
    /// How far it goes the way of the centre.
    along: f32,
    /// How far away it is, never 0.
    away: f32,
}

impl Centre {
    /// That of these vectors, all of one length.
    pub fn of(vectors: &[Vec<f32>]) -> Self {
        let mut mean = vec![0.0; vectors.first().map_or(0, Vec::len)];
        let part = PART / vectors.len().max(1) as f32;
        for vector in vectors {
            mean.iter_mut().zip(vector).for_each(|(sum, number)| *sum += part * number);
        }
        let square = dot(&mean, &mean);
        Self { mean, square }
    }

    pub fn place(&self, vector: &[f32]) -> Place {
        let along = dot(&self.mean, vector);
        let away = dot(vector, vector) - 2.0 * along + self.square;
        Place { along, away: away.max(f32::EPSILON).sqrt() }
    }

    /// How like two vectors are, as directions from the centre, from their dot product.
    pub fn likeness(&self, product: f32, one: Place, other: Place) -> f32 {
        (product - one.along - other.along + self.square) / (one.away * other.away)
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.mean[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_that_of_what_is_left() {
        let (one, other) = (vec![0.6, 0.8], vec![1.0, 0.0]);
        let centre = Centre::of(&[one.clone(), other.clone()]);
        let left = |vector: &[f32]| {
            let left = [vector[0] - 0.4, vector[1] - 0.2];
            let length = dot(&left, &left).sqrt();
            left.map(|number| number / length)
        };
        let expected = dot(&left(&one), &left(&other));
        let found = centre.likeness(dot(&one, &other), centre.place(&one), centre.place(&other));
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
        assert!(found < dot(&one, &other), "what both have in common counts less");
    }

    #[test]
    fn of_nothing_it_takes_nothing() {
        let centre = Centre::of(&[]);
        let place = centre.place(&[0.6, 0.8]);
        assert!((centre.likeness(0.5, place, place) - 0.5).abs() < 1e-6);
    }
}
