//! Macros. Enum numbers match the contract.
use platform::ids::UserId;
use sqlx::FromRow;

platform::ids! {
    /// ID of a macro.
    MacroId;
}

platform::db_enum! {
    /// The state that a macro sets.
    MacroStatus {
        /// The state is not changed.
        Unchanged = 0,
        Resolved = 1,
        Snoozed = 2,
    }
}

/// Named steps that staff run on a conversation or an email thread.
#[derive(Clone, FromRow)]
pub struct Macro {
    pub id: MacroId,
    /// Unique in the company, ignoring case.
    pub name: String,
    /// Assigns to the user who runs it.
    pub assigns_to_self: bool,
    /// The user to assign to; `None` for nobody, or for the user who runs it.
    pub assignee_id: Option<UserId>,
    pub assignee_name: String,
    /// The reply to send; empty if there is none.
    pub reply: String,
    #[sqlx(try_from = "i32")]
    pub status: MacroStatus,
    /// Hours until the item reopens; 0 unless the macro snoozes.
    pub snooze_hours: i32,
    /// Number of the priority to set; 0 means unchanged.
    pub priority: i32,
}
