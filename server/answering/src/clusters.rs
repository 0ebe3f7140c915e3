//! Questions that are one question in other words: texts in groups, by how like they are.
//!
//! Average linkage by chains of nearest neighbours: two groups become one when the mean likeness of their
//! texts reaches [`ALIKE`]. The same texts in the same order always give the same groups, and what a text has in
//! common with all others, such as a greeting, weighs little beside what is rare among them.

use crate::{Entry, Lexical, normalise};

/// From this mean likeness on, two groups ask one question.
const ALIKE: f32 = 0.3;
/// The most texts that are compared; those after them are left out.
pub const MOST_TEXTS: usize = 2_000;

/// Groups of the texts, by number, each in the order of the texts and all by their first. A text without a word
/// is in none. The most typical of a group come first in [`Cluster::typical`].
pub fn clusters(texts: &[&str]) -> Vec<Cluster> {
    let (distinct, places) = distinct(texts);
    let entry = |text: &&str| Entry {
        id: String::new(),
        question: (*text).to_owned(),
        samples: vec![],
        taught: vec![],
        answer: String::new(),
    };
    let alike = Lexical::new(distinct.iter().map(entry).collect()).alike();
    let alike = Square { side: distinct.len(), values: alike };
    let groups = grouped(alike.clone());
    let mut clusters: Vec<Cluster> = groups.iter().map(|group| cluster(group, &alike, &places)).collect();
    clusters.sort_by_key(|cluster| cluster.members[0]);
    clusters
}

/// Texts that ask one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The texts, by number.
    pub members: Vec<usize>,
    /// One of each distinct wording, those first that are most like all the others.
    pub typical: Vec<usize>,
}

/// The likeness of everything to everything.
#[derive(Clone)]
struct Square {
    side: usize,
    values: Vec<f32>,
}

impl Square {
    fn at(&self, row: usize, column: usize) -> f32 {
        self.values[row * self.side + column]
    }

    fn set(&mut self, row: usize, column: usize, value: f32) {
        self.values[row * self.side + column] = value;
        self.values[column * self.side + row] = value;
    }
}

