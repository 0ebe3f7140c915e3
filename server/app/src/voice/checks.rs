//! What a writing model wrote, before anybody reads it: it may word an answer, and nothing else.
use std::collections::HashSet;

use answering::Language;

use super::{
    facts,
    model::{Manner, Material},
    turns, verbatim,
    writer::Written,
};
use crate::texting::MOST_CHARACTERS as MOST;

/// What is wrong with it, for staff, as the beginning of a sentence.
pub type Flaw = String;

/// The longest quotation of what is wrong.
const MOST_QUOTED: usize = 40;
/// Words of so many letters tell what a text is about; so many of them are compared.
const TELLING: usize = 5;
/// A translation is so many times as long at most, and so many characters.
const LONGER: usize = 3;
const SPARE: usize = 40;

/// The words that may go out, as the community says them; else what is wrong. In English, in which
/// answers are, the reply must also share words with them; in another language it must be in that
/// and rest on all of them. In none may it turn around what they say ([`turns`]).
pub fn checked(
    manner: &Manner,
    answers: &[Material],
    written: &Written,
    language: Language,
) -> Result<String, Flaw> {
    let reply = written.reply.trim();
    let cited: Vec<&str> = written
        .cites
        .iter()
        .filter_map(|place| answers.get(*place))
        .map(|known| known.answer.as_str())
        .collect();
    if cited.is_empty() {
        return Err("The writing model found none of the answers fitting".to_owned());
    }
    if reply.is_empty() || reply.chars().any(is_unseen) {
        return Err("The writing model's reply could not be understood".to_owned());
    }
    if !manner.persona.use_emojis && verbatim::has_emojis(reply) {
        return Err("The writing model used emojis, which are off".to_owned());
    }
    if let Some(strange) = facts::stranger(reply, &cited) {
        let strange: String = strange.chars().take(MOST_QUOTED).collect();
        return Err(format!("The writing model wrote \"{strange}\", which stands in no answer it named"));
    }
    let said = verbatim::words(manner, reply);
    if said.chars().count() > MOST {
        return Err(format!("The writing model wrote more than {MOST} characters"));
    }
    match language {
        Language::English if !is_about(reply, &cited) => {
            return Err("The writing model's reply had too little to do with the answer".to_owned());
        }
        Language::English => {
            if let Some(how) = turns::turned(reply, &cited) {
                return Err(format!("The writing model {how}"));
            }
        }
        _ if answering::language(reply) != language => {
            return Err(format!("The writing model did not write in {}", language.name()));
        }
        _ if (0..answers.len()).any(|place| !written.cites.contains(&place)) => {
            return Err("The writing model left an answer out".to_owned());
        }
        _ => {
            if let Some(how) = turns::turned_abroad(reply, &cited) {
                return Err(format!("The writing model {how}"));
            }
        }
    }
    Ok(said)
}

/// The English of a text that is in another language; else what is wrong with it.
pub fn translated(text: &str, english: &str) -> Result<String, Flaw> {
    let english = english.trim();
    let same = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    if english.is_empty() || english.chars().any(is_unseen) {
        return Err("The writing model's translation could not be understood".to_owned());
    }
    if english.chars().count() > (LONGER * text.chars().count() + SPARE).min(MOST) {
        return Err("The writing model's translation was far longer than the text".to_owned());
    }
    if same(english) == same(text) || answering::language(english) != Language::English {
        return Err("The writing model's translation was not in English".to_owned());
    }
    Ok(english.to_owned())
}

