//! The metrics: what each means, and how it is computed from counts.
//!
//! Metrics of further domains are added here and to `Counter`: service requests by state and age are not counted yet.
use super::model::{Channel, Counter, MetricId, Unit};

/// A metric as people read it.
pub struct Metric {
    pub metric: MetricId,
    pub title: &'static str,
    pub definition: &'static str,
    pub unit: Unit,
    pub kind: Kind,
    /// Channel that the metric concerns; `None` for both.
    pub channel: Option<Channel>,
}

/// How a metric is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The sum of a counter.
    Sum(Counter),
    /// Answers of the bot and escalations.
    Questions,
    /// Confirmed answers of all questions.
    Share,
    /// Median and 90th percentile of a counter that is split by minutes.
    Time(Counter),
    /// Answers of the bot that staff trained.
    LearnedSent,
    /// Minutes saved by confirmed answers.
    Minutes,
    /// Money saved by confirmed answers.
    Money,
}

macro_rules! metrics {
    ($($metric:ident, $unit:ident, $kind:expr, $channel:expr, $title:literal, $definition:literal;)*) => {
        &[$(Metric {
            metric: MetricId::$metric,
            title: $title,
            definition: $definition,
            unit: Unit::$unit,
            kind: $kind,
            channel: $channel,
        },)*]
    };
}

const TEXT: Option<Channel> = Some(Channel::Text);
const BLAST: Option<Channel> = Some(Channel::Blast);

/// All metrics, in the order of the contract.
pub const METRICS: &[Metric] = metrics! {
    MessagesIn, Count, Kind::Sum(Counter::MessagesIn), TEXT, "Messages received",
        "Texts that residents sent.";
    MessagesOut, Count, Kind::Sum(Counter::MessagesOut), None, "Messages sent",
        "Texts handed to the carrier, text blasts included. Canceled and held texts are not counted.";
    Questions, Count, Kind::Questions, TEXT, "Questions asked",
        "Questions that the bot answered or left to your team.";
    BotAnswers, Count, Kind::Sum(Counter::ConfirmedAnswers), TEXT, "Answered by the bot",
        "Answers of the bot that no escalation and no repeat of the question followed within 24 hours.";
    BotShare, Share, Kind::Share, TEXT, "Share answered by the bot",
        "Questions answered by the bot, with no escalation and no repeat within 24 hours, out of all questions.";
    Escalations, Count, Kind::Sum(Counter::Escalations), TEXT, "Escalations",
        "Questions that the bot left to your team.";
    FirstResponse, Minutes, Kind::Time(Counter::FirstResponse), TEXT, "Time to first response",
        "Median from the question to your team's first text or answer, in business hours, by the day of the answer.";
    Resolution, Minutes, Kind::Time(Counter::Resolution), TEXT, "Time to a staff answer",
        "Median from the question to your team's answer, in business hours, by the day of the answer.";
    AnswersLearned, Count, Kind::Sum(Counter::AnswersLearned), TEXT, "Answers learned",
        "Escalations whose answer trained the bot.";
    LearnedAnswersSent, Count, Kind::LearnedSent, TEXT, "Learned answers sent",
        "Answers of the bot to questions that your team had trained it on.";
    OptOuts, Count, Kind::Sum(Counter::OptOuts), TEXT, "Opt-outs",
        "Times that a phone opted out of texts.";
    BlastDelivered, Count, Kind::Sum(Counter::BlastDelivered), BLAST, "Blast texts delivered",
        "Texts of text blasts that reached the phone, by the day they were sent.";
    BlastFailed, Count, Kind::Sum(Counter::BlastFailed), BLAST, "Blast texts failed",
        "Texts of text blasts that the carrier rejected or could not deliver.";
    BlastReplies, Count, Kind::Sum(Counter::BlastReplies), BLAST, "Replies to blasts",
        "Homeowners who replied to a text blast.";
    StaffReplies, Count, Kind::Sum(Counter::StaffReplies), TEXT, "Replies by staff",
        "Texts that your team wrote in conversations.";
    Segments, Count, Kind::Sum(Counter::Segments), None, "Text segments",
        "Segments of all texts that the carrier accepted.";
    MinutesSaved, Minutes, Kind::Minutes, TEXT, "Time saved",
        "Answers by the bot, times the minutes that your company assumes for each.";
    MoneySaved, Cents, Kind::Money, TEXT, "Money saved",
        "Time saved, times the hourly cost that your company assumes.";
};

/// Returns whether a metric concerns a channel.
pub fn concerns(metric: &Metric, channel: Option<Channel>) -> bool {
    channel.is_none() || metric.channel.is_none() || metric.channel == channel
}

/// Returns the counters whose facts are the details of a metric. Empty if it has none.
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
        Kind::Questions => &[Counter::BotAnswers, Counter::Escalations],
        Kind::Time(_) => &[Counter::Resolved],
        Kind::LearnedSent => &[Counter::BotAnswers],
        Kind::Share => &[Counter::ConfirmedAnswers],
        _ => &[],
    }
}

/// Returns the metric with a number of the contract.
pub fn find(number: i32) -> Option<&'static Metric> {
    METRICS.iter().find(|each| each.metric as i32 == number)
}
