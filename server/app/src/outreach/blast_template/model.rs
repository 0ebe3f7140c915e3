//! Blast templates.
use sqlx::FromRow;

platform::ids! {
    /// ID of a blast template.
    BlastTemplateId;
}

/// A text that a company keeps for its text blasts.
#[derive(Clone, FromRow)]
pub struct BlastTemplate {
    pub id: BlastTemplateId,
    /// Unique in the company, without regard to case.
    pub name: String,
    /// With merge fields.
    pub body: String,
}
