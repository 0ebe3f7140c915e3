//! The languages in which residents write.

/// A language. What is too short or too mixed to tell counts as English, in which the answers are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English, or nobody knows.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
}

impl Language {
    /// Its tag (BCP 47); empty for English, which is nothing to mark.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }
}
