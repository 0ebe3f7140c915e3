//! Priority of work for staff.

crate::db_enum! {
    /// Priority of an escalation, a conversation, an email thread or a web chat.
    Priority {
        /// Answered after all others.
        Low = 1,
        /// The default.
        Normal = 2,
        /// Answered before normal priority.
        High = 3,
        /// Answered first. Emergencies are urgent from the start.
        Urgent = 4,
    }
}

impl Priority {
    /// All priorities, the highest first.
    pub const DESCENDING: [Self; 4] = [Self::Urgent, Self::High, Self::Normal, Self::Low];

    /// Returns the priority of a new escalation, conversation or email thread.
    #[must_use]
    pub const fn initial(is_emergency: bool) -> Self {
        if is_emergency { Self::Urgent } else { Self::Normal }
    }

    /// Returns the name that staff see.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Low => "Low",
            Self::Normal => "Normal",
            Self::High => "High",
            Self::Urgent => "Urgent",
        }
    }
}
