//! Whether a wording turns an answer around: "no guests" where guests are allowed, "free" where there is a fee, "you
//! may" where one must, or a "not" that is lost.
//!
//! Both are taken apart into clauses, and of each is heard what it is about and by which words it is turned
//! ([`Mark`]). A clause of the reply rests on those of the answers that are about the same, and may be turned by no
//! word by which none of them is; and of a sentence that the reply rests on no such word may be lost. Where in doubt
//! it is turned: the answer word for word is always right.
//!
//! A translation has no words in common with its answer, so its sentences are compared in order, and by fewer words.
mod words;

use std::collections::{BTreeSet, HashSet};

use words::{AGREES, COURTESIES, EMPTY, ENGLISH, Mark, OTHERS, Sign, VERBS};

use super::facts;

/// So many letters of a word tell what is meant.
const TELLING: usize = 5;
/// Words that join clauses.
const JOINTS: &[&str] = &["but", "and", "or", "while", "though", "although", "however", "whereas"];

/// What a reply in English turns around of the answers that it names, for staff; nothing where it turns nothing.
pub fn turned(reply: &str, cited: &[&str]) -> Option<&'static str> {
    let said = clauses(reply);
    let known: Vec<Clause> = cited.iter().flat_map(|answer| clauses(answer)).collect();
    let grounds = grounds(&said, &known);
    if grounds.iter().all(|ground| ground.all.is_empty()) {
        return Some("had too little to do with the answer");
    }
    let said: Vec<(Clause, Ground)> = said.into_iter().zip(grounds).collect();
    if adds(&said, &known) {
        Some("said something that the answer does not say so")
    } else if loses(&said, &known) {
        Some("left out a word that turns what the answer says")
    } else if agrees_to_a_no(&said) {
        Some("agreed to what the answer denies")
    } else {
        None
    }
}

/// Whether a clause is turned by a word by which nothing is that it rests on.
fn adds(said: &[(Clause, Ground)], known: &[Clause]) -> bool {
    said.iter().any(|(clause, ground)| {
        let there: BTreeSet<Mark> =
            ground.most.iter().flat_map(|at| known[*at].marks.iter().copied()).collect();
        clause.marks.iter().any(|mark| !is_backed(*mark, &there))
    })
}

/// Whether a sentence that is used has lost a word that turns it.
fn loses(said: &[(Clause, Ground)], known: &[Clause]) -> bool {
    let used: HashSet<(usize, usize)> =
        said.iter().flat_map(|(_, ground)| &ground.all).map(|at| known[*at].sentence).collect();
    known.iter().enumerate().filter(|(_, clause)| used.contains(&clause.sentence)).any(|(at, clause)| {
        let kept = said.iter().filter(|(_, ground)| ground.all.contains(&at));
        let kept: BTreeSet<Mark> = kept.flat_map(|(clause, _)| clause.marks.iter().copied()).collect();
        clause.marks.iter().any(|mark| bears(*mark) && !kept.contains(mark))
    })
}

/// Whether it begins with a yes, and goes on with a no.
fn agrees_to_a_no(said: &[(Clause, Ground)]) -> bool {
    let of_sentence = |sentence| said.iter().filter(move |(clause, _)| clause.sentence == sentence);
    let first = said.iter().find(|(_, ground)| !ground.all.is_empty()).map(|(clause, _)| clause.sentence);
    let denied = first.is_some_and(|first| {
        of_sentence(first)
            .any(|(clause, _)| [Mark::No, Mark::Closed].iter().any(|no| clause.marks.contains(no)))
    });
    denied
        && said.first().is_some_and(|(begin, _)| of_sentence(begin.sentence).any(|(clause, _)| clause.agrees))
}

