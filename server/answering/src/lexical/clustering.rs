//! Clustering of texts that ask the same question.
//!
//! Agglomerative clustering with average linkage, by the nearest-neighbor chain algorithm: two clusters are merged if
//! the mean similarity of their texts is at least [`MIN_LINKAGE`]. The result is deterministic. What all texts have in
//! common, such as a greeting, weighs little compared with what is rare among them.

use crate::Entry;
use crate::lexical::index::LexicalIndex;
use crate::text::normalization;

/// Minimum mean similarity of two clusters that are merged.
const MIN_LINKAGE: f32 = 0.3;
/// Maximum number of texts that are clustered; the texts after them are ignored.
pub const MAX_CLUSTERED_TEXTS: usize = 2_000;

/// Clusters texts. Clusters are ordered by their first member; a text without words belongs to no cluster.
pub fn cluster_texts(texts: &[&str]) -> Vec<Cluster> {
    let (distinct, positions) = deduplicate(texts);
    let entry = |text: &&str| Entry {
        id: String::new(),
        question: (*text).to_owned(),
        utterances: vec![],
        training_examples: vec![],
        answer: String::new(),
    };
    let values = LexicalIndex::new(distinct.iter().map(entry).collect()).pairwise_similarities();
    let similarities = SimilarityMatrix { size: distinct.len(), values };
    let groups = link(similarities.clone());
    let mut clusters: Vec<Cluster> =
        groups.iter().map(|group| build_cluster(group, &similarities, &positions)).collect();
    clusters.sort_by_key(|cluster| cluster.members[0]);
    clusters
}

/// Texts that ask the same question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Positions of the texts in the input, ascending.
    pub members: Vec<usize>,
    /// Position of one text per distinct utterance; the most representative first.
    pub representatives: Vec<usize>,
}

/// A symmetric matrix of pairwise similarities.
#[derive(Clone)]
struct SimilarityMatrix {
    size: usize,
    values: Vec<f32>,
}

impl SimilarityMatrix {
    fn get(&self, row: usize, column: usize) -> f32 {
        self.values[row * self.size + column]
    }

    fn set(&mut self, row: usize, column: usize, value: f32) {
        self.values[row * self.size + column] = value;
        self.values[column * self.size + row] = value;
    }
}

