//! Patterns of words, of which the grammars consist.

/// Words in capitals, without accents and apostrophes, separated by blanks.
pub type Words = &'static str;

/// Consecutive parts of a clause.
pub type Pattern = &'static [Slot];

/// A part of a pattern.
pub enum Slot {
    /// One of the words.
    One(Words),
    /// Up to [`MAX_ANY`] of the words, or none.
    Any(Words),
    /// One of the patterns.
    Either(&'static [Pattern]),
    /// Any word but these, or none. It is not part of the match.
    Not(Words),
    /// The end of the clause.
    End,
}

/// Words that say that the sender wants no texts.
pub struct Rule {
    pub patterns: &'static [Pattern],
    /// Returns whether the words can follow these, which precede them in the clause. They cannot if they are
    /// negated, or are about someone else.
    pub can_follow: fn(&[String]) -> bool,
}

/// How a language says that the sender wants no texts.
pub struct Grammar {
    pub rules: &'static [Rule],
    /// Words for other people: what they do or want does not matter.
    pub third_parties: Words,
    /// Words before a word for other people that make it a word for the resident: "I am no longer a tenant".
    pub self_descriptions: Words,
    /// Words before the sender of texts.
    pub sources: Words,
    /// Words that may come between a match and a limit.
    pub fillers: Words,
    /// Limits after a match: "do not text me at night" refers to some texts only.
    pub limits: &'static [Pattern],
}

/// Maximum number of words of [`Slot::Any`], which bounds the time for a text.
const MAX_ANY: usize = 8;
/// Maximum number of words between a word for the source of texts and a word for other people.
const MAX_SOURCE_WORDS: usize = 3;

impl Grammar {
    /// Returns whether a clause means that its author wants no texts.
    pub fn accepts(&self, clause: &[String]) -> bool {
        (0..clause.len()).any(|start| {
            let (before, rest) = clause.split_at(start);
            let mut rules = self.rules.iter();
            rules.any(|rule| {
                let mut ends = rule.patterns.iter().flat_map(|pattern| ends(pattern, rest));
                ends.any(|end| (rule.can_follow)(before) && !self.is_about_others(clause, start + end))
            })
        })
    }

    /// Returns whether the words of a clause up to `end` do not refer to all texts to its author.
    fn is_about_others(&self, clause: &[String], end: usize) -> bool {
        let (matched, after) = clause.split_at(end);
        let is_other = |(nth, word): (usize, &String)| {
            // The word before the article.
            let described = nth.checked_sub(2).is_some_and(|nth| is(&clause[nth], self.self_descriptions));
            is(word, self.third_parties) && !described
        };
        let mut sources = after.iter().enumerate().filter(|(_, word)| is(word, self.sources));
        let is_from_others = sources.any(|(nth, _)| {
            after[nth + 1..].iter().take(MAX_SOURCE_WORDS).any(|word| is(word, self.third_parties))
        });
        let rest = after.iter().position(|word| !is(word, self.fillers)).map_or(&[][..], |nth| &after[nth..]);
        let is_limited = self.limits.iter().any(|limit| !ends(limit, rest).is_empty());
        matched.iter().enumerate().any(is_other) || is_from_others || is_limited
    }
}

/// Returns whether a word is one of these.
pub fn is(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// Returns how many words at the beginning of these a pattern can match.
pub fn ends(pattern: &[Slot], words: &[String]) -> Vec<usize> {
    let Some((slot, rest)) = pattern.split_first() else { return vec![0] };
    let first = words.first();
    let first_is = |list: &str| first.is_some_and(|word| is(word, list));
    let after = |count: usize| -> Vec<usize> {
        ends(rest, &words[count..]).into_iter().map(|end| count + end).collect()
    };
    match slot {
        Slot::One(list) if first_is(list) => after(1),
        Slot::Any(list) => {
            let most = words.iter().take(MAX_ANY).take_while(|word| is(word, list)).count();
            (0..=most).flat_map(after).collect()
        }
        Slot::Either(patterns) => {
            let starts = patterns.iter().flat_map(|pattern| ends(pattern, words));
            starts.flat_map(after).collect()
        }
        Slot::Not(list) if !first_is(list) => after(0),
        Slot::End if first.is_none() => vec![0],
        Slot::One(_) | Slot::Not(_) | Slot::End => vec![],
    }
}