/// The texts that differ in more than case and signs, and where each stands among all.
fn distinct<'t>(texts: &[&'t str]) -> (Vec<&'t str>, Vec<Vec<usize>>) {
    let mut known = std::collections::HashMap::new();
    let (mut distinct, mut places): (Vec<&str>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for (place, text) in texts.iter().take(MOST_TEXTS).enumerate() {
        let words = normalise::words(text);
        if words.is_empty() {
            continue;
        }
        let number = *known.entry(words).or_insert(distinct.len());
        if number == distinct.len() {
            distinct.push(*text);
            places.push(Vec::new());
        }
        places[number].push(place);
    }
    (distinct, places)
}

/// Groups of numbers.
fn grouped(mut alike: Square) -> Vec<Vec<usize>> {
    let mut groups: Vec<Option<Vec<usize>>> = (0..alike.side).map(|number| Some(vec![number])).collect();
    let mut done = Vec::new();
    let mut chain: Vec<usize> = Vec::new();
    // A group at whose end the chain can grow no more is nobody's nearest from here on: merging others brings
    // none of them nearer to it than its nearest was.
    while let Some(last) = chain.last().copied().or_else(|| groups.iter().position(Option::is_some)) {
        if chain.is_empty() {
            chain.push(last);
        }
        let before = chain.len().checked_sub(2).map(|at| chain[at]);
        match nearest(&alike, &groups, last, before) {
            None => {
                chain.pop();
                done.extend(groups[last].take());
            }
            Some(next) if Some(next) == before => {
                chain.truncate(chain.len() - 2);
                merge(&mut alike, &mut groups, next, last);
            }
            Some(next) => chain.push(next),
        }
    }
    done
}

/// The group that is nearest to one, if it is near enough; of equals the one before in the chain, then the first.
fn nearest(alike: &Square, groups: &[Option<Vec<usize>>], of: usize, before: Option<usize>) -> Option<usize> {
    let mut best: Option<(usize, f32)> = before.map(|before| (before, alike.at(of, before)));
    for other in (0..groups.len()).filter(|other| *other != of && groups[*other].is_some()) {
        let likeness = alike.at(of, other);
        if likeness >= ALIKE && best.is_none_or(|(_, most)| likeness > most) {
            best = Some((other, likeness));
        }
    }
    best.map(|(other, _)| other)
}

fn merge(alike: &mut Square, groups: &mut [Option<Vec<usize>>], into: usize, from: usize) {
    let (Some(mut gone), Some(grown)) = (groups[from].take(), groups[into].as_mut()) else { return };
    let (many, more) = (grown.len() as f32, gone.len() as f32);
    grown.append(&mut gone);
    for other in (0..alike.side).filter(|other| *other != into) {
        let mean = (alike.at(into, other) * many + alike.at(from, other) * more) / (many + more);
        alike.set(into, other, mean);
    }
}

fn cluster(group: &[usize], alike: &Square, places: &[Vec<usize>]) -> Cluster {
    let weight = |number: usize| places[number].len() as f32;
    // A wording that was used often is typical by that alone.
    let typical = |number: usize| -> f32 {
        group
            .iter()
            .map(|other| if *other == number { 1.0 } else { alike.at(number, *other) } * weight(*other))
            .sum()
    };
    let mut ranked: Vec<(usize, f32)> = group.iter().map(|number| (*number, typical(*number))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut members: Vec<usize> = group.iter().flat_map(|number| places[*number].iter().copied()).collect();
    members.sort_unstable();
    Cluster { members, typical: ranked.into_iter().map(|(number, _)| places[number][0]).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of each group, in the order in which they were given.
    fn groups<'t>(texts: &[&'t str]) -> Vec<Vec<&'t str>> {
        clusters(texts).iter().map(|c| c.members.iter().map(|at| texts[*at]).collect()).collect()
    }

    const CHARGERS: [&str; 4] = [
        "Is there an EV charger in the garage?",
        "where can i charge my electric car",
        "do we have ev chargers",
        "Can I charge my EV in the garage",
    ];
    const CHICKENS: [&str; 3] = [
        "Can I keep chickens in my yard?",
        "are chickens allowed",
        "am i allowed to have chickens in the backyard",
    ];
    const SOLAR: [&str; 3] =
        ["Can I put solar panels on my roof?", "are solar panels allowed on the roof", "solar panel rules"];

    #[test]
    fn paraphrases_are_one_question_and_subjects_stay_apart() {
        let all: Vec<&str> = CHARGERS.iter().chain(&CHICKENS).chain(&SOLAR).copied().collect();
        let found = groups(&all);
        for (name, subject) in [("chargers", &CHARGERS[..]), ("chickens", &CHICKENS), ("solar", &SOLAR)] {
            let of = |text: &str| found.iter().position(|group| group.contains(&text)).expect("in a group");
            let at: Vec<usize> = subject.iter().map(|text| of(text)).collect();
            assert!(at.iter().all(|place| *place == at[0]), "{name}: {found:#?}");
            assert_eq!(found[at[0]].len(), subject.len(), "{name}: {found:#?}");
        }
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn the_same_frame_around_another_subject_is_another_question() {
        let found = groups(&["Can I keep a goat?", "Can I keep a drone?"]);
        assert_eq!(found.len(), 2, "{found:#?}");
    }

    #[test]
    fn every_time_that_it_was_asked_counts_and_one_wording_stands_for_it() {
        let texts = [
            "Are chickens allowed?",
            "where is the sauna",
            "are chickens  ALLOWED",
            "chickens allowed",
            "👍",
            "…",
        ];
        let found = clusters(&texts);
        assert_eq!(found[0], Cluster { members: vec![0, 2, 3], typical: vec![0, 3] });
        assert_eq!(found[1], Cluster { members: vec![1], typical: vec![1] });
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn the_most_typical_wording_comes_first() {
        let texts = [
            "hello there, quick question, any chickens rule",
            CHICKENS[1],
            CHICKENS[0],
            CHICKENS[1],
            CHICKENS[1],
        ];
        let found = clusters(&texts);
        assert_eq!(found[0].typical[0], 1, "{found:?}");
    }

    #[test]
    fn the_same_texts_give_the_same_groups_and_no_text_does_harm() {
        let odd = "🙂 ".repeat(2_000);
        let texts: Vec<&str> = CHARGERS.iter().chain([odd.as_str(), "", "?", "a"].iter()).copied().collect();
        assert_eq!(clusters(&texts), clusters(&texts));
        assert!(clusters(&[]).is_empty());
        assert!(clusters(&["", "?"]).is_empty());
    }
}
