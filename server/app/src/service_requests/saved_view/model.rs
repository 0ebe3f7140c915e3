//! Saved views.
use sqlx::FromRow;

platform::ids! {
    /// ID of a saved view.
    SavedViewId;
}

/// Filters of service requests that a user keeps by name.
#[derive(Clone, FromRow)]
pub struct SavedView {
    pub id: SavedViewId,
    /// The layout, by the contract's number.
    pub layout: i32,
    /// Unique among the user's views of the layout, ignoring case.
    pub name: String,
    /// Query of the screen's URL, without the question mark.
    pub query: String,
}

impl SavedView {
    /// Returns the name as it is compared.
    pub fn name_key(&self) -> String {
        self.name.to_lowercase()
    }
}
