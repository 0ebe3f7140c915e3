//! Macros. The numbers of the enums are those of the contract.
use platform::ids::UserId;
use sqlx::FromRow;

platform::ids! {
    /// ID of a macro.
    MacroId;
}

platform::db_enum! {
    /// The state that a macro sets.
    MacroStatus {
        /// The state stays as it is.
        Unchanged = 0,
        Resolved = 1,
        Snoozed = 2,
    }
}

/// Named steps that staff run on a conversation or an email thread.
#[derive(Clone, FromRow)]
pub struct Macro {
    pub id: MacroId,
    /// Unique in the company, without regard to case.
    pub name: String,
    /// Assigns to the user who runs it.
    pub assigns_to_self: bool,
    /// The user to assign to; `None` for nobody, or for the user who runs it.
    pub assignee_id: Option<UserId>,
    pub assignee_name: String,
    /// The reply to send; empty for none.
    pub reply: String,
    #[sqlx(try_from = "i32")]
    pub status: MacroStatus,
    /// 0 unless it snoozes.
    pub snooze_hours: i32,
    /// Number of the priority that it sets; 0 leaves it as it is.
    pub priority: i32,
}
