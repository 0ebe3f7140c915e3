//! Rules on confidence, and the sentences that explain decisions to staff.
use answering::{AnswerDecision, ConfidenceThresholds, EscalationReason, Language, Match};

use crate::{
    knowledge::answer::Answer,
    messaging::thread::{Decision, State},
};

/// What to do with a text, with the reason for staff.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Reply with the best answer.
    Reply(String),
    /// Escalate to staff.
    Escalate(String),
}

/// The step of a text in an assigned conversation.
pub const ASSIGNED_TO_STAFF: &str = "Your team has taken over this conversation, so the bot does not reply.";

/// The step of an emergency in an assigned conversation.
pub const ASSIGNED_BUT_EMERGENCY: &str =
    "Your team has taken over this conversation; an emergency alerts everyone anyway.";

/// The reason of an emergency escalation.
pub const URGENT: &str = "The text reports an emergency; your team is alerted.";

/// The note on an email in an assigned thread.
pub const EMAIL_ASSIGNED: &str = "A colleague has this thread, so the bot does not reply.";

/// The note on an email without a question.
pub const EMAIL_SMALL_TALK: &str = "No question was recognized, so nothing was answered.";

/// The note on an email whose answer would contain account data.
pub const EMAIL_ACCOUNT: &str =
    "The answer has account details, which are never sent by email automatically; sent to your team.";

/// The note on an email in a thread that reached the limit of replies.
pub const EMAIL_LOOP: &str =
    "The bot already replied several times in this thread within a day; sent to your team.";

/// The note on an email in a thread with a draft.
pub const EMAIL_HAS_DRAFT: &str = "The thread already has a draft; sent to your team.";

/// The note on an email that the bot can answer only in part.
pub const EMAIL_PARTLY: &str = "The bot can answer only part of the email; sent to your team.";

/// The note on a message that is only a greeting.
pub const GREETING: &str = "Only a greeting: it was returned.";

/// The note on a message of a web chat that a user has taken over.
pub const WEB_CHAT_TAKEN_OVER: &str = "Your team has taken over this chat, so the bot does not answer.";

/// The note on a message that only thanks.
pub const THANKS: &str = "Only thanks: they were returned.";

/// The note on a message that asks for nothing.
pub const ASKS_NOTHING: &str = "It asks for nothing, so nothing was sent.";

/// The note on a message of a web chat that has photos without words.
pub const WEB_CHAT_PHOTO: &str = "The visitor sent a photo, which the bot can't read; sent to your team.";

/// The note on a message of a web chat that asks for a person.
pub const WEB_CHAT_HUMAN_REQUEST: &str = "The visitor asks for a person; sent to your team.";

/// The note on a message of a web chat in which no suggested question was meant.
pub const WEB_CHAT_NO_MATCH: &str =
    "None of the suggested questions matched; the visitor's earlier question was sent to your team.";

/// Returns the note on a message of a web chat that chose a question.
pub fn web_chat_choice(question: &str) -> String {
    format!("The visitor chose \"{question}\". Replied with its answer.")
}

/// Returns the note on a message of a web chat that was not escalated, because too many are open.
pub fn web_chat_full(open: i64) -> String {
    format!("{open} questions from this chat are already waiting for your team, so this one wasn't added.")
}

/// Returns the note that names the answers of a reply to an email.
pub fn email_basis(questions: &[(&str, f32)]) -> String {
    let each: Vec<String> = questions
        .iter()
        .map(|(question, confidence)| format!("\"{question}\" ({} confidence)", percent(*confidence)))
        .collect();
    format!("the answer to {}.", each.join(" and "))
}

/// Decides by the best matches and the community's thresholds. In training mode, every text is escalated.
pub fn decide(matches: &[Match], thresholds: &ConfidenceThresholds, is_training: bool) -> Outcome {
    match thresholds.decide(matches) {
        AnswerDecision::Answer(best) if is_training => Outcome::Escalate(format!(
            "Training mode is on, so the answer to \"{}\" waits for your team ({} confidence).",
            best.question,
            percent(best.confidence)
        )),
        AnswerDecision::Answer(best) => Outcome::Reply(format!(
            "Replied with the answer to \"{}\" ({} confidence).",
            best.question,
            percent(best.confidence)
        )),
        AnswerDecision::Escalate { best, reason } => Outcome::Escalate(unanswered(best, &reason)),
    }
}

