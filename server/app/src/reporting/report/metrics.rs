//! The metrics: their definitions, and how each is computed from counts.
use super::model::{Channel, Counter, MetricId, Selection, Unit};

/// A metric, with its title and definition for users.
pub struct Metric {
    pub metric: MetricId,
    pub title: &'static str,
    pub definition: &'static str,
    pub unit: Unit,
    pub kind: Kind,
    pub filters: MetricFilters,
}

/// The filters that apply to a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricFilters {
    /// Answers and escalations of conversations, email threads and web chats, by category.
    Questions,
    /// Messages of these channels.
    Messages(&'static [Channel]),
    /// No messages.
    Other,
}

impl MetricFilters {
    /// Returns the channels that the metric counts.
    fn channels(self) -> &'static [Channel] {
        match self {
            Self::Questions => ANSWERED,
            Self::Messages(channels) => channels,
            Self::Other => &[],
        }
    }
}

/// The channels in which residents ask questions.
const ANSWERED: &[Channel] = &[Channel::Text, Channel::Email, Channel::WebChat];

/// How a metric is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The sum of a counter.
    Sum(Counter),
    /// Answers of the bot plus escalations.
    Questions,
    /// Share of questions with a confirmed answer.
    Share,
    /// Median and 90th percentile of a counter that has one dimension per number of minutes.
    Time(Counter),
    /// Answers of the bot that staff had trained.
    LearnedSent,
    /// Share of the plan's included text segments that were used.
    PlanShare,
    /// Service requests that are currently open.
    OpenRequests,
    /// Minutes saved by confirmed answers.
    Minutes,
    /// Money saved by confirmed answers.
    Money,
}

macro_rules! metrics {
    ($($metric:ident, $unit:ident, $kind:expr, $filters:expr, $title:literal, $definition:literal;)*) => {
        &[$(Metric {
            metric: MetricId::$metric,
            title: $title,
            definition: $definition,
            unit: Unit::$unit,
            kind: $kind,
            filters: $filters,
        },)*]
    };
}

const QUESTIONS: MetricFilters = MetricFilters::Questions;
const MESSAGES: MetricFilters = MetricFilters::Messages(ANSWERED);
const ALL_MESSAGES: MetricFilters =
    MetricFilters::Messages(&[Channel::Text, Channel::Blast, Channel::Email, Channel::WebChat]);
const TEXTS: MetricFilters = MetricFilters::Messages(&[Channel::Text, Channel::Blast]);
const TEXT: MetricFilters = MetricFilters::Messages(&[Channel::Text]);
const BLAST: MetricFilters = MetricFilters::Messages(&[Channel::Blast]);
const OTHER: MetricFilters = MetricFilters::Other;