/// Whether a reply in another language turns one of the answers around.
pub fn turned_abroad(reply: &str, cited: &[&str]) -> bool {
    let marks = |text: &str, table: &[(&str, Sign)]| marks(&tokens(text), table).0;
    let said: Vec<BTreeSet<Mark>> =
        sentences(reply).into_iter().map(|sentence| marks(sentence, OTHERS)).collect();
    let known: Vec<BTreeSet<Mark>> =
        cited.iter().flat_map(|answer| sentences(answer)).map(|sentence| marks(sentence, ENGLISH)).collect();
    let differ = |said: &BTreeSet<Mark>, known: &BTreeSet<Mark>| {
        let kept = |of: &BTreeSet<Mark>| of.iter().copied().filter(|mark| TRAVELS.contains(mark)).collect();
        let (said, known): (BTreeSet<Mark>, BTreeSet<Mark>) = (kept(said), kept(known));
        said != known
    };
    if said.len() == known.len() {
        return said.iter().zip(&known).any(|(said, known)| differ(said, known));
    }
    let all = |of: &[BTreeSet<Mark>]| of.iter().flatten().copied().collect::<BTreeSet<Mark>>();
    differ(&all(&said), &all(&known))
}

/// What is said alike in every language, so that it is compared.
const TRAVELS: &[Mark] = &[
    Mark::No,
    Mark::Must,
    Mark::Waived,
    Mark::Free,
    Mark::Closed,
    Mark::Only,
    Mark::Except,
    Mark::Without,
    Mark::Always,
    Mark::Before,
    Mark::After,
    Mark::AtLeast,
    Mark::AtMost,
];

/// Whether losing it turns what is said.
fn bears(mark: Mark) -> bool {
    !matches!(mark, Mark::Allowed | Mark::Can)
}

/// Whether it may be said where the answer says `there`.
fn is_backed(mark: Mark, there: &BTreeSet<Mark>) -> bool {
    match mark {
        // A condition more gives nobody anything, and whoever may can.
        Mark::If | Mark::Can => true,
        Mark::Allowed => there.contains(&Mark::Allowed) || there.contains(&Mark::Can),
        _ => there.contains(&mark),
    }
}

struct Clause {
    /// Which sentence of which text it stands in.
    sentence: (usize, usize),
    marks: BTreeSet<Mark>,
    about: HashSet<String>,
    agrees: bool,
}

/// The clauses of the answers that a clause of a reply is about.
#[derive(Clone, Default)]
struct Ground {
    /// Those with which it has most in common: what it says, one of them says.
    most: Vec<usize>,
    /// Those of which it has half besides: what they say, it has to say.
    all: Vec<usize>,
}

/// What each clause of a reply rests on. One that is about nothing goes on with what was said before.
fn grounds(said: &[Clause], known: &[Clause]) -> Vec<Ground> {
    let mut grounds: Vec<Ground> = Vec::new();
    for clause in said {
        let shared: Vec<usize> =
            known.iter().map(|known| known.about.intersection(&clause.about).count()).collect();
        let most = shared.iter().copied().max().unwrap_or_default();
        let those = |is_meant: &dyn Fn(usize) -> bool| {
            (0..known.len()).filter(|at| shared[*at] > 0 && is_meant(*at)).collect::<Vec<usize>>()
        };
        let of_most = those(&|at| shared[at] == most);
        let all = those(&|at| shared[at] == most || shared[at] * 2 >= known[at].about.len());
        grounds.push(match clause.about.is_empty() {
            true => grounds.last().cloned().unwrap_or_default(),
            false => Ground { most: of_most, all },
        });
    }
    grounds
}

fn clauses(text: &str) -> Vec<Clause> {
    let mut clauses = Vec::new();
    // Where it stands tells texts apart.
    let of_text = text.as_ptr() as usize;
    for (number, sentence) in sentences(text).into_iter().enumerate() {
        let words = tokens(sentence);
        if holds(&words, COURTESIES) {
            continue;
        }
        for part in parted(sentence) {
            let (marks, about) = marks(&part, ENGLISH);
            let agrees = holds(&part[..part.len().min(2)], AGREES);
            clauses.push(Clause { sentence: (of_text, number), marks, about, agrees });
        }
    }
    clauses
}

