//! What the bot does with a text, and how staff are told why.
use answering::{Language, Match, Reason, Thresholds, Verdict};

use crate::conversation::{Decision, State};

/// What is to be done, and why in plain words.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Reply with the best answer.
    Reply(String),
    /// Hand over to staff.
    Escalate(String),
}

/// What is said on a text of a conversation that staff have.
pub const HELD: &str = "Somebody of the staff has this conversation, so the bot leaves it to them.";

/// What is said on one that tells of an emergency.
pub const HELD_BUT_URGENT: &str =
    "Somebody of the staff has this conversation; an emergency is everybody's all the same.";

/// Why it is urgent.
pub const URGENT: &str = "These words tell of an emergency, so staff are called at once.";

/// Decides on the best matches, as cautiously as the community wants it. In training the bot drafts
/// and staff send.
pub fn decide(matches: &[Match], caution: &Thresholds, training: bool) -> Outcome {
    match caution.decide(matches) {
        Verdict::Answer(best) if training => Outcome::Escalate(format!(
            "Training is on, so the answer to \"{}\" waits for staff ({} sure).",
            best.question,
            percent(best.confidence)
        )),
        Verdict::Answer(best) => Outcome::Reply(format!(
            "Replied with the answer to \"{}\" ({} sure).",
            best.question,
            percent(best.confidence)
        )),
        Verdict::Escalate { best, reason } => Outcome::Escalate(unanswered(best, &reason)),
    }
}

fn unanswered(best: Option<&Match>, reason: &Reason) -> String {
    match (best, reason) {
        (Some(best), Reason::Tie) => format!("{}; staff decide.", doubt(best, reason)),
        (Some(best), _) => format!("{}; staff answer.", doubt(best, reason)),
        (None, _) => "Nothing that this community knows comes near; staff answer.".to_owned(),
    }
}

/// Why the best match is not sent.
fn doubt(best: &Match, reason: &Reason) -> String {
    match reason {
        Reason::Tie => format!("Two answers fit about equally well, \"{}\" among them", best.question),
        _ => format!(
            "The nearest answer, \"{}\", is not near enough ({} sure)",
            best.question,
            percent(best.confidence)
        ),
    }
}

fn percent(confidence: f32) -> String {
    format!("{:.0}%", confidence * 100.0)
}

/// The match that staff get as a suggestion: what comes nowhere near would only mislead.
pub fn suggestion(matches: &[Match]) -> Option<&Match> {
    match answering::decide(matches) {
        Verdict::Answer(best) => Some(best),
        Verdict::Escalate { best, .. } => best,
    }
}

/// The question without an answer that a text asks, where no answer could be sent and none is as
/// near.
pub fn waits(matches: &[Match], caution: &Thresholds, waiting: Option<Match>) -> Option<Match> {
    let waiting = waiting.filter(|found| suggestion(std::slice::from_ref(found)).is_some())?;
    let Verdict::Escalate { best, .. } = caution.decide(matches) else { return None };
    best.is_none_or(|best| waiting.confidence > best.confidence).then_some(waiting)
}

/// In which language it is asked, for staff.
pub fn in_language(language: Language) -> String {
    format!("It is written in {}.", language.name())
}

/// What it was put into English as, for staff.
pub fn understood(english: &str) -> String {
    format!("Understood as \"{english}\".")
}

/// Why it was not put into English, for staff.
pub fn not_understood(why: &str) -> String {
    format!("{why}, so it was not put into English.")
}

/// How a reply goes out that was only tried, for staff.
pub fn worded_in(language: Language) -> String {
    format!("The writing model puts it into {}; this goes out where it cannot.", language.name())
}

/// Why what is known was not sent, for staff.
pub fn not_in_language(language: Language) -> String {
    format!("It is written in {}, and the answer is not; staff answer.", language.name())
}

/// What is decided on one of several questions, for staff.
pub fn of_part(nth: usize, text: &str, answered: bool, matches: &[Match]) -> String {
    let done = if answered { "Answered." } else { "Staff answer." };
    format!("{nth}. \"{text}\": {done} {}", nearest(matches))
}

/// How several questions were replied to, for staff.
pub fn replied_apart(answers: usize, asked: usize) -> String {
    format!(
        "Replied to {asked} questions with {answers} {}.",
        if answers == 1 { "answer" } else { "answers" }
    )
}

/// What became of a text instead of a reply, where whoever wrote it opted out of texts, for staff.
pub fn unsent(why: &str) -> String {
    match why.strip_prefix("Replied ") {
        Some(rest) => format!("Would have replied {rest} They opted out of texts, so it was not sent."),
        None => why.to_owned(),
    }
}

