//! Types of reports.
use jiff::civil::Date;
use platform::{Timestamp, ids::CommunityId};
use serde::Serialize;
use sqlx::FromRow;

use crate::tenancy::company::Customizations;

/// Milliseconds of an hour.
pub const HOUR_MS: i64 = 3_600_000;
/// Hours of a block of stored counts.
pub const BLOCK_HOURS: i64 = 90 * 24;
/// Milliseconds of a block of stored counts.
pub const BLOCK_MS: i64 = BLOCK_HOURS * HOUR_MS;

platform::db_enum! {
    /// A kind of count by hour and channel. The numbers are stored in the database and used in `store::facts`.
    Counter {
        MessagesIn = 1,
        MessagesOut = 2,
        Segments = 3,
        /// Answers of the bot: `learned` if staff had trained the answer.
        BotAnswers = 4,
        /// Answers of the bot that were not followed by an escalation or a repeat of the question within 24
        /// hours.
        ConfirmedAnswers = 5,
        /// Replies of staff, by user ID.
        StaffReplies = 6,
        BlastDelivered = 7,
        BlastFailed = 8,
        /// Questions left to staff.
        Escalations = 9,
        /// Escalations that staff answered.
        Resolved = 10,
        AnswersLearned = 11,
        /// Escalations, by minutes until the first response.
        FirstResponse = 12,
        /// Escalations, by minutes until the answer.
        Resolution = 13,
        /// Escalations that staff answered or dismissed, by user ID.
        StaffReviews = 14,
        OptOuts = 15,
        BlastReplies = 16,
        /// Escalations without a suggested answer.
        Unanswered = 17,
        RequestsSubmitted = 18,
        RequestsCompleted = 19,
        /// Completed service requests, by minutes since creation.
        RequestCompletion = 20,
    }
}

platform::db_enum! {
    /// A metric. The numbers match the contract.
    MetricId {
        MessagesIn = 1,
        MessagesOut = 2,
        Questions = 3,
        BotAnswers = 4,
        BotShare = 5,
        Escalations = 6,
        FirstResponse = 7,
        Resolution = 8,
        AnswersLearned = 9,
        LearnedAnswersSent = 10,
        OptOuts = 11,
        BlastDelivered = 12,
        BlastFailed = 13,
        BlastReplies = 14,
        StaffReplies = 15,
        Segments = 16,
        MinutesSaved = 17,
        MoneySaved = 18,
        Unanswered = 19,
        PlanShare = 20,
        RequestsSubmitted = 21,
        RequestsCompleted = 22,
        RequestCompletion = 23,
        OpenRequests = 24,
    }
}

platform::db_enum! {
    /// Unit of a figure. The numbers match the contract.
    Unit {
        Count = 1,
        /// From 0 to 1.
        Share = 2,
        Minutes = 3,
        /// US cents.
        Cents = 4,
    }
}

/// A span of time in milliseconds: the start, inclusive, and the end, exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow, Serialize)]
pub struct Span(pub i64, pub i64);

platform::db_enum! {
    /// Channel of what is counted. The numbers match the contract; 0 is none. They are stored in the database and used
    /// in `store::sources`.
    Channel {
        Text = 1,
        Blast = 2,
        Email = 3,
        WebChat = 4,
    }
}

/// A request for a report, as the caller sent it.
#[derive(Clone)]
pub struct ReportFilter {
    pub start_date: String,
    pub end_date: String,
    pub community: Option<CommunityId>,
    pub channel: Option<Channel>,
    /// Empty for all categories.
    pub category: String,
    pub time_zone: String,
}

/// The rows that a report reads.
#[derive(Clone)]
pub struct Selection {
    /// The start of the previous period, at a full hour.
    pub previous_ms: i64,
    /// The start of the range, at a full hour.
    pub start_ms: i64,
    /// The end of the range, at a full hour, exclusive.
    pub end_ms: i64,
    pub community: Option<CommunityId>,
    pub channel: Option<Channel>,
    pub category: Option<String>,
    pub now_ms: i64,
}

/// An escalation that staff answered.
#[derive(Clone, FromRow)]
pub struct ResolvedEscalation {
    /// Number of the channel of the question.
    pub channel: i32,
    pub community_id: CommunityId,
    pub category: String,
    pub asked_ms: i64,
    pub reviewed_ms: i64,
    /// Time of the first reply of staff in the channel between the question and the answer. `None` if there is none.
    pub replied_ms: Option<i64>,
    pub time_zone: String,
}

/// A row of a figure's details.
#[derive(FromRow)]
pub struct Detail {
    pub subject_id: String,
    /// Empty unless the row is a text, as are those of the other channels.
    pub conversation_id: String,
    pub email_thread_id: String,
    pub web_chat_id: String,
    /// Empty unless the row is a service request.
    pub request_id: String,
    pub dimension: String,
    pub community_id: CommunityId,
    pub tag: String,
    pub phone: String,
    pub email_address: String,
    pub resident_name: String,
    pub excerpt: String,
    pub at_ms: i64,
    pub value: i64,
    /// For an escalation: when the question was received.
    pub asked_ms: Option<i64>,
    /// For an escalation: when staff first replied.
    pub replied_ms: Option<i64>,
    pub time_zone: String,
}