fn unanswered(best: Option<&Match>, reason: &EscalationReason) -> String {
    match (best, reason) {
        (Some(best), EscalationReason::Ambiguous) => format!("{}; staff decide.", doubt(best, reason)),
        (Some(best), _) => format!("{}; staff answer.", doubt(best, reason)),
        (None, _) => "No matching answer; sent to your team.".to_owned(),
    }
}

/// Returns the reason why the best match is not sent.
fn doubt(best: &Match, reason: &EscalationReason) -> String {
    match reason {
        EscalationReason::Ambiguous => {
            format!("Two answers match about equally well, including \"{}\"", best.question)
        }
        _ => format!(
            "The closest answer, \"{}\", is below the confidence needed ({} confidence)",
            best.question,
            percent(best.confidence)
        ),
    }
}

fn percent(confidence: f32) -> String {
    format!("{:.0}%", confidence * 100.0)
}

/// Returns the match to suggest to staff, or `None` if no match is close.
pub fn suggestion(matches: &[Match]) -> Option<&Match> {
    match answering::decide(matches) {
        AnswerDecision::Answer(best) => Some(best),
        AnswerDecision::Escalate { best, .. } => best,
    }
}

/// Returns the unanswered question if no answer can be sent and none matches as well.
pub fn unanswered_match(
    matches: &[Match],
    thresholds: &ConfidenceThresholds,
    waiting: Option<Match>,
) -> Option<Match> {
    let waiting = waiting.filter(|found| suggestion(std::slice::from_ref(found)).is_some())?;
    let AnswerDecision::Escalate { best, .. } = thresholds.decide(matches) else { return None };
    best.is_none_or(|best| waiting.confidence > best.confidence).then_some(waiting)
}

/// Returns the sentence that names the language of a text.
pub fn in_language(language: Language) -> String {
    format!("The text is in {}.", language.name())
}

/// Returns the sentence that quotes the English translation.
pub fn translated_step(english: &str) -> String {
    format!("Understood as \"{english}\".")
}

/// Returns the sentence that explains why a text was not translated.
pub fn translation_failed_step(why: &str) -> String {
    format!("{why}, so it was not translated.")
}

/// Returns the sentence about the language of a simulated reply.
pub fn reply_translation_note(language: Language) -> String {
    format!("The writing model translates it into {}; this text is sent if it cannot.", language.name())
}

/// Returns the sentence that explains why an answer was not sent in a language.
pub fn not_in_language(language: Language) -> String {
    format!("The text is in {}, and the answer is not; sent to your team.", language.name())
}

/// Returns the sentence about the decision on one of several questions.
pub fn part_step(nth: usize, text: &str, answered: bool, matches: &[Match]) -> String {
    let done = if answered { "Answered." } else { "Staff answer." };
    format!("{nth}. \"{text}\": {done} {}", closest_answers(matches))
}

/// Returns the sentence about a reply to several questions.
pub fn replied_to_parts_reason(answers: usize, questions: usize) -> String {
    format!(
        "Replied to {questions} questions with {answers} {}.",
        if answers == 1 { "answer" } else { "answers" }
    )
}

/// Returns the sentence about a reply that was not sent because the resident opted out.
pub fn not_sent_reason(why: &str) -> String {
    match why.strip_prefix("Replied ") {
        Some(rest) => {
            format!("Would have replied {rest} The resident opted out of texts, so it was not sent.")
        }
        None => why.to_owned(),
    }
}

/// Returns the sentence about a reply to some of several questions.
pub fn partly_escalated_reason(replied: usize, questions: usize) -> String {
    format!("Replied to {replied} of {questions} questions; the rest was sent to your team.")
}

/// Returns the sentence that explains a disambiguation and lists its questions.
pub fn disambiguation_reason(
    matches: &[Match],
    thresholds: &ConfidenceThresholds,
    questions: &[&str],
) -> String {
    let why = match thresholds.decide(matches) {
        AnswerDecision::Escalate { best: Some(best), reason } => doubt(best, &reason),
        _ => "No match is confident enough".to_owned(),
    };
    let named: Vec<String> = questions.iter().map(|question| format!("\"{question}\"")).collect();
    format!("{why}, so the resident was asked which one they mean: {}.", named.join(", "))
}

