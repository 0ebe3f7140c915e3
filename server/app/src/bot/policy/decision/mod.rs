//! Decides what the bot does with a text, for residents' texts and simulations alike. Pure: no storage, no
//! side effects.
use answering::{AnswerDecision, Language, Match};
use platform::sms;

use super::{emergency, question_parts::QuestionPart};
use crate::{
    bot::{
        index::{IndexQuery, SearchResult},
        rules::{self, Outcome},
        templates,
    },
    knowledge::answer,
};

/// The conditions under which the bot decides on a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecisionContext {
    /// Whether the conversation is assigned to a staff member.
    pub is_assigned: bool,
    /// Whether the text reports an emergency.
    pub is_urgent: bool,
    /// Whether the bot is in training mode: it drafts, and staff send.
    pub is_training: bool,
    /// Whether the resident may be asked which question they mean.
    pub can_disambiguate: bool,
}

/// A text, and its translation.
#[derive(Clone, Copy, Debug)]
pub struct InboundText<'t> {
    /// The resident's text.
    pub body: &'t str,
    /// The English translation, if any.
    pub english: Option<&'t str>,
}

impl<'t> InboundText<'t> {
    /// A text without a translation.
    pub fn untranslated(body: &'t str) -> Self {
        Self { body, english: None }
    }
}

impl DecisionContext {
    /// Returns the context of a text outside of a conversation.
    pub fn of_text(text: &str) -> Self {
        Self {
            is_assigned: false,
            is_urgent: emergency::is_emergency(text),
            is_training: false,
            can_disambiguate: true,
        }
    }
}

/// What the bot does. Each `String` is the reason, for staff.
pub enum BotAction {
    /// Reply with the best answer.
    Reply(String),
    /// Reply to several questions and escalate those without an answer.
    ReplyToParts(Vec<QuestionPart>),
    /// Ask which of these questions the resident means, best first.
    Disambiguate(Vec<Match>, String),
    /// Escalate to staff.
    Escalate(String),
}

/// The decision on a text, and the data that it is based on.
pub struct BotDecision {
    /// The text that was searched for: the resident's text or its translation.
    pub text: String,
    /// The resident's language.
    pub language: Language,
    /// Whether the text was translated into English.
    pub is_translated: bool,
    /// The search result for the whole text.
    pub result: SearchResult,
    pub action: BotAction,
}

impl BotDecision {
    /// Returns the language to translate the answers into, or `None` if they are in the resident's language.
    pub fn reply_language(&self) -> Option<Language> {
        let is_sent = match self.action {
            BotAction::Reply(_) => !is_answered_in(&self.result, self.language),
            BotAction::ReplyToParts(_) => true,
            BotAction::Disambiguate(..) | BotAction::Escalate(_) => false,
        };
        (self.is_translated && is_sent).then_some(self.language)
    }

    /// Returns answers verbatim, with a note if they are not in the resident's language.
    pub fn as_written(&self, answers: &str) -> String {
        templates::english_answer(self.reply_language().unwrap_or_default(), answers)
    }

    /// Returns the reply to an emergency: what to do first, followed by the answer if it is confident.
    pub fn emergency_reply(&self, to: &templates::Recipient<'_>) -> String {
        let emergency_reply = templates::emergency(to);
        let answer = self.result.best().filter(|best| {
            let fits = emergency_reply.chars().count() + best.answer.chars().count() < sms::MAX_CHARACTERS;
            is_confident(&self.result)
                && is_answered_in(&self.result, self.language)
                && !sms::has_account_fields(&best.answer)
                && fits
        });
        match answer {
            Some(best) => format!("{emergency_reply}\n\n{}", best.answer),
            None => emergency_reply,
        }
    }

    /// Returns the unanswered question that matches better than the best answer, with its confidence.
    pub fn unanswered_match(&self) -> Option<(&answer::Answer, f32)> {
        self.result.unanswered_match(&self.text)
    }

    /// Returns the answers to send, with their confidence. Empty if any part is escalated, or if the resident
    /// is asked which question they mean.
    pub fn sent_answers(&self) -> Vec<(&answer::Answer, f32)> {
        match &self.action {
            BotAction::Reply(_) => {
                self.result.best().map(|best| (best, self.result.confidence())).into_iter().collect()
            }
            BotAction::ReplyToParts(parts) => {
                let each: Option<Vec<_>> = parts.iter().map(QuestionPart::answer).collect();
                each.unwrap_or_default()
            }
            BotAction::Disambiguate(..) | BotAction::Escalate(_) => vec![],
        }
    }
}