/// How several questions were replied to in part, for staff.
pub fn escalated_apart(replied: usize, asked: usize) -> String {
    format!("Replied to {replied} of {asked} questions; staff answer the rest.")
}

/// Why the resident was asked back, and about which questions, for staff.
pub fn asked_back(matches: &[Match], caution: &Thresholds, questions: &[&str]) -> String {
    let why = match caution.decide(matches) {
        Verdict::Escalate { best: Some(best), reason } => doubt(best, &reason),
        _ => "None is sure enough".to_owned(),
    };
    let named: Vec<String> = questions.iter().map(|question| format!("\"{question}\"")).collect();
    format!("{why}, so they were asked which one they mean: {}.", named.join(", "))
}

/// Which question it is, for staff.
pub fn asks_for(question: &str, confidence: f32) -> String {
    format!("It seems to ask for \"{question}\", which has no answer yet ({} sure).", percent(confidence))
}

/// Who is at a conversation, for staff.
pub fn who_is_at_it(state: State) -> &'static str {
    match state {
        State::Bot => "The bot is at this conversation.",
        State::Open => "An earlier question waits for staff; the bot still answers what it knows.",
        State::Snoozed | State::Resolved => "The conversation was put away since; the bot answers once more.",
    }
}

/// What came nearest, and by what, for staff.
pub fn ranking(matches: &[Match], by_meaning: bool) -> String {
    let nearest = nearest(matches);
    if by_meaning { format!("{nearest} Compared by meaning and words.") } else { nearest }
}

fn nearest(matches: &[Match]) -> String {
    match matches {
        [] => "No answer of this community has anything in common with it.".to_owned(),
        [best] => format!("Nearest: \"{}\" ({} sure).", best.question, percent(best.confidence)),
        [best, next, ..] => format!(
            "Nearest: \"{}\" ({} sure), then \"{}\" ({}).",
            best.question,
            percent(best.confidence),
            next.question,
            percent(next.confidence)
        ),
    }
}

/// What staff see of why: the best and the second best.
pub fn decision(matches: &[Match], source: &str, answered: bool, took_ms: i64) -> Decision {
    let best = matches.first();
    let next = matches.get(1);
    Decision {
        answer_id: best.map(|m| m.id.clone()).unwrap_or_default(),
        question: best.map(|m| m.question.clone()).unwrap_or_default(),
        source: source.to_owned(),
        confidence: best.map_or(0.0, |m| f64::from(m.confidence)),
        next_question: next.map(|m| m.question.clone()).unwrap_or_default(),
        next_confidence: next.map_or(0.0, |m| f64::from(m.confidence)),
        took_ms,
        answered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Thresholds = Thresholds::DEFAULT;

    fn found(confidence: f32) -> Match {
        Match { id: "a".into(), question: "Where do I park?".into(), confidence }
    }

    #[test]
    fn in_training_even_a_sure_answer_waits_for_staff() {
        assert!(matches!(decide(&[found(1.0)], &USUAL, false), Outcome::Reply(_)));
        assert!(matches!(decide(&[found(1.0)], &USUAL, true), Outcome::Escalate(_)));
    }

    #[test]
    fn how_sure_it_must_be_is_the_communitys_to_say() {
        let strict = Thresholds { answer: 0.9, ..USUAL };
        assert!(matches!(decide(&[found(0.8)], &USUAL, false), Outcome::Reply(_)));
        assert!(matches!(decide(&[found(0.8)], &strict, false), Outcome::Escalate(_)));
        assert!(waits(&[found(0.8)], &USUAL, Some(found(0.85))).is_none());
        assert!(waits(&[found(0.8)], &strict, Some(found(0.85))).is_some());
    }

    #[test]
    fn a_question_without_an_answer_is_named_where_it_is_the_nearest() {
        assert!(waits(&[found(0.4)], &USUAL, Some(found(0.5))).is_some());
        assert!(waits(&[], &USUAL, Some(found(0.5))).is_some());
        assert!(waits(&[found(0.5)], &USUAL, Some(found(0.5))).is_none());
        assert!(waits(&[found(0.9)], &USUAL, Some(found(1.0))).is_none());
        assert!(waits(&[], &USUAL, Some(found(0.1))).is_none());
    }

    #[test]
    fn what_is_not_near_enough_goes_to_staff() {
        assert!(matches!(decide(&[found(0.2)], &USUAL, false), Outcome::Escalate(_)));
        assert!(matches!(decide(&[], &USUAL, false), Outcome::Escalate(_)));
    }
}
