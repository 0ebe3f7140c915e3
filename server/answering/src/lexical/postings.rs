//! Posting lists in compressed sparse row layout.

/// One list of items for each key from 0.
pub struct PostingLists<T> {
    /// End of each list within `items`.
    ends: Box<[u32]>,
    items: Box<[T]>,
}

impl<T: Copy> PostingLists<T> {
    /// Groups `(key, item)` pairs into `key_count` lists. The items of one list keep their order.
    pub fn new(key_count: usize, pairs: Vec<(usize, T)>) -> Self {
        let mut starts = vec![0_u32; key_count];
        pairs.iter().for_each(|(key, _)| starts[*key] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += std::mem::replace(start, end);
        }
        let mut order = vec![0; pairs.len()];
        for (at, (key, _)) in pairs.iter().enumerate() {
            order[starts[*key] as usize] = at;
            starts[*key] += 1;
        }
        // Each start has advanced to the end of its list.
        Self { ends: starts.into(), items: order.into_iter().map(|at| pairs[at].1).collect() }
    }

    /// Returns the list of a key.
    pub fn list(&self, key: usize) -> &[T] {
        let start = if key == 0 { 0 } else { self.ends[key - 1] };
        &self.items[start as usize..self.ends[key] as usize]
    }

    /// Returns the memory use in bytes.
    pub fn memory_bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.items)
    }
}

/// An utterance number in the upper 18 bits and a feature weight from 0 to 1 in the lower 14 bits.
#[derive(Clone, Copy)]
pub struct Posting {
    packed: u32,
}

impl Posting {
    const WEIGHT_BITS: u32 = 14;
    const MAX_WEIGHT: u32 = (1 << Self::WEIGHT_BITS) - 1;

    /// Returns `None` if the utterance number exceeds 18 bits.
    pub fn new(utterance: usize, weight: f32) -> Option<Self> {
        let utterance = u32::try_from(utterance).ok().filter(|at| *at < 1 << (32 - Self::WEIGHT_BITS))?;
        let weight = (weight.clamp(0.0, 1.0) * Self::MAX_WEIGHT as f32).round() as u32;
        Some(Self { packed: utterance << Self::WEIGHT_BITS | weight })
    }

    pub fn utterance(self) -> usize {
        (self.packed >> Self::WEIGHT_BITS) as usize
    }

    pub fn weight(self) -> f32 {
        (self.packed & Self::MAX_WEIGHT) as f32 / Self::MAX_WEIGHT as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_keeps_the_order_of_its_items() {
        let lists = PostingLists::new(4, vec![(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')]);
        let all: Vec<&[char]> = (0..4).map(|key| lists.list(key)).collect();
        assert_eq!(all, [&['b'][..], &[], &['a', 'c'], &['d']]);
    }
}
