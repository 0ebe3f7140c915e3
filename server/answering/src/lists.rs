//! Many short lists in one place.

/// A list for each of the numbers from 0.
pub struct Lists<T> {
    /// Where each list ends among all items.
    ends: Box<[u32]>,
    items: Box<[T]>,
}

impl<T: Copy> Lists<T> {
    /// So many lists, of items with the number of theirs. Items of one list keep their order.
    pub fn new(count: usize, items: Vec<(usize, T)>) -> Self {
        let mut begins = vec![0_u32; count];
        items.iter().for_each(|(list, _)| begins[*list] += 1);
        let mut end = 0;
        for begin in &mut begins {
            end += std::mem::replace(begin, end);
        }
        let mut order = vec![0; items.len()];
        for (at, (list, _)) in items.iter().enumerate() {
            order[begins[*list] as usize] = at;
            begins[*list] += 1;
        }
        // Each list now begins where the next one did: at its end.
        Self { ends: begins.into(), items: order.into_iter().map(|at| items[at].1).collect() }
    }

    /// The list of a number.
    pub fn of(&self, list: usize) -> &[T] {
        let begin = if list == 0 { 0 } else { self.ends[list - 1] };
        &self.items[begin as usize..self.ends[list] as usize]
    }

    /// How many bytes of memory they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_list_has_its_items_in_their_order() {
        let lists = Lists::new(4, vec![(2, 'a'), (0, 'b'), (2, 'c'), (3, 'd')]);
        let all: Vec<&[char]> = (0..4).map(|list| lists.of(list)).collect();
        assert_eq!(all, [&['b'][..], &[], &['a', 'c'], &['d']]);
    }
}