/// The sentences of a text; one may end with "pm." as well.
fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for sentence in answering::sentences(text) {
        let mut from = 0;
        for (at, _) in sentence.match_indices(". ") {
            if sentence[at + 2..].starts_with(char::is_uppercase) {
                all.push(&sentence[from..=at]);
                from = at + 2;
            }
        }
        all.push(&sentence[from..]);
    }
    all
}

/// A word, or something that may not change under way.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Fact(String),
    /// A comma, a bracket, or a dash.
    Pause,
}

/// The clauses of a sentence. What has no verb of its own belongs to what follows it, and at the end to what stands
/// before it.
fn parted(sentence: &str) -> Vec<Vec<Token>> {
    let mut parts: Vec<Vec<Token>> = vec![vec![]];
    for token in tokens(sentence) {
        let joins = matches!(&token, Token::Word(word) if JOINTS.contains(&word.as_str()));
        if joins || token == Token::Pause {
            parts.push(vec![]);
        } else {
            parts.last_mut().into_iter().for_each(|part| part.push(token.clone()));
        }
    }
    let mut clauses: Vec<Vec<Token>> = vec![];
    let mut open: Vec<Token> = vec![];
    for part in parts {
        open.extend(part.iter().cloned());
        if holds(&part, VERBS) {
            clauses.push(std::mem::take(&mut open));
        }
    }
    match clauses.last_mut() {
        Some(last) => last.append(&mut open),
        None if !open.is_empty() => clauses.push(open),
        None => {}
    }
    clauses
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = 0;
    for fact in facts::of(text) {
        spoken(&text[from..fact.at.start], &mut tokens);
        tokens.push(Token::Fact(fact.key));
        from = fact.at.end;
    }
    spoken(&text[from..], &mut tokens);
    tokens
}

/// The words between facts, in small letters; "n't" is a word, written out or not.
fn spoken(text: &str, tokens: &mut Vec<Token>) {
    let text = text.to_lowercase().replace('’', "'").replace("can't", "can not").replace("won't", "will not");
    let text = text.replace("shan't", "shall not").replace("n't", " not");
    let marks = |c: char| matches!(c, ',' | '(' | ')' | ':' | '—' | '–');
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '$') {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '$');
        match shortened(word) {
            Some((verb, not)) => tokens.extend([verb, not].map(|word| Token::Word(word.to_owned()))),
            None if word.is_empty() => {}
            None if word.ends_with('$') => tokens.push(Token::Word("dollars".to_owned())),
            None => tokens.push(Token::Word(word.to_owned())),
        }
        if piece.ends_with(marks) {
            tokens.push(Token::Pause);
        }
    }
}

/// What people write without its apostrophe.
fn shortened(word: &str) -> Option<(&str, &str)> {
    let verb = match word {
        "cannot" | "cant" => "can",
        "dont" => "do",
        "doesnt" => "does",
        "isnt" => "is",
        "arent" => "are",
        "mustnt" => "must",
        "neednt" => "need",
        "wont" => "will",
        "shouldnt" => "should",
        _ => return None,
    };
    Some((verb, "not"))
}

fn each(group: &str) -> impl Iterator<Item = &str> {
    group.split(", ")
}

/// How many tokens a wording takes where it begins here.
fn fits(tokens: &[Token], wording: &str) -> Option<usize> {
    let mut length = 0;
    for word in wording.split(' ') {
        match tokens.get(length) {
            Some(Token::Word(there)) if there == word => length += 1,
            _ => return None,
        }
    }
    Some(length)
}

/// Whether one of the wordings is in it.
fn holds(tokens: &[Token], group: &str) -> bool {
    (0..tokens.len()).any(|at| each(group).any(|wording| fits(&tokens[at..], wording).is_some()))
}