/// All metrics, in the order of the contract. Each definition names the channels that are counted.
pub const METRICS: &[Metric] = metrics! {
    MessagesIn, Count, Kind::Sum(Counter::MessagesIn), MESSAGES, "Messages received",
        "Texts, emails and web chat messages that residents sent. Automatic and bulk emails are not counted.";
    MessagesOut, Count, Kind::Sum(Counter::MessagesOut), ALL_MESSAGES, "Messages sent",
        "Texts handed to the carrier, text blasts included, emails sent, and replies in web chats. Canceled and held \
         texts are not counted.";
    Questions, Count, Kind::Questions, QUESTIONS, "Questions asked",
        "Questions by text, email or web chat that the bot answered or left to your team. Emails for which it only \
         drafted a reply are not counted.";
    BotAnswers, Count, Kind::Sum(Counter::ConfirmedAnswers), QUESTIONS, "Answered by the bot",
        "Answers of the bot by text, email or web chat that no escalation and no repeat of the question followed \
         within 24 hours.";
    BotShare, Share, Kind::Share, QUESTIONS, "Share answered by the bot",
        "Questions by text, email or web chat that the bot answered, with no escalation and no repeat within 24 hours, \
         out of all questions.";
    Escalations, Count, Kind::Sum(Counter::Escalations), QUESTIONS, "Escalations",
        "Questions by text, email or web chat that the bot left to your team.";
    FirstResponse, Minutes, Kind::Time(Counter::FirstResponse), QUESTIONS, "Time to first response",
        "Median from a question by text, email or web chat to your team's first reply or answer, by the day of the \
         answer. Only business hours count: the time before your team opens and after it closes adds nothing.";
    Resolution, Minutes, Kind::Time(Counter::Resolution), QUESTIONS, "Time to a staff answer",
        "Median from a question by text, email or web chat to your team's answer, by the day of the answer. Only \
         business hours count: the time before your team opens and after it closes adds nothing.";
    AnswersLearned, Count, Kind::Sum(Counter::AnswersLearned), QUESTIONS, "Answers learned",
        "Escalations by text, email or web chat whose answer trained the bot.";
    LearnedAnswersSent, Count, Kind::LearnedSent, QUESTIONS, "Learned answers sent",
        "Answers of the bot by text, email or web chat to questions that your team had trained it on.";
    OptOuts, Count, Kind::Sum(Counter::OptOuts), TEXT, "Opt-outs",
        "Times that a phone opted out of texts. Texts only.";
    BlastDelivered, Count, Kind::Sum(Counter::BlastDelivered), BLAST, "Blast texts delivered",
        "Texts of text blasts that reached the phone, by the day they were sent. Text blasts only.";
    BlastFailed, Count, Kind::Sum(Counter::BlastFailed), BLAST, "Blast texts failed",
        "Texts of text blasts that the carrier rejected or could not deliver. Text blasts only.";
    BlastReplies, Count, Kind::Sum(Counter::BlastReplies), BLAST, "Replies to blasts",
        "Homeowners who replied to a text blast. Text blasts only.";
    StaffReplies, Count, Kind::Sum(Counter::StaffReplies), MESSAGES, "Replies by staff",
        "Texts, emails and web chat messages that your team wrote to residents.";
    Segments, Count, Kind::Sum(Counter::Segments), TEXTS, "Text segments",
        "Segments of all texts that the carrier accepted, text blasts included. Texts only.";
    MinutesSaved, Minutes, Kind::Minutes, QUESTIONS, "Time saved",
        "Answers of the bot by text, email or web chat, times the minutes that your company assumes for each.";
    MoneySaved, Cents, Kind::Money, QUESTIONS, "Money saved",
        "Time saved by text, email and web chat, times the hourly cost that your company assumes.";
    Unanswered, Count, Kind::Sum(Counter::Unanswered), QUESTIONS, "Questions without an answer",
        "Escalations by text, email or web chat for which the bot knew no answer to suggest.";
    PlanShare, Share, Kind::PlanShare, TEXTS, "Share of the plan used",
        "Text segments, out of those that your plan includes for as many days; a month counts as 30. Texts only.";
    RequestsSubmitted, Count, Kind::Sum(Counter::RequestsSubmitted), OTHER, "Service requests submitted",
        "Service requests, by the day they were submitted. Drafts are not counted.";
    RequestsCompleted, Count, Kind::Sum(Counter::RequestsCompleted), OTHER, "Service requests completed",
        "Completions of service requests, by day. A request that was reopened counts again.";
    RequestCompletion, Minutes, Kind::Time(Counter::RequestCompletion), OTHER, "Time to completion",
        "Median from creating a service request to completing it, in calendar time, to the hour.";
    OpenRequests, Count, Kind::OpenRequests, OTHER, "Open service requests",
        "Service requests that are open now, whatever the range.";
};

/// Returns whether a metric applies to the channel and the category of a selection.
pub fn concerns(metric: &Metric, selection: &Selection) -> bool {
    selection.channel.is_none_or(|channel| metric.filters.channels().contains(&channel))
        && (selection.category.is_none() || metric.filters == MetricFilters::Questions)
}

/// Returns the counters whose facts are the details of a metric; empty if it has no details.
pub fn counters_of(kind: Kind) -> &'static [Counter] {
    match kind {
        Kind::Sum(Counter::MessagesIn) => &[Counter::MessagesIn],
        Kind::Sum(Counter::MessagesOut) => &[Counter::MessagesOut],
        Kind::Sum(Counter::Segments) => &[Counter::Segments],
        Kind::Sum(Counter::ConfirmedAnswers) => &[Counter::ConfirmedAnswers],
        Kind::Sum(Counter::StaffReplies) => &[Counter::StaffReplies],
        Kind::Sum(Counter::BlastDelivered) => &[Counter::BlastDelivered],
        Kind::Sum(Counter::BlastFailed) => &[Counter::BlastFailed],
        Kind::Sum(Counter::Escalations) => &[Counter::Escalations],
        Kind::Sum(Counter::AnswersLearned) => &[Counter::AnswersLearned],
        Kind::Sum(Counter::OptOuts) => &[Counter::OptOuts],
        Kind::Sum(Counter::BlastReplies) => &[Counter::BlastReplies],
        Kind::Sum(Counter::Unanswered) => &[Counter::Unanswered],
        Kind::Sum(Counter::RequestsSubmitted) => &[Counter::RequestsSubmitted],
        Kind::Sum(Counter::RequestsCompleted) => &[Counter::RequestsCompleted],
        Kind::Time(Counter::RequestCompletion) => &[Counter::RequestCompletion],
        Kind::Questions => &[Counter::BotAnswers, Counter::Escalations],
        Kind::Time(_) => &[Counter::Resolved],
        Kind::LearnedSent => &[Counter::BotAnswers],
        Kind::Share => &[Counter::ConfirmedAnswers],
        _ => &[],
    }
}

/// Returns the metric with this number in the contract.
pub fn find(number: i32) -> Option<&'static Metric> {
    METRICS.iter().find(|each| each.metric as i32 == number)
}