impl IndexQuery<'_> {
    /// Decides what the bot does with a text.
    pub fn decide(&self, text: &InboundText<'_>, context: &DecisionContext) -> BotDecision {
        decide(text, context, |text| self.search(text))
    }

    /// Returns the language to translate a text from, or `None` if the translation would not be used.
    pub fn translation_language(&self, body: &str, context: &DecisionContext) -> Option<Language> {
        let language = answering::detect_language(body);
        let is_question =
            !context.is_urgent && !context.is_assigned && answering::detect_small_talk(body).is_none();
        let is_english = language == Language::English;
        let should_translate = is_question
            && !is_english
            && !matches!(self.decide(&InboundText::untranslated(body), context).action, BotAction::Reply(_));
        should_translate.then_some(language)
    }
}

/// Decides on a text from what `find` returns for the text and its parts.
///
/// An answer in the resident's language is found by the resident's own text; otherwise the translation is
/// searched for. The translation only selects answers: the bot sends nothing but the community's answers.
fn decide(
    text: &InboundText<'_>,
    context: &DecisionContext,
    find: impl Fn(&str) -> SearchResult,
) -> BotDecision {
    let language = answering::detect_language(text.body);
    let own = find(text.body);
    let is_english = language == Language::English;
    let is_found = is_confident(&own) && is_answered_in(&own, language);
    let english = text.english.filter(|_| !is_english && !is_found);
    let (text, result) = match english {
        Some(english) => (english, find(english)),
        None => (text.body, own),
    };
    let is_foreign = !is_english && english.is_none();
    // In these cases staff handle the whole text.
    let is_left_whole = context.is_assigned || context.is_urgent || context.is_training || is_foreign;
    let parts = if is_left_whole { None } else { split(text, &result, &find) };
    let action = match parts {
        Some(parts) => BotAction::ReplyToParts(parts),
        None if context.is_urgent => BotAction::Escalate(rules::URGENT.to_owned()),
        None => {
            let can_disambiguate = context.can_disambiguate && !is_left_whole && is_english;
            // A resident who writes in another language gets a reply in that language, or a reply by staff.
            let unsupported_language = (is_foreign && !is_answered_in(&result, language)).then_some(language);
            decide_on_whole(text, &result, context.is_training, can_disambiguate, unsupported_language)
        }
    };
    BotDecision { text: text.to_owned(), language, is_translated: english.is_some(), result, action }
}

/// Splits a text into questions if their answers are better than the answer to the whole text.
fn split(
    text: &str,
    result: &SearchResult,
    find: &impl Fn(&str) -> SearchResult,
) -> Option<Vec<QuestionPart>> {
    let part = |text: String| QuestionPart { result: find(&text), text };
    let parts: Vec<QuestionPart> = answering::split_questions(text).into_iter().map(part).collect();
    QuestionPart::improve_on(&parts, result).then_some(parts)
}

/// Decides on the whole text. `unsupported_language` is set if the text was not translated and the best answer
/// is not in its language.
fn decide_on_whole(
    text: &str,
    result: &SearchResult,
    is_training: bool,
    can_disambiguate: bool,
    unsupported_language: Option<Language>,
) -> BotAction {
    let why = match (rules::decide(&result.matches, &result.thresholds, is_training), unsupported_language) {
        (Outcome::Reply(_), Some(language)) => return BotAction::Escalate(rules::not_in_language(language)),
        (Outcome::Reply(why), None) => return BotAction::Reply(why),
        (Outcome::Escalate(why), _) => why,
    };
    // If an unanswered question matches better, no candidates are offered.
    let choices = match can_disambiguate && result.unanswered_match(text).is_none() {
        true => answering::disambiguation_candidates(&result.matches, &result.thresholds),
        false => &[],
    };
    if choices.is_empty() {
        return BotAction::Escalate(why);
    }
    let questions: Vec<&str> = choices.iter().map(|found| found.question.as_str()).collect();
    let why = rules::disambiguation_reason(&result.matches, &result.thresholds, &questions);
    BotAction::Disambiguate(choices.to_vec(), why)
}

fn is_confident(found: &SearchResult) -> bool {
    matches!(found.thresholds.decide(&found.matches), AnswerDecision::Answer(_))
}

fn is_answered_in(found: &SearchResult, language: Language) -> bool {
    found.best().is_some_and(|answer| answering::detect_language(&answer.answer) == language)
}

#[cfg(test)]
mod tests;