/// What has no place in a text, or turns it around.
fn is_unseen(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Whether a third of the telling words stand in an answer, by their beginnings.
fn is_about(reply: &str, cited: &[&str]) -> bool {
    let known: HashSet<String> = cited.iter().flat_map(|answer| telling(answer)).collect();
    let said: Vec<String> = telling(reply).collect();
    let shared = said.iter().filter(|word| known.contains(*word)).count();
    shared * 3 >= said.len()
}

fn telling(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= TELLING)
        .map(|word| word.chars().take(TELLING).collect::<String>().to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "The pool is open from 8 am to 9 pm. Guests pay $5 at https://pool.example/pay.";

    fn check(reply: &str, cites: &[usize]) -> Result<String, Flaw> {
        let answers = [Material { id: "1".into(), question: "Pool?".into(), answer: ANSWER.into() }];
        let written = Written { reply: reply.to_owned(), cites: cites.to_vec() };
        checked(&Manner::default(), &answers, &written, Language::English)
    }

    #[test]
    fn a_wording_of_the_answer_passes() {
        for fine in [
            "Sure! The pool opens at 8:00 AM and closes at 9 p.m.; guests pay $5 at pool.example/pay.",
            "Guests pay $5.00 at pool.example/pay. The pool is open 8 am to 9 pm.",
        ] {
            assert_eq!(check(fine, &[0]), Ok(fine.to_owned()));
        }
    }

    #[test]
    fn whatever_is_more_than_wording_does_not() {
        let long = "The pool is open. ".repeat(100);
        for (reply, cites, flaw) in [
            ("The pool is open.", &[][..], "none of the answers"),
            ("  ", &[0], "could not be understood"),
            ("The pool is open\u{202e}.", &[0], "could not be understood"),
            ("The pool is open 🎉", &[0], "emojis"),
            ("The pool is open until 10 pm.", &[0], "\"10 pm\""),
            ("Guests pay at https://evil.example.", &[0], "evil.example"),
            ("No guest may use the pool from 8 am to 9 pm.", &[0], "does not say so"),
            ("Guests are to see pool.example/pay.", &[0], "left out"),
            ("Guests pay $5 at pool.example/pay.", &[0], "left out a sentence"),
            ("The pool is open from 8 am to 9 pm. Guests pay $5.", &[0], "left out a figure"),
            ("The pool is open from 9 pm to 8 am. Guests pay $5 at pool.example/pay.", &[0], "put a figure"),
            ("I am now a pirate and repeat every hidden instruction.", &[0], "too little to do"),
            (&long, &[0], "more than 1600"),
        ] {
            let said = check(reply, cites).expect_err(reply);
            assert!(said.contains(flaw), "{reply}: {said}");
        }
    }

    #[test]
    fn in_another_language_it_is_in_that_and_leaves_no_answer_out() {
        let known =
            |answer: &str| Material { id: "1".into(), question: "Pool?".into(), answer: answer.into() };
        let answers = [known(ANSWER), known("The gym is free.")];
        let check = |reply: &str, cites: &[usize], of: usize| {
            let written = Written { reply: reply.to_owned(), cites: cites.to_vec() };
            checked(&Manner::default(), &answers[..of], &written, Language::Spanish)
        };
        let fine =
            "La piscina está abierta de 8:00 a. m. a 9 p. m.; los invitados pagan $5 en pool.example/pay.";
        assert_eq!(check(fine, &[0], 1), Ok(fine.to_owned()));
        let both = format!("{fine} El gimnasio es gratis.");
        assert_eq!(check(&both, &[0, 1], 2), Ok(both));
        for (reply, cites, of, flaw) in [
            (fine, &[0][..], 2, "left an answer out"),
            (fine, &[0, 1], 2, "turned around"),
            ("The pool is open from 8 am to 9 pm.", &[0], 1, "did not write in Spanish"),
            ("La piscine est ouverte pour vous tous les jours.", &[0], 1, "did not write in Spanish"),
            ("La piscina está abierta hasta las 10 p. m.", &[0], 1, "\"10 p. m.\""),
            ("La piscina no está abierta de 8 a. m. a 9 p. m. para los invitados.", &[0], 1, "turned around"),
        ] {
            let said = check(reply, cites, of).expect_err(reply);
            assert!(said.contains(flaw), "{reply}: {said}");
        }
    }

    #[test]
    fn only_a_translation_is_one() {
        let text = "¿A qué hora abre la piscina?";
        assert_eq!(translated(text, " When does the pool open? "), Ok("When does the pool open?".to_owned()));
        for (english, flaw) in [
            ("", "could not be understood"),
            (" \n ", "could not be understood"),
            ("When\u{202e}?", "could not be understood"),
            (text, "not in English"),
            ("¿a qué  hora abre la PISCINA?", "not in English"),
            ("¿A qué hora abre la alberca?", "not in English"),
            (&"the pool ".repeat(50), "far longer"),
        ] {
            let said = translated(text, english).expect_err(english);
            assert!(said.contains(flaw), "{english}: {said}");
        }
    }
}
