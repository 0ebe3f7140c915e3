//! Drafts, their inputs and versions.
use platform::{
    Timestamp,
    ids::{CommunityId, UserId},
};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use crate::{
    drafting::{language_model::ModelError, template},
    residents::homeowner::AccountId,
};

pub use template::{
    DraftFieldKey, DraftKind, DraftLanguage, DraftLength, DraftTone, Fact, Field, Inputs, Source,
    WritingPurpose,
};

platform::ids! {
    /// ID of a draft.
    DraftId;
}

platform::db_enum! {
    /// State of a draft. The numbers match the contract.
    DraftState {
        /// Waiting for generation.
        Queued = 1,
        /// Being generated.
        Generating = 2,
        /// Generated.
        Done = 3,
        /// Stopped by the user.
        Stopped = 4,
        /// Generation failed.
        Failed = 5,
    }
}

impl DraftState {
    /// Returns whether the draft is waiting for generation or being generated.
    #[must_use]
    pub fn is_active(self) -> bool {
        matches!(self, Self::Queued | Self::Generating)
    }
}

platform::db_enum! {
    /// Why generation failed. The numbers match the contract.
    Failure {
        /// It did not fail.
        None = 0,
        /// The model could not be reached.
        ModelUnreachable = 1,
        /// The model did not answer in time.
        ModelTimedOut = 2,
        /// The model rejected the request.
        ModelRefused = 3,
        /// The model is busy.
        ModelBusy = 4,
        /// The output could not be parsed.
        OutputUnreadable = 5,
        /// The output was cut off.
        OutputInterrupted = 6,
        /// The output reached its limit.
        OutputTooLong = 7,
    }
}

impl From<ModelError> for Failure {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Unreachable => Self::ModelUnreachable,
            ModelError::TimedOut => Self::ModelTimedOut,
            ModelError::Status(_) => Self::ModelRefused,
            ModelError::Busy => Self::ModelBusy,
            ModelError::Unreadable => Self::OutputUnreadable,
            ModelError::Interrupted => Self::OutputInterrupted,
        }
    }
}

platform::db_enum! {
    /// Why a version was drafted from a template. The numbers match the contract.
    TemplateReason {
        /// It was not drafted from a template.
        None = 0,
        /// There is no language model.
        NoModel = 1,
        /// The monthly allowance is used up.
        AllowanceUsed = 2,
    }
}

platform::db_enum! {
    /// Current activity of the language model. The numbers match the contract.
    Stage {
        /// Not active.
        None = 0,
        /// Reads long documents part by part.
        Documents = 1,
        /// Writes the text.
        Writing = 2,
    }
}

/// Progress of the generation of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromRow)]
pub struct Progress {
    #[sqlx(try_from = "i32")]
    pub stage: Stage,
    /// Number of the part that is being read, from 1; 0 while the text is generated.
    pub part: i32,
    /// The number of parts; 0 if documents are not read in parts.
    pub part_count: i32,
}

impl Progress {
    /// No progress yet.
    pub const NONE: Self = Self { stage: Stage::None, part: 0, part_count: 0 };
}

platform::db_enum! {
    /// Origin of a version. The numbers match the contract.
    Origin {
        /// Generated from the inputs.
        Generated = 1,
        /// Edited by the user.
        Edited = 2,
        /// Copied from another draft.
        Copied = 3,
    }
}

/// A draft.
#[derive(Clone, Debug, FromRow)]
pub struct Draft {
    pub id: DraftId,
    pub owner_id: UserId,
    pub community_id: Option<CommunityId>,
    /// Number of the kind in the contract.
    pub kind: i32,
    pub title: String,
    #[sqlx(json)]
    pub inputs: Inputs,
    #[sqlx(json)]
    pub facts: Vec<Fact>,
    #[sqlx(try_from = "i32")]
    pub state: DraftState,
    #[sqlx(try_from = "i32")]
    pub failure: Failure,
    #[sqlx(try_from = "i32")]
    pub template_reason: TemplateReason,
    pub version: i64,
    pub revision: i64,
    /// Total number of characters that were generated and stored.
    pub sequence: i64,
    /// Increases by 1 each time a server begins to generate.
    pub run: i64,
    pub lease_ms: Timestamp,
    #[sqlx(flatten)]
    pub progress: Progress,
    #[sqlx(json)]
    pub confirmed: Vec<String>,
    pub feedback: i32,
    pub feedback_note: String,
    /// Time at which the owner shared the draft with the company; `None` if only the owner sees it.
    pub shared_ms: Option<Timestamp>,
    /// Name of the owner when the draft was shared; empty unless it is shared.
    pub owner_name: String,
    pub created_ms: Timestamp,
    pub updated_ms: Timestamp,
}

