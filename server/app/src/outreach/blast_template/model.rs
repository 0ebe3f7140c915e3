//! Blast templates.
use sqlx::FromRow;

platform::ids! {
    /// ID of a blast template.
    BlastTemplateId;
}

/// A text that a company saves for its text blasts.
#[derive(Clone, FromRow)]
pub struct BlastTemplate {
    pub id: BlastTemplateId,
    /// Unique in the company, ignoring case.
    pub name: String,
    /// Text with merge fields.
    pub body: String,
}