/// Returns the sentence that names the recognized question.
pub fn unanswered_match_step(question: &str, confidence: f32) -> String {
    format!("It seems to ask \"{question}\", which has no answer yet ({} confidence).", percent(confidence))
}

/// Returns the sentence about who handles a conversation.
pub fn handler_step(state: State) -> &'static str {
    match state {
        State::Bot => "The bot is handling this conversation.",
        State::Open => "An earlier question is waiting for your team; the bot still answers what it can.",
        State::Snoozed | State::Resolved => {
            "The conversation was resolved in the meantime; the bot replies again."
        }
    }
}

/// Returns the sentence that lists the closest matches and how they were found.
pub fn ranking(matches: &[Match], by_meaning: bool) -> String {
    let closest = closest_answers(matches);
    if by_meaning { format!("{closest} Compared by meaning and words.") } else { closest }
}

fn closest_answers(matches: &[Match]) -> String {
    match matches {
        [] => "No answer of this community is similar to it.".to_owned(),
        [best] => format!("Closest answer: \"{}\" ({} confidence).", best.question, percent(best.confidence)),
        [best, next, ..] => format!(
            "Closest answer: \"{}\" ({} confidence), then \"{}\" ({}).",
            best.question,
            percent(best.confidence),
            next.question,
            percent(next.confidence)
        ),
    }
}

/// Returns the decision that staff see: the best match, whose answer is given, and the second best.
pub fn decision(matches: &[Match], answer: Option<&Answer>, answered: bool, took_ms: i64) -> Decision {
    let best = matches.first();
    let next = matches.get(1);
    Decision {
        answer_id: best.map(|m| m.id.clone()).unwrap_or_default(),
        question: best.map(|m| m.question.clone()).unwrap_or_default(),
        category: answer.map(|answer| answer.category.clone()).unwrap_or_default(),
        is_learned: answer.is_some_and(Answer::is_learned),
        source: answer.map(|answer| answer.source.clone()).unwrap_or_default(),
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

    const USUAL: ConfidenceThresholds = ConfidenceThresholds::DEFAULT;

    fn found(confidence: f32) -> Match {
        Match { id: "a".into(), question: "Where do I park?".into(), confidence }
    }

    #[test]
    fn in_training_mode_even_a_certain_match_is_escalated() {
        assert!(matches!(decide(&[found(1.0)], &USUAL, false), Outcome::Reply(_)));
        assert!(matches!(decide(&[found(1.0)], &USUAL, true), Outcome::Escalate(_)));
    }

    #[test]
    fn the_thresholds_of_the_community_apply() {
        let strict = ConfidenceThresholds { min_confidence: 0.9, ..USUAL };
        assert!(matches!(decide(&[found(0.8)], &USUAL, false), Outcome::Reply(_)));
        assert!(matches!(decide(&[found(0.8)], &strict, false), Outcome::Escalate(_)));
        assert!(unanswered_match(&[found(0.8)], &USUAL, Some(found(0.85))).is_none());
        assert!(unanswered_match(&[found(0.8)], &strict, Some(found(0.85))).is_some());
    }

    #[test]
    fn an_unanswered_question_is_returned_if_it_is_the_closest_match() {
        assert!(unanswered_match(&[found(0.4)], &USUAL, Some(found(0.5))).is_some());
        assert!(unanswered_match(&[], &USUAL, Some(found(0.5))).is_some());
        assert!(unanswered_match(&[found(0.5)], &USUAL, Some(found(0.5))).is_none());
        assert!(unanswered_match(&[found(0.9)], &USUAL, Some(found(1.0))).is_none());
        assert!(unanswered_match(&[], &USUAL, Some(found(0.1))).is_none());
    }

    #[test]
    fn a_match_below_the_threshold_is_escalated() {
        assert!(matches!(decide(&[found(0.2)], &USUAL, false), Outcome::Escalate(_)));
        assert!(matches!(decide(&[], &USUAL, false), Outcome::Escalate(_)));
    }
}