platform::db_enum! {
    /// State of an open service request. The numbers match the contract.
    OpenState {
        Pending = 2,
        NeedsInfo = 3,
        Approved = 4,
        InProgress = 5,
        Deferred = 6,
        Reopened = 11,
    }
}

impl OpenState {
    /// Returns the name of the state for users.
    pub fn label(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::NeedsInfo => "Needs info",
            Self::Approved => "Approved",
            Self::InProgress => "In progress",
            Self::Deferred => "On hold",
            Self::Reopened => "Reopened",
        }
    }
}

/// Number of open service requests of a state, by age.
#[derive(FromRow)]
pub struct OpenRequests {
    #[sqlx(try_from = "i32")]
    pub state: OpenState,
    pub up_to_7_days: i64,
    pub up_to_30_days: i64,
    pub up_to_90_days: i64,
    pub older: i64,
}

impl OpenRequests {
    /// Returns the total number.
    pub fn total(&self) -> i64 {
        self.up_to_7_days + self.up_to_30_days + self.up_to_90_days + self.older
    }
}

/// A blast that started in the range.
#[derive(FromRow)]
pub struct BlastStart {
    pub id: String,
    pub title: String,
    pub starts_ms: Timestamp,
}

/// Assumptions of a company.
#[derive(Clone, Debug, FromRow)]
pub struct Settings {
    pub minutes_per_answer: i32,
    pub hourly_cost_cents: i32,
    pub version: i32,
    /// The company's business hours. If there are none, all hours count.
    #[sqlx(rename = "customizations", json)]
    pub customizations: Customizations,
}

/// A change to the assumptions.
pub struct NewSettings {
    pub minutes_per_answer: i32,
    pub hourly_cost_cents: i32,
    /// The version that the change is based on.
    pub version: i32,
}

/// A count of one hour.
#[derive(FromRow)]
pub struct Count {
    pub community_id: CommunityId,
    pub hour_ms: i64,
    pub counter: i32,
    /// Number of the channel; 0 for none.
    pub channel: i32,
    pub dimension: String,
    pub category: String,
    pub value: i64,
}

/// A stored block of counts.
#[derive(FromRow)]
pub struct BlockRow {
    pub community_id: CommunityId,
    pub block_ms: i64,
    pub counts: Vec<u8>,
}

/// The counts that a report is computed from.
pub struct Counted {
    pub blocks: Vec<BlockRow>,
    /// Spans whose stored counts are missing or outdated.
    pub gaps: Vec<Span>,
    /// Current counts of those spans.
    pub live: Vec<Count>,
}

/// The days of a report.
#[derive(Clone)]
pub struct Period {
    pub start: Date,
    pub end: Date,
    pub zone: jiff::tz::TimeZone,
    pub zone_name: String,
}

/// The report on a range of days.
pub struct Report {
    pub period: Period,
    /// First and last day of the previous period.
    pub previous: (Date, Date),
    pub counted_until: Timestamp,
    /// In the order of the contract's metrics.
    pub figures: Vec<Figure>,
    /// Days of the range, oldest first.
    pub days: Vec<Day>,
    /// Days of the previous period, oldest first.
    pub previous_days: Vec<Day>,
    /// Sorted by number of questions, descending.
    pub categories: Vec<Category>,
    /// Sorted by number of questions, descending.
    pub communities: Vec<CommunityFigures>,
    /// Sorted by number of replies and reviews, descending.
    pub staff: Vec<StaffFigures>,
    /// Oldest first, each with the day it started.
    pub blasts: Vec<(BlastStart, Date)>,
    pub settings: Settings,
    pub included_segments_per_month: i64,
    /// By state, in the order of the contract.
    pub open_requests: Vec<OpenRequests>,
}

/// A figure.
pub struct Figure {
    pub metric: MetricId,
    pub title: &'static str,
    pub definition: &'static str,
    pub unit: Unit,
    /// `None` without data.
    pub value: Option<f64>,
    /// `None` without data.
    pub previous_value: Option<f64>,
    /// For a time: the 90th percentile.
    pub p90: Option<f64>,
    pub has_details: bool,
}

/// Counts of a day.
pub struct Day {
    pub date: Date,
    pub questions: i64,
    pub bot_answers: i64,
    pub escalations: i64,
    pub messages_in: i64,
    pub messages_out: i64,
}

/// Questions of a category.
#[derive(Default)]
pub struct Category {
    /// Empty for questions without a category.
    pub category: String,
    pub bot_answers: i64,
    pub escalations: i64,
}

/// Counts of a community.
pub struct CommunityFigures {
    pub community_id: CommunityId,
    pub label: String,
    pub questions: i64,
    pub bot_answers: i64,
    /// Median minutes until staff answered. `None` if staff answered nothing.
    pub resolution_minutes: Option<f64>,
    pub segments: i64,
    pub segment_cost_micros: i64,
    /// Number of questions in each tenth of the range.
    pub trend: Vec<i64>,
}

/// Work of a user.
#[derive(Default)]
pub struct StaffFigures {
    pub user_id: String,
    /// Empty if the user no longer exists.
    pub name: String,
    pub replies: i64,
    pub reviews: i64,
}