impl Draft {
    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> DraftKind {
        DraftKind::try_from(self.kind).unwrap_or_default()
    }
}

/// A draft in a list.
#[derive(Clone, Debug, FromRow)]
pub struct DraftSummary {
    pub id: DraftId,
    pub owner_id: UserId,
    pub community_id: Option<CommunityId>,
    pub kind: i32,
    pub title: String,
    #[sqlx(try_from = "i32")]
    pub state: DraftState,
    pub version: i64,
    pub shared_ms: Option<Timestamp>,
    pub owner_name: String,
    pub updated_ms: Timestamp,
}

/// A version without its text.
#[derive(Clone, Debug, FromRow)]
pub struct VersionSummary {
    pub number: i64,
    #[sqlx(try_from = "i32")]
    pub origin: Origin,
    pub is_template: bool,
    pub created_ms: Timestamp,
}

/// A version of a draft.
#[derive(Clone, Debug, FromRow)]
pub struct Version {
    pub number: i64,
    #[sqlx(try_from = "i32")]
    pub origin: Origin,
    pub is_template: bool,
    pub text: String,
    pub created_ms: Timestamp,
}

/// State and generation progress of a draft.
#[derive(Clone, Debug, FromRow)]
pub struct Position {
    /// Number of the kind in the contract.
    pub kind: i32,
    pub community_id: Option<CommunityId>,
    #[sqlx(try_from = "i32")]
    pub state: DraftState,
    pub version: i64,
    pub run: i64,
    pub sequence: i64,
    #[sqlx(flatten)]
    pub progress: Progress,
}

/// A chunk of the current version, which is being generated.
#[derive(Clone, Debug, FromRow)]
pub struct Chunk {
    /// Sequence number of its end.
    pub sequence: i64,
    pub text: String,
}

/// A draft with its text and versions.
pub struct DraftView {
    pub draft: Draft,
    /// Whether the user who reads it owns it.
    pub is_own: bool,
    pub text: String,
    pub details: Vec<Detail>,
    /// Whether the text uses each of the facts.
    pub used_facts: Vec<bool>,
    pub versions: Vec<VersionSummary>,
}

/// A detail of a text that occurs in no input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    pub text: String,
    pub kind: DetailKind,
}

/// Kind of a detail. The numbers match the contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailKind {
    Name = 1,
    Amount = 2,
    Date = 3,
    Phone = 4,
    Link = 5,
}

platform::db_enum! {
    /// How a text is rewritten. The numbers match the contract.
    RewriteStyle {
        /// About half as long.
        Shorter = 1,
        /// Friendlier.
        Friendlier = 2,
        /// More formal.
        MoreFormal = 3,
        /// As the user's instruction says.
        Custom = 4,
    }
}

/// A letter merged with a homeowner account.
pub struct MergedLetter {
    pub account: AccountId,
    /// Name, unit or account number.
    pub recipient: String,
    /// Email address; empty if there is none.
    pub email: String,
    /// Empty if there is a problem.
    pub text: String,
    /// The reason why the letter cannot be merged; empty if it can.
    pub problem: String,
}

/// A file.
pub struct ExportedFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A part of a text and how to rewrite it.
pub struct RewriteText {
    pub id: DraftId,
    pub text: String,
    pub style: RewriteStyle,
    /// The user's instruction for [`RewriteStyle::Custom`].
    pub instruction: String,
}

/// A rewritten text.
pub struct RewrittenText {
    pub text: String,
    /// Details that occur in no input, no fact and not in the draft.
    pub details: Vec<Detail>,
}

/// The payload of the job that generates a draft.
#[derive(Serialize, Deserialize)]
pub struct Payload {
    pub draft: DraftId,
    /// The job does nothing if the draft has another revision.
    pub revision: i64,
}

/// Changes to a draft since the last update to a watcher.
pub struct DraftUpdate {
    pub sequence: i64,
    pub text: String,
    /// Whether the text is the whole text of the current version.
    pub replaces_text: bool,
    /// Set when the state or the version changed.
    pub view: Option<DraftView>,
    /// Set while the draft is being generated.
    pub progress: Option<Progress>,
}
