//! How like two texts are, as the head sees them: in what they mean beside what all wordings have in common, in the
//! words that they have, and in what their words mean where they stand.

use crate::centre::{Centre, Place};
use crate::reading::Reading;
use crate::senses::Senses;

/// The part of a likeness that the sentence vectors decide; the words decide the rest.
const MEANING_PART: f32 = 0.8;
/// The part of the whole that what the words mean where they stand decides.
const SENSES_PART: f32 = 0.3;

/// What is known of the wordings of a community to compare texts with them.
pub struct Sight {
    centre: Centre,
    /// Where each of them lies.
    places: Vec<Place>,
    senses: Senses,
}

impl Sight {
    /// From the vector of each wording, and the words of all.
    pub fn new(vectors: &[Vec<f32>], senses: Senses) -> Self {
        let centre = Centre::of(vectors);
        let places = vectors.iter().map(|vector| centre.place(vector)).collect();
        Self { centre, places, senses }
    }

    /// How like every wording is to every other, row by row, from the products of their vectors and how like they are
    /// in words.
    pub fn alike(&self, products: Vec<f32>, words: &[f32]) -> Vec<f32> {
        let mut alike = products;
        let count = self.places.len().max(1);
        for ((row, words), place) in alike.chunks_mut(count).zip(words.chunks(count)).zip(&self.places) {
            self.combine(row, words, *place);
        }
        self.mix(&mut alike, || self.senses.alike());
        alike
    }

    /// How like a text is to each wording, from the products of its vector with theirs and how like they are in
    /// words.
    pub fn compare(&self, read: &Reading, products: Vec<f32>, words: &[f32]) -> Vec<f32> {
        let mut alike = products;
        self.combine(&mut alike, words, self.centre.place(&read.whole));
        self.mix(&mut alike, || self.senses.compare(&read.words));
        alike
    }

    /// About how many bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.centre.bytes() + size_of_val(&self.places[..]) + self.senses.bytes()
    }

    /// From the products of a text with each wording to how like they are in meaning and in words.
    fn combine(&self, products: &mut [f32], words: &[f32], place: Place) {
        for ((alike, words), other) in products.iter_mut().zip(words).zip(&self.places) {
            *alike = both(self.centre.likeness(*alike, place, *other), *words);
        }
    }

    fn mix(&self, alike: &mut [f32], senses: impl FnOnce() -> Vec<f32>) {
        if !self.senses.is_empty() {
            let mix = |(alike, senses): (&mut f32, f32)| *alike += SENSES_PART * (senses - *alike);
            alike.iter_mut().zip(senses()).for_each(mix);
        }
        alike.iter_mut().for_each(|alike| *alike = bent(*alike));
    }
}

/// How like two texts are, from how like they are in meaning and in words.
pub fn both(meaning: f32, words: f32) -> f32 {
    MEANING_PART * meaning + (1.0 - MEANING_PART) * words
}

/// A likeness, from nothing to 1 as before: what is near counts for more than it did, beside what is far.
fn bent(alike: f32) -> f32 {
    alike.exp_m1() / (std::f32::consts::E - 1.0)
}