/// Returns the texts with distinct normalized words, and the positions of each in the input.
fn deduplicate<'t>(texts: &[&'t str]) -> (Vec<&'t str>, Vec<Vec<usize>>) {
    let mut numbers = std::collections::HashMap::new();
    let (mut distinct, mut positions): (Vec<&str>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
    for (position, text) in texts.iter().take(MAX_CLUSTERED_TEXTS).enumerate() {
        let words = normalization::normalize(text);
        if words.is_empty() {
            continue;
        }
        let number = *numbers.entry(words).or_insert(distinct.len());
        if number == distinct.len() {
            distinct.push(*text);
            positions.push(Vec::new());
        }
        positions[number].push(position);
    }
    (distinct, positions)
}

/// Merges clusters until no two are similar enough, and returns the numbers in each cluster.
fn link(mut similarities: SimilarityMatrix) -> Vec<Vec<usize>> {
    let mut groups: Vec<Option<Vec<usize>>> =
        (0..similarities.size).map(|number| Some(vec![number])).collect();
    let mut finished = Vec::new();
    let mut chain: Vec<usize> = Vec::new();
    // A cluster without a similar enough neighbor is finished: average linkage never increases its similarity to
    // other clusters when those are merged.
    while let Some(last) = chain.last().copied().or_else(|| groups.iter().position(Option::is_some)) {
        if chain.is_empty() {
            chain.push(last);
        }
        let previous = chain.len().checked_sub(2).map(|at| chain[at]);
        match nearest(&similarities, &groups, last, previous) {
            None => {
                chain.pop();
                finished.extend(groups[last].take());
            }
            Some(next) if Some(next) == previous => {
                chain.truncate(chain.len() - 2);
                merge(&mut similarities, &mut groups, next, last);
            }
            Some(next) => chain.push(next),
        }
    }
    finished
}

/// Returns the most similar cluster, if it is similar enough. Among equals the previous cluster of the chain wins, then
/// the first.
fn nearest(
    similarities: &SimilarityMatrix,
    groups: &[Option<Vec<usize>>],
    group: usize,
    previous: Option<usize>,
) -> Option<usize> {
    let mut best: Option<(usize, f32)> =
        previous.map(|previous| (previous, similarities.get(group, previous)));
    for other in (0..groups.len()).filter(|other| *other != group && groups[*other].is_some()) {
        let similarity = similarities.get(group, other);
        if similarity >= MIN_LINKAGE && best.is_none_or(|(_, highest)| similarity > highest) {
            best = Some((other, similarity));
        }
    }
    best.map(|(other, _)| other)
}

/// Merges the cluster `from` into the cluster `into`.
fn merge(similarities: &mut SimilarityMatrix, groups: &mut [Option<Vec<usize>>], into: usize, from: usize) {
    let (Some(mut source), Some(target)) = (groups[from].take(), groups[into].as_mut()) else { return };
    let (target_size, source_size) = (target.len() as f32, source.len() as f32);
    target.append(&mut source);
    for other in (0..similarities.size).filter(|other| *other != into) {
        let weighted =
            similarities.get(into, other) * target_size + similarities.get(from, other) * source_size;
        let mean = weighted / (target_size + source_size);
        similarities.set(into, other, mean);
    }
}

fn build_cluster(group: &[usize], similarities: &SimilarityMatrix, positions: &[Vec<usize>]) -> Cluster {
    let weight = |number: usize| positions[number].len() as f32;
    // A frequent utterance is representative by its frequency alone.
    let centrality = |number: usize| -> f32 {
        group
            .iter()
            .map(|other| if *other == number { 1.0 } else { similarities.get(number, *other) } * weight(*other))
            .sum()
    };
    let mut ranked: Vec<(usize, f32)> = group.iter().map(|number| (*number, centrality(*number))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut members: Vec<usize> =
        group.iter().flat_map(|number| positions[*number].iter().copied()).collect();
    members.sort_unstable();
    Cluster { members, representatives: ranked.into_iter().map(|(number, _)| positions[number][0]).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of each cluster in input order.
    fn clustered<'t>(texts: &[&'t str]) -> Vec<Vec<&'t str>> {
        cluster_texts(texts).iter().map(|c| c.members.iter().map(|at| texts[*at]).collect()).collect()
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
    fn paraphrases_form_one_cluster_per_subject() {
        let all: Vec<&str> = CHARGERS.iter().chain(&CHICKENS).chain(&SOLAR).copied().collect();
        let found = clustered(&all);
        for (name, subject) in [("chargers", &CHARGERS[..]), ("chickens", &CHICKENS), ("solar", &SOLAR)] {
            let cluster_of =
                |text: &str| found.iter().position(|group| group.contains(&text)).expect("in a cluster");
            let at: Vec<usize> = subject.iter().map(|text| cluster_of(text)).collect();
            assert!(at.iter().all(|cluster| *cluster == at[0]), "{name}: {found:#?}");
            assert_eq!(found[at[0]].len(), subject.len(), "{name}: {found:#?}");
        }
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn the_same_framing_of_different_subjects_forms_two_clusters() {
        let found = clustered(&["Can I keep a goat?", "Can I keep a drone?"]);
        assert_eq!(found.len(), 2, "{found:#?}");
    }

    #[test]
    fn repeated_texts_are_all_members_and_one_represents_them() {
        let texts = [
            "Are chickens allowed?",
            "where is the sauna",
            "are chickens  ALLOWED",
            "chickens allowed",
            "👍",
            "…",
        ];
        let found = cluster_texts(&texts);
        assert_eq!(found[0], Cluster { members: vec![0, 2, 3], representatives: vec![0, 3] });
        assert_eq!(found[1], Cluster { members: vec![1], representatives: vec![1] });
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn the_most_representative_utterance_comes_first() {
        let texts = [
            "hello there, quick question, any chickens rule",
            CHICKENS[1],
            CHICKENS[0],
            CHICKENS[1],
            CHICKENS[1],
        ];
        let found = cluster_texts(&texts);
        assert_eq!(found[0].representatives[0], 1, "{found:?}");
    }

    #[test]
    fn clustering_is_deterministic_and_accepts_any_text() {
        let emojis = "🙂 ".repeat(2_000);
        let texts: Vec<&str> =
            CHARGERS.iter().chain([emojis.as_str(), "", "?", "a"].iter()).copied().collect();
        assert_eq!(cluster_texts(&texts), cluster_texts(&texts));
        assert!(cluster_texts(&[]).is_empty());
        assert!(cluster_texts(&["", "?"]).is_empty());
    }
}