/// By which words a clause is turned, and what it is about.
fn marks(tokens: &[Token], table: &[(&str, Sign)]) -> (BTreeSet<Mark>, HashSet<String>) {
    let (mut marks, mut about, mut signs) = (BTreeSet::new(), HashSet::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let here = table.iter().flat_map(|(group, sign)| each(group).map(move |wording| (wording, *sign)));
        let here = here.filter_map(|(wording, sign)| Some((fits(&tokens[at..], wording)?, sign)));
        let longest = here.fold(None, |best: Option<(usize, Sign)>, (length, sign)| match best {
            Some((most, _)) if most >= length => best,
            _ => Some((length, sign)),
        });
        match (&tokens[at], longest) {
            (_, Some((length, Sign::Says(mark)))) => {
                marks.insert(mark);
                // They are things as well.
                if let (Mark::Approved | Mark::Charged, Token::Word(word)) = (mark, &tokens[at]) {
                    about.extend(root(word));
                }
                at += length;
            }
            (_, Some((length, sign))) => {
                signs.push((at, sign));
                at += length;
            }
            (Token::Fact(key), None) => {
                if key.starts_with('$') {
                    marks.insert(Mark::Charged);
                }
                about.insert(format!("#{key}"));
                at += 1;
            }
            (Token::Word(word), None) => {
                about.extend(root(word));
                at += 1;
            }
            (Token::Pause, None) => at += 1,
        }
    }
    ranges(tokens, &mut marks);
    turn(&signs, &mut marks);
    (marks, about)
}

/// A span of time or of days says until when.
fn ranges(tokens: &[Token], marks: &mut BTreeSet<Mark>) {
    let is = |token: Option<&Token>, words: &[&str]| matches!(token, Some(Token::Word(word)) if words.contains(&word.as_str()));
    for (at, token) in tokens.iter().enumerate() {
        let Token::Fact(key) = token else { continue };
        let back = |by: usize| at.checked_sub(by).and_then(|at| tokens.get(at));
        let named = !key.starts_with(|c: char| c.is_ascii_digit()) || key.contains(':');
        let ends = is(back(1), &["to"]) && (named || matches!(back(2), Some(Token::Fact(_))));
        if ends || key.contains(':') && matches!(back(1), Some(Token::Fact(_))) {
            marks.insert(Mark::Until);
        }
    }
    let timed = tokens.iter().any(|token| matches!(token, Token::Fact(_)));
    if timed && tokens.iter().any(|token| is(Some(token), &["closes", "close", "closing", "ends", "end"])) {
        marks.insert(Mark::Until);
    }
}

/// What permissions, orders and needs say beside the words that take them back.
fn turn(signs: &[(usize, Sign)], marks: &mut BTreeSet<Mark>) {
    let mut spent = vec![false; signs.len()];
    for (at, sign) in signs {
        if matches!(sign, Sign::Not | Sign::Nothing | Sign::Says(_)) {
            continue;
        }
        let negated: Vec<usize> = (0..signs.len())
            .filter(|other| signs[*other].1 == Sign::Not)
            .filter(|other| signs[*other].0 < *at || signs[*other].0 == at + 1)
            .collect();
        for other in &negated {
            spent[*other] = true;
        }
        marks.extend(match (sign, negated.is_empty()) {
            (Sign::May, true) => Some(Mark::Allowed),
            (Sign::May | Sign::Can | Sign::Order, false) | (Sign::Forbids, true) => Some(Mark::No),
            (Sign::Forbids, false) => Some(Mark::Allowed),
            (Sign::Order | Sign::Need, true) => Some(Mark::Must),
            (Sign::Need, false) => Some(Mark::Waived),
            (Sign::Open, false) => Some(Mark::Closed),
            (Sign::Can, true) => Some(Mark::Can),
            _ => None,
        });
    }
    if signs.iter().zip(&spent).any(|((_, sign), spent)| *sign == Sign::Not && !spent) {
        marks.insert(Mark::No);
    }
}

/// The beginning of a word that says what is meant.
fn root(word: &str) -> Option<String> {
    let singular =
        word.strip_suffix('s').filter(|rest| rest.len() > 2 && !rest.ends_with('s')).unwrap_or(word);
    let says_something = singular.chars().count() > 2 && !each(EMPTY).any(|empty| empty == word);
    says_something.then(|| singular.chars().take(TELLING).collect())
}

#[cfg(test)]
mod tests;
