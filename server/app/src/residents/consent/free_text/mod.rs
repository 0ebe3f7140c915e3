//! Opt-outs in free text: a small grammar for each of English, Spanish and French. It looks for words that stop
//! or reject something ("stop", "I no longer want"), followed by texts to the resident ("texting me", "these
//! messages"), or that ask to be removed from a list. Words in between decide: "stop the leak" and "take me off the
//! waitlist" opt nobody out. When a text is unclear, an opt-out is the safe reading, as the resident can undo it.
mod english;
mod french;
mod pattern;
mod spanish;
#[cfg(test)]
mod tests;

use platform::sms;

use pattern::{Words, is};

/// Characters that end a sentence.
const SENTENCE_ENDS: [char; 7] = ['.', '!', '?', ';', ':', '…', '\n'];
/// Letters of which French elides the vowel, which are typed as a word of their own if there is no apostrophe.
const ELIDED: Words = "C D J L M N S T";
/// Words before a "T" without its apostrophe: "don t".
const NEGATED: Words = "CAN DIDN DOESN DON WON WOULDN";
/// Minimum number of consecutive single letters that form a spelled-out word.
const MIN_SPELLED_LETTERS: usize = 3;

/// Returns whether a text says that its author wants no texts.
pub fn asks_to_stop(text: &str) -> bool {
    sentences(text).into_iter().any(|sentence| {
        let clauses = sentence.split(',').map(str::to_owned).chain([sentence.clone()]);
        let mut clauses = clauses.map(|clause| words_of(&clause));
        clauses.any(|clause| {
            [&english::GRAMMAR, &spanish::GRAMMAR, &french::GRAMMAR]
                .iter()
                .any(|grammar| grammar.accepts(&clause))
        })
    })
}

/// Returns the words of a clause, in capitals without accents and apostrophes.
fn words_of(text: &str) -> Vec<String> {
    join_elisions(join_spelled_letters(sms::plain(text)))
}

/// Splits a text into sentences. A sentence ends after a word of several letters: not in "S.T.O.P. texting".
fn sentences(text: &str) -> Vec<String> {
    let (mut sentences, mut letters) = (vec![String::new()], 0);
    for c in text.chars() {
        match sentences.last_mut() {
            Some(sentence) if !SENTENCE_ENDS.contains(&c) || letters < 2 => sentence.push(c),
            _ => sentences.push(String::new()),
        }
        letters = if c.is_alphanumeric() { letters + 1 } else { 0 };
    }
    sentences
}

/// Joins spelled-out words: "PLEASE S T O P" becomes "PLEASE STOP".
pub fn join_spelled_letters(words: Vec<String>) -> Vec<String> {
    let is_letter = |word: &String| word.chars().count() == 1;
    let runs = words.chunk_by(|one, next| is_letter(one) && is_letter(next));
    let joined = runs.flat_map(|run| match run.len() >= MIN_SPELLED_LETTERS {
        true => vec![run.concat()],
        false => run.to_vec(),
    });
    joined.collect()
}

/// Joins words that an apostrophe should connect: "DON T" becomes "DONT", and "M ECRIRE" becomes "MECRIRE".
fn join_elisions(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for word in words {
        match joined.last_mut() {
            Some(last) if word == "T" && is(last, NEGATED) => last.push_str(&word),
            Some(last) if is(last, ELIDED) && word.len() > 1 && word.starts_with(is_vowel) => {
                last.push_str(&word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'A' | 'E' | 'H' | 'I' | 'O' | 'U')
}
